import { useSyncExternalStore } from 'react';

/** Light unless the visitor chooses otherwise; kept under the key `theme` (docs/rules.md, Figures). */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The inline head script reads the same key before the first paint, so no page is ever drawn in the wrong theme first. */
export const themeStorageKey = 'theme';

const listeners = new Set<() => void>();

function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

function currentTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return isTheme(shown) ? shown : 'light';
}

/** Shows a theme and keeps it. `data-theme` is all the stylesheet reads. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage refused: the choice then holds for this page only.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab changed it.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== themeStorageKey || !isTheme(event.newValue)) return;
    document.documentElement.dataset.theme = event.newValue;
    listener();
  };
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light');
}
