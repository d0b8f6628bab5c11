/** Whether a mouse button or a finger is down; includes the mouse events that browsers emulate for touch. */
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

/** Runs at once, or, while a pointer is down, after its click: a layout change in between would move the target from under the pointer. */
export function afterPress(run: () => void): void {
  if (!isDown) {
    run();
    return;
  }
  // The click follows the mouseup in the same task.
  document.addEventListener('mouseup', () => setTimeout(run), { once: true });
}
