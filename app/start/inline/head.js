// Runs before the first paint, in the page's head: the stored theme and language must be known before anything is drawn.
// The keys are those of app/page/theme.ts and app/i18n/languages.ts; tools/page/inline.test.ts holds them together.
(() => {
  try {
    const page = document.documentElement;
    const theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'system') page.dataset.theme = theme;
    const language = localStorage.getItem('preferred-language');
    // The stylesheet hides the French text until the chosen language is drawn, and shows it after 4 s come what may.
    if (language && language !== 'fr') page.dataset.langPending = '';
  } catch {
    // Storage refused: light and French.
  }
})();
