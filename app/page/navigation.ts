import type { AroundNavHandler } from 'wouter';
import { navigate as pushOrReplace } from 'wouter/use-browser-location';
import { storedLanguage } from '../i18n/language-choice.ts';
import { pageAddress } from './page-address.ts';
import { isReady, prepare } from './screens.ts';
import { cleanPath, matchPath } from './site-map.ts';

/**
 * Screens use plain `<a href="/auth">`, which works without JavaScript and before hydration. After hydration one listener on the document
 * handles clicks on links of this site: a screen of the application changes without a page load, a public page is loaded in the language in use.
 * Code calls `navigate`.
 */

interface GoOptions {
  readonly replace?: boolean;
  /** Whether a new page begins: the path changed or a link was followed. Writing state into the query does not begin one. */
  readonly isArrival?: boolean;
}

let latest = 0;

function go(commit: Parameters<AroundNavHandler>[0], to: string, options: GoOptions = {}): void {
  const isArrival = options.isArrival ?? cleanPath(to) !== cleanPath(location.pathname);
  const arrive = () => {
    commit(to, options);
    if (isArrival) arrivedAt(to);
  };
  // Another address is a public page.
  if (!matchPath(to)) {
    location.assign(pageAddress(to, storedLanguage()));
    return;
  }
  // A change of the query only, or of a loaded screen, must not wait for a promise: sliders write their state this way.
  const ticket = ++latest;
  if (isReady(to)) {
    arrive();
    return;
  }
  document.documentElement.dataset.going = '';
  prepare(to).then(
    () => {
      if (ticket !== latest) return;
      delete document.documentElement.dataset.going;
      arrive();
    },
    // The chunk is missing, usually because a new version was deployed: a full page load fetches the new one.
    () => location.assign(to),
  );
}

/** Given to wouter, so that `useLocation` and `useSearchParams` navigate as links do. */
export const aroundNavigation: AroundNavHandler = (commit, to, options) =>
  go(commit, to, { replace: options?.replace });

/** Navigates to a path of this site. */
export function navigate(to: string, options: GoOptions = {}): void {
  go(pushOrReplace, to, options);
}

/** Scrolls a new page to its top or anchor, and moves focus to its main heading so that it is announced. */
function arrivedAt(to: string): void {
  const anchor = to.split('#')[1];
  setTimeout(() => {
    const target = anchor ? document.getElementById(decodeURIComponent(anchor)) : null;
    if (target) target.scrollIntoView();
    else scrollTo({ top: 0, behavior: 'instant' });
    const heading =
      target ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!(heading instanceof HTMLElement)) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

/** The link of this site under an event, if following it changes the screen. */
function linkOf(event: Event): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin)
    return null;
  // API routes and static files are not screens.
  if (link.pathname.startsWith('/api/') || /\.[a-z0-9]+$/i.test(link.pathname)) return null;
  return link;
}

/** Handles clicks on links of this site. Called once, after hydration. */
export function takeOverLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const link = linkOf(event);
    if (!link) return;
    // The browser handles an anchor on the current page.
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash, { isArrival: true });
  });
  const fetchAhead = (event: Event) => {
    const link = linkOf(event);
    if (link) prepare(link.pathname).catch(() => undefined);
  };
  document.addEventListener('pointerover', fetchAhead, { passive: true });
  document.addEventListener('focusin', fetchAhead);
}
