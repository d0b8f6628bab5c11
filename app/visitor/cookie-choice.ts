/** The visitor's choice about audience measurement. Nothing is measured before it, nor after a refusal. */
export type CookieChoice = 'accepted' | 'rejected';

const storageKey = 'cookie-consent';
/** The CNIL recommends asking again after six months, whatever the answer. */
const keptMs = 182 * 24 * 60 * 60 * 1000;

export function readCookieChoice(stored: string | null, nowMs: number): CookieChoice | null {
  const [choice, at] = (stored ?? '').split('@');
  if (choice !== 'accepted' && choice !== 'rejected') return null;
  return nowMs - Number(at) < keptMs ? choice : null;
}

export function storedCookieChoice(): CookieChoice | null {
  try {
    return readCookieChoice(localStorage.getItem(storageKey), Date.now());
  } catch {
    // Storage is unavailable: the choice could not be kept and nothing is measured, so the banner is not shown.
    return 'rejected';
  }
}

export function chooseCookies(choice: CookieChoice): void {
  try {
    localStorage.setItem(storageKey, `${choice}@${Date.now()}`);
  } catch {
    // Storage is unavailable: the banner may be shown again.
  }
}
