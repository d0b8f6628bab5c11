import { type ReactNode, useId } from 'react';
import { useWords } from '../i18n/t.ts';
import { Button, type ButtonTone } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { FormProblem } from '../ui/form-summary.tsx';
import { FormSummary } from '../ui/form-summary.tsx';

/** A dialog that is one form: its summary, its fields, and the two buttons. A press outside keeps what was typed. */
export function FormDialog({
  title,
  description,
  problems,
  attempt,
  summaryTitle,
  submit,
  submitting,
  tone = 'primary',
  isSending,
  onSubmit,
  onClose,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  problems: readonly FormProblem[];
  attempt: number;
  /** What the summary of the faults is called: the specification has a sentence for what is missing. */
  summaryTitle: string;
  submit: ReactNode;
  submitting: string;
  tone?: ButtonTone;
  isSending: boolean;
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useWords();
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      closeLabel={t('common.close')}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} tone={tone} loading={isSending} loadingText={submitting}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={onSubmit}>
        <FormSummary title={summaryTitle} problems={problems} attempt={attempt} />
        {children}
      </form>
    </Dialog>
  );
}
