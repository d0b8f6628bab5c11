import * as z from 'zod/mini';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { INSTANT_LIMITS } from '#domain/withdrawals/instant.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useWords } from '../../i18n/t.ts';
import { toast } from '../../ui/toasts.ts';
import { LimitFields, limitsAsTyped, typedLimits } from './limit-form.tsx';
import type { TransferLimits } from './transfer-limits.ts';

const amount = z.nullable(positiveAmountMinor);
const schema = z.object({ operationMinor: amount, dayMinor: amount });

/** Chooses the limits of instant transfers, which hold at once (PAY-43). An empty field is no limit of their own. */
export default function InstantLimitsDialog({
  limits,
  onClose,
}: {
  limits: TransferLimits;
  onClose: () => void;
}) {
  const { t, locale } = useWords();
  const { currency, instant } = limits;
  const form = useScreenForm({
    initial: limitsAsTyped(INSTANT_LIMITS, instant, currency, locale),
    currency,
    schema,
    toInput: (typed) => typedLimits(INSTANT_LIMITS, typed, currency, locale),
    controls: { operationMinor: 'operation', dayMinor: 'day' },
    labels: {
      operation: t('client-transfers.limits.operation'),
      day: t('client-transfers.limits.day'),
    },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.transferLimits.changeInstant, {
    onSuccess: () => {
      void refresh(['withdrawals']);
      toast({ title: t('client-transfers.limits.saved') });
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      size="small"
      title={t('client-transfers.limits.instantTitle')}
      description={t('client-transfers.limits.instantText')}
      form={form}
      summaryTitle={t('client.checkForm')}
      submit={t('client-transfers.payees.submit')}
      submitting={t('client-transfers.limits.saving')}
      sending={sending}
      onSend={(input: z.infer<typeof schema>) => send(input)}
      onClose={onClose}
    >
      <LimitFields
        names={INSTANT_LIMITS}
        field={form.field}
        hintOf={() => t('client-transfers.limits.emptyIsNone')}
        currency={currency}
      />
    </FormDialog>
  );
}
