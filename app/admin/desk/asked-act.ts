import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { navigate } from '../../page/navigation.ts';

/** So long the button of an asked act may take to appear: a later one would open a dialog that nobody expects any more. */
const PATIENCE_MS = 10_000;

/** The button of an act: of the opened thing, or of one row of a list. */
function buttonOf(act: string, row: string | null): HTMLElement | null {
  const places =
    row === null
      ? ':is(.desk-panel, .client-page-head, .follower, .client-page)'
      : `[data-row="${CSS.escape(row)}"]`;
  return document.querySelector<HTMLElement>(`${places} [data-act="${CSS.escape(act)}"]`);
}

/** Takes the act out of the address: a reload or the back button must not ask again. */
function forget(): void {
  const state = new URLSearchParams(location.search);
  state.delete('act');
  state.delete('of');
  const query = state.toString();
  navigate(query ? `${location.pathname}?${query}` : location.pathname, { replace: true, isArrival: false });
}

/**
 * Opens the dialog of the act that the address names (`act`, of a list's row `of`), by its button once that is on the screen: how the palette asks
 * for an act. What is sent without a dialog is only focused, so that the person presses it.
 */
export function useAskedAct(isOn: boolean): void {
  const search = useSearch();
  useEffect(() => {
    const state = new URLSearchParams(search);
    const act = state.get('act');
    if (!isOn || act === null) return;
    const clickWhenShown = (): boolean => {
      const button = buttonOf(act, state.get('of'));
      if (!button) return false;
      end();
      forget();
      // After the screen has put the focus where it opens.
      setTimeout(() => {
        button.focus();
        if (!('atOnce' in button.dataset)) button.click();
      });
      return true;
    };
    const observer = new MutationObserver(clickWhenShown);
    const patience = setTimeout(() => {
      end();
      forget();
    }, PATIENCE_MS);
    const end = () => {
      observer.disconnect();
      clearTimeout(patience);
    };
    if (!clickWhenShown()) observer.observe(document.body, { childList: true, subtree: true });
    return end;
  }, [search, isOn]);
}
