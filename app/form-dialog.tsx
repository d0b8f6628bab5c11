import { type ReactElement, type ReactNode, useId } from 'react';
import type { Sending } from './api/submission.ts';
import { SendingDialog } from './sending-dialog.tsx';
import type { ButtonTone } from './ui/button.tsx';
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
  leave,
  submit,
  submitting,
  tone = 'primary',
  isSubmitFirst = false,
  sending,
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
  /** The word of the way out. */
  leave?: string;
  submit: ReactNode;
  submitting: string;
  tone?: ButtonTone;
  /** Whether the dialog opens with the focus on the button that sends: it has no field then. */
  isSubmitFirst?: boolean;
  sending: Sending;
  onSend: (input: Input) => void;
  onClose: () => void;
  /** Puts something beside the form, which is not part of it. */
  frame?: (form: ReactElement) => ReactNode;
  children?: ReactNode;
}) {
  const formId = useId();
  return (
    <SendingDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      keepOnOutsidePress
      sending={sending}
      formId={formId}
      leave={leave}
      submit={submit}
      submitting={submitting}
      tone={tone}
      isSubmitFirst={isSubmitFirst}
    >
      {frame(
        <form id={formId} className="form" noValidate onSubmit={form.onSubmit(onSend)}>
          <FormSummary title={summaryTitle} problems={form.problems} attempt={form.attempt} />
          {children}
        </form>,
      )}
    </SendingDialog>
  );
}
