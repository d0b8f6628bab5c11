const ACCOUNT = 'a:is([href^="/compte"], [href^="/auth"])';

/** Fetches the code and styles of the entrance when a link to it is pointed at or focused: from a public page it starts from nothing. */
export function fetchAccountAhead(): void {
  let isAsked = false;
  const fetchAhead = async ({ target }: Event) => {
    if (isAsked || !(target instanceof Element) || !target.closest(ACCOUNT)) return;
    isAsked = true;
    const page = await fetch('/compte').then(
      (answer) => answer.text(),
      () => '',
    );
    for (const href of new Set(page.match(/\/assets\/[\w-]+\.(?:js|css)/g))) {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.href = href;
      document.head.append(link);
    }
  };
  document.addEventListener('pointerover', fetchAhead, { passive: true });
  document.addEventListener('focusin', fetchAhead);
}
