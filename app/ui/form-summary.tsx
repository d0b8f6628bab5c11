import { useEffect, useId, useRef } from 'react';

export type FormProblem = { fieldId: string; message: string };

/**
 * The list of what is wrong, after a refused submission. It takes the focus each time `attempt` changes, and each line
 * leads to its field.
 */
export function FormSummary({
  title,
  problems,
  attempt,
}: {
  title: string;
  problems: readonly FormProblem[];
  attempt: number;
}) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const shown = problems.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt with the same problems must move the focus again.
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [attempt, shown]);

  if (!shown) return null;
  return (
    <section className="form-summary" ref={box} tabIndex={-1} aria-labelledby={id}>
      <h2 className="form-summary-title" id={id}>
        {title}
      </h2>
      <ul>
        {problems.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                const field = document.getElementById(fieldId);
                if (!field) return;
                event.preventDefault();
                field.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
