import { useEffect, useRef, useState } from 'react';
import { navigate } from '../../page/navigation.ts';
import { toast } from '../../ui/toasts.ts';
import { type AdminSection, adminHref } from './sections.ts';

/** Single-key shortcuts can be turned off, because dictation and screen readers press letters too (WCAG 2.1.4). */
const storageKey = 'admin-shortcuts';

export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function useShortcutChoice(): { isOn: boolean; choose: (isOn: boolean) => void } {
  const [isOn, setIsOn] = useState(areShortcutsOn);
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

/** G, then the section's letter. */
const SECTION_OF_KEY: Readonly<Record<string, AdminSection>> = {
  d: 'dashboard',
  c: 'clients',
  p: 'loans',
  v: 'withdrawals',
  f: 'fees',
  a: 'audit',
};
/** How long the second key is waited for, in milliseconds. */
const SECTION_WAIT_MS = 1500;

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

/** Opens a section that the person may open, as its link in the menu does: the focus leaves an open popover, which closes. */
function go(section: AdminSection): void {
  const href = adminHref(section);
  if (document.querySelector(`.office a[href="${href}"]`)) navigate(href, { isArrival: true });
}

/** Says why a button does nothing now: to the pointer its title does. */
function sayWhyIdle(button: HTMLElement): void {
  if (button.ariaDisabled === 'true' && button.title) toast({ tone: 'info', title: button.title });
}

/** Presses the button of a key and returns the place of its row in the list, if it is in one. */
function clickButtonOf(key: string, isShifted = false): number | undefined {
  const named = `[data-shortcut="${key}"]`;
  const scope =
    document.activeElement?.closest('[data-row], .desk-panel') ?? document.querySelector('.desk-panel');
  // With rows chosen, the keys are those of their bar.
  const button =
    document.querySelector<HTMLElement>(`.bulk-bar ${named}`) ?? scope?.querySelector<HTMLElement>(named);
  if (!button) return undefined;
  const row = button.closest<HTMLElement>('[data-row]');
  const place = row ? rowLinks().findIndex((link) => row.contains(link)) : undefined;
  // A box is told of Shift: it then chooses every row from the last one.
  if (isShifted && key === 'x')
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }));
  else button.click();
  sayWhyIdle(button);
  return place;
}

/**
 * J and K move over the rows of the screen, or open the next and the previous row where one is open; G and a letter open a section; N goes to the
 * note; A, R and S press the row's own buttons for « approve », « reject » or « return », and « split », M the one that takes it, X its box, with
 * Shift every box from the last one; with rows chosen A, R and M act on all of them and Escape chooses none. ? shows help. Enter is the browser's:
 * it opens the focused row. Rows carry `data-row`, their link `data-row-link`, their buttons `data-shortcut`.
 */
export function useListKeys({ isOn, onHelp }: { isOn: boolean; onHelp: () => void }): void {
  // Position of the last row, so that moving continues from there after the row has left the list.
  const lastPlace = useRef(0);
  // Whether G was pressed and its section is awaited.
  const isGoing = useRef(false);
  const help = useRef(onHelp);
  useEffect(() => {
    help.current = onHelp;
  });

  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;

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

    /** With an opened row the keys open the next one, not only move the focus. */
    function step(by: 1 | -1): void {
      const button = document.querySelector<HTMLElement>(
        `.desk-panel [data-shortcut="${by === 1 ? 'j' : 'k'}"]`,
      );
      if (button) button.click();
      else walk(by);
    }

    function waitForSection(): void {
      isGoing.current = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isGoing.current = false;
      }, SECTION_WAIT_MS);
    }

    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isCovered()) return;
      const key = event.key.toLowerCase();
      const section = isGoing.current ? SECTION_OF_KEY[key] : undefined;
      isGoing.current = false;
      if (section) go(section);
      else if (key === 'g') waitForSection();
      else if (key === 'n') document.querySelector<HTMLElement>('#main [data-shortcut="n"]')?.focus();
      else if (key === 'j') step(1);
      else if (key === 'k') step(-1);
      else if (key === 'a' || key === 'r' || key === 's' || key === 'x' || key === 'm') {
        // A held key would press the next action of the row.
        if (!event.repeat) lastPlace.current = clickButtonOf(key, event.shiftKey) ?? lastPlace.current;
      } else if (key === 'escape' && document.querySelector('.bulk-bar [data-shortcut="escape"]')) {
        clickButtonOf(key);
      } else if (key === '?') help.current();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOn]);
}
