import { useEffect, useRef } from 'react';
import { toast } from '../ui/toasts.ts';

/** What the Navigation API tells before a step through the history is taken; TypeScript does not know it yet everywhere. */
interface HistoryStep extends Event {
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
}

/**
 * The browser's back button while a dialog is open closes the dialog, as one expects of what lies on top, and not the screen behind it; a
 * dialog into which something was typed stays, and says how to leave it. A second press without anything in between goes back: the browser
 * sees to that. Browsers without the Navigation API go back at once. One per shell.
 * @param keptText what is said when the dialog stays.
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
