import { type ReactNode, useState } from 'react';
import type { EnquiryInput } from '#domain/enquiries/enquiry.ts';
import { useT } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';
import type { Sent } from './send-choice.tsx';

type SendingParts = typeof import('./send-choice.tsx');

/**
 * An enquiry from a valid form to its receipt. The ways to send are fetched once there is one: `send` shows them, or says that the window could not be
 * opened; what was typed stays, and the next press tries again. `onSent` is called when it has left.
 */
export function useSending<Input>(onSent: (sent: Sent) => void) {
  const t = useT();
  const [parts, setParts] = useState<SendingParts | null>(null);
  const [ready, setReady] = useState<Input | null>(null);
  const [left, setLeft] = useState<Sent | null>(null);
  const send = (input: Input) =>
    void import('./send-choice.tsx').then(
      (found) => {
        setParts(found);
        setReady(input);
      },
      () =>
        toast({
          tone: 'destructive',
          title: t('visitor.form.failed'),
          description: t('visitor.form.failedText'),
        }),
    );
  const sent = (how: Sent) => {
    setReady(null);
    setLeft(how);
    onSent(how);
  };
  return { parts, ready, left, send, sent, setLeft, close: () => setReady(null) };
}

/** Around a form: the receipt of what was sent above it, and the choice of a way while there is something to send. */
export function SendingFrame<Input>({
  sending,
  enquiryOf,
  children,
}: {
  sending: ReturnType<typeof useSending<Input>>;
  enquiryOf: (input: Input) => EnquiryInput;
  children: ReactNode;
}) {
  const { parts, ready, left, sent, setLeft, close } = sending;
  return (
    <>
      {left && parts ? (
        <parts.AfterSending sent={left} onSent={setLeft} onDismiss={() => setLeft(null)} />
      ) : null}
      {children}
      {parts ? <parts.SendDialog enquiry={ready && enquiryOf(ready)} onClose={close} onSent={sent} /> : null}
    </>
  );
}
