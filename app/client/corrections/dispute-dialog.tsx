import * as z from 'zod/mini';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Movement } from '../accounts/overview.ts';

const MAX_STATEMENT = 500;
const schema = z.object({
  statement: z.optional(z.string().check(z.trim(), z.maxLength(MAX_STATEMENT, 'validation.tooLong'))),
});

/** « Je n'ai pas autorisé cette opération » (PAY-55): free, without a second proof, answered by the next payment day. */
export function DisputeDialog({
  movement,
  title,
  onClose,
}: {
  movement: Movement;
  title: string;
  onClose: () => void;
}) {
  const t = useT();
  const { amount, day } = useFormats();
  const form = useScreenForm({
    draft: `dispute:${movement.id}`,
    initial: { statement: '' },
    schema,
    labels: { statement: t('client-transactions.dispute.statement') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.corrections.dispute, {
    onSuccess: ({ refundBy }) => {
      void refresh(['transactions', 'corrections']);
      toast({
        title: t('client-transactions.dispute.done'),
        description: t('client-transactions.dispute.doneText', { date: day(refundBy) }),
        durationMs: 10_000,
      });
      onClose();
    },
    onProblem: (problem) => {
      refuse(problem);
      if (problem.isFinal) onClose();
    },
  });
  return (
    <FormDialog
      title={t('client-transactions.dispute.title')}
      description={`${title}, ${amount(movement.amountMinor, movement.currency)}, ${day(movement.createdAt)}`}
      form={form}
      summaryTitle={t('client.checkForm')}
      submit={t('client-transactions.dispute.submit')}
      submitting={t('client-transactions.dispute.sending')}
      sending={sending}
      onSend={({ statement }) => send({ id: movement.id, ...(statement ? { statement } : {}) })}
      onClose={onClose}
    >
      <p>{t('client-transactions.dispute.text')}</p>
      <TextArea
        label={t('client-transactions.dispute.statement')}
        hint={t('client-transactions.dispute.hint')}
        optionalText={t('common.optional')}
        rows={3}
        data-autofocus
        {...form.field('statement')}
      />
    </FormDialog>
  );
}
