// The loader of public pages: a file that a page fetches after its first paint (first.js), or a script that stands in a page with a form, which has code
// enough to fetch. A moment after the first paint, or at the first gesture, it fetches the whole stylesheets, the page's script and the code of islands
// that are near the window; a gesture on an island fetches its code at once. What is pressed or sent before the code that answers it is kept and repeated.
// The build fills in the stylesheets, the page's script, the code that starts islands, what reads numbers ahead (numbers.js), for each island its words
// and its files, and the message of a failure.
// Longer than 70 lines: one scope, so that the script leaves nothing global.
((sheets, pageScript, starter, numbers, files, failure) => {
  const page = document.documentElement;
  /** What was fetched or is on its way: a promise of whether it answers, by island; that of the page by the page. */
  const coming = new Map();
  /** Elements that were pressed or sent too early. */
  const waiting = new Set();
  const gestures = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'];
  let styled;

  /** The island that answers at an element, also from afar: a button may ask for one by its name. */
  function islandOf(target) {
    const asks = target.closest?.('[data-asks]')?.dataset.asks;
    return asks ? document.querySelector(`[data-island="${asks}"]`) : target.closest?.('[data-island]');
  }

  function append(rel, href, media = '') {
    const link = document.createElement('link');
    Object.assign(link, { rel, href, media });
    document.head.append(link);
    return link;
  }

  /** The page has the rules of its first paint; what follows, and what its code draws, needs the rest. All sheets are applied at once, in their order. */
  async function style() {
    const links = sheets.map((href) => append('stylesheet', href, 'not all'));
    await Promise.all(links.map((link) => new Promise((done) => (link.onload = link.onerror = done))));
    for (const link of links) link.media = 'all';
  }

  function bring(part) {
    if (!coming.has(part)) coming.set(part, part === page ? bringPage() : bringIsland(part));
    return coming.get(part);
  }
  const bringAll = () => bring(page);

  async function bringPage() {
    for (const type of gestures) removeEventListener(type, bringAll, true);
    append('manifest', '/manifest.webmanifest');
    styled = style();
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) bring(target.closest('[data-island]'));
      },
      { rootMargin: '300px' },
    );
    // An island has no box of its own; what is in it has.
    for (const first of document.querySelectorAll('[data-island]:not([data-start]) > :first-child'))
      seen.observe(first);
    // Without its script the page is as complete as without any.
    await import(pageScript).catch(() => {});
    page.dataset.alive = '';
    return true;
  }

  async function bringIsland(island) {
    bring(page);
    const [words, code, ...needed] = files[island.dataset.island];
    for (const href of [starter, words, code, ...needed]) append('modulepreload', href);
    if (numbers && island.dataset.amounts) new Worker(numbers);
    try {
      await Promise.all([styled, import(starter)]);
      await window.startIsland(island, words, code);
    } catch {
      // The code did not come. A form does what it does without code; what was asked for can be asked for again.
      if (island.matches('[data-start="asked"]')) {
        coming.delete(island);
        tellFailure();
        return false;
      }
    }
    island.dataset.alive = '';
    return true;
  }

  /** Without its code, no island can say that it did not come. */
  function tellFailure() {
    document.body.insertAdjacentHTML('beforeend', failure);
    const message = document.body.lastElementChild;
    setTimeout(() => message.remove(), 12000);
  }

  async function keep(event, element, again) {
    const part = islandOf(element) ?? page;
    if (part.dataset.alive !== undefined) return;
    // The browser's default action must not run twice.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (waiting.has(element)) return;
    waiting.add(element);
    const answers = await bring(part);
    waiting.delete(element);
    if (answers && element.isConnected) again();
  }

  addEventListener(
    'click',
    (event) => {
      const button = event.target.closest?.('button');
      if (button && !button.disabled && !button.popoverTargetElement && !button.hasAttribute('commandfor'))
        keep(event, button, () => button.click());
    },
    true,
  );
  addEventListener('submit', (event) => keep(event, event.target, () => event.target.requestSubmit()), true);
  for (const type of ['pointerover', 'focusin'])
    addEventListener(
      type,
      ({ target }) => {
        const island = islandOf(target);
        if (island) bring(island);
      },
      { capture: true, passive: true },
    );
  for (const type of gestures) addEventListener(type, bringAll, { capture: true, passive: true });
  // A field may have the focus already.
  const focused = islandOf(document.activeElement);
  if (focused) bring(focused);

  function wait() {
    // The text's paint comes before the code: wait a moment after it. Pages in the background are not painted for a while.
    setTimeout(bringAll, 3000);
    new PerformanceObserver(() => {
      setTimeout(() => (window.requestIdleCallback ?? setTimeout)(bringAll), 200);
    }).observe({ type: 'paint', buffered: true });
  }
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
})(SHEETS, PAGE_SCRIPT, STARTER, NUMBERS, FILES, FAILURE);
