import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './classes.ts';
import { describedBy, FieldNotes, type FieldTexts, RequiredMark } from './field.tsx';

export type RadioCardOption = {
  value: string;
  title: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
};

type GroupTexts = Omit<FieldTexts, 'hideLabel'>;

/** One choice among a few, each with room to explain itself. Uncontrolled with `defaultValue`, or with value and onChange. */
export function RadioCards({
  name,
  options,
  value,
  defaultValue,
  onChange,
  required,
  columns,
  ref,
  ...texts
}: GroupTexts & {
  name: string;
  options: readonly RadioCardOption[];
  value?: string;
  defaultValue?: string;
  onChange?: ComponentProps<'input'>['onChange'];
  onBlur?: ComponentProps<'input'>['onBlur'];
  required?: boolean;
  /** How many stand side by side when there is room. */
  columns?: 1 | 2 | 3;
  ref?: ComponentProps<'input'>['ref'];
}) {
  const id = useId();
  const { label, hint, error, remark, optionalText, onBlur } = texts;
  return (
    <fieldset
      className="field"
      aria-describedby={describedBy(id, texts)}
      data-invalid={error ? true : undefined}
    >
      <legend className="field-label">
        {label}
        {required ? <RequiredMark /> : null}
        {optionalText ? <span className="field-optional"> {optionalText}</span> : null}
      </legend>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <div className="radio-cards" data-columns={columns}>
        {options.map((option) => (
          <label key={option.value} className="radio-card">
            <input
              type="radio"
              className="radio-card-input"
              name={name}
              value={option.value}
              ref={ref}
              required={required}
              disabled={option.disabled}
              onChange={onChange}
              onBlur={onBlur}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
            />
            <span className="radio-card-text">
              <span className="radio-card-title">{option.title}</span>
              {option.description ? <span className="radio-card-note">{option.description}</span> : null}
            </span>
            {option.icon ? <span className="radio-card-icon">{option.icon}</span> : null}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} remark={remark} />
    </fieldset>
  );
}

export function Checkbox({
  label,
  hint,
  error,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & Pick<FieldTexts, 'label' | 'hint' | 'error'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <div className="check">
        <input
          {...input}
          type="checkbox"
          id={id}
          className={cx('check-input', className)}
          aria-describedby={describedBy(id, { label, hint, error })}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id}>
          {label}
          {input.required ? <RequiredMark /> : null}
        </label>
      </div>
      {hint ? (
        <p className="field-hint check-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldNotes id={id} error={error} />
    </div>
  );
}
