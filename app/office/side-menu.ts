import { useEffect, useState } from 'react';

/** The state of the side menu is remembered for 7 days (docs/rules.md, Figures). */
const storageKey = 'side-menu';
const keptMs = 7 * 24 * 60 * 60 * 1000;

export type SideMenuState = 'open' | 'folded';

/** Parses the stored state; `null` when there is none, or when it is older than 7 days. */
export function readSideMenu(stored: string | null, nowMs: number): SideMenuState | null {
  const [state, at] = (stored ?? '').split('@');
  if (state !== 'open' && state !== 'folded') return null;
  return nowMs - Number(at) < keptMs ? state : null;
}

function stored(): SideMenuState | null {
  try {
    return readSideMenu(localStorage.getItem(storageKey), Date.now());
  } catch {
    return null;
  }
}

/** Narrow screens start with the menu folded, to leave room for figures. A prerendered frame is folded by an inline script (inline/frame.js). */
const initial = (): SideMenuState =>
  stored() ?? (globalThis.matchMedia?.('(max-width: 1023px)').matches ? 'folded' : 'open');

/** Whether the menu is folded, and how to fold it; Ctrl+B or ⌘B does it too. */
export function useSideMenu(): { isFolded: boolean; toggle: () => void } {
  const [state, setState] = useState(initial);

  function choose(next: SideMenuState): void {
    setState(next);
    try {
      localStorage.setItem(storageKey, `${next}@${Date.now()}`);
    } catch {
      // Storage is unavailable: the menu keeps its state on this page only.
    }
  }
  const toggle = () => choose(state === 'open' ? 'folded' : 'open');

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return { isFolded: state === 'folded', toggle };
}
