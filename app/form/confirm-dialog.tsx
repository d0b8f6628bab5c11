import type { ReactNode } from 'react';
import type { Sending } from '../api/submission.ts';
import type { ButtonTone } from '../ui/button.tsx';
import type { DialogProps } from '../ui/dialog.tsx';
import { SendingDialog } from './sending-dialog.tsx';

/**
 * The last look before something that is not taken back: what will happen, and the two buttons. Neither has the focus: a key that is held or
 * was typed ahead must not do it, and a single key of the page opens this dialog.
 */
export function ConfirmDialog({
  open = true,
  tone = 'primary',
  children,
  ...dialog
}: Pick<DialogProps, 'size' | 'title' | 'description' | 'onClose'> & {
  open?: boolean;
  /** The word of the way out, where « cancel » would mean the act itself. */
  leave?: string;
  /** Null where there is nothing to confirm. */
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
