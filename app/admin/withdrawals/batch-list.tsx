import { useInfiniteQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { returnByHand } from '#contract/withdrawal-batches.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { DataCell } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Age } from '../desk/age.tsx';
import { Fact } from '../desk/fact.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { OrderFileRow } from '../desk/order-file.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { BatchActions } from './batch-actions.tsx';
import { type Batch, bankCounts, batchLooks } from './batch-words.ts';
import type { BatchAction } from './close-batch-dialog.tsx';

const ROWS = 30;

/** Returns to senders that no file can take: our bank is asked for them, and its debit is justified by naming them (PAY-31, PAY-32). */
function ReturnsByHand({ returns }: { returns: readonly z.infer<typeof returnByHand>[] }) {
  const t = useT();
  const { amount } = useFormats();
  if (returns.length === 0) return null;
  return (
    <Notice tone="warning" title={t('admin-batches.byHand')}>
      <p>{t('admin-batches.byHandText')}</p>
      <ul>
        {returns.map(({ returnId, amountMinor, currency, payeeName, remittance }) => (
          <li key={returnId}>
            {t('admin-batches.byHandOf', {
              amount: amount(amountMinor, currency),
              name: payeeName,
              remittance,
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The SEPA files, newest first, with their state. */
export function BatchList({
  opened,
  onOpen,
  onAct,
}: {
  opened: string | null;
  onOpen: (id: string) => void;
  onAct: (batch: Batch, action: BatchAction) => void;
}) {
  const t = useT();
  const list = useInfiniteQuery(
    query.withdrawalBatches.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: ROWS }),
      ...byCursor,
    }),
  );
  const batches = list.data?.pages.flatMap((page) => page.batches) ?? [];
  return (
    <>
      <ReturnsByHand returns={list.data?.pages[0]?.returnsByHand ?? []} />
      <RowTable
        list={list}
        count={batches.length}
        skeletonRows={6}
        empty={{ title: t('admin-batches.none'), text: t('admin-batches.noneText') }}
        caption={t('admin-batches.caption')}
        columns={[
          { label: t('admin-batches.number') },
          { label: t('admin-batches.total'), isNumeric: true },
          { label: t('admin-batches.state') },
          { label: t('admin.decision'), isExtra: true },
        ]}
        below={<MoreRows list={list} label={t('admin-batches.more')} />}
      >
        {batches.map((batch) => (
          <BatchRow
            key={batch.id}
            batch={batch}
            isOpened={batch.id === opened}
            onOpen={() => onOpen(batch.id)}
            onAct={(action) => onAct(batch, action)}
          />
        ))}
      </RowTable>
    </>
  );
}

function BatchRow({
  batch,
  isOpened,
  onOpen,
  onAct,
}: {
  batch: Batch;
  isOpened: boolean;
  onOpen: () => void;
  onAct: (action: BatchAction) => void;
}) {
  const t = useT();
  const { shortDay } = useFormats();
  return (
    <OrderFileRow
      file={batch}
      isOpened={isOpened}
      total={t('admin-batches.total')}
      orders={t('admin-batches.count', { count: batch.withdrawalCount })}
      onOpen={onOpen}
    >
      <DataCell label={t('admin-batches.state')}>
        <StatusBadge kind={batchLooks[batch.status]}>{t(`admin-batches.status.${batch.status}`)}</StatusBadge>
        {batch.isLate ? <Fact kind="bad">{t('admin-batches.late')}</Fact> : null}
        {bankCounts(batch).map(([kind, count]) => (
          <span className="cell-note" key={kind}>
            {t(`admin-batches.bank.${kind}`, { count })}
          </span>
        ))}
        <span className="cell-note" data-col="extra">
          {batch.closedAt ? (
            <>
              {batch.closedBy ?? t('admin.someone')}, <Age since={batch.closedAt} />
            </>
          ) : (
            t('admin-batches.executionOn', { day: shortDay(batch.executionDate) })
          )}
        </span>
      </DataCell>
      <DataCell data-col="extra">
        <BatchActions batch={batch} place="list" onAct={onAct} />
      </DataCell>
    </OrderFileRow>
  );
}
