import { type RefObject, useEffect } from 'react';

/** Minimum movement in pixels (docs/rules.md, Figures). */
const thresholdPx = 10;

/** The header's state after a scroll; `null` when the movement is too small to count. */
export function afterScroll(fromPx: number, toPx: number): 'hide' | 'show' | null {
  // Overscroll above the top counts as the top.
  if (toPx <= thresholdPx) return 'show';
  if (toPx < fromPx) return 'show';
  return toPx - fromPx > thresholdPx ? 'hide' : null;
}

/**
 * Sets `data-away` on the element when the visitor scrolls down by more than 10 px, and removes it when they scroll up or reach the top. An
 * attribute and not state: scrolling must not re-render the page.
 */
export function useHideOnScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let from = window.scrollY;
    const onScroll = () => {
      const next = afterScroll(from, window.scrollY);
      if (next === null) return;
      from = window.scrollY;
      element.current?.toggleAttribute('data-away', next === 'hide');
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [element]);
}
