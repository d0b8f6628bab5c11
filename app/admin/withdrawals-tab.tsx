import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { rejectWithdrawalInput, WITHDRAWAL_REASONS } from '#domain/withdrawals/request.ts';
import {
  isOpenWithdrawalStatus,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from '#domain/withdrawals/status.ts';
import { Amount } from '../amount.tsx';
import { query } from '../api/queries.ts';
import { useT, useWords } from '../i18n/t.ts';
import { DataCell, DataRow, DataTable, RowLink } from '../ui/data-table.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { Age } from './age.tsx';
import { EuroAmount } from './amount.tsx';
import { Desk, useDeskState } from './desk.tsx';
import { ExecuteWithdrawalDialog } from './execute-withdrawal-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RowGroup } from './row-group.tsx';
import { adminHref } from './sections.ts';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import { useWithdrawalDecision, type WithdrawalDecisionAction } from './withdrawal-decision.ts';
import { CoverageFact, IbanFact } from './withdrawal-facts.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';
import { type ReviewedWithdrawal, withdrawalLooks } from './withdrawal-words.ts';

/** What waits comes first and shows more rows than what is over. */
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

export function WithdrawalsTab() {
  const { t, tKey } = useWords();
  const { get, set } = useDeskState();
  const opened = get('withdrawal');
  const state = WITHDRAWAL_STATUSES.find((status) => status === get('state'));
  const [asking, setAsking] = useState<{
    action: 'complete' | 'reject';
    withdrawal: ReviewedWithdrawal;
  } | null>(null);
  const close = () => setAsking(null);
  const { decide, deciding } = useWithdrawalDecision(close);
  const act = (withdrawal: ReviewedWithdrawal, action: WithdrawalDecisionAction) => {
    if (action === 'complete' || action === 'reject') setAsking({ action, withdrawal });
    else decide({ id: withdrawal.id, action });
  };

  return (
    <>
      <TabLinks
        label={t('admin.filterByState')}
        current={adminHref('withdrawals', state ? { state } : {})}
        links={[
          { href: adminHref('withdrawals'), label: t('admin.allStates') },
          ...WITHDRAWAL_STATUSES.map((status) => ({
            href: adminHref('withdrawals', { state: status }),
            label: t(`admin-withdrawals.status.${status}`),
          })),
        ]}
      />
      <Desk
        list={
          <DataTable caption={t('admin-withdrawals.caption')}>
            <thead>
              <tr>
                <th scope="col">{t('admin.client')}</th>
                <th scope="col" data-numeric>
                  {t('admin-withdrawals.amount')}
                </th>
                <th scope="col" data-col="extra">
                  {t('admin-withdrawals.destination')}
                </th>
                <th scope="col" data-col="extra">
                  {t('admin-withdrawals.available')}
                </th>
                <th scope="col" data-col="extra">
                  {t('admin.decision')}
                </th>
              </tr>
            </thead>
            {WITHDRAWAL_STATUSES.filter((status) => !state || status === state).map((status) => (
              <WithdrawalGroup
                key={status}
                status={status}
                isAlone={state !== undefined}
                opened={opened}
                deciding={deciding}
                onOpen={(id) => set({ withdrawal: id })}
                onAct={act}
              />
            ))}
          </DataTable>
        }
        panel={
          opened ? (
            <WithdrawalPanel
              id={opened}
              deciding={deciding}
              onAct={act}
              onClose={() => set({ withdrawal: null })}
            />
          ) : null
        }
      />
      {asking?.action === 'complete' ? (
        <ExecuteWithdrawalDialog
          withdrawal={asking.withdrawal}
          isSending={deciding === asking.withdrawal.id}
          onExecute={() => decide({ id: asking.withdrawal.id, action: 'complete' })}
          onClose={close}
        />
      ) : null}
      {asking?.action === 'reject' ? (
        <RejectDialog
          title={t('admin-withdrawals.rejectTitle', { name: asking.withdrawal.client.displayName })}
          schema={rejectWithdrawalInput}
          reasons={WITHDRAWAL_REASONS}
          sentenceOf={(reason) => tKey(`withdrawal-reasons.reasons.${reason}`)}
          noteName="failureReason"
          ending={tKey('withdrawal-reasons.nothingToPay')}
          isSending={deciding === asking.withdrawal.id}
          onReject={(reason) => decide({ id: asking.withdrawal.id, action: 'reject', ...reason })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function WithdrawalGroup({
  status,
  isAlone,
  opened,
  deciding,
  onOpen,
  onAct,
}: {
  status: WithdrawalStatus;
  isAlone: boolean;
  opened: string | null;
  deciding: string | null;
  onOpen: (id: string) => void;
  onAct: (withdrawal: ReviewedWithdrawal, action: WithdrawalDecisionAction) => void;
}) {
  const t = useT();
  const limit = isAlone ? ROWS_ALONE : ROWS_TOGETHER[status];
  const list = useInfiniteQuery(
    query.withdrawals.review.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, cursor, limit }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const withdrawals = list.data?.pages.flatMap((page) => page.withdrawals) ?? [];
  return (
    <RowGroup
      kind={withdrawalLooks[status]}
      title={t(`admin-withdrawals.status.${status}`)}
      columns={COLUMNS}
      list={list}
      count={withdrawals.length}
      isHiddenWhenEmpty={!isAlone && status !== 'pending'}
      emptyTitle={t(`admin-withdrawals.empty.${status}`)}
      emptyText={t(`admin-withdrawals.emptyText.${status}`)}
    >
      {withdrawals.map((withdrawal) => (
        <WithdrawalRow
          key={withdrawal.id}
          withdrawal={withdrawal}
          isOpened={withdrawal.id === opened}
          isBusy={withdrawal.id === deciding}
          onOpen={() => onOpen(withdrawal.id)}
          onAct={(action) => onAct(withdrawal, action)}
        />
      ))}
    </RowGroup>
  );
}

function WithdrawalRow({
  withdrawal,
  isOpened,
  isBusy,
  onOpen,
  onAct,
}: {
  withdrawal: ReviewedWithdrawal;
  isOpened: boolean;
  isBusy: boolean;
  onOpen: () => void;
  onAct: (action: WithdrawalDecisionAction) => void;
}) {
  const t = useT();
  const { client } = withdrawal;
  return (
    <DataRow selected={isOpened} data-row={withdrawal.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          {client.displayName}
        </RowLink>
        <span className="cell-note">
          {t('admin-withdrawals.asked')} <Age since={withdrawal.createdAt} />
        </span>
      </DataCell>
      <DataCell label={t('admin-withdrawals.amount')} numeric>
        <EuroAmount
          eurMinor={withdrawal.amountEurMinor}
          minor={withdrawal.amountMinor}
          currency={withdrawal.currency}
        />
      </DataCell>
      <DataCell label={t('admin-withdrawals.destination')} data-col="extra">
        {withdrawal.clientBankName}
        <span className="cell-note tabular">{formatIban(withdrawal.clientIban)}</span>
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
