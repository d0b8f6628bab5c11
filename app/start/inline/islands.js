// The loader of public pages: a file that a page to read fetches after its first paint (first.js), and a script that stands in a page with islands, which
// has requests enough. A moment after the first paint, or at the first gesture, it fetches the whole stylesheets, the page's script and the code of islands that are near the window; a gesture on an island fetches its code at once. What is pressed
// or sent before the code that answers it is kept and repeated.
// The build fills in the stylesheets, the page's script, the code that starts islands, for each island its words and its files, and the message of
// a failure.
// Longer than 70 lines: one scope, so that the script leaves nothing global.
((sheets, pageScript, starter, files, failure) => {
  const page = document.documentElement;
  const kept = new Map();
  const begun = new Set();
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

  /** The page has the rules of its first paint; what its code draws needs the rest. All sheets are applied at once, in their order. */
  async function style() {
    const links = sheets.map((href) => append('stylesheet', href, 'not all'));
    await Promise.all(links.map((link) => new Promise((done) => (link.onload = link.onerror = done))));
    for (const link of links) link.media = 'all';
  }

  function begin() {
    if (styled) return;
    for (const type of gestures) removeEventListener(type, begin, true);
    append('manifest', '/manifest.webmanifest');
    styled = style();
    // Without its script the page is as complete as without any.
    import(pageScript).finally(() => {
      page.dataset.alive = '';
      repeat(null);
    });
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) start(target.closest('[data-island]'));
      },
      { rootMargin: '300px' },
    );
    // An island has no box of its own; what is in it has.
    for (const first of document.querySelectorAll('[data-island]:not([data-start]) > :first-child'))
      seen.observe(first);
  }

  async function start(island) {
    if (begun.has(island)) return;
    begun.add(island);
    begin();
    const name = island.dataset.island;
    for (const href of [starter, ...files[name]]) append('modulepreload', href);
    try {
      await Promise.all([styled, import(starter)]);
      await window.startIsland(island, files[name][0]);
      island.dataset.alive = '';
      repeat(island);
    } catch {
      // The code did not come. A form does what it does without code; what was asked for can be asked for again.
      if (island.dataset.start !== 'asked') {
        island.dataset.alive = '';
        return repeat(island);
      }
      for (const [element, { by }] of kept) if (by === island) kept.delete(element);
      begun.delete(island);
      tellFailure();
    }
  }

  /** Without its code, no island can say that it did not come. */
  function tellFailure() {
    document.body.insertAdjacentHTML('beforeend', failure);
    const message = document.body.lastElementChild;
    setTimeout(() => message.remove(), 12000);
  }

  function keep(event, element, again) {
    const island = islandOf(element);
    if ((island ?? page).dataset.alive !== undefined) return;
    // The browser's default action must not run twice.
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.set(element, { by: island, again });
    if (island) start(island);
    else begin();
  }

  function repeat(island) {
    for (const [element, { by, again }] of kept) {
      if (by !== island) continue;
      kept.delete(element);
      if (element.isConnected) again();
    }
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
        if (island) start(island);
      },
      { capture: true, passive: true },
    );
  for (const type of gestures) addEventListener(type, begin, { capture: true, passive: true });
  // A field may have the focus already.
  if (islandOf(document.activeElement)) start(islandOf(document.activeElement));

  function wait() {
    // The text's paint comes before the code: wait a moment after it. Pages in the background are not painted for a while.
    setTimeout(begin, 3000);
    new PerformanceObserver(() => {
      setTimeout(() => (window.requestIdleCallback ?? setTimeout)(begin), 200);
    }).observe({ type: 'paint', buffered: true });
  }
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
})(SHEETS, PAGE_SCRIPT, STARTER, FILES, FAILURE);
