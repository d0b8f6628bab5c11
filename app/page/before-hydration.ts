import { type RefObject, useLayoutEffect } from 'react';

/**
 * Public pages are complete before their code arrives, and people do not wait: what they typed and clicked meanwhile is kept here.
 * Clicks are kept by the inline loader and replayed (`app/start/inline/loader.js`); this file keeps what was typed.
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const typed = new WeakMap<HTMLFormElement, Map<string, string>>();
const alive = new WeakSet<HTMLFormElement>();

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

/** A control that has no name of its own, so that its value is sent once, says under which one it was typed. */
function nameOf(control: Control): string | undefined {
  return control.name || control.dataset.typedAs;
}

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function note(control: Control): void {
  const name = nameOf(control);
  if (!control.form || !name || alive.has(control.form)) return;
  const values = typed.get(control.form) ?? new Map<string, string>();
  // The same value may have two controls, a slider and its entry: what was touched last comes last.
  values.delete(name);
  const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
  values.set(name, isBox && !control.checked ? '' : control.value);
  typed.set(control.form, values);
}

/**
 * Notes what was typed in the forms of the page, and what is typed until each of them is alive: hydration takes its time, and React drops
 * what happens to a control that it has not reached yet. Called once, just before hydration.
 */
export function noteWhatWasTyped(page: HTMLElement): void {
  for (const form of page.querySelectorAll('form'))
    for (const control of form.elements) if (isControl(control) && isChanged(control)) note(control);
  const listen = (event: Event) => {
    if (isControl(event.target)) note(event.target);
  };
  page.addEventListener('input', listen, true);
  page.addEventListener('change', listen, true);
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
    if (!form.current) return;
    alive.add(form.current);
    const values = typed.get(form.current);
    if (!values) return;
    typed.delete(form.current);
    apply(values);
  }, []);
}
