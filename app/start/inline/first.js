// Stands at the end of every public page. Fetches the page's loader (islands.js) once the page has been painted, and keeps what is pressed or sent
// before, for the loader to answer. If the loader does not come, everything does what it does without JavaScript.
((loader) => {
  const kept = new Map();
  let script;

  function fetchLoader() {
    if (script) return;
    script = document.createElement('script');
    script.onload = script.onerror = release;
    script.src = loader;
    document.head.append(script);
  }

  function keep(event) {
    const element = event.type === 'submit' ? event.target : event.target.closest?.('button');
    if (!element || element.disabled || element.popoverTargetElement || element.hasAttribute('commandfor'))
      return;
    // The browser's default action must not run twice.
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.set(element, event.type);
    fetchLoader();
  }

  function release() {
    removeEventListener('click', keep, true);
    removeEventListener('submit', keep, true);
    for (const [element, type] of kept)
      if (element.isConnected) type === 'submit' ? element.requestSubmit() : element.click();
  }

  addEventListener('click', keep, true);
  addEventListener('submit', keep, true);
  addEventListener('load', () => {
    // The text's paint comes before the code. Pages in the background are not painted for a while.
    setTimeout(fetchLoader, 3000);
    new PerformanceObserver(fetchLoader).observe({ type: 'paint', buffered: true });
  });
})(LOADER);
