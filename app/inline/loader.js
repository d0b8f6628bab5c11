// Brings a prerendered page to life when the browser is idle, or at the visitor's first gesture; until then links, text fields and
// native popovers work by themselves, and clicks on buttons are kept and replayed. The build fills in the list: the entry first.
((modules) => {
  const page = document.documentElement;
  const kept = new Map();
  const gestures = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'];
  let isAsked = false;

  function load() {
    if (isAsked) return;
    isAsked = true;
    for (const type of gestures) removeEventListener(type, load, true);
    for (const href of modules) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    import(modules[0]).catch(() => {
      // No code: the page stays what it is, in French, and its forms say so themselves.
      delete page.dataset.langPending;
      finish();
    });
  }

  function keepClick(event) {
    const button = event.target.closest?.('button');
    // What the browser does by itself must not be done twice.
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
    removeEventListener('submit', keepSubmit, true);
    for (const [element, replay] of kept) if (element.isConnected) replay();
    kept.clear();
  }

  addEventListener('click', keepClick, true);
  addEventListener('submit', keepSubmit, true);
  // The entry calls this when the page is alive.
  window.pageIsAlive = finish;

  if (page.dataset.langPending !== undefined) return load();
  for (const type of gestures) addEventListener(type, load, { capture: true, passive: true });
  addEventListener('load', () => {
    if (window.requestIdleCallback) requestIdleCallback(load, { timeout: 3000 });
    else setTimeout(load, 300);
  });
})(MODULES);
