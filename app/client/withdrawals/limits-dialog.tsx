import * as z from 'zod/mini';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { changeOfLimits, type LimitAmounts, TRANSFER_LIMITS } from '#domain/withdrawals/limits.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { toast } from '../../ui/toasts.ts';
import { LimitFields, limitsAsTyped, typedLimits } from './limit-form.tsx';
import type { TransferLimits } from './transfer-limits.ts';

const amount = z.nullable(positiveAmountMinor);
const schema = z.object({ operationMinor: amount, dayMinor: amount, thirtyDaysMinor: amount });
type Asked = z.infer<typeof schema>;

const amountsOf = (of: Asked): LimitAmounts => ({
  operation: of.operationMinor,
  day: of.dayMinor,
  thirtyDays: of.thirtyDaysMinor,
});

/** « Baisser » raises nothing: the fields that go up are named. */
function raisedFields(limits: TransferLimits, input: Asked) {
  const before = amountsOf(limits.limits);
  const asked = amountsOf(input);
  return TRANSFER_LIMITS.filter(
    (limit) => changeOfLimits(before, { ...before, [limit]: asked[limit] }).raised !== null,
  ).map((limit) => ({ field: `${limit}Minor`, message: 'validation.limitNotLower' }));
}

/** Lowers the limits at once, or asks for higher ones, which wait (PAY-58). An empty field is no limit, where the house has none. */
// Longer than 70 lines: it is one form, its limits and its sending.
export default function LimitsDialog({
  limits,
  action,
  onClose,
}: {
  limits: TransferLimits;
  action: 'lower' | 'raise';
  onClose: () => void;
}) {
  const { t, locale } = useWords();
  const format = useFormats();
  const { currency } = limits;
  const form = useScreenForm({
    initial: limitsAsTyped(TRANSFER_LIMITS, limits.limits, currency, locale),
    currency,
    schema,
    toInput: (typed) => typedLimits(TRANSFER_LIMITS, typed, currency, locale),
    controls: { operationMinor: 'operation', dayMinor: 'day', thirtyDaysMinor: 'thirtyDays' },
    labels: {
      operation: t('client-transfers.limits.operation'),
      day: t('client-transfers.limits.day'),
      thirtyDays: t('client-transfers.limits.thirtyDays'),
    },
    verdict: (input) => (action === 'raise' ? [] : raisedFields(limits, input)),
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.transferLimits.change, {
    onSuccess: ({ transferLimits: { raise } }) => {
      void refresh(['withdrawals']);
      toast(
        raise
          ? {
              title: t('client-transfers.limits.asked'),
              description: t('client-transfers.limits.raiseAt', {
                moment: format.moment(raise.effectiveAt),
              }),
            }
          : { title: t('client-transfers.limits.saved') },
      );
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
  const hintOf = (maximumMinor: number | null) =>
    maximumMinor === null
      ? t('client-transfers.limits.emptyIsNone')
      : t('client-transfers.limits.atMost', { amount: format.amount(maximumMinor, currency) });
  return (
    <FormDialog
      size="small"
      title={t(
        action === 'lower' ? 'client-transfers.limits.lowerTitle' : 'client-transfers.limits.raiseTitle',
      )}
      description={
        action === 'lower'
          ? t('client-transfers.limits.lowerText')
          : t('client-transfers.limits.raiseText', { hours: limits.raiseDelayHours })
      }
      form={form}
      summaryTitle={t('client.checkForm')}
      submit={t(action === 'lower' ? 'client-transfers.limits.lower' : 'client-transfers.limits.raise')}
      submitting={t('client-transfers.limits.saving')}
      sending={sending}
      onSend={(input: Asked) => send({ action, ...input })}
      onClose={onClose}
    >
      <LimitFields
        names={TRANSFER_LIMITS}
        field={form.field}
        hintOf={(name) => hintOf(limits.maximum[`${name}Minor`])}
        currency={currency}
      />
    </FormDialog>
  );
}
