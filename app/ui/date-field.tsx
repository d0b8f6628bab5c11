import { useId, useLayoutEffect } from 'react';
import { TextField, type TextFieldProps } from './field.tsx';

/** The native date field. An empty one is marked: WebKit fills it with the parts of today's date, which are then written as a hint is. */
export function DateField(props: Omit<TextFieldProps, 'type' | 'id' | 'onInput'>) {
  const id = useId();
  const markEmpty = () => {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement) input.dataset.empty = String(input.value === '');
  };
  // After every rendering: the form also sets and clears the field by itself.
  useLayoutEffect(markEmpty);
  return <TextField {...props} id={id} type="date" onInput={markEmpty} />;
}
