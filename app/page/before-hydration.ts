import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps what visitors type before a public page's code arrives. Clicks are kept and replayed by the inline loader
 * (`app/start/inline/loader.js`).
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const typed = new WeakMap<HTMLFormElement, Map<string, string>>();
const alive = new WeakSet<HTMLFormElement>();

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    // Without a `selected` attribute the browser selects the first option.
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

/** A control without a name of its own, so that its value is submitted once, carries the field's name in a data attribute. */
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
  // One value may have two controls, a slider and its text field: the one touched last is applied last.
  values.delete(name);
  const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
  values.set(name, isBox && !control.checked ? '' : control.value);
  typed.set(control.form, values);
}

/**
 * Records what was typed in the page's forms, and what is typed until each form is hydrated: React drops input to controls that it has not
 * hydrated yet. Called once, just before hydration.
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
 * Hands a form the values typed before hydration, by control name, once, before the next paint: `useTypedBeforeHydration(form, (values) =>
 * values.forEach((value, name) => setValue(name, value)))`.
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
