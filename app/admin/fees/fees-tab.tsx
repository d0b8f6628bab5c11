import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { reviewedFee } from '#contract/fees.ts';
import { actionsFrom } from '#domain/fees/status.ts';
import { api } from '../../api/client.ts';
import { byCursor, query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { type Sending, useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Age } from '../desk/age.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { ChooseGroup, ChooseRow } from '../desk/bulk/choice-boxes.tsx';
import { RowSelectionHost, useChoosable } from '../desk/bulk/row-selection.tsx';
import { SelectionBar } from '../desk/bulk/selection-bar.tsx';
import { useCounts } from '../desk/counts.ts';
import { decideHere } from '../desk/decided-here.ts';
import { useDeskState } from '../desk/desk.tsx';
import { LeftRow, useLeftRows } from '../desk/left-rows.tsx';
import { RequestFilters, useQuestion, useRequestFilter } from '../desk/request-filters.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { RowGroup, useNoMatch } from '../desk/row-group.tsx';
import { RowHead } from '../desk/row-head.tsx';
import { clientHref } from '../frame/sections.ts';
import { Deadline } from '../tasks/deadline.tsx';
import { FollowedNote, TaskButton } from '../tasks/follower.tsx';
import { feeLooks } from './fee-words.ts';

type ReviewedFee = z.infer<typeof reviewedFee>;

const HALVES = ['open', 'paid'] as const;
const ROWS: Record<(typeof HALVES)[number], number> = { open: 50, paid: 20 };
const COLUMNS = 5;

/** Unpaid and declared fees first, then the paid ones (docs/rules.md, Screens). */
export function FeesTab() {
  const t = useT();
  const { done, failed } = useAnnounce();
  // « Frais à valider » holds nothing that is paid.
  const halves = useDeskState().get('declared') === 'yes' ? (['open'] as const) : HALVES;
  const [asking, setAsking] = useState<ReviewedFee | null>(null);
  const question = useQuestion('fees');
  const close = () => {
    settlement.reset();
    setAsking(null);
  };
  const settlement = useSubmission(api.fees.settle, {
    onSuccess: ({ fee }) => {
      done(
        'admin-fees.settled',
        fee.receiptNumber ? t('admin-fees.receipt', { number: fee.receiptNumber }) : undefined,
      );
      decideHere(fee.id);
      void refresh(['fees']);
      setAsking(null);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-fees.settleFailed');
      if (!problem.isFinal) return;
      void refresh(['fees']);
      setAsking(null);
    },
  });

  return (
    <RowSelectionHost kind="fee" of={question}>
      <RequestFilters list="fees" />
      <div className="desk">
        <div className="desk-list">
          <DataTable caption={t('admin-fees.caption')}>
            <RowHead
              columns={[
                { label: t('admin.client') },
                { label: t('admin-fees.amount'), isNumeric: true },
                { label: t('admin-fees.description') },
                { label: t('admin-fees.state') },
                { label: t('admin.decision') },
              ]}
            />
            {halves.map((half) => (
              <FeeGroup key={half} half={half} onSettle={setAsking} />
            ))}
          </DataTable>
          <SelectionBar kind="fee" />
        </div>
        <NoPaymentBeforeLoan />
      </div>
      {asking ? (
        <SettleDialog
          fee={asking}
          sending={settlement.sending}
          onSettle={() => settlement.send({ id: asking.id })}
          onClose={close}
        />
      ) : null}
    </RowSelectionHost>
  );
}

function FeeGroup({
  half,
  onSettle,
}: {
  half: (typeof HALVES)[number];
  onSettle: (fee: ReviewedFee) => void;
}) {
  const t = useT();
  const { q, filters, isNarrowed, sortOf } = useRequestFilter('fees');
  const declared = useDeskState().get('declared') === 'yes' ? ('yes' as const) : undefined;
  const list = useInfiniteQuery(
    query.fees.review.infiniteOptions({
      input: (cursor: string | undefined) => ({
        settled: half,
        declared,
        q,
        ...filters,
        sort: sortOf(half === 'open'),
        counted: (isNarrowed || declared) && cursor === undefined ? ('yes' as const) : undefined,
        cursor,
        limit: ROWS[half],
      }),
      ...byCursor,
    }),
  );
  const counts = useCounts();
  const all = counts.data?.fees ?? undefined;
  const openFees = counts.data?.openFees ?? undefined;
  const total =
    all === undefined || openFees === undefined ? undefined : half === 'open' ? openFees : all - openFees;
  const fees = list.data?.pages.flatMap((page) => page.fees) ?? [];
  const known = isNarrowed || declared ? list.data?.pages[0]?.count : total;
  const isOpen = half === 'open';
  const placed = useLeftRows(
    JSON.stringify([q, filters, declared, sortOf(isOpen)]),
    fees,
    list.data !== undefined,
  );
  useChoosable(half, isOpen ? fees.map((row) => ({ ...row, name: row.client.displayName })) : []);
  const noMatch = useNoMatch(q);
  return (
    <RowGroup
      kind={half === 'open' ? 'waiting' : 'done'}
      title={t(`admin-fees.half.${half}`)}
      columns={COLUMNS}
      list={list}
      count={fees.length}
      total={known}
      choice={isOpen ? <ChooseGroup ids={fees.map(({ id }) => id)} total={known} list={list} /> : null}
      isNarrowed={isNarrowed}
      emptyTitle={isNarrowed ? noMatch.title : t(`admin-fees.empty.${half}`)}
      emptyText={isNarrowed ? noMatch.text : t(`admin-fees.emptyText.${half}`)}
    >
      {placed.map(({ row: fee, hasLeft }) =>
        hasLeft ? (
          <LeftFee key={fee.id} fee={fee} />
        ) : (
          <FeeRow key={fee.id} fee={fee} onSettle={() => onSettle(fee)} />
        ),
      )}
    </RowGroup>
  );
}

/** A fee that left the group while one looked: who settled it. */
function LeftFee({ fee }: { fee: ReviewedFee }) {
  const t = useT();
  const { data } = useQuery(query.fees.review.queryOptions({ input: { only: fee.id } }));
  const now = data?.fees[0];
  // One that only came to a further page has not left.
  if (!now || now.status === fee.status) return null;
  return (
    <LeftRow
      name={fee.client.displayName}
      columns={COLUMNS}
      state={t(`admin-fees.status.${now.status}`)}
      decision={{ by: now.settledBy, at: now.paidAt }}
      amount={<Amount minor={fee.amountMinor} currency={fee.currency} />}
    />
  );
}

/** The state of a fee; one suspended by a loan shows until when, and has no button (LC-14). */
function FeeState({ fee }: { fee: ReviewedFee }) {
  const t = useT();
  const { day } = useFormats();
  const { suspension } = fee;
  if (!suspension)
    return <StatusBadge kind={feeLooks[fee.status]}>{t(`admin-fees.status.${fee.status}`)}</StatusBadge>;
  return (
    <span className="fee-suspended">
      <StatusBadge kind="waiting">
        {suspension.until
          ? t('admin-fees.suspendedUntil', { date: day(suspension.until) })
          : t('admin-fees.suspended')}
      </StatusBadge>
    </span>
  );
}

/** When a fee was paid, with its receipt and who recorded it. */
function FeePayment({ fee: { paidAt, settledBy, receiptNumber } }: { fee: ReviewedFee }) {
  const t = useT();
  const { day } = useFormats();
  if (!paidAt) return null;
  return (
    <span className="cell-note">
      {t('admin-fees.paidOn', { date: day(paidAt) })}
      {receiptNumber ? <span className="cell-note nowrap">{receiptNumber}</span> : null}
      {settledBy ? <span className="cell-note">{t('admin.handledBy', { name: settledBy })}</span> : null}
    </span>
  );
}

function FeeRow({ fee, onSettle }: { fee: ReviewedFee; onSettle: () => void }) {
  const t = useT();
  const maySettle = useMay()('fees.settle');
  const [action] = fee.suspension || !maySettle ? [] : actionsFrom(fee.status, 'staff');
  const name = fee.client.displayName;
  return (
    <DataRow data-row={fee.id}>
      <DataCell rowHeader>
        <span className="row-choice">
          {fee.status === 'paid' ? null : <ChooseRow id={fee.id} name={name} />}
          <span>
            <a className="row-link" data-row-link href={clientHref(fee.client.accountId)}>
              {name}
            </a>
            <span className="cell-note">{fee.client.email}</span>
            <FollowedNote followedBy={fee.followedBy} />
          </span>
        </span>
      </DataCell>
      <DataCell label={t('admin-fees.amount')} numeric>
        <Amount minor={fee.amountMinor} currency={fee.currency} />
      </DataCell>
      <DataCell label={t('admin-fees.description')}>
        {fee.description}
        <span className="cell-note">
          <Age since={fee.createdAt} />
          {fee.createdBy ? ` · ${fee.createdBy}` : null}
        </span>
      </DataCell>
      <DataCell label={t('admin-fees.state')}>
        <FeeState fee={fee} />
        {fee.status === 'pending_validation' && fee.declaredAt ? (
          <span className="cell-note">
            {t('admin-fees.declared')} <Age since={fee.declaredAt} />
            <Deadline since={fee.declaredAt} dueAt={fee.dueAt} />
          </span>
        ) : null}
      </DataCell>
      <DataCell>
        <FeePayment fee={fee} />
        {fee.status === 'paid' ? null : (
          <RowActions>
            {action === 'validate' || action === 'mark-paid' ? (
              <Button
                size="dense"
                icon={<Check aria-hidden="true" />}
                data-shortcut="a"
                data-act="settle"
                aria-label={t(`admin-fees.actionOf.${action}`, { name })}
                onClick={onSettle}
              >
                {t(`admin-fees.action.${action}`)}
              </Button>
            ) : null}
            {fee.suspension && !fee.followedBy ? null : (
              <TaskButton kind="fee" id={fee.id} name={name} followedBy={fee.followedBy} />
            )}
          </RowActions>
        )}
      </DataCell>
    </DataRow>
  );
}

/** Confirms a payment before it is booked, because a booked payment cannot be undone. */
function SettleDialog({
  fee,
  sending,
  onSettle,
  onClose,
}: {
  fee: ReviewedFee;
  sending: Sending;
  onSettle: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { moment } = useFormats();
  const isDeclared = fee.status === 'pending_validation';
  return (
    <ConfirmDialog
      size="small"
      title={t(isDeclared ? 'admin-fees.validateTitle' : 'admin-fees.markTitle')}
      description={t(isDeclared ? 'admin-fees.validateText' : 'admin-fees.markText')}
      submit={t('admin-fees.confirm')}
      submitting={t('admin-fees.settling')}
      sending={sending}
      onConfirm={onSettle}
      onClose={onClose}
    >
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin.client'), value: fee.client.displayName },
          { term: t('admin-fees.description'), value: fee.description },
          ...(fee.declaredAt ? [{ term: t('admin-fees.declaredOn'), value: moment(fee.declaredAt) }] : []),
          {
            term: t('admin-fees.amount'),
            value: <Amount minor={fee.amountMinor} currency={fee.currency} />,
            strong: true,
          },
        ]}
      />
    </ConfirmDialog>
  );
}
