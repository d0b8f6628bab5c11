import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import { productOrWidest } from '#domain/loans/products.ts';
import {
  amortisationSchedule,
  deferredInterestOf,
  type Schedule,
  type ScheduleRow,
} from '#domain/loans/schedule.ts';
import { taegBps, taegOfSchedule } from '#domain/loans/taeg.ts';
import { asProblem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import { needCatalogues } from '../../i18n/catalogue-files.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { ComingRate } from '../../page/coming-rate.tsx';
import { CreditWarning, NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { priceList } from '../../page/price-list.ts';
import { ScheduleTotals } from '../../page/schedule-totals.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { BackLink } from '../../ui/layout.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Loan } from '../accounts/overview.ts';
import { DownloadButton } from '../frame/download-button.tsx';
import { clientHref, loanHref } from '../frame/sections.ts';
import { CapitalPicture } from './capital-picture.tsx';
import { LoanContract } from './contract/loan-contract.tsx';
import { LoanDocuments } from './loan-documents.tsx';
import { LoanFile } from './loan-file.tsx';
import { LoanHead } from './loan-head.tsx';
import { LoanReadFailed } from './loan-read-failed.tsx';
import { LoanDifficulties } from './repayments/loan-difficulties.tsx';
import { LoanPapers } from './repayments/loan-papers.tsx';

const DialogueSheetPage = lazy(() => import('./dialogue-sheet-page.tsx'));
// It is there once its own reading is: most loans are in no recovery.
const LoanRecovery = lazy(() => import('./rare-parts.ts').then((file) => ({ default: file.LoanRecovery })));
// Its words come with it: most pages of loans show no mandate.
const LoanMandate = lazy(async () => {
  const [file] = await Promise.all([
    import('./mandates/loan-mandate.tsx'),
    needCatalogues(['client-mandates']),
  ]);
  return file;
});

/** The phases in which instalments may be collected by direct debit (`isCollectable` on the server asks as well). */
const COLLECTED: readonly Loan['phase'][] = ['accepted', 'agreed', 'active'];

/** What a written schedule says of an instalment beside its terms. */
interface Serviced {
  readonly paidMinor: number;
  readonly settledOn: string | null;
  readonly isLate: boolean;
}

/** The schedule written at the payout; for a request, the one of a payout now, without dates. */
function useSchedule(loan: Loan | undefined) {
  const isPaidOut = loan?.paidOutAt != null;
  const asked = useQuery({
    ...query.loans.schedule.queryOptions({ input: { id: loan?.id ?? '' } }),
    enabled: isPaidOut,
  });
  // A page open during the payout keeps its schedule until the written rows have loaded.
  const [wasPlanned] = useState(loan !== undefined && !isPaidOut);
  if (!loan) return { schedule: null, asked };
  if (isPaidOut && (asked.data || asked.isError || !wasPlanned))
    return { schedule: asked.data?.schedule ?? null, asked };
  const { amountMinor: principalMinor, annualRateBps, durationMonths } = loan;
  return { schedule: amortisationSchedule({ principalMinor, annualRateBps, durationMonths }), asked };
}

/** The due date of an instalment, and what became of it: paid, paid in part, late. */
function DueCell({ row, currency }: { row: ScheduleRow & Partial<Serviced>; currency: Loan['currency'] }) {
  const { t } = useWords();
  const format = useFormats();
  const { dueDate, settledOn, isLate, paidMinor = 0 } = row;
  const state = () => {
    if (row.instalmentMinor === 0) return t('client-loans.servicing.row.suspended');
    if (settledOn)
      return settledOn === dueDate
        ? t('client-loans.servicing.row.paid')
        : t('client-loans.servicing.row.paidLate', { date: format.shortDay(settledOn) });
    if (isLate) return t('client-loans.servicing.row.late');
    return paidMinor > 0
      ? t('client-loans.servicing.row.part', { amount: format.amount(paidMinor, currency) })
      : null;
  };
  const said = state();
  return (
    <>
      {dueDate ? format.shortDay(dueDate) : ''}
      {said ? (
        <span className="due-state" data-late={isLate || undefined}>
          {said}
        </span>
      ) : null}
    </>
  );
}

/** Whether the due dates of a schedule hold: none before the payout, nor while it is back, for it begins anew once the money leaves again (LC-6). */
const isDated = ({ firstDueDate, freeze }: Loan): boolean =>
  firstDueDate !== null && freeze !== 'payout-returned';

interface PlannedLoan {
  loan: Loan;
  /** Of a written one, which schedule it takes the place of. */
  schedule: Schedule & { readonly replaces?: { readonly madeOn: string; readonly before: string } | null };
}

/** What was agreed: rate, costs and instalments. The rows of a running loan do not say it: they change with what is repaid early. */
function ContractCard({ loan }: { loan: Loan }) {
  const { t } = useWords();
  const format = useFormats();
  const agreed = amortisationSchedule({
    principalMinor: loan.amountMinor,
    annualRateBps: loan.annualRateBps,
    durationMonths: loan.durationMonths,
  });
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  return (
    <Card title={t(loan.paidOutAt ? 'client-loans.details.agreed' : 'client-loans.details.contract')}>
      <DefinitionList
        look="ledger"
        items={[
          { term: t('client-loans.offer.duration'), value: format.months(loan.durationMonths) },
          // A lender fixes its own price (LC-6).
          ...(loan.intermediation
            ? []
            : [
                { term: t('client-loans.offer.rate'), value: format.rate(loan.annualRateBps) },
                {
                  term: t('client-loans.offer.taeg'),
                  value: format.rate(taegBps(taegOfSchedule(agreed))),
                },
                { term: t('client-loans.offer.instalment'), value: amount(agreed.instalmentMinor) },
                { term: t('client-loans.offer.last'), value: amount(agreed.lastInstalmentMinor) },
                {
                  term: t('client-loans.offer.fees'),
                  value: amount(productOrWidest(priceList, loan.product).feesMinor),
                },
                { term: t('client-loans.offer.interest'), value: amount(agreed.totalInterestMinor) },
                { term: t('client-loans.offer.total'), value: amount(agreed.totalDueMinor), strong: true },
              ]),
          { term: t('client-loans.details.income'), value: amount(loan.monthlyIncomeMinor) },
        ]}
      />
      {loan.documentsUrl ? (
        <p className="loan-documents">
          <a href={loan.documentsUrl} target="_blank" rel="noopener noreferrer">
            {t('client-loans.details.openDocuments')}
            <ExternalLink aria-hidden="true" />
          </a>
        </p>
      ) : null}
    </Card>
  );
}

/** The words of capital that left the loan beside its rows. */
const BESIDE = {
  'early-repayment': 'repaidEarly',
  'loan-payoff': 'repaidWhole',
  'loan-remission': 'remitted',
} as const;

function TotalRows({ loan, schedule }: PlannedLoan) {
  const { t } = useWords();
  return (
    <ScheduleTotals
      schedule={schedule}
      currency={loan.currency}
      leading={isDated(loan) ? 2 : 1}
      withDeferred={deferredInterestOf(schedule) > 0}
      words={{
        total: t('client-loans.details.total'),
        dayInterest: (of) => t('client-loans.details.dayInterest', of),
        beside: (event, of) => t(`client-loans.details.${BESIDE[event]}`, of),
      }}
    />
  );
}

function RateToCome({ loan, schedule }: PlannedLoan) {
  const { t } = useWords();
  return (
    <ComingRate
      schedule={schedule}
      agreedRateBps={loan.annualRateBps}
      words={{
        comingRate: (of) => t('client-loans.details.comingRate', of),
        rateUntil: (of) => t('client-loans.details.rateUntil', of),
      }}
    />
  );
}

/** Every instalment, with its day once the loan is paid out. */
// Longer than 70 lines: it is the columns of one table.
function ScheduleCard({ loan, schedule }: PlannedLoan) {
  const { t } = useWords();
  const format = useFormats();
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  return (
    <Card
      title={t('client-loans.details.schedule')}
      flush
      actions={
        // Of a loan that was paid out it stands among the documents.
        loan.paidOutAt ? null : (
          <DownloadButton path={`/api/loans/${loan.id}/schedule.pdf`} isTranslated>
            {t('client-loans.details.pdf')}
          </DownloadButton>
        )
      }
    >
      {isDated(loan) ? null : <p className="card-note">{t('client-loans.details.planned')}</p>}
      {schedule.replaces ? (
        <p className="card-note">
          {t('client-loans.details.replaces', {
            date: format.day(schedule.replaces.madeOn),
            before: format.day(schedule.replaces.before),
          })}
        </p>
      ) : null}
      <RateToCome loan={loan} schedule={schedule} />
      <Table
        caption={t('client-loans.details.scheduleCaption')}
        stack={false}
        rows={schedule.rows}
        rowKey={(row) => row.number}
        columns={[
          {
            key: 'number',
            header: t('client-loans.details.number'),
            cell: (row) => row.number,
            rowHeader: true,
          },
          ...(isDated(loan)
            ? [
                {
                  key: 'due',
                  header: t('client-loans.details.due'),
                  cell: (row: ScheduleRow) => <DueCell row={row} currency={loan.currency} />,
                },
              ]
            : []),
          {
            key: 'instalment',
            header: t('client-loans.details.instalment'),
            cell: (row) => amount(row.instalmentMinor),
            numeric: true,
          },
          {
            key: 'interest',
            header: t('client-loans.details.interest'),
            cell: (row) => amount(row.interestMinor - (row.deferredInterestMinor ?? 0)),
            numeric: true,
          },
          // LC-88: a share of postponed interest stands in a column of its own.
          ...(deferredInterestOf(schedule) > 0
            ? [
                {
                  key: 'deferred',
                  header: t('client-repayments.measure.deferred'),
                  cell: ({ deferredInterestMinor = 0 }: ScheduleRow) => amount(deferredInterestMinor),
                  numeric: true,
                },
              ]
            : []),
          {
            key: 'principal',
            header: t('client-loans.details.principal'),
            cell: (row) => amount(row.principalMinor),
            numeric: true,
          },
          {
            key: 'left',
            header: t('client-loans.details.left'),
            cell: (row) => amount(row.remainingMinor),
            numeric: true,
          },
        ]}
        footer={<TotalRows loan={loan} schedule={schedule} />}
      />
    </Card>
  );
}

/** Phases in which nothing of the schedule is collected any more, or nothing came of it. */
const WITHOUT_SCHEDULE: readonly Loan['phase'][] = ['retracting', 'accelerated', 'written_off'];

/** Phases in which something may be late, or all is claimed. */
const IN_RECOVERY: readonly Loan['phase'][] = ['active', 'accelerated', 'written_off'];

function LoanPage({ loan, schedule }: PlannedLoan) {
  const isEnded = loan.status === 'rejected';
  // What a lender decides has the lender's own conditions, contract and schedule (LC-6).
  const isLenders = loan.intermediation !== null;
  const hasSchedule = !isEnded && !isLenders && !WITHOUT_SCHEDULE.includes(loan.phase);
  const isRunning = loan.phase === 'active' || loan.phase === 'accelerated';
  return (
    <div className="stack" data-gap="5">
      <LoanHead loan={loan} />
      {isRunning ? <LoanDifficulties loan={loan} /> : null}
      {IN_RECOVERY.includes(loan.phase) ? (
        <Suspense>
          <LoanRecovery loan={loan} />
        </Suspense>
      ) : null}
      {loan.paidOutAt && hasSchedule && isDated(loan) ? (
        <Card>
          <CapitalPicture loan={loan} schedule={schedule} />
        </Card>
      ) : null}
      {isLenders ? null : <LoanContract loan={loan} />}
      {loan.currency === 'EUR' && COLLECTED.includes(loan.phase) && !loan.freeze ? (
        <Suspense>
          <LoanMandate loan={loan} />
        </Suspense>
      ) : null}
      <LoanFile loan={loan} />
      <LoanDocuments loan={loan} />
      {/* The offer shows the same figures in its box; of a request that ended nothing is due, and of a contract withdrawn from another sum. */}
      {isEnded || loan.phase === 'offered' || loan.phase === 'retracting' ? null : (
        <ContractCard loan={loan} />
      )}
      {loan.paidOutAt ? <LoanPapers loan={loan} /> : null}
      <CreditWarning loud />
      {hasSchedule ? <ScheduleCard loan={loan} schedule={schedule} /> : null}
      {loan.paidOutAt ? null : <NoPaymentBeforeLoan />}
    </div>
  );
}

/** One loan by its id: from the overview when it is there, from the server otherwise. A foreign id is answered like a missing one. */
export function LoanDetails({ id, known }: { id: string; known: readonly Loan[] }) {
  const { t } = useWords();
  const isAtSheet = new URLSearchParams(useSearch()).get('part') === 'sheet';
  const shown = known.find((loan) => loan.id === id);
  const asked = useQuery({
    ...query.loans.show.queryOptions({ input: { id } }),
    enabled: shown === undefined,
  });
  const loan = shown ?? asked.data?.loan;
  const { schedule, asked: askedSchedule } = useSchedule(loan);
  const failed = [asked, askedSchedule].find(({ isError, data }) => isError && !data);
  const isMissing = asked.isError && ['not-found', 'request.invalid'].includes(asProblem(asked.error).code);
  return (
    <div className="stack">
      {isAtSheet ? (
        <BackLink href={loanHref(id)}>{t('client-loans.file.back')}</BackLink>
      ) : (
        <BackLink href={clientHref('loans')}>{t('client-loans.details.back')}</BackLink>
      )}
      {loan && schedule && !isAtSheet ? <LoanPage loan={loan} schedule={schedule} /> : null}
      {loan && isAtSheet ? (
        <Suspense fallback={<SkeletonList label={t('common.loading')} rows={8} />}>
          <DialogueSheetPage loan={loan} />
        </Suspense>
      ) : null}
      {isMissing ? (
        <ErrorState title={t('client-loans.details.missing')} headingLevel="h2">
          {t('client-loans.details.missingText')}
        </ErrorState>
      ) : null}
      {failed && !isMissing ? <LoanReadFailed asked={failed} headingLevel="h2" /> : null}
      {(loan && (schedule || isAtSheet)) || failed ? null : (
        <SkeletonList label={t('common.loading')} rows={8} />
      )}
    </div>
  );
}
