import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { Field, type TextFieldProps, useField } from './field.tsx';

export type NumberFieldProps = Omit<TextFieldProps, 'type' | 'prefix'> & {
  /** Shows the − and + buttons. The screen computes the next value: it knows the step and the bounds. */
  onStep?: (direction: 1 | -1) => void;
  decrementLabel?: string;
  incrementLabel?: string;
};

/**
 * A number typed as text, because type="number" drops what it cannot parse and scrolls away values. The screen parses
 * with the domain's rules and sets the error.
 */
export function NumberField(props: NumberFieldProps) {
  const { frame, control, wiring } = useField(props);
  const { suffix, width, onStep, decrementLabel, incrementLabel, ...input } = control;
  return (
    <Field {...frame}>
      <div className="control" data-width={width} data-disabled={input.disabled || undefined}>
        {onStep ? (
          <button
            type="button"
            className="control-button only-scripted"
            aria-label={decrementLabel}
            disabled={input.disabled}
            onClick={() => onStep(-1)}
          >
            <Minus aria-hidden="true" />
          </button>
        ) : null}
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          {...input}
          {...wiring}
          className="control-input tabular"
          onKeyDown={(event) => {
            input.onKeyDown?.(event);
            if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            onStep(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        {suffix ? <span className="control-affix">{suffix}</span> : null}
        {onStep ? (
          <button
            type="button"
            className="control-button only-scripted"
            aria-label={incrementLabel}
            disabled={input.disabled}
            onClick={() => onStep(1)}
          >
            <Plus aria-hidden="true" />
          </button>
        ) : null}
      </div>
    </Field>
  );
}

/** An amount of money: decimal keyboard, currency as suffix. */
export function AmountField(props: NumberFieldProps) {
  return <NumberField inputMode="decimal" {...props} />;
}
