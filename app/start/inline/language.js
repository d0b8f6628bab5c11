// Runs in the head of the entrance, which is prerendered in French: the stylesheet hides it until the chosen language is rendered, for 4 s at most.
// The cookie is that of app/i18n/language-choice.ts.
(() => {
  const language = /(?:^|; )preferred-language=([^;]*)/.exec(document.cookie)?.[1];
  if (language && language !== 'fr') document.documentElement.dataset.langPending = '';
})();
