/** Minimum movement in pixels (docs/rules.md, Figures). */
const thresholdPx = 10;

/** The header's state after a scroll; `null` when the movement is too small to count. */
export function afterScroll(fromPx: number, toPx: number): 'hide' | 'show' | null {
  // Overscroll above the top counts as the top.
  if (toPx <= thresholdPx) return 'show';
  if (toPx < fromPx) return 'show';
  return toPx - fromPx > thresholdPx ? 'hide' : null;
}

/** Sets `data-away` on the header when the visitor scrolls down by more than 10 px, and removes it when they scroll up or reach the top. */
export function hideOnScroll(): void {
  const header = document.querySelector('.masthead');
  let from = window.scrollY;
  const onScroll = () => {
    const next = afterScroll(from, window.scrollY);
    if (next === null) return;
    from = window.scrollY;
    header?.toggleAttribute('data-away', next === 'hide');
  };
  addEventListener('scroll', onScroll, { passive: true });
}
