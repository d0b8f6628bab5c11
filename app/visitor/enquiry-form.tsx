import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useWords } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { type FormProblem, FormSummary } from '../ui/form-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { dismissToast, toast } from '../ui/toasts.ts';

/**
 * A toast for each refused submission, as soon as what is wrong is known; it goes away once everything is put right. `words` says
 * nothing for a refusal without a fixed sentence: the summary and the fields say it.
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
    // Nothing is wrong any more, or something else is.
    if (shown.current !== null) dismissToast(shown.current);
    const wanted = isRefused ? words() : null;
    shown.current = wanted && toast({ tone: 'destructive', ...wanted });
    // Zero again when the form was emptied.
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

/**
 * A form that prepares a message. Without JavaScript, or should its code never arrive, the browser's own mail form is what is left:
 * the fields then travel as plain text.
 */
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
