import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';

export type Step = { key: string; title: ReactNode; description?: ReactNode };

/** Where one is in a sequence. `current` is an index; the steps before it are done. Use `look="list"` to explain a process. */
export function Stepper({
  label,
  steps,
  current,
  doneLabel,
  look = 'row',
}: {
  label: string;
  steps: readonly Step[];
  current?: number;
  /** Spoken after a step that is done. */
  doneLabel?: string;
  look?: 'row' | 'list';
}) {
  return (
    <ol className="stepper" data-look={look} aria-label={label}>
      {steps.map((step, index) => {
        const done = current !== undefined && index < current;
        return (
          <li
            key={step.key}
            className="step"
            data-done={done || undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="step-mark tabular" aria-hidden="true">
              {done ? <Check /> : index + 1}
            </span>
            <div className="step-text">
              <p className="step-title">
                {step.title}
                {done && doneLabel ? <span className="visually-hidden"> {doneLabel}</span> : null}
              </p>
              {step.description ? <div className="step-note">{step.description}</div> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
