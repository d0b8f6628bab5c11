import * as z from 'zod/mini';
import { currencyOf } from '#domain/money/currencies.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { INSTANT_LIMITS } from '#domain/withdrawals/instant.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { AmountField } from '../../ui/number-field.tsx';
import { toast } from '../../ui/toasts.ts';
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
  const typedOf = (limitMinor: number | null) =>
    limitMinor === null ? '' : amountAsTyped(limitMinor, currency, locale);
  const form = useScreenForm({
    initial: { operation: typedOf(instant.operationMinor), day: typedOf(instant.dayMinor) },
    currency,
    schema,
    toInput: (typed) =>
      Object.fromEntries(
        INSTANT_LIMITS.map((limit) => [
          `${limit}Minor`,
          typed[limit].trim() === '' ? null : typedAmount(typed[limit], currency, locale),
        ]),
      ),
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
      {INSTANT_LIMITS.map((limit) => (
        <AmountField
          key={limit}
          {...form.field(limit)}
          label={t(`client-transfers.limits.${limit}`)}
          hint={t('client-transfers.limits.emptyIsNone')}
          suffix={currencyOf(currency).symbol}
        />
      ))}
    </FormDialog>
  );
}
