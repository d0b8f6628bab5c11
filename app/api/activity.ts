/** Time of the person's last input on this page. Opening the page counts as input. */
let lastMs = Date.now();
const listeners = new Set<() => void>();

function acted(): void {
  lastMs = Date.now();
  for (const listener of listeners) listener();
}

if (typeof document !== 'undefined')
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    document.addEventListener(event, acted, { capture: true, passive: true });

/** Calls sent longer than this after the last input are automatic. */
const attendedForMs = 30_000;

/** Whether calls are now automatic: no input for a while. */
export function isUnattended(): boolean {
  return Date.now() - lastMs > attendedForMs;
}

/** Calls the listener on each input; returns how to stop. */
export function onActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
