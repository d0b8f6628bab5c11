import { useEffect, useRef, useState } from 'react';

/** Single-key shortcuts can be turned off, because dictation and screen readers press letters too (WCAG 2.1.4). */
const storageKey = 'admin-shortcuts';

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function useShortcutChoice(): { isOn: boolean; choose: (isOn: boolean) => void } {
  const [isOn, setIsOn] = useState(stored);
  return {
    isOn,
    choose: (next) => {
      setIsOn(next);
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off');
      } catch {
        // Storage is unavailable: the choice holds for this page only.
      }
    },
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}

/** Whether a modal is open: single-key shortcuts are off then. */
const isCovered = () => document.querySelector('dialog:modal, .modal-scrim') !== null;

/** The links of the rows on the screen, in order. */
const rowLinks = () =>
  [...document.querySelectorAll<HTMLElement>('#main [data-row] [data-row-link]')].filter(
    (link) => link.offsetParent !== null,
  );

/** The current row: the focused one, or the opened one. */
function currentRow(): HTMLElement | null {
  return (
    document.activeElement?.closest<HTMLElement>('[data-row]') ??
    document.querySelector<HTMLElement>('#main [data-row][data-selected]')
  );
}

/**
 * J and K move over the rows of the screen, A, R and S press the row's own buttons for « approve », « reject » or « return », and « split », X its box, ? shows help. Enter is
 * the browser's: it opens the focused row. Rows carry `data-row`, their link `data-row-link`, their buttons `data-shortcut`.
 */
export function useListKeys({ isOn, onHelp }: { isOn: boolean; onHelp: () => void }): void {
  // Position of the last row, so that moving continues from there after the row has left the list.
  const lastPlace = useRef(0);
  const help = useRef(onHelp);
  useEffect(() => {
    help.current = onHelp;
  });

  useEffect(() => {
    if (!isOn) return;

    function walk(step: 1 | -1): void {
      const links = rowLinks();
      const row = currentRow();
      const at = row ? links.findIndex((link) => row.contains(link)) : -1;
      const to = at >= 0 ? at + step : Math.min(lastPlace.current, links.length - 1);
      const link = links[Math.max(0, Math.min(to, links.length - 1))];
      if (!link) return;
      lastPlace.current = links.indexOf(link);
      link.focus();
      link.scrollIntoView({ block: 'nearest' });
    }

    function press(key: string): void {
      const scope =
        document.activeElement?.closest('[data-row], .desk-panel') ?? document.querySelector('.desk-panel');
      const button = scope?.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
      if (!button) return;
      const row = button.closest<HTMLElement>('[data-row]');
      if (row) lastPlace.current = rowLinks().findIndex((link) => row.contains(link));
      button.click();
    }

    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isCovered()) return;
      const key = event.key.toLowerCase();
      if (key === 'j') walk(1);
      else if (key === 'k') walk(-1);
      else if (key === 'a' || key === 'r' || key === 's' || key === 'x') {
        // A held key would press the next action of the row.
        if (!event.repeat) press(key);
      } else if (key === '?') help.current();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
