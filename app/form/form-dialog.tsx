import { type ReactElement, type ReactNode, useId } from 'react';
import type { Sending } from '../api/submission.ts';
import { useT } from '../i18n/t.ts';
import type { ButtonTone } from '../ui/button.tsx';
import { type FormProblem, FormSummary } from '../ui/form-summary.tsx';
import { SendingDialog } from './sending-dialog.tsx';

/** The part of `useScreenForm` that the dialog uses. */
interface DialogForm<Input> {
  readonly problems: readonly FormProblem[];
  readonly attempt: number;
  readonly isRestored: boolean;
  readonly forgetDraft: () => void;
  readonly onSubmit: (send: (input: Input) => void) => (event?: React.BaseSyntheticEvent) => Promise<void>;
}

interface FormDialogProps<Input> {
  open?: boolean;
  title: ReactNode;
  description?: ReactNode;
  size?: 'small' | 'wide';
  form: DialogForm<Input>;
  /** Title of the error summary: missing fields have a fixed sentence. */
  summaryTitle: string;
  /** Label of the cancel button. */
  leave?: string | undefined;
  /** Action of the cancel button, when it does not close the dialog. */
  onLeave?: (() => void) | undefined;
  /** Whether data is still loading before anything can be sent. */
  isPreparing?: boolean;
  /** Null when there is nothing to send. */
  submit: ReactNode | null;
  submitting: string;
  tone?: ButtonTone;
  /** Whether the submit button takes the focus on opening: for dialogs without a field. */
  isSubmitFirst?: boolean;
  /** Whether the cancel button takes the focus, and with it the Enter key, once this is so. */
  isLeaveFirst?: boolean;
  sending: Sending;
  onSend: (input: Input) => void;
  onClose: () => void;
  /** Whether the draft is kept after closing and restored on reopening. */
  keepsTyped?: boolean;
  /** Renders something beside the form, outside of it. */
  frame?: (form: ReactElement) => ReactNode;
  children?: ReactNode;
}

/** A dialog with one form: its error summary, its fields and two buttons. A press outside does not close it. */
export function FormDialog<Input>({
  open = true,
  title,
  description,
  size,
  form,
  summaryTitle,
  leave,
  onLeave,
  isPreparing,
  submit,
  submitting,
  tone = 'primary',
  isSubmitFirst = false,
  isLeaveFirst = false,
  sending,
  onSend,
  onClose,
  keepsTyped = false,
  frame = (fields) => fields,
  children,
}: FormDialogProps<Input>) {
  const formId = useId();
  const t = useT();
  const close = () => {
    if (!keepsTyped) form.forgetDraft();
    onClose();
  };
  return (
    <SendingDialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      size={size}
      keepOnOutsidePress
      sending={sending}
      onDone={form.forgetDraft}
      formId={formId}
      leave={leave}
      onLeave={onLeave}
      isPreparing={isPreparing}
      submit={submit}
      submitting={submitting}
      tone={tone}
      isSubmitFirst={isSubmitFirst}
      isLeaveFirst={isLeaveFirst}
    >
      {frame(
        <form id={formId} className="form" noValidate onSubmit={form.onSubmit(onSend)}>
          <FormSummary title={summaryTitle} problems={form.problems} attempt={form.attempt} />
          {form.isRestored ? <p className="field-hint">{t('security.restored')}</p> : null}
          {children}
        </form>,
      )}
    </SendingDialog>
  );
}
