import { useEffect } from 'react';

const rowsAround = (row: HTMLElement): string[] =>
  [...(row.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])].map(
    ({ dataset }) => dataset.row ?? '',
  );

/** What stands for a row by keyboard: its own link, or where it has none its first button. */
const controlOf = (row: Element | null) =>
  row?.querySelector<HTMLElement>('[data-row-link]') ??
  row?.querySelector<HTMLElement>('button:enabled, a[href]') ??
  null;

/** What takes the focus in the list: the next row, or the one before; the row itself for what acted on it from the bar. */
function controlNear(id: string, around: readonly string[], isOfBar: boolean): HTMLElement | null {
  const at = around.indexOf(id);
  const others = [...around.slice(at + 1), ...around.slice(0, at).reverse()];
  for (const near of isOfBar ? [id, ...others] : others) {
    const control = controlOf(document.querySelector(`#main [data-row="${CSS.escape(near)}"]`));
    if (control && control.offsetParent !== null) return control;
  }
  return null;
}

/**
 * When a row leaves its list, its focused button is removed with it: the focus moves to the next row, or to the heading of the opened panel, of the
 * card that held it, or of the screen, because from the body the keyboard would start at the top again. The bar of the chosen rows goes with them:
 * from there the focus returns to the row where it was last. Use once per shell.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: {
      readonly element: Element;
      readonly id: string | null;
      readonly around: readonly string[];
      readonly card: Element | null;
      readonly isOfBar: boolean;
    } | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.closest('#main')) return;
      // A dialog returns the focus when it closes: the element behind it counts.
      if (target.closest('dialog, .modal-scrim')) return;
      if (last && target.closest('.bulk-bar')) {
        last = { ...last, element: target, isOfBar: true };
        return;
      }
      const row = target.closest<HTMLElement>('[data-row]');
      last = {
        element: target,
        id: row?.dataset.row ?? null,
        around: row ? rowsAround(row) : [],
        card: target.closest('.card'),
        isOfBar: false,
      };
    };
    const restore = () => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      const { id, around, card, isOfBar } = last;
      const next =
        (id === null ? null : controlNear(id, around, isOfBar)) ??
        (isOfBar ? document.querySelector<HTMLElement>('.desk-list [data-row-link]') : null) ??
        document.querySelector<HTMLElement>('.desk-panel h2') ??
        (card?.isConnected ? card.querySelector<HTMLElement>('.card-title') : null) ??
        document.querySelector<HTMLElement>('#main h1');
      last = null;
      if (!next) return;
      // A heading takes the focus once it is told to.
      if (next.tabIndex < 0) next.tabIndex = -1;
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('focusin', remember);
    const main = document.querySelector('#main');
    const watch = new MutationObserver(() => setTimeout(restore));
    if (main) watch.observe(main, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watch.disconnect();
    };
  }, []);
}
