import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { Field, type FieldTexts, useField } from './field.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

/**
 * The native select: the list that every telephone and every screen reader knows. Required by ARIA only: browsers report an empty `required`
 * select as invalid before anything was chosen. The form's schema refuses it when sent.
 */
export function Select(
  props: ComponentProps<'select'> &
    FieldTexts & {
      options: readonly SelectOption[];
      /** First entry, with an empty value: nothing is chosen yet. */
      placeholder?: string;
      width?: 'xs' | 'sm' | 'md';
    },
) {
  const { frame, control, wiring } = useField(props);
  const { options, placeholder, width, required, ...select } = control;
  return (
    <Field {...frame}>
      <div className="control" data-width={width} data-disabled={select.disabled || undefined}>
        <select {...select} {...wiring} aria-required={required} className="control-input">
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="control-chevron" aria-hidden="true" />
      </div>
    </Field>
  );
}
