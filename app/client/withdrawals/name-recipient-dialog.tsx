import { useState } from 'react';
import * as z from 'zod/mini';
import { formatIban } from '#domain/accounts/iban.ts';
import { payeeName } from '#domain/payees/payee.ts';
import { asksClient } from '#domain/payees/payee-check.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useT } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Withdrawal } from '../accounts/overview.ts';
import { judgementOf, type Look, type PayeeCheck } from './last-look.ts';
import { PayeeCheckNotice } from './payee-check-notice.tsx';

const schema = z.object({ recipientName: payeeName });

/** What was answered about the name that was typed, and what the client makes of it (PAY-15). */
type Answered = Pick<Look, 'chosen'> & { readonly name: string; readonly check: PayeeCheck };

/** Adds the payee's name to an order of before names were kept, once it is verified (PAY-11). */
// Longer than 70 lines: it binds the steps of one form: the name, its check and the sending.
export default function NameRecipientDialog({
  withdrawal,
  onClose,
}: {
  withdrawal: Withdrawal;
  onClose: () => void;
}) {
  const t = useT();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const form = useScreenForm({
    initial: { recipientName: '' },
    currency: withdrawal.currency,
    schema,
    toInput: (typed) => typed,
    labels: { recipientName: t('client-transfers.request.recipientName') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.withdrawals.nameRecipient, {
    onSuccess: () => {
      void refresh(['withdrawals']);
      toast({ title: t('client-transfers.nameRecipient.saved') });
      onClose();
    },
    onProblem: (problem) => {
      setAnswered(null);
      refuse(problem);
    },
  });
  const save = ({ name, check, chosen }: Answered) =>
    send({
      id: withdrawal.id,
      recipientName: chosen === 'holder' ? (check.name ?? name) : name,
      payeeCheckId: check.id,
      acceptedResult: check.result,
    });
  const { send: ask, sending: asking } = useSubmission(api.payeeChecks.ask, {
    onSuccess: ({ check }) => {
      const found = { name: form.typed.recipientName.trim(), check, chosen: null };
      if (asksClient(check)) setAnswered(found);
      else save(found);
    },
    onProblem: (problem) => refuse(problem),
  });
  const choose = (chosen: 'typed' | 'holder') => {
    if (!answered) return;
    const made = { ...answered, chosen };
    setAnswered(made);
    if (chosen === 'holder') save(made);
  };
  const judgement = answered ? judgementOf(answered) : 'none';
  const isWarned = judgement === 'warned';
  return (
    <FormDialog
      size="small"
      title={t('client-transfers.nameRecipient.title')}
      description={t('client-transfers.nameRecipient.text', { iban: formatIban(withdrawal.clientIban) })}
      form={form}
      summaryTitle={t('client.checkForm')}
      leave={answered ? t('client-transfers.check.correct') : undefined}
      onLeave={answered ? () => setAnswered(null) : undefined}
      isLeaveFirst={isWarned}
      submit={
        judgement === 'choose'
          ? null
          : t(isWarned ? 'client-transfers.check.goOn' : 'client-transfers.payees.submit')
      }
      tone={isWarned ? 'secondary' : 'primary'}
      submitting={t('client-transfers.payees.saving')}
      sending={answered ? sending : asking}
      onSend={({ recipientName }: z.infer<typeof schema>) => {
        if (answered) save(answered);
        else ask({ iban: withdrawal.clientIban, name: recipientName });
      }}
      onClose={onClose}
    >
      {answered ? <PayeeCheckNotice look={answered} onChoose={choose} onCancel={onClose} /> : null}
      {answered ? null : (
        <TextField
          {...form.field('recipientName')}
          label={t('client-transfers.request.recipientName')}
          hint={t('client-transfers.request.recipientNameHint')}
          autoComplete="off"
          required
        />
      )}
    </FormDialog>
  );
}
