import { chooseCookies, storedCookieChoice } from './cookie-choice.ts';

/** Time between the page's load and the question (docs/rules.md, Figures), in milliseconds. */
const DELAY_MS = 2000;

/**
 * Moves what floats above the banner, whatever its height. The property is set there and not on `<html>`, where it would be handed down to every element:
 * the style of the whole page is then calculated again, 60 ms on a telephone.
 */
function liftFloating(height: number): void {
  for (const { style } of document.querySelectorAll<HTMLElement>('[data-floats]'))
    style.setProperty('--asking', `${height}px`);
}

/** Puts the question into the page, where its template is, until it is answered. */
function ask(): void {
  const template = document.querySelector<HTMLTemplateElement>('#cookie-question');
  const banner = template?.content.firstElementChild?.cloneNode(true);
  if (!(banner instanceof HTMLElement) || document.querySelector('.cookie-banner')) return;
  template?.after(banner);
  const watch = new ResizeObserver(([entry]) => liftFloating(entry?.borderBoxSize[0]?.blockSize ?? 0));
  watch.observe(banner);
  banner.addEventListener('click', ({ target }) => {
    const answer = target instanceof Element && target.closest<HTMLElement>('[data-answer]')?.dataset.answer;
    if (answer !== 'accepted' && answer !== 'rejected') return;
    chooseCookies(answer);
    watch.disconnect();
    liftFloating(0);
    banner.remove();
  });
}

/** Asks two seconds after the page's load, however late this code arrived, when no answer is stored; and whenever the footer's button is pressed. */
export function watchCookieQuestion(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-asks="cookies"]')) ask();
  });
  if (storedCookieChoice() !== null) return;
  const askSoon = () => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const loadedMs = page?.loadEventStart || performance.now();
    setTimeout(ask, Math.max(0, loadedMs + DELAY_MS - performance.now()));
  };
  if (document.readyState === 'complete') askSoon();
  else addEventListener('load', askSoon);
}
