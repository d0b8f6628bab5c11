import { type RefObject, useLayoutEffect } from 'react';

/**
 * Public pages are complete before their code arrives, and people do not wait: what they typed and clicked meanwhile is kept here.
 * Clicks are kept by the inline loader and replayed (`app/inline/loader.js`); this file keeps what was typed.
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const typed = new WeakMap<HTMLFormElement, ReadonlyMap<string, string>>();

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    // Where the page chose none, the browser chose the first.
    if (!control.multiple)
      return (
        control.selectedIndex !==
        Math.max(
          0,
          options.findIndex((option) => option.defaultSelected),
        )
      );
    return options.some((option) => option.selected !== option.defaultSelected);
  }
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Notes what was typed in the forms of the page. Called once, just before hydration. */
export function noteWhatWasTyped(page: ParentNode): void {
  for (const form of page.querySelectorAll('form')) {
    const values = new Map<string, string>();
    for (const control of form.elements) {
      const isControl =
        control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement;
      // A control that has no name of its own, so that its value is sent once, says under which one it was typed.
      const name = isControl ? control.name || control.dataset.typedAs : undefined;
      if (isControl && name && isChanged(control)) values.set(name, control.value);
    }
    if (values.size > 0) typed.set(form, values);
  }
}

/**
 * Gives a form what was typed in it before its code arrived, by control name, once, before the next paint:
 * `useTypedBeforeHydration(form, (values) => values.forEach((value, name) => setValue(name, value)))`.
 */
export function useTypedBeforeHydration(
  form: RefObject<HTMLFormElement | null>,
  apply: (values: ReadonlyMap<string, string>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount: later typing belongs to the form itself.
  useLayoutEffect(() => {
    const values = form.current ? typed.get(form.current) : undefined;
    if (!form.current || !values) return;
    typed.delete(form.current);
    apply(values);
  }, []);
}
