import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { currencyOf } from '#domain/money/currencies.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { api } from '../../../api/client.ts';
import { query, refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useRefusal } from '../../../form/refusal.ts';
import { amountAsTyped, typedAmount } from '../../../i18n/form-schema.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { hasAccounts } from '../../../page/institution.ts';
import { Notice } from '../../../ui/notice.tsx';
import { AmountField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toasts.ts';
import { type Loan, useOverview } from '../../accounts/overview.ts';
import { missingHere } from './missing-here.ts';
import { payWord } from './pay-word.ts';

type Position = NonNullable<Loan['position']>;

const payment = z.object({ amountMinor: positiveAmountMinor, firstDueDates: z.array(z.string()) });

/** « Payer mon échéance » : any amount, begun with what is late, or with the next instalment (LC-71); of several, the client may choose which (LC-78). */
// Longer than 70 lines: it is one form, its figures and its sending.
export function PayInstalmentDialog({
  loan,
  position,
  onClose,
}: {
  loan: Loan;
  position: Position;
  onClose: () => void;
}) {
  const { t, locale } = useWords();
  const format = useFormats();
  const { currency } = loan;
  /** An accelerated loan has no next instalment for which more could be kept. */
  const isWhole = loan.phase === 'accelerated';
  // What is held already pays the next instalment: it is not asked for twice.
  const next = Math.max(0, (position.next?.amountMinor ?? 0) - position.advanceMinor);
  const asked = position.arrears?.totalMinor ?? next;
  const overview = useOverview();
  const available = overview.data?.account.availableMinor;
  const isSeveral = (position.arrears?.instalments ?? 0) > 1;
  const schedule = useQuery({
    ...query.loans.schedule.queryOptions({ input: { id: loan.id } }),
    enabled: isSeveral,
  });
  const late = (schedule.data?.schedule.rows ?? []).filter(({ isLate }) => isLate);
  const form = useScreenForm({
    initial: { amount: asked > 0 ? amountAsTyped(asked, currency, locale) : '', first: '' },
    schema: payment,
    currency,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, currency, locale),
      firstDueDates: typed.first ? [typed.first] : [],
    }),
    labels: { amount: t('client-loans.servicing.pay.amount'), first: t('client-loans.servicing.pay.first') },
    controls: { amountMinor: 'amount', firstDueDates: 'first' },
  });
  const refuse = useRefusal(form);
  const typedMinor = typedAmount(form.typed.amount, currency, locale) ?? 0;
  const ahead = typedMinor - asked;
  const missing = missingHere(typedMinor, available, hasAccounts);
  const { send, sending } = useSubmission(api.loanServicing.pay, {
    remembered: { name: `loan-payment:${loan.id}` },
    onSuccess: ({ paidMinor, advanceMinor }) => {
      void refresh(['loans', 'account', 'transactions']);
      const said = [
        ...(paidMinor > 0
          ? [t('client-loans.servicing.pay.paid', { amount: format.amount(paidMinor, currency) })]
          : []),
        ...(advanceMinor > 0
          ? [t('client-loans.servicing.pay.advance', { amount: format.amount(advanceMinor, currency) })]
          : []),
      ];
      toast({ title: t('client-loans.servicing.pay.done'), description: said.join(' ') });
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      title={isWhole ? t('client-recovery.claim.pay') : payWord(t, position.arrears?.instalments)}
      description={isWhole ? t('client-recovery.claim.advice') : t('client-loans.servicing.pay.lead')}
      size="small"
      form={form}
      summaryTitle={t('client.checkForm')}
      submit={t('client-loans.servicing.pay.submit')}
      submitting={t('client-loans.servicing.pay.sending')}
      sending={sending}
      onSend={(typed) => send({ id: loan.id, ...typed })}
      onClose={onClose}
    >
      <AmountField
        {...form.field('amount')}
        label={t('client-loans.servicing.pay.amount')}
        suffix={currencyOf(currency).symbol}
        required
        {...(available === undefined
          ? {}
          : {
              hint: t('client-loans.servicing.pay.available', {
                amount: format.amount(available, currency),
              }),
            })}
      />
      {missing > 0 ? (
        <Notice tone="warning" live="polite">
          {t('client-repayments.repay.shortElsewhere', { amount: format.amount(missing, currency) })}
        </Notice>
      ) : null}
      {isSeveral && late.length > 1 ? (
        <Select
          {...form.field('first')}
          label={t('client-loans.servicing.pay.first')}
          options={[
            { value: '', label: t('client-loans.servicing.pay.firstOldest') },
            ...late.map((row) => ({
              value: row.dueDate,
              label: t('client-loans.servicing.pay.firstRow', {
                date: format.day(row.dueDate),
                amount: format.amount(row.instalmentMinor - row.paidMinor, currency),
              }),
            })),
          ]}
        />
      ) : null}
      {ahead > 0 && !isWhole ? (
        <Notice live="polite">
          {t('client-loans.servicing.pay.ahead', {
            amount: format.amount(ahead, currency),
            repay: t('client-repayments.actions.repay'),
          })}
        </Notice>
      ) : null}
    </FormDialog>
  );
}
