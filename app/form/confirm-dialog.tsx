import type { ReactNode } from 'react';
import type { Sending } from '../api/submission.ts';
import type { ButtonTone } from '../ui/button.tsx';
import type { DialogProps } from '../ui/dialog.tsx';
import { SendingDialog } from './sending-dialog.tsx';

/**
 * Asks for confirmation of an irreversible action: its effect and two buttons. Neither button takes the focus, because a single key of the page
 * opens this dialog: a held or repeated key must not confirm.
 */
export function ConfirmDialog({
  open = true,
  tone = 'primary',
  children,
  ...dialog
}: Pick<DialogProps, 'size' | 'title' | 'description' | 'onClose'> & {
  open?: boolean;
  /** Label of the cancel button, where « cancel » would name the action itself. */
  leave?: string;
  /** The other answer that may be given. */
  other?: ReactNode;
  /** Whether it may be confirmed yet. */
  isReady?: boolean;
  /** Null when there is nothing to confirm. */
  submit: ReactNode | null;
  submitting: string;
  tone?: Extract<ButtonTone, 'primary' | 'danger'>;
  sending: Sending;
  onConfirm: () => void;
  children?: ReactNode;
}) {
  return (
    <SendingDialog {...dialog} open={open} tone={tone}>
      {children ? <div className="stack">{children}</div> : null}
    </SendingDialog>
  );
}
