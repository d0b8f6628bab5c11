import * as z from 'zod/mini';
import { currencyOf } from '#domain/money/currencies.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { changeOfLimits, type LimitAmounts, TRANSFER_LIMITS } from '#domain/withdrawals/limits.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { AmountField } from '../../ui/number-field.tsx';
import { useAnnounce } from '../desk/announce.ts';
import type { ClientLimits, ClientSummary } from './client-words.ts';

const amount = z.optional(positiveAmountMinor);
const schema = z.object({ operationMinor: amount, dayMinor: amount, thirtyDaysMinor: amount }).check(
  z.refine((asked) => TRANSFER_LIMITS.some((limit) => asked[`${limit}Minor`] !== undefined), {
    error: 'validation.required',
    path: ['operationMinor'],
  }),
);
type Asked = z.infer<typeof schema>;

/** The fields that would go up: staff lower only. */
function raisedFields({ limits }: ClientLimits, asked: Asked) {
  const before: LimitAmounts = {
    operation: limits.operationMinor,
    day: limits.dayMinor,
    thirtyDays: limits.thirtyDaysMinor,
  };
  return TRANSFER_LIMITS.filter((limit) => {
    const wanted = asked[`${limit}Minor`];
    return wanted !== undefined && changeOfLimits(before, { ...before, [limit]: wanted }).raised !== null;
  }).map((limit) => ({ field: `${limit}Minor`, message: 'validation.limitNotLower' }));
}

/** « Baisser »: lowers a client's limits at once (PAY-58). A field that is left empty changes nothing. */
// Longer than 70 lines: it is the fields of one form, in the order of the screen.
export default function LimitsDialog({
  client,
  limits,
  onClose,
}: {
  client: ClientSummary;
  limits: ClientLimits;
  onClose: () => void;
}) {
  const { t, tKey, locale } = useWords();
  const format = useFormats();
  const { done, failed } = useAnnounce();
  const { currency } = client;
  const form = useScreenForm({
    initial: { operation: '', day: '', thirtyDays: '' },
    currency,
    schema,
    toInput: (typed) =>
      Object.fromEntries(
        TRANSFER_LIMITS.filter((limit) => typed[limit].trim() !== '').map((limit) => [
          `${limit}Minor`,
          typedAmount(typed[limit], currency, locale),
        ]),
      ),
    controls: { operationMinor: 'operation', dayMinor: 'day', thirtyDaysMinor: 'thirtyDays' },
    labels: {
      operation: t('admin-clients.limits.operation'),
      day: t('admin-clients.limits.day'),
      thirtyDays: t('admin-clients.limits.thirtyDays'),
    },
    verdict: (asked) => raisedFields(limits, asked),
  });
  const { send, sending } = useSubmission(api.transferLimits.lower, {
    onSuccess: () => {
      done('admin-clients.limits.done', client.displayName);
      void refresh(['withdrawals']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-clients.limits.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      if (problem.status === 404) onClose();
    },
  });
  const hintOf = (limitMinor: number | null) =>
    limitMinor === null
      ? t('admin-clients.limits.empty')
      : t('admin-clients.limits.atMost', { amount: format.amount(limitMinor, currency) });
  return (
    <FormDialog
      size="small"
      title={t('admin-clients.limits.lowerOf', { name: client.displayName })}
      description={t('admin-clients.limits.lowerText')}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={t('admin-clients.limits.lower')}
      submitting={t('admin-clients.saving')}
      sending={sending}
      onSend={(asked: Asked) => send({ id: client.id, ...asked })}
      onClose={onClose}
    >
      {TRANSFER_LIMITS.map((limit) => (
        <AmountField
          key={limit}
          {...form.field(limit)}
          label={t(`admin-clients.limits.${limit}`)}
          hint={hintOf(limits.limits[`${limit}Minor`])}
          suffix={currencyOf(currency).symbol}
        />
      ))}
    </FormDialog>
  );
}
