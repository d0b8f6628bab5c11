import { useSyncExternalStore } from 'react';

/** Whether the account's amounts are hidden on this device, on every screen and after a reload. */
const storageKey = 'amounts-hidden';

const listeners = new Set<() => void>();
let hidden: boolean | null = null;

function isHidden(): boolean {
  if (hidden === null) {
    try {
      hidden = localStorage.getItem(storageKey) === 'yes';
    } catch {
      hidden = false;
    }
  }
  return hidden;
}

function hide(next: boolean): void {
  hidden = next;
  try {
    if (next) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is unavailable: the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

export function useHiddenAmounts(): { isHidden: boolean; toggle: () => void } {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isHidden,
    () => false,
  );
  return { isHidden: current, toggle: () => hide(!current) };
}
