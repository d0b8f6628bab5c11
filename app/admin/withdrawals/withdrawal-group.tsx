import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatIban } from '#domain/accounts/iban.ts';
import { isOpenWithdrawalStatus, type WithdrawalStatus } from '#domain/withdrawals/status.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DataCell, DataRow, RowLink, SelectBox } from '../../ui/data-table.tsx';
import { Age } from '../desk/age.tsx';
import { EuroAmount } from '../desk/amount.tsx';
import { ChooseGroup, ChooseRow } from '../desk/bulk/choice-boxes.tsx';
import { useChoosable } from '../desk/bulk/row-selection.tsx';
import { useCounts } from '../desk/counts.ts';
import { LeftRow, useLeftRows } from '../desk/left-rows.tsx';
import { useRequestFilter } from '../desk/request-filters.tsx';
import { RowGroup, useNoMatch } from '../desk/row-group.tsx';
import { AwaitedApproval } from '../tasks/awaited-approval.tsx';
import { Deadline } from '../tasks/deadline.tsx';
import { FollowedNote } from '../tasks/follower.tsx';
import type { BatchSelection } from './batch-selection.ts';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import type { WithdrawalDecisionAction } from './withdrawal-decision.ts';
import { BatchFact, CoverageFact, IbanFact, PhaseFact } from './withdrawal-facts.tsx';
import { type ReviewedWithdrawal, withdrawalLooks } from './withdrawal-words.ts';

/** Open states come first and show more rows. */
const ROWS_TOGETHER: Record<WithdrawalStatus, number> = {
  pending: 30,
  processing: 30,
  approved: 30,
  completed: 8,
  rejected: 8,
  cancelled: 5,
};
const ROWS_ALONE = 50;
const COLUMNS = 5;

/** The withdrawals of one state that the filters of the screen find, and how many there are. */
function useWithdrawalsOf(status: WithdrawalStatus, isAlone: boolean) {
  const { q, filters, isNarrowed, sortOf } = useRequestFilter('withdrawals');
  const limit = isAlone ? ROWS_ALONE : ROWS_TOGETHER[status];
  const list = useInfiniteQuery(
    query.withdrawals.review.infiniteOptions({
      input: (cursor: string | undefined) => ({
        status,
        q,
        ...filters,
        sort: sortOf(isOpenWithdrawalStatus(status)),
        counted: isNarrowed && cursor === undefined ? ('yes' as const) : undefined,
        cursor,
        limit,
      }),
      ...byCursor,
    }),
  );
  const counts = useCounts();
  const withdrawals = list.data?.pages.flatMap((page) => page.withdrawals) ?? [];
  const total = isNarrowed ? list.data?.pages[0]?.count : counts.data?.withdrawalsByStatus?.[status];
  const question = JSON.stringify([q, filters, sortOf(isOpenWithdrawalStatus(status))]);
  const placed = useLeftRows(question, withdrawals, list.data !== undefined);
  return { q, list, withdrawals, placed, total, isNarrowed };
}

/** The withdrawals of one state. */
export function WithdrawalGroup({
  status,
  isAlone,
  opened,
  deciding,
  selection,
  onOpen,
  onAct,
}: {
  status: WithdrawalStatus;
  isAlone: boolean;
  opened: string | null;
  deciding: string | null;
  selection: BatchSelection;
  onOpen: (id: string) => void;
  onAct: (withdrawal: ReviewedWithdrawal, action: WithdrawalDecisionAction) => void;
}) {
  const t = useT();
  const { q, list, withdrawals, placed, total, isNarrowed } = useWithdrawalsOf(status, isAlone);
  const isDecidable = status === 'pending' || status === 'processing';
  useChoosable(
    status,
    isDecidable ? withdrawals.map((row) => ({ ...row, name: row.client.displayName })) : [],
  );
  const noMatch = useNoMatch(q);
  return (
    <RowGroup
      kind={withdrawalLooks[status]}
      title={t(`admin-withdrawals.status.${status}`)}
      columns={COLUMNS}
      list={list}
      count={withdrawals.length}
      total={total}
      choice={
        isDecidable ? (
          <ChooseGroup ids={withdrawals.map(({ id }) => id)} total={total} list={list} />
        ) : status === 'approved' && selection.exportable.length > 0 ? (
          <ChooseAll selection={selection} />
        ) : null
      }
      isHiddenWhenEmpty={!isAlone && status !== 'pending'}
      isNarrowed={isNarrowed}
      emptyTitle={isNarrowed ? noMatch.title : t(`admin-withdrawals.empty.${status}`)}
      emptyText={isNarrowed ? noMatch.text : t(`admin-withdrawals.emptyText.${status}`)}
    >
      {placed.map(({ row: withdrawal, hasLeft }) =>
        hasLeft ? (
          <LeftWithdrawal key={withdrawal.id} withdrawal={withdrawal} />
        ) : (
          <WithdrawalRow
            key={withdrawal.id}
            withdrawal={withdrawal}
            isOpened={withdrawal.id === opened}
            isBusy={withdrawal.id === deciding}
            selection={selection}
            onOpen={() => onOpen(withdrawal.id)}
            onAct={(action) => onAct(withdrawal, action)}
          />
        ),
      )}
    </RowGroup>
  );
}

/** A transfer that left the group while one looked: who worked on it. */
function LeftWithdrawal({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const { id, status, client } = withdrawal;
  const t = useT();
  const { data } = useQuery(query.withdrawals.reviewOne.queryOptions({ input: { id } }));
  const now = data?.withdrawal;
  // One that only came to a further page has not left.
  if (!now || now.status === status) return null;
  return (
    <LeftRow
      name={client.displayName}
      columns={COLUMNS}
      state={t(`admin-withdrawals.status.${now.status}`)}
      decision={now.decision}
      amount={
        <EuroAmount
          eurMinor={withdrawal.amountEurMinor}
          minor={withdrawal.amountMinor}
          currency={withdrawal.currency}
        />
      }
    />
  );
}

function ChooseAll({ selection }: { selection: BatchSelection }) {
  const t = useT();
  const { exportable, chosen } = selection;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside; its spoken name begins with the visible words.
    <label className="choose-all">
      <SelectBox
        label={t('admin-batches.chooseAllOf', { count: exportable.length })}
        checked={chosen.length === exportable.length}
        some={chosen.length > 0 && chosen.length < exportable.length}
        onChange={(event) => selection.chooseAll(event.target.checked)}
      />
      {t('admin-batches.chooseAll')}
    </label>
  );
}

// Longer than 70 lines: it is the cells of one row, in the order of its table.
function WithdrawalRow({
  withdrawal,
  isOpened,
  isBusy,
  selection,
  onOpen,
  onAct,
}: {
  withdrawal: ReviewedWithdrawal;
  isOpened: boolean;
  isBusy: boolean;
  selection: BatchSelection;
  onOpen: () => void;
  onAct: (action: WithdrawalDecisionAction) => void;
}) {
  const t = useT();
  const { client } = withdrawal;
  return (
    <DataRow selected={isOpened} data-row={withdrawal.id}>
      <DataCell rowHeader>
        <span className="row-choice">
          {withdrawal.status === 'approved' ? (
            <SelectBox
              label={t('admin-batches.choose', { name: client.displayName })}
              checked={selection.isChosen(withdrawal.id)}
              disabled={!selection.isExportable(withdrawal.id)}
              data-shortcut="x"
              onChange={(event) => selection.choose(withdrawal.id, event.target.checked)}
            />
          ) : null}
          {withdrawal.status === 'pending' || withdrawal.status === 'processing' ? (
            <ChooseRow id={withdrawal.id} name={client.displayName} />
          ) : null}
          <span>
            <RowLink onClick={onOpen} aria-expanded={isOpened}>
              {client.displayName}
            </RowLink>
            <span className="cell-note">
              {t('admin-withdrawals.asked')} <Age since={withdrawal.createdAt} />
            </span>
            <Deadline since={withdrawal.createdAt} dueAt={withdrawal.dueAt} />
            <AwaitedApproval since={withdrawal.approvalSince} />
            <FollowedNote followedBy={withdrawal.followedBy} />
            <BatchFact withdrawal={withdrawal} />
            <PhaseFact withdrawal={withdrawal} />
          </span>
        </span>
      </DataCell>
      <DataCell label={t('admin-withdrawals.amount')} numeric>
        <EuroAmount
          eurMinor={withdrawal.amountEurMinor}
          minor={withdrawal.amountMinor}
          currency={withdrawal.currency}
        />
      </DataCell>
      <DataCell label={t('admin-withdrawals.destination')} data-col="extra" data-below="block">
        {withdrawal.recipientName ?? t('admin-withdrawals.unnamed')}
        <span className="cell-note">{withdrawal.clientBankName}</span>
        <span className="cell-note iban-note tabular">{formatIban(withdrawal.clientIban)}</span>
        {isOpenWithdrawalStatus(withdrawal.status) || !withdrawal.ibanValid ? (
          <IbanFact isValid={withdrawal.ibanValid} />
        ) : null}
      </DataCell>
      <DataCell label={t('admin-withdrawals.available')} data-col="extra">
        <Amount minor={client.availableMinor} currency={client.currency} />
        <CoverageFact withdrawal={withdrawal} />
      </DataCell>
      <DataCell data-col="extra">
        {withdrawal.decision.at ? (
          <span className="cell-note">
            {withdrawal.decision.by ?? t('admin.someone')}, <Age since={withdrawal.decision.at} />
          </span>
        ) : null}
        <WithdrawalActions withdrawal={withdrawal} place="list" isBusy={isBusy} onAct={onAct} />
      </DataCell>
    </DataRow>
  );
}
