import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Sending } from '../api/submission.ts';
import { useT } from '../i18n/t.ts';
import { Button, type ButtonTone } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

/** Milliseconds below which an answer needs no waiting message. */
const WORTH_SAYING_MS = 700;

/** Whether a condition has been true for long enough to be shown. */
function useLasting(isTrue: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isTrue) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), WORTH_SAYING_MS);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isLasting;
}

/** The state of the submission when it is neither done nor refused. */
function SendingNotice({ state }: Pick<Sending, 'state'>) {
  const t = useT();
  if (state === 'idle' || state === 'asking' || state === 'sending') return null;
  return (
    <Notice
      className="sending-notice"
      tone={state === 'late' ? 'info' : 'warning'}
      live={state === 'late' ? 'polite' : 'assertive'}
      // With the fields inert, this is the only element of the body that can be scrolled by keyboard.
      tabIndex={state === 'unknown' ? 0 : undefined}
      title={t(`security.sending.${state}.title`)}
    >
      {t(`security.sending.${state}.text`)}
    </Notice>
  );
}

interface SendingDialogProps extends Omit<DialogProps, 'closeLabel' | 'footer' | 'isLocked'> {
  readonly sending: Sending;
  /** Label of the cancel button, where « cancel » would name the action itself. */
  readonly leave?: string | undefined;
  /** The other answer that may be given, beside the one that the dialog sends. */
  readonly other?: ReactNode;
  /** Null when there is nothing to send. */
  readonly submit: ReactNode | null;
  readonly submitting: string;
  readonly tone?: ButtonTone | undefined;
  /** Whether the submit button takes the focus on opening. */
  readonly isSubmitFirst?: boolean | undefined;
  /** Whether the cancel button takes the focus once this is so. */
  readonly isLeaveFirst?: boolean | undefined;
  /** The form that the button submits; without one `onConfirm` runs. */
  readonly formId?: string;
  readonly onConfirm?: () => void;
  /** Whether there is anything to send yet. */
  readonly isReady?: boolean;
  /** Whether data is still loading: the dialog can still be closed. */
  readonly isPreparing?: boolean | undefined;
  /** Called once the submission has succeeded. */
  readonly onDone?: (() => void) | undefined;
  /** Action of the cancel button, when it does not close the dialog. */
  readonly onLeave?: (() => void) | undefined;
}

/** The buttons: to leave, to look again for an answer that did not come, to send. */
function SendingButtons({
  dialog,
  onLeave,
  leaving,
  verify,
}: {
  dialog: SendingDialogProps;
  onLeave: () => void;
  leaving: RefObject<HTMLButtonElement | null>;
  verify: RefObject<HTMLButtonElement | null>;
}) {
  const t = useT();
  const { leave, submit, submitting, tone = 'primary', isSubmitFirst, isLeaveFirst, formId } = dialog;
  const { onConfirm, isReady = true, isPreparing } = dialog;
  const { state, isSending, again } = dialog.sending;
  const isWorthSaying = useLasting(state === 'sending' || state === 'late');
  const isUnknown = state === 'unknown';
  return (
    <>
      <Button
        ref={leaving}
        tone={isLeaveFirst ? 'primary' : 'secondary'}
        aria-disabled={isSending || undefined}
        onClick={onLeave}
      >
        {isUnknown ? t('common.close') : (leave ?? t('common.cancel'))}
      </Button>
      {state === 'idle' ? dialog.other : null}
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
            // Ignore the second press of a double click: it would press the button that has just replaced the first one.
            if (event.detail > 1) event.preventDefault();
            else onConfirm?.();
          }}
        >
          {submit}
        </Button>
      )}
    </>
  );
}

/**
 * A dialog that sends something. A call not sent yet is dropped on closing; a sent call cannot be taken back, so the dialog stays open until the
 * answer and shows that it waits. Being offline and a missing answer are reported inside, with the input kept. Every dialog that sends uses it
 * (form-dialog.tsx, confirm-dialog.tsx); `app/form/sending-dialog.test.ts` checks that.
 */
export function SendingDialog(props: SendingDialogProps) {
  const t = useT();
  const { sending, open, onClose, onLeave = onClose, onDone, isLeaveFirst = false, children } = props;
  const { title, description, size, keepOnOutsidePress, className } = props;
  const { state, isSending, show } = sending;
  // The back button closes a dialog that has an address, but not while a call is under way.
  const isOpen = open || isSending;
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => (isOpen ? show(() => done.current?.()) : undefined), [isOpen, show]);
  const verify = useRef<HTMLButtonElement>(null);
  const isUnknown = state === 'unknown';
  useEffect(() => {
    if (isUnknown) verify.current?.focus();
  }, [isUnknown]);
  const leaving = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isLeaveFirst) leaving.current?.focus();
  }, [isLeaveFirst]);
  const unlessSent = (leave: () => void) => () => {
    if (!isSending) leave();
  };
  const close = unlessSent(onClose);
  const left = isUnknown ? close : unlessSent(onLeave);
  return (
    <Dialog
      {...{ title, description, size, keepOnOutsidePress, className }}
      open={isOpen}
      onClose={close}
      isLocked={isSending}
      closeLabel={t('common.close')}
      footer={<SendingButtons dialog={props} onLeave={left} leaving={leaving} verify={verify} />}
    >
      <SendingNotice state={state} />
      {/* Show the sent values while the answer is pending, not live ones that may have changed. */}
      <fieldset className="bare" disabled={isUnknown}>
        {children}
      </fieldset>
    </Dialog>
  );
}
