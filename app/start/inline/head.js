// Runs in the head before the first paint, which depends on the stored theme. The key is that of app/page/theme.ts; tools/page/inline.test.ts checks
// that they agree.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'system') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is unavailable: light.
  }
})();
