import { useSyncExternalStore } from 'react';

/** Light by default; stored under the key `theme` (docs/rules.md, Figures). */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The inline head script reads the same key before the first paint, so that no page flashes in the wrong theme. */
export const themeStorageKey = 'theme';

const listeners = new Set<() => void>();

function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

function currentTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return isTheme(shown) ? shown : 'light';
}

/** Applies and stores a theme. The stylesheet depends on `data-theme` alone. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage is unavailable: the choice holds for this page only.
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
