// Hydrates a page after its paint when the browser is idle, or at the visitor's first input; until then links, text fields and native popovers
// work natively, and clicks on buttons are kept and replayed. The frame of a signed-in area is not usable and hydrates right after its paint.
// The build fills in the lists (scripts, entry first, words by language, and stylesheets) and the kind of page, and removes unused branches.
// The cookie is that of app/i18n/language-choice.ts.
((modules, words, sheets) => {
  const page = document.documentElement;
  const kept = new Map();
  const gestures = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'];
  let isAsked = false;

  function load() {
    if (isAsked) return;
    isAsked = true;
    for (const type of gestures) removeEventListener(type, load, true);
    append('manifest', '/manifest.webmanifest');
    const language = /(?:^|; )preferred-language=([^;]*)/.exec(document.cookie)?.[1];
    for (const href of [...modules, ...(words[language] ?? words.fr)]) append('modulepreload', href);
    // The page has the rules of its first paint; its code needs the rest. All sheets are applied at once, in their order.
    const links = sheets.map((href) => append('stylesheet', href, 'not all'));
    const arrivals = links.map((link) => new Promise((done) => (link.onload = link.onerror = done)));
    Promise.all(arrivals)
      .then(() => {
        for (const link of links) link.media = 'all';
        return import(modules[0]);
      })
      .catch(() => {
        // The code did not load: the page stays static and French, and its forms report it.
        delete page.dataset.langPending;
        finish();
      });
  }

  function append(rel, href, media = '') {
    const link = document.createElement('link');
    Object.assign(link, { rel, href, media });
    document.head.append(link);
    return link;
  }

  function keepClick(event) {
    const button = event.target.closest?.('button');
    // The browser's default action must not run twice.
    if (!button || button.disabled || button.popoverTargetElement || button.hasAttribute('commandfor'))
      return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.set(button, () => button.click());
  }

  function keepSubmit(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (kept.size === 0) kept.set(event.target, () => event.target.requestSubmit());
  }

  function finish() {
    removeEventListener('click', keepClick, true);
    if (HAS_FORMS) removeEventListener('submit', keepSubmit, true);
    for (const [element, replay] of kept) if (element.isConnected) replay();
    kept.clear();
  }

  addEventListener('click', keepClick, true);
  if (HAS_FORMS) addEventListener('submit', keepSubmit, true);
  // The entry calls this after hydration.
  window.pageIsAlive = finish;

  if (page.dataset.langPending !== undefined) return load();
  if (IS_FRAME) {
    setTimeout(load, 500);
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
    return;
  }
  for (const type of gestures) addEventListener(type, load, { capture: true, passive: true });
  addEventListener('load', () => {
    // The text's paint comes before the code: wait a moment after it. Pages in the background are not painted for a while.
    setTimeout(load, 3000);
    new PerformanceObserver(() => {
      setTimeout(() => {
        if (window.requestIdleCallback) requestIdleCallback(load);
        else load();
      }, 200);
    }).observe({ type: 'paint', buffered: true });
  });
})(MODULES, WORDS, SHEETS);
