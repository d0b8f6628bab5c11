/** Light by default; stored under the key `theme` (docs/rules.md, Figures). */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The inline head script reads the same key before the first paint, so that no page flashes in the wrong theme. */
export const themeStorageKey = 'theme';

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

/** The theme that the page shows. */
export function themeInUse(): Theme {
  const shown = document.documentElement.dataset.theme;
  return isTheme(shown) ? shown : 'light';
}

/** Applies and stores a theme. The stylesheet depends on `data-theme` alone. */
export function storeTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage is unavailable: the choice holds for this page only.
  }
}
