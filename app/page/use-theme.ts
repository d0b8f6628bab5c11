import { useSyncExternalStore } from 'react';
import { isTheme, storeTheme, type Theme, themeInUse, themeStorageKey } from './theme.ts';

const listeners = new Set<() => void>();

/** Applies and stores a theme, and tells the components that show it. */
export function chooseTheme(theme: Theme): void {
  storeTheme(theme);
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
  return useSyncExternalStore(subscribe, themeInUse, () => 'light');
}
