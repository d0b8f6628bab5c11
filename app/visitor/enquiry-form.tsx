import { type ReactNode, type RefObject, useEffect } from 'react';
import { useT } from '../i18n/t.ts';
import { institution } from '../institution.ts';
import { type FormProblem, FormSummary } from '../ui/form-summary.tsx';
import { Notice } from '../ui/notice.tsx';

/** Says something once for each refused submission. */
export function useOnRefusal(attempt: number, say: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt speaks, not a new wording of the same one.
  useEffect(() => {
    if (attempt > 0) say();
  }, [attempt]);
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
  const t = useT();
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
        <Notice>{t('visitor.form.noScript', { email, phone: phone.display })}</Notice>
      </noscript>
      <FormSummary title={t('visitor.form.summary')} problems={problems} attempt={attempt} />
      <p className="form-legend">{t('visitor.form.required')}</p>
      {children}
    </form>
  );
}
