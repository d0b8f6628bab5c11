/** When the person last touched anything on this page. Opening it was something they did. */
let lastMs = Date.now();
const listeners = new Set<() => void>();

function acted(): void {
  lastMs = Date.now();
  for (const listener of listeners) listener();
}

if (typeof document !== 'undefined')
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    document.addEventListener(event, acted, { capture: true, passive: true });

/** Calls sent longer than this after the last touch are the page's own. */
const attendedForMs = 30_000;

/** Whether the page now calls by itself, with nobody known to be in front of it. */
export function isUnattended(): boolean {
  return Date.now() - lastMs > attendedForMs;
}

/** Tells of each touch; returns how to stop. */
export function onActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
