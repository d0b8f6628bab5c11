/** Whether a mouse button or a finger is down; the emulated mouse of a touch counts. */
let isDown = false;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'mousedown',
    () => {
      isDown = true;
    },
    true,
  );
  document.addEventListener(
    'mouseup',
    () => {
      isDown = false;
    },
    true,
  );
}

/** Runs at once, or, while something is being pressed, once the press has reached what it was meant for. */
export function afterPress(run: () => void): void {
  if (!isDown) {
    run();
    return;
  }
  // The click follows the release in the same turn.
  document.addEventListener('mouseup', () => setTimeout(run), { once: true });
}
