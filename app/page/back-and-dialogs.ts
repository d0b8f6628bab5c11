import { useEffect, useRef } from 'react';
import { toast } from '../ui/toasts.ts';

/** The Navigation API's event before a history traversal; TypeScript's DOM types do not have it everywhere yet. */
interface HistoryStep extends Event {
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
}

/**
 * While a dialog is open, the browser's back button closes the dialog instead of leaving the screen. A dialog with typed input stays open and
 * shows `keptText`. A second press without other input goes back: the browser enforces that. Browsers without the Navigation API go back at
 * once. Use once per shell.
 * @param keptText message shown when the dialog stays open.
 */
export function useBackClosesDialogs(keptText: string): void {
  const said = useRef(keptText);
  useEffect(() => {
    said.current = keptText;
  });
  useEffect(() => {
    const history = (window as { navigation?: EventTarget }).navigation;
    const typedInto = new WeakSet<Element>();
    const onInput = ({ target }: Event) => {
      const dialog = target instanceof Element ? target.closest('dialog') : null;
      if (dialog) typedInto.add(dialog);
    };
    const onStep = (event: Event) => {
      if ((event as HistoryStep).navigationType !== 'traverse' || !event.cancelable) return;
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (!dialog) return;
      event.preventDefault();
      if (typedInto.has(dialog)) toast({ tone: 'info', title: said.current });
      else dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    };
    addEventListener('input', onInput, true);
    history?.addEventListener('navigate', onStep);
    return () => {
      removeEventListener('input', onInput, true);
      history?.removeEventListener('navigate', onStep);
    };
  }, []);
}
