import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Sending } from '../api/submission.ts';
import { useT } from '../i18n/t.ts';
import { Button, type ButtonTone } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

/** An answer that comes sooner needs no word of its own. */
const WORTH_SAYING_MS = 700;

/** Whether something has been true for long enough to be said. */
function useLasting(isTrue: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isTrue) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), WORTH_SAYING_MS);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isLasting;
}

/** What became of the submission where it is neither done nor refused. */
function SendingNotice({ state }: Pick<Sending, 'state'>) {
  const t = useT();
  if (state === 'idle' || state === 'asking' || state === 'sending') return null;
  return (
    <Notice
      className="sending-notice"
      tone={state === 'late' ? 'info' : 'warning'}
      live={state === 'late' ? 'polite' : 'assertive'}
      // With the fields set aside nothing else in the body could be scrolled by keyboard.
      tabIndex={state === 'unknown' ? 0 : undefined}
      title={t(`security.sending.${state}.title`)}
    >
      {t(`security.sending.${state}.text`)}
    </Notice>
  );
}

interface SendingDialogProps extends Omit<DialogProps, 'closeLabel' | 'footer' | 'isLocked'> {
  readonly sending: Sending;
  /** The word of the way out, where « cancel » would mean the act itself. */
  readonly leave?: string | undefined;
  /** Null where there is nothing to send. */
  readonly submit: ReactNode | null;
  readonly submitting: string;
  readonly tone?: ButtonTone | undefined;
  /** Whether the dialog opens with the focus on the button that sends. */
  readonly isSubmitFirst?: boolean | undefined;
  /** The form that the button sends; without one `onConfirm` does. */
  readonly formId?: string;
  readonly onConfirm?: () => void;
  /** Whether there is something to send yet. */
  readonly isReady?: boolean;
  /** Whether something is read before anything is sent: it can still be left. */
  readonly isPreparing?: boolean | undefined;
  /** Told once what was sent is done. */
  readonly onDone?: (() => void) | undefined;
  /** What the way out does where it is not to close. */
  readonly onLeave?: (() => void) | undefined;
}

/**
 * A dialog that sends something. What has not left is dropped when it closes; what has left cannot be taken back, so it stays open until
 * the answer is there, and says so. Offline and silence are told inside, with what was typed kept. Every dialog that sends is one of these
 * (form-dialog.tsx, confirm-dialog.tsx); `app/form/sending-dialog.test.ts` asks.
 */
export function SendingDialog({
  sending,
  open,
  onClose,
  leave,
  submit,
  submitting,
  tone = 'primary',
  isSubmitFirst = false,
  formId,
  onConfirm,
  isReady = true,
  isPreparing = false,
  onLeave = onClose,
  onDone,
  children,
  ...dialog
}: SendingDialogProps) {
  const t = useT();
  const { state, isSending, again, show } = sending;
  // Going back closes a dialog that has an address, but not over something that has left.
  const isOpen = open || isSending;
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => (isOpen ? show(() => done.current?.()) : undefined), [isOpen, show]);
  const isWorthSaying = useLasting(state === 'sending' || state === 'late');
  const verify = useRef<HTMLButtonElement>(null);
  const isUnknown = state === 'unknown';
  useEffect(() => {
    if (isUnknown) verify.current?.focus();
  }, [isUnknown]);
  const unlessSent = (leaving: () => void) => () => {
    if (!isSending) leaving();
  };
  const close = unlessSent(onClose);
  return (
    <Dialog
      {...dialog}
      open={isOpen}
      onClose={close}
      isLocked={isSending}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button aria-disabled={isSending || undefined} onClick={isUnknown ? close : unlessSent(onLeave)}>
            {isUnknown ? t('common.close') : (leave ?? t('common.cancel'))}
          </Button>
          {isUnknown ? (
            <Button ref={verify} tone="primary" onClick={again}>
              {t('security.sending.verify')}
            </Button>
          ) : null}
          {submit === null || isUnknown ? null : (
            <Button
              type={formId ? 'submit' : 'button'}
              form={formId}
              tone={tone}
              data-autofocus={isSubmitFirst || undefined}
              disabled={!isReady}
              loading={isSending || isPreparing}
              loadingText={isWorthSaying ? t('security.sending.sent') : submitting}
              onClick={(event) => {
                // The second press of a double click is not meant for what the first has put there: it must not send it.
                if (event.detail > 1) event.preventDefault();
                else onConfirm?.();
              }}
            >
              {submit}
            </Button>
          )}
        </>
      }
    >
      <SendingNotice state={state} />
      {/* What is asked about is what was sent: other figures beside the question would mislead. */}
      <fieldset className="bare" disabled={isUnknown}>
        {children}
      </fieldset>
    </Dialog>
  );
}
