import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addMonths } from '#domain/loans/due-dates.ts';
import { withoutDatesToCome } from '#domain/loans/returned-payout.ts';
import { amortisationSchedule, type Schedule } from '#domain/loans/schedule.ts';
import { roundTaeg, taegOfSchedule } from '#domain/loans/taeg.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { ComingRate } from '../../page/coming-rate.tsx';
import { CreditWarning } from '../../page/legal-notices.tsx';
import { ScheduleTotals } from '../../page/schedule-totals.tsx';
import { Disclosure } from '../../ui/accordion.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { ReviewedLoan } from './loan-words.ts';

/** The words of capital that left the loan beside its rows. */
const BESIDE = {
  'early-repayment': 'repaidEarly',
  'loan-payoff': 'repaidWhole',
  'loan-remission': 'remitted',
} as const;

/** The schedule written at the payout; for a request, the one of a payout today. */
export function LoanSchedule({ loan }: { loan: ReviewedLoan }) {
  return loan.paidOutAt ? <WrittenSchedule loan={loan} /> : <PlannedSchedule loan={loan} />;
}

function WrittenSchedule({ loan }: { loan: ReviewedLoan }) {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQuery(
    query.loans.reviewSchedule.queryOptions({ input: { id: loan.id } }),
  );
  // While the payout is back, no due date to come holds (LC-6).
  if (data)
    return (
      <ScheduleFigures
        loan={loan}
        schedule={loan.freeze === 'payout-returned' ? withoutDatesToCome(data.schedule) : data.schedule}
      />
    );
  if (!isError) return <SkeletonList label={t('common.loading')} rows={4} />;
  return (
    <ErrorState
      title={t('admin.loadFailed')}
      retryLabel={t('common.retry')}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function PlannedSchedule({ loan }: { loan: ReviewedLoan }) {
  const today = useBankDay();
  const firstDueDate = addMonths(today, 1);
  const schedule = useMemo(
    () =>
      amortisationSchedule({
        principalMinor: loan.amountMinor,
        annualRateBps: loan.annualRateBps,
        durationMonths: loan.durationMonths,
        firstDueDate,
      }),
    [loan.amountMinor, loan.annualRateBps, loan.durationMonths, firstDueDate],
  );
  return <ScheduleFigures loan={loan} schedule={schedule} />;
}

function ScheduleRows({ schedule, currency }: { schedule: Schedule; currency: CurrencyCode }) {
  const t = useT();
  const { shortDay } = useFormats();
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />;
  return (
    <Table
      caption={t('admin-loans.schedule.caption')}
      stack={false}
      rows={schedule.rows}
      rowKey={(row) => row.number}
      columns={[
        {
          key: 'number',
          header: t('admin-loans.schedule.number'),
          cell: (row) => row.number,
          rowHeader: true,
        },
        {
          key: 'due',
          header: t('admin-loans.schedule.due'),
          cell: (row) => (row.dueDate ? shortDay(row.dueDate) : null),
        },
        {
          key: 'instalment',
          header: t('admin-loans.schedule.instalment'),
          cell: (row) => amount(row.instalmentMinor),
          numeric: true,
        },
        {
          key: 'interest',
          header: t('admin-loans.schedule.interestPart'),
          cell: (row) => amount(row.interestMinor),
          numeric: true,
        },
        {
          key: 'principal',
          header: t('admin-loans.schedule.principalPart'),
          cell: (row) => amount(row.principalMinor),
          numeric: true,
        },
        {
          key: 'remaining',
          header: t('admin-loans.schedule.remaining'),
          cell: (row) => amount(row.remainingMinor),
          numeric: true,
        },
      ]}
      footer={
        <ScheduleTotals
          schedule={schedule}
          currency={currency}
          leading={2}
          words={{
            total: t('admin-loans.schedule.total'),
            dayInterest: (of) => t('admin-loans.schedule.dayInterest', of),
            beside: (event, of) => t(`admin-loans.schedule.${BESIDE[event]}`, of),
          }}
        />
      }
    />
  );
}

/** The contract's figures, exact to the cent, and every instalment. */
function ScheduleFigures({ loan, schedule }: { loan: ReviewedLoan; schedule: Schedule }) {
  const t = useT();
  const { rate, percent } = useFormats();
  const { currency } = loan;
  // The rows of a running loan do not say what was agreed: they change with what is repaid early.
  const agreed = amortisationSchedule({
    principalMinor: loan.amountMinor,
    annualRateBps: loan.annualRateBps,
    durationMonths: loan.durationMonths,
  });
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />;

  return (
    <div className="stack">
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin-loans.schedule.capital'), value: amount(loan.amountMinor) },
          { term: t('admin-loans.schedule.nominalRate'), value: rate(loan.annualRateBps) },
          { term: t('admin-loans.schedule.taeg'), value: percent(roundTaeg(taegOfSchedule(agreed))) },
          {
            term: t('admin-loans.schedule.instalments', { count: loan.durationMonths - 1 }),
            value: amount(agreed.instalmentMinor),
          },
          { term: t('admin-loans.schedule.lastInstalment'), value: amount(agreed.lastInstalmentMinor) },
          { term: t('admin-loans.schedule.interest'), value: amount(agreed.totalInterestMinor) },
          { term: t('admin-loans.schedule.totalDue'), value: amount(agreed.totalDueMinor), strong: true },
        ]}
      />
      <Disclosure title={t('admin-loans.schedule.all', { count: loan.durationMonths })}>
        {loan.paidOutAt === null ? (
          <p className="cell-note">{t('admin-loans.schedule.ifPaidToday')}</p>
        ) : null}
        <ComingRate
          schedule={schedule}
          agreedRateBps={loan.annualRateBps}
          words={{
            comingRate: (of) => t('admin-loans.schedule.comingRate', of),
            rateUntil: (of) => t('admin-loans.schedule.rateUntil', of),
          }}
        />
        <ScheduleRows schedule={schedule} currency={currency} />
      </Disclosure>
      <CreditWarning />
    </div>
  );
}
