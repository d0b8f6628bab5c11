import { useSyncExternalStore } from 'react';

/** The visitor's choice about audience measurement. Nothing is measured before it, nor after a refusal. */
export type CookieChoice = 'accepted' | 'rejected';

const storageKey = 'cookie-consent';
/** The CNIL advises to ask again after six months, whatever was answered. */
const keptMs = 182 * 24 * 60 * 60 * 1000;

export function readCookieChoice(stored: string | null, nowMs: number): CookieChoice | null {
  const [choice, at] = (stored ?? '').split('@');
  if (choice !== 'accepted' && choice !== 'rejected') return null;
  return nowMs - Number(at) < keptMs ? choice : null;
}

let isAsking = false;
const listeners = new Set<() => void>();

function ask(next: boolean): void {
  isAsking = next;
  for (const listener of listeners) listener();
}

export function storedCookieChoice(): CookieChoice | null {
  try {
    return readCookieChoice(localStorage.getItem(storageKey), Date.now());
  } catch {
    // Without storage the choice could not be kept, and nothing is measured: there is nothing to ask.
    return 'rejected';
  }
}

export function chooseCookies(choice: CookieChoice): void {
  try {
    localStorage.setItem(storageKey, `${choice}@${Date.now()}`);
  } catch {
    // Not kept: the banner may come back, which is better than believing a choice that was not stored.
  }
  ask(false);
}

/** Shows the banner: two seconds after the page loaded when nothing was chosen, or when the visitor asks for it. */
export const askAboutCookies = () => ask(true);

export function useIsAskingAboutCookies(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isAsking,
    () => false,
  );
}
