import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useWords } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { type FormProblem, FormSummary } from '../ui/form-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { dismissToast, toast } from '../ui/toasts.ts';

/**
 * Shows a toast for each refused submission and removes it once every error is corrected. `words` returns nothing for a refusal without a fixed
 * sentence: the summary and the fields show it.
 */
export function useRefusalToast(
  { attempt, problems }: { readonly attempt: number; readonly problems: readonly FormProblem[] },
  words: () => { readonly title: string; readonly description?: string } | null,
): void {
  const said = useRef(0);
  const shown = useRef<number | null>(null);
  useEffect(() => {
    const isRefused = problems.length > 0;
    if (isRefused && attempt === said.current) return;
    // The errors were corrected or have changed.
    if (shown.current !== null) dismissToast(shown.current);
    const wanted = isRefused ? words() : null;
    shown.current = wanted && toast({ tone: 'destructive', ...wanted });
    // Reset to zero when the form is cleared.
    if (isRefused || attempt === 0) said.current = attempt;
  });
}

/** Each line of the summary names its field: « E-mail : Ce champ est obligatoire. ». */
export function namedProblems<Name extends string>(
  problems: readonly (FormProblem & { readonly name: Name })[],
  labels: Readonly<Record<Name, string>>,
): FormProblem[] {
  return problems.map(({ name, fieldId, message }) => ({
    fieldId,
    message: `${labels[name]}\u00a0: ${message}`,
  }));
}

/** A form that prepares a message. Without JavaScript it falls back to the browser's mail form, which sends the fields as plain text. */
export function EnquiryForm({
  element,
  label,
  onSubmit,
  attempt,
  problems,
  children,
}: {
  element: RefObject<HTMLFormElement | null>;
  label: string;
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void;
  attempt: number;
  problems: readonly FormProblem[];
  children: ReactNode;
}) {
  const { tKey } = useWords();
  const { customerServiceEmail: email, phone } = institution;
  return (
    <form
      className="form"
      ref={element}
      aria-label={label}
      action={`mailto:${email}`}
      method="post"
      encType="text/plain"
      noValidate
      onSubmit={onSubmit}
    >
      <noscript>
        <Notice>{tKey('validation.form.noScript', { email, phone: phone.display })}</Notice>
      </noscript>
      <FormSummary title={tKey('validation.form.summary')} problems={problems} attempt={attempt} />
      <p className="form-legend">{tKey('validation.form.required')}</p>
      {children}
    </form>
  );
}
