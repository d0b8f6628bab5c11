import { type RefObject, useEffect } from 'react';

/** Movement that counts (docs/rules.md, Figures). */
const thresholdPx = 10;

/** What the header does after the page moved from one height to another; `null` when the movement is too small to count. */
export function afterScroll(fromPx: number, toPx: number): 'hide' | 'show' | null {
  // The top first: a page that springs back below zero is at its top.
  if (toPx <= thresholdPx) return 'show';
  if (toPx < fromPx) return 'show';
  return toPx - fromPx > thresholdPx ? 'hide' : null;
}

/**
 * Marks the element `data-away` when the visitor scrolls down by more than 10 px, and takes the mark away when they scroll up or reach
 * the top. Written on the element and not in state: scrolling must not draw the page again.
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
