// Runs in the head before the first paint, which depends on the stored theme and language. The keys are those of app/page/theme.ts and
// app/i18n/languages.ts; tools/page/inline.test.ts checks that they agree.
(() => {
  try {
    const page = document.documentElement;
    const theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'system') page.dataset.theme = theme;
    const language = localStorage.getItem('preferred-language');
    // The stylesheet hides the French text until the chosen language is rendered, for 4 s at most.
    if (language && language !== 'fr') page.dataset.langPending = '';
  } catch {
    // Storage is unavailable: light and French.
  }
})();
