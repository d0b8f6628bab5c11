import { useEffect, useRef } from 'react';

/** Calls on Ctrl or Cmd with a letter, wherever the focus is, except over something modal. */
export function useCommandKey(letter: string, onPress: () => void): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    const openOnCommandK = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== letter) return;
      // Always prevent the browser's own shortcut, even when nothing opens.
      event.preventDefault();
      if (document.querySelector('dialog:modal, .modal-scrim') === null) latest.current();
    };
    document.addEventListener('keydown', openOnCommandK);
    return () => document.removeEventListener('keydown', openOnCommandK);
  }, [letter]);
}
