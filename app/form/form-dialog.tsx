import { type ReactElement, type ReactNode, useId } from 'react';
import type { Sending } from '../api/submission.ts';
import { useT } from '../i18n/t.ts';
import type { ButtonTone } from '../ui/button.tsx';
import { type FormProblem, FormSummary } from '../ui/form-summary.tsx';
import { SendingDialog } from './sending-dialog.tsx';

/** What the dialog takes of `useScreenForm`. */
interface DialogForm<Input> {
  readonly problems: readonly FormProblem[];
  readonly attempt: number;
  readonly isRestored: boolean;
  readonly forgetDraft: () => void;
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
  leave,
  onLeave,
  isPreparing,
  submit,
  submitting,
  tone = 'primary',
  isSubmitFirst = false,
  sending,
  onSend,
  onClose,
  keepsTyped = false,
  frame = (fields) => fields,
  children,
}: {
  open?: boolean;
  title: ReactNode;
  description?: ReactNode;
  size?: 'small' | 'wide';
  form: DialogForm<Input>;
  /** What the summary of the faults is called: what is missing has a fixed sentence. */
  summaryTitle: string;
  /** The word of the way out. */
  leave?: string | undefined;
  /** What it does where it is not to close. */
  onLeave?: (() => void) | undefined;
  /** Whether something is read before anything is sent. */
  isPreparing?: boolean;
  submit: ReactNode;
  submitting: string;
  tone?: ButtonTone;
  /** Whether the dialog opens with the focus on the button that sends: it has no field then. */
  isSubmitFirst?: boolean;
  sending: Sending;
  onSend: (input: Input) => void;
  onClose: () => void;
  /** Whether what was typed outlives the dialog, to be found when it opens again. */
  keepsTyped?: boolean;
  /** Puts something beside the form, which is not part of it. */
  frame?: (form: ReactElement) => ReactNode;
  children?: ReactNode;
}) {
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
