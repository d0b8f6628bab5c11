import type { ReactNode } from 'react';
import { useT } from '../i18n/t.ts';
import { Button, type ButtonTone } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';

/**
 * The last look before something that is not taken back: what will happen, and the two buttons. Neither has the focus: a key that is held or
 * was typed ahead must not do it, and a single key of the page opens this dialog.
 */
export function ConfirmDialog({
  size,
  title,
  description,
  leave,
  submit,
  submitting,
  tone = 'primary',
  isSending,
  onConfirm,
  onClose,
  children,
}: Pick<DialogProps, 'size' | 'title' | 'description' | 'onClose'> & {
  /** The word of the way out, where « cancel » would mean the act itself. */
  leave?: string;
  /** Null where there is nothing to confirm. */
  submit: ReactNode | null;
  submitting: string;
  tone?: Extract<ButtonTone, 'primary' | 'danger'>;
  isSending: boolean;
  onConfirm: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <Dialog
      open
      onClose={onClose}
      size={size}
      title={title}
      description={description}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{leave ?? t('common.cancel')}</Button>
          {submit === null ? null : (
            <Button tone={tone} loading={isSending} loadingText={submitting} onClick={onConfirm}>
              {submit}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">{children}</div>
    </Dialog>
  );
}
