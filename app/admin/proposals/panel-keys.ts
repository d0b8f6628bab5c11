import { useEffect, useRef } from 'react';
import { areShortcutsOn } from '../frame/shortcuts.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/**
 * The keys of an opened proposal (FOUR-14): A goes to « Approuver », which Enter then presses, so that the key that opened it cannot approve it unread;
 * R refuses.
 */
export function usePanelKeys(refuse: (() => void) | null): void {
  const onRefuse = useRef(refuse);
  useEffect(() => {
    onRefuse.current = refuse;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const dialogs = document.querySelectorAll('dialog:modal');
      if (isTyping(event.target) || dialogs.length !== 1 || !areShortcutsOn()) return;
      const key = event.key.toLowerCase();
      if (key === 'a')
        dialogs[0]?.querySelector<HTMLElement>('.dialog-foot .btn[data-tone="primary"]')?.focus();
      else if (key === 'r' && onRefuse.current) onRefuse.current();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
