import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId, useState } from 'react';
import { FieldNotes } from './field.tsx';

export type RangeSliderProps = {
  /** The name of the form control; the typed entry has none, so that the value is sent once. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** What is spoken for the slider's position, e.g. « 10 000 euros ». */
  valueText: string;
  /** Accessible name of the typed entry. */
  entryLabel: string;
  /** Unit shown after the typed entry. */
  suffix?: ReactNode;
  /** How the value is written in the entry, e.g. with group separators. */
  format: (value: number) => string;
  /** What the reader typed, or null when it is not a number. */
  parse: (text: string) => number | null;
  /** Shown beside an entry that cannot be read: it stays as it was typed and changes nothing. */
  unreadable: string;
  /** Shown when the slider cannot hold what was typed: the limits, and the value that was taken instead. */
  adjusted: (typed: number, taken: number) => string;
  minLabel: ReactNode;
  maxLabel: ReactNode;
  decrementLabel: string;
  incrementLabel: string;
};

/** What is typed beside the slider until it is left: taken at once where the slider can hold it, else snapped or refused on leaving. */
function useTypedValue({ min, max, step, onChange, parse, adjusted }: RangeSliderProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [remark, setRemark] = useState<string | null>(null);

  const snap = (wanted: number) =>
    Math.min(max, Math.max(min, min + Math.round((wanted - min) / step) * step));

  const type = (text: string) => {
    setDraft(text);
    setRefused(false);
    setRemark(null);
    const typed = parse(text);
    // While typing, only a value the slider can hold is taken; leaving the field snaps the rest.
    if (typed !== null && typed >= min && typed <= max && snap(typed) === typed) onChange(typed);
  };
  const leave = () => {
    if (draft === null) return;
    const typed = parse(draft);
    // Nothing is guessed from what cannot be read. An entry that was emptied takes its value back.
    setRefused(typed === null && draft.trim() !== '');
    if (typed === null && draft.trim() !== '') return;
    setDraft(null);
    if (typed === null) return;
    const taken = snap(typed);
    setRemark(taken === typed ? null : adjusted(typed, taken));
    onChange(taken);
  };
  /** The value was chosen in another way. */
  const choose = (wanted: number) => {
    setDraft(null);
    setRefused(false);
    setRemark(null);
    onChange(snap(wanted));
  };
  return { draft, isRefused, remark, type, leave, choose };
}

/** The value as a text that can be typed over. */
function TypedEntry({
  id,
  slider: { name, max, value, entryLabel, suffix, format },
  typed: { draft, isRefused, type, leave },
}: {
  id: string;
  slider: RangeSliderProps;
  typed: ReturnType<typeof useTypedValue>;
}) {
  return (
    <span className="range-typed">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        // Kept under this name when it was typed before the page was alive (app/page/before-hydration.ts).
        data-typed-as={`${name}-entry`}
        className="control-input tabular"
        aria-label={entryLabel}
        aria-invalid={isRefused || undefined}
        aria-describedby={`${id}-entry-${isRefused ? 'error' : 'remark'}`}
        size={Math.max(String(max).length + 1, 3)}
        // The typeface's own narrow space: browsers make U+202F too thin to part thousands.
        value={draft ?? format(value).replaceAll('\u202f', '\u00a0')}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
        }}
      />
      {suffix ? <span className="range-suffix">{suffix}</span> : null}
    </span>
  );
}

/** A slider, a typed entry and two buttons bound to one value: two other ways for a person who cannot drag. */
export function RangeSlider(props: RangeSliderProps) {
  const { name, label, hint, min, max, step, value, valueText } = props;
  const { unreadable, minLabel, maxLabel, decrementLabel, incrementLabel } = props;
  const id = useId();
  const typed = useTypedValue(props);
  const { isRefused, remark, choose } = typed;
  const filled = `${max > min ? Math.round(((value - min) / (max - min)) * 10_000) / 100 : 0}%`;

  return (
    <div className="range" data-invalid={isRefused || undefined}>
      <div className="range-head">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <div className="control range-entry">
          <button
            type="button"
            className="control-button only-scripted"
            aria-label={decrementLabel}
            disabled={value <= min}
            onClick={() => choose(value - step)}
          >
            <Minus aria-hidden="true" />
          </button>
          <TypedEntry id={id} slider={props} typed={typed} />
          <button
            type="button"
            className="control-button only-scripted"
            aria-label={incrementLabel}
            disabled={value >= max}
            onClick={() => choose(value + step)}
          >
            <Plus aria-hidden="true" />
          </button>
        </div>
      </div>
      <FieldNotes id={`${id}-entry`} error={isRefused ? unreadable : undefined} remark={remark} />
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <div className="range-track">
        <svg className="range-rail" aria-hidden="true">
          <rect width="100%" height="100%" className="range-rail-rest" />
          <rect width={filled} height="100%" className="range-rail-filled" />
        </svg>
        <input
          type="range"
          className="range-input"
          id={id}
          name={name}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={valueText}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => choose(event.target.valueAsNumber)}
        />
      </div>
      <div className="range-bounds tabular" aria-hidden="true">
        <span>{minLabel}</span>
        <span>{maxLabel}</span>
      </div>
    </div>
  );
}
