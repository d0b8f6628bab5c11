import { type ReactElement, type ReactNode, useId } from 'react';
import { useWords } from './i18n/t.ts';
import { Button, type ButtonTone } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';
import { type FormProblem, FormSummary } from './ui/form-summary.tsx';

/** What the dialog takes of `useScreenForm`. */
interface DialogForm<Input> {
  readonly problems: readonly FormProblem[];
  readonly attempt: number;
  readonly onSubmit: (send: (input: Input) => void) => (event?: React.BaseSyntheticEvent) => Promise<void>;
}

/** A dialog that is one form: its summary, its fields, and the two buttons. A press outside keeps what was typed. */
export function FormDialog<Input>({
  open = true,
  title,
  description,
  size,
  form,
  summaryTitle,
  submit,
  submitting,
  tone = 'primary',
  isSubmitFirst = false,
  isSending,
  onSend,
  onClose,
  frame = (fields) => fields,
  children,
}: {
  open?: boolean;
  title: ReactNode;
  description?: ReactNode;
  size?: 'small' | 'wide';
  form: DialogForm<Input>;
  /** What the summary of the faults is called: the specification has a sentence for what is missing. */
  summaryTitle: string;
  submit: ReactNode;
  submitting: string;
  tone?: ButtonTone;
  /** Whether the dialog opens with the focus on the button that sends: it has no field then. */
  isSubmitFirst?: boolean;
  isSending: boolean;
  onSend: (input: Input) => void;
  onClose: () => void;
  /** Puts something beside the form, which is not part of it. */
  frame?: (form: ReactElement) => ReactNode;
  children?: ReactNode;
}) {
  const { t } = useWords();
  const formId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      closeLabel={t('common.close')}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            tone={tone}
            data-autofocus={isSubmitFirst || undefined}
            loading={isSending}
            loadingText={submitting}
          >
            {submit}
          </Button>
        </>
      }
    >
      {frame(
        <form id={formId} className="form" noValidate onSubmit={form.onSubmit(onSend)}>
          <FormSummary title={summaryTitle} problems={form.problems} attempt={form.attempt} />
          {children}
        </form>,
      )}
    </Dialog>
  );
}
