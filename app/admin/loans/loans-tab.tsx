import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { LOAN_STATUSES, type LoanAction, type LoanStatus, OPEN_LOAN_STATUSES } from '#domain/loans/phases.ts';
import { REJECTION_REASONS, rejectLoanInput } from '#domain/loans/request.ts';
import { byCursor, query } from '../../api/queries.ts';
import { needCatalogues } from '../../i18n/catalogue-files.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { lends } from '../../page/institution.ts';
import { DataCell, DataRow, DataTable, RowLink } from '../../ui/data-table.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { Age } from '../desk/age.tsx';
import { EuroAmount } from '../desk/amount.tsx';
import { ChooseGroup, ChooseRow } from '../desk/bulk/choice-boxes.tsx';
import { RowSelectionHost, useChoosable } from '../desk/bulk/row-selection.tsx';
import { SelectionBar } from '../desk/bulk/selection-bar.tsx';
import { useCounts } from '../desk/counts.ts';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { LeftRow, useLeftRows } from '../desk/left-rows.tsx';
import { RejectDialog } from '../desk/reject-dialog.tsx';
import { RequestFilters, useQuestion, useRequestFilter } from '../desk/request-filters.tsx';
import { RowGroup, useNoMatch } from '../desk/row-group.tsx';
import { RowHead } from '../desk/row-head.tsx';
import { StateLinks, useStateFilter } from '../desk/state-links.tsx';
import { TO_DO } from '../frame/sections.ts';
import { AwaitedApproval } from '../tasks/awaited-approval.tsx';
import { Deadline } from '../tasks/deadline.tsx';
import { FollowedNote } from '../tasks/follower.tsx';
import { ApproveLoanDialog } from './approve-loan-dialog.tsx';
import { DebtRatio } from './debt-ratio.tsx';
import { LoanActions } from './loan-actions.tsx';
import { useLoanDecisions } from './loan-decision.ts';
import { LoanQueues } from './loan-queues.tsx';
import { useLoanSub } from './loan-sub.ts';
import { debtRatioOf, loanLooks, type ReviewedLoan } from './loan-words.ts';

// The panel of a request comes with the first that is opened.
const LoanPanel = lazy(async () => {
  const [file] = await Promise.all([import('./loan-panel.tsx'), needCatalogues(['admin-facts'])]);
  return { default: file.LoanPanel };
});

// What clients ask for about their loans: hidden while nothing waits.
const RetractionDeclarations = lazy(() =>
  import('./asked-by-clients.ts').then((file) => ({ default: file.RetractionDeclarations })),
);
const DifficultyQueue = lazy(() =>
  import('./asked-by-clients.ts').then((file) => ({ default: file.DifficultyQueue })),
);

/** All requests, by state; undecided states come first and show more rows. */
const ROWS_TOGETHER: Record<LoanStatus, number> = { pending: 30, processing: 30, approved: 8, rejected: 8 };
const ROWS_ALONE = 50;
const COLUMNS = 5;

function LoanHead() {
  const { t } = useWords();
  return (
    <RowHead
      columns={[
        { label: t('admin.client') },
        { label: t('admin-loans.amount'), isNumeric: true },
        ...(lends
          ? [
              { label: t('admin-loans.instalment'), isNumeric: true, isExtra: true },
              { label: t('admin-loans.ratioShort'), isExtra: true },
            ]
          : [
              { label: t('admin-loans.duration'), isNumeric: true, isExtra: true },
              { label: t('admin-loans.lender'), isExtra: true },
            ]),
        { label: t('admin.decision'), isExtra: true },
      ]}
    />
  );
}

export function LoansTab() {
  const { t } = useWords();
  const { get, set } = useDeskState();
  const opened = get('loan');
  const state = useStateFilter(LOAN_STATUSES);
  const question = useQuestion('loans');
  const shown = LOAN_STATUSES.filter((status) =>
    state === TO_DO ? OPEN_LOAN_STATUSES.includes(status) : !state || status === state,
  );
  const { inRow, inDialog, deciding, asking, ask, close } = useLoanDecisions(opened);
  const act = (loan: ReviewedLoan, action: LoanAction) => {
    if (action === 'process') inRow.decide(loan, { action });
    else ask(loan, action);
  };

  return (
    <RowSelectionHost kind="loan" of={question}>
      <StateLinks
        section="loans"
        states={LOAN_STATUSES}
        wordOf={(status) => t(`admin-loans.status.${status}`)}
      />
      <LoanQueues onOpen={(id) => set({ loan: id })} />
      <Suspense>
        <RetractionDeclarations />
      </Suspense>
      <Suspense>
        <DifficultyQueue onOpen={(id) => set({ loan: id })} />
      </Suspense>
      <RequestFilters list="loans" />
      <Desk
        list={
          <>
            <DataTable caption={t('admin-loans.caption')}>
              <LoanHead />
              {shown.map((status) => (
                <LoanGroup
                  key={status}
                  status={status}
                  isAlone={state !== undefined}
                  opened={opened}
                  deciding={deciding}
                  onOpen={(id) => set({ loan: id })}
                  onAct={act}
                />
              ))}
            </DataTable>
            <SelectionBar kind="loan" />
          </>
        }
        panel={
          opened ? (
            <Suspense
              fallback={
                <div className="desk-panel">
                  <SkeletonList label={t('common.loading')} rows={8} />
                </div>
              }
            >
              <LoanPanel id={opened} deciding={deciding} onAct={act} onClose={() => set({ loan: null })} />
            </Suspense>
          ) : null
        }
      />
      <DecisionDialogs asking={asking} inDialog={inDialog} onClose={close} />
    </RowSelectionHost>
  );
}

/** The question before an approval or a rejection. */
function DecisionDialogs({
  asking,
  inDialog,
  onClose,
}: Pick<ReturnType<typeof useLoanDecisions>, 'asking' | 'inDialog'> & { onClose: () => void }) {
  const { t, tKey } = useWords();
  if (asking?.action === 'approve')
    return (
      <ApproveLoanDialog
        loan={asking.row}
        sending={inDialog.sending}
        onApprove={() => inDialog.decide(asking.row, { action: 'approve' })}
        onClose={onClose}
      />
    );
  if (asking?.action !== 'reject') return null;
  return (
    <RejectDialog
      title={t('admin-loans.rejectTitle', { name: asking.row.client.displayName })}
      schema={rejectLoanInput}
      reasons={REJECTION_REASONS}
      sentenceOf={(reason) => tKey(`loan-reasons.reasons.${reason}`)}
      noteName="reasonNote"
      sending={inDialog.sending}
      onReject={(reason) => inDialog.decide(asking.row, { action: 'reject', ...reason })}
      onClose={onClose}
    />
  );
}

function LoanGroup({
  status,
  isAlone,
  opened,
  deciding,
  onOpen,
  onAct,
}: {
  status: LoanStatus;
  isAlone: boolean;
  opened: string | null;
  deciding: string | null;
  onOpen: (id: string) => void;
  onAct: (loan: ReviewedLoan, action: LoanAction) => void;
}) {
  const { t } = useWords();
  const { q, filters, isNarrowed, sortOf } = useRequestFilter('loans');
  const limit = isAlone ? ROWS_ALONE : ROWS_TOGETHER[status];
  const list = useInfiniteQuery(
    query.loans.review.infiniteOptions({
      input: (cursor: string | undefined) => ({
        status,
        q,
        ...filters,
        sort: sortOf(OPEN_LOAN_STATUSES.includes(status)),
        counted: isNarrowed && cursor === undefined ? ('yes' as const) : undefined,
        cursor,
        limit,
      }),
      ...byCursor,
    }),
  );
  const counts = useCounts();
  const loans = list.data?.pages.flatMap((page) => page.loans) ?? [];
  const total = isNarrowed ? list.data?.pages[0]?.count : counts.data?.loansByStatus?.[status];
  const isOpen = OPEN_LOAN_STATUSES.includes(status);
  const placed = useLeftRows(JSON.stringify([q, filters, sortOf(isOpen)]), loans, list.data !== undefined);
  useChoosable(status, isOpen ? loans.map((row) => ({ ...row, name: row.client.displayName })) : []);
  const noMatch = useNoMatch(q);
  return (
    <RowGroup
      kind={loanLooks[status]}
      title={t(`admin-loans.status.${status}`)}
      columns={COLUMNS}
      list={list}
      count={loans.length}
      total={total}
      choice={isOpen ? <ChooseGroup ids={loans.map(({ id }) => id)} total={total} list={list} /> : null}
      isHiddenWhenEmpty={!isAlone && status !== 'pending'}
      isNarrowed={isNarrowed}
      emptyTitle={isNarrowed ? noMatch.title : t(`admin-loans.empty.${status}`)}
      emptyText={isNarrowed ? noMatch.text : t(`admin-loans.emptyText.${status}`)}
    >
      {placed.map(({ row: loan, hasLeft }) =>
        hasLeft ? (
          <LeftLoan key={loan.id} loan={loan} />
        ) : (
          <LoanRow
            key={loan.id}
            loan={loan}
            isOpened={loan.id === opened}
            isBusy={loan.id === deciding}
            onOpen={() => onOpen(loan.id)}
            onAct={(action) => onAct(loan, action)}
          />
        ),
      )}
    </RowGroup>
  );
}

/** A request that left the group while one looked: who worked on it. */
function LeftLoan({ loan }: { loan: ReviewedLoan }) {
  const { id, status, client } = loan;
  const { t } = useWords();
  const { data } = useQuery(query.loans.reviewOne.queryOptions({ input: { id } }));
  const now = data?.loan;
  // One that only came to a further page has not left.
  if (!now || now.status === status) return null;
  return (
    <LeftRow
      name={client.displayName}
      columns={COLUMNS}
      state={t(`admin-loans.status.${now.status}`)}
      decision={now.decision}
      amount={<EuroAmount eurMinor={loan.amountEurMinor} minor={loan.amountMinor} currency={loan.currency} />}
    />
  );
}

/** What the house would be paid each month, and the client's debt ratio against its policy. */
function PriceCells({ loan }: { loan: ReviewedLoan }) {
  const { t } = useWords();
  return (
    <>
      <DataCell label={t('admin-loans.instalment')} numeric data-col="extra">
        <Amount minor={loan.instalmentMinor} currency={loan.currency} />
        <span className="cell-note">{t('admin-loans.months', { count: loan.durationMonths })}</span>
      </DataCell>
      <DataCell label={t('admin-loans.debtRatio')} data-col="extra">
        <DebtRatio bps={debtRatioOf(loan)} policyBps={loan.debtRatioPolicyBps} />
      </DataCell>
    </>
  );
}

/** Where others fix the price and decide by policies of their own (LC-6): for how long, and who the lender is or may be. */
function LenderCells({ loan }: { loan: ReviewedLoan }) {
  const { t } = useWords();
  const { lender = null, lenders = [], sentOn = null, answeredOn = null } = loan.intermediation ?? {};
  return (
    <>
      <DataCell label={t('admin-loans.duration')} numeric data-col="extra">
        {t('admin-loans.inMonths', { count: loan.durationMonths })}
      </DataCell>
      <DataCell label={t('admin-loans.lender')} data-col="extra">
        {lender ?? (lenders.join(', ') || t('admin.none'))}
        {sentOn && !answeredOn ? <span className="cell-note">{t('admin-loans.answerAwaited')}</span> : null}
      </DataCell>
    </>
  );
}

function LoanRow({
  loan,
  isOpened,
  isBusy,
  onOpen,
  onAct,
}: {
  loan: ReviewedLoan;
  isOpened: boolean;
  isBusy: boolean;
  onOpen: () => void;
  onAct: (action: LoanAction) => void;
}) {
  const { t } = useWords();
  const sub = useLoanSub()(loan);
  return (
    <DataRow selected={isOpened} data-row={loan.id}>
      <DataCell rowHeader>
        <span className="row-choice">
          {OPEN_LOAN_STATUSES.includes(loan.status) ? (
            <ChooseRow id={loan.id} name={loan.client.displayName} />
          ) : null}
          <span>
            <RowLink onClick={onOpen} aria-expanded={isOpened}>
              {loan.client.displayName}
            </RowLink>
            <span className="cell-note">
              <Age since={loan.createdAt} /> · {loan.purpose}
            </span>
            {sub ? <span className="cell-note">{sub}</span> : null}
            <Deadline since={loan.createdAt} dueAt={loan.dueAt} />
            <AwaitedApproval since={loan.approvalSince} />
            <FollowedNote followedBy={loan.followedBy} />
          </span>
        </span>
      </DataCell>
      <DataCell label={t('admin-loans.amount')} numeric>
        <EuroAmount eurMinor={loan.amountEurMinor} minor={loan.amountMinor} currency={loan.currency} />
      </DataCell>
      {lends ? <PriceCells loan={loan} /> : <LenderCells loan={loan} />}
      <DataCell data-col="extra">
        {loan.decision.at ? (
          <span className="cell-note">
            {loan.decision.by ?? t('admin.someone')}, <Age since={loan.decision.at} />
          </span>
        ) : null}
        <LoanActions loan={loan} place="list" isBusy={isBusy} onAct={onAct} />
      </DataCell>
    </DataRow>
  );
}
