import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './classes.ts';

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to put it right; shown beside the field with an icon. */
  error?: ReactNode;
  /** A remark that is neither help nor error, e.g. whether a checksum holds. Announced politely. */
  remark?: ReactNode;
  /** Shown after the label of a field that may stay empty. */
  optionalText?: string;
  /** The label is spoken but not shown: for search boxes and table filters. */
  hideLabel?: boolean;
};

type FieldFrame = FieldTexts & {
  id: string;
  required?: boolean;
  className?: string;
  children: ReactNode;
};

/** The ids a control must name in aria-describedby, in reading order: error, hint, remark. */
export function describedBy(id: string, texts: FieldTexts, extra?: string): string | undefined {
  const ids = [
    texts.error ? `${id}-error` : '',
    texts.hint ? `${id}-hint` : '',
    texts.remark ? `${id}-remark` : '',
    extra ?? '',
  ];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** Label, hint, control, error. The control inside carries `id` and `describedBy(id, texts)`. */
export function Field(props: FieldFrame) {
  const { id, label, hint, error, remark, optionalText, hideLabel, required, className, children } = props;
  return (
    <div className={cx('field', className)} data-invalid={error ? true : undefined}>
      <label className={cx('field-label', hideLabel && 'visually-hidden')} htmlFor={id}>
        {label}
        {required ? <RequiredMark /> : null}
        {optionalText ? <span className="field-optional"> {optionalText}</span> : null}
      </label>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldNotes id={id} error={error} remark={remark} />
    </div>
  );
}

export function RequiredMark() {
  return (
    <span className="field-required" aria-hidden="true">
      {'\u00a0*'}
    </span>
  );
}

export function FieldNotes({ id, error, remark }: Pick<FieldFrame, 'id' | 'error' | 'remark'>) {
  return (
    <>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : null}
      <div className="field-remark" id={`${id}-remark`} aria-live="polite">
        {remark}
      </div>
    </>
  );
}

/** Splits what belongs to the frame from what belongs to the control, and wires one to the other. */
export function useField<P extends FieldTexts & { id?: string; required?: boolean; className?: string }>(
  props: P,
) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const { label, hint, error, remark, optionalText, hideLabel, className, ...control } = props;
  const frame = {
    id,
    label,
    hint,
    error,
    remark,
    optionalText,
    hideLabel,
    className,
    required: props.required,
  };
  const wiring = {
    id,
    'aria-describedby': describedBy(id, props),
    'aria-invalid': error ? (true as const) : undefined,
  };
  return { frame, control, wiring };
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'prefix'> &
  FieldTexts & {
    /** Shown inside the control, e.g. a unit or a currency. Never the only place of an instruction. */
    suffix?: ReactNode;
    prefix?: ReactNode;
    /** How many characters are expected: sets the width of the control. */
    width?: 'xs' | 'sm' | 'md';
  };

export function TextField(props: TextFieldProps) {
  const { frame, control, wiring } = useField(props);
  const { suffix, prefix, width, ...input } = control;
  return (
    <Field {...frame}>
      <div className="control" data-width={width} data-disabled={input.disabled || undefined}>
        {prefix ? <span className="control-affix">{prefix}</span> : null}
        <input type="text" {...input} {...wiring} className="control-input" />
        {suffix ? <span className="control-affix">{suffix}</span> : null}
      </div>
    </Field>
  );
}

export function TextArea(props: ComponentProps<'textarea'> & FieldTexts) {
  const { frame, control, wiring } = useField(props);
  return (
    <Field {...frame}>
      <div className="control" data-disabled={control.disabled || undefined}>
        <textarea rows={4} {...control} {...wiring} className="control-input" />
      </div>
    </Field>
  );
}
