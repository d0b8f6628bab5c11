import { useInfiniteQuery } from '@tanstack/react-query';
import { LOAN_STATUSES, type LoanAction, type LoanStatus, OPEN_LOAN_STATUSES } from '#domain/loans/phases.ts';
import { REJECTION_REASONS, rejectLoanInput } from '#domain/loans/request.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DataCell, DataRow, DataTable, RowLink } from '../../ui/data-table.tsx';
import { Age } from '../desk/age.tsx';
import { EuroAmount } from '../desk/amount.tsx';
import { useCounts } from '../desk/counts.ts';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { RejectDialog } from '../desk/reject-dialog.tsx';
import { RequestFilters, useRequestFilter } from '../desk/request-filters.tsx';
import { RowGroup } from '../desk/row-group.tsx';
import { StateLinks, useStateFilter } from '../desk/state-links.tsx';
import { TO_DO } from '../frame/sections.ts';
import { ApproveLoanDialog } from './approve-loan-dialog.tsx';
import { DebtRatio } from './debt-ratio.tsx';
import { LoanActions } from './loan-actions.tsx';
import { useLoanDecisions } from './loan-decision.ts';
import { LoanPanel } from './loan-panel.tsx';
import { LoanQueues } from './loan-queues.tsx';
import { debtRatioOf, loanLooks, type ReviewedLoan } from './loan-words.ts';
import { DifficultyQueue } from './measures/difficulty-queue.tsx';

/** All requests, by state; undecided states come first and show more rows. */
const ROWS_TOGETHER: Record<LoanStatus, number> = { pending: 30, processing: 30, approved: 8, rejected: 8 };
const ROWS_ALONE = 50;
const COLUMNS = 5;

export function LoansTab() {
  const { t, tKey } = useWords();
  const { get, set } = useDeskState();
  const opened = get('loan');
  const state = useStateFilter(LOAN_STATUSES);
  const shown = LOAN_STATUSES.filter((status) =>
    state === TO_DO ? OPEN_LOAN_STATUSES.includes(status) : !state || status === state,
  );
  const { inRow, inDialog, deciding, asking, ask, close } = useLoanDecisions();
  const act = (loan: ReviewedLoan, action: LoanAction) => {
    if (action === 'process') inRow.decide(loan, { action });
    else ask(loan, action);
  };

  return (
    <>
      <StateLinks
        section="loans"
        states={LOAN_STATUSES}
        wordOf={(status) => t(`admin-loans.status.${status}`)}
      />
      <LoanQueues onOpen={(id) => set({ loan: id })} />
      <DifficultyQueue onOpen={(id) => set({ loan: id })} />
      <RequestFilters />
      <Desk
        list={
          <DataTable caption={t('admin-loans.caption')}>
            <thead>
              <tr>
                <th scope="col">{t('admin.client')}</th>
                <th scope="col" data-numeric>
                  {t('admin-loans.amount')}
                </th>
                <th scope="col" data-col="extra" data-numeric>
                  {t('admin-loans.instalment')}
                </th>
                <th scope="col" data-col="extra">
                  {t('admin-loans.ratioShort')}
                </th>
                <th scope="col" data-col="extra">
                  {t('admin.decision')}
                </th>
              </tr>
            </thead>
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
        }
        panel={
          opened ? (
            <LoanPanel id={opened} deciding={deciding} onAct={act} onClose={() => set({ loan: null })} />
          ) : null
        }
      />
      {asking?.action === 'approve' ? (
        <ApproveLoanDialog
          loan={asking.row}
          sending={inDialog.sending}
          onApprove={() => inDialog.decide(asking.row, { action: 'approve' })}
          onClose={close}
        />
      ) : null}
      {asking?.action === 'reject' ? (
        <RejectDialog
          title={t('admin-loans.rejectTitle', { name: asking.row.client.displayName })}
          schema={rejectLoanInput}
          reasons={REJECTION_REASONS}
          sentenceOf={(reason) => tKey(`loan-reasons.reasons.${reason}`)}
          noteName="reasonNote"
          sending={inDialog.sending}
          onReject={(reason) => inDialog.decide(asking.row, { action: 'reject', ...reason })}
          onClose={close}
        />
      ) : null}
    </>
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
  const filter = useRequestFilter();
  const limit = isAlone ? ROWS_ALONE : ROWS_TOGETHER[status];
  const list = useInfiniteQuery(
    query.loans.review.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, ...filter, cursor, limit }),
      ...byCursor,
    }),
  );
  const counts = useCounts();
  const loans = list.data?.pages.flatMap((page) => page.loans) ?? [];
  return (
    <RowGroup
      kind={loanLooks[status]}
      title={t(`admin-loans.status.${status}`)}
      columns={COLUMNS}
      list={list}
      count={loans.length}
      total={filter.q ? undefined : counts.data?.loansByStatus?.[status]}
      isHiddenWhenEmpty={!isAlone && status !== 'pending'}
      emptyTitle={filter.q ? t('admin.requests.noMatch') : t(`admin-loans.empty.${status}`)}
      emptyText={filter.q ? t('admin.requests.noMatchText') : t(`admin-loans.emptyText.${status}`)}
    >
      {loans.map((loan) => (
        <LoanRow
          key={loan.id}
          loan={loan}
          isOpened={loan.id === opened}
          isBusy={loan.id === deciding}
          onOpen={() => onOpen(loan.id)}
          onAct={(action) => onAct(loan, action)}
        />
      ))}
    </RowGroup>
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
  return (
    <DataRow selected={isOpened} data-row={loan.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          {loan.client.displayName}
        </RowLink>
        <span className="cell-note">
          <Age since={loan.createdAt} /> · {loan.purpose}
        </span>
      </DataCell>
      <DataCell label={t('admin-loans.amount')} numeric>
        <EuroAmount eurMinor={loan.amountEurMinor} minor={loan.amountMinor} currency={loan.currency} />
      </DataCell>
      <DataCell label={t('admin-loans.instalment')} numeric data-col="extra">
        <Amount minor={loan.instalmentMinor} currency={loan.currency} />
        <span className="cell-note">{t('admin-loans.months', { count: loan.durationMonths })}</span>
      </DataCell>
      <DataCell label={t('admin-loans.debtRatio')} data-col="extra">
        <DebtRatio bps={debtRatioOf(loan)} />
      </DataCell>
      <DataCell data-col="extra">
        {loan.decision.at ? (
          <span className="cell-note">
            {loan.decision.by ?? t('admin.someone')}, <Age since={loan.decision.at} />
          </span>
        ) : null}
        <LoanActions
          phase={loan.phase}
          name={loan.client.displayName}
          place="list"
          isBusy={isBusy}
          onAct={onAct}
        />
      </DataCell>
    </DataRow>
  );
}
