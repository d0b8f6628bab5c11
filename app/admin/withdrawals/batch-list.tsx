import { useInfiniteQuery } from '@tanstack/react-query';
import { byCursor, query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { DataCell, DataRow, DataTable, RowLink } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Age } from '../desk/age.tsx';
import { Fact } from '../desk/fact.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { BatchActions } from './batch-actions.tsx';
import { type Batch, bankCounts, batchLooks } from './batch-words.ts';
import type { BatchAction } from './close-batch-dialog.tsx';

const ROWS = 30;

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
    <ListFrame
      list={list}
      count={batches.length}
      rows={6}
      empty={
        <EmptyState headingLevel="h2" title={t('admin-batches.none')}>
          {t('admin-batches.noneText')}
        </EmptyState>
      }
    >
      <DataTable caption={t('admin-batches.caption')}>
        <thead>
          <tr>
            <th scope="col">{t('admin-batches.number')}</th>
            <th scope="col" data-numeric>
              {t('admin-batches.total')}
            </th>
            <th scope="col">{t('admin-batches.state')}</th>
            <th scope="col" data-col="extra">
              {t('admin.decision')}
            </th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <BatchRow
              key={batch.id}
              batch={batch}
              isOpened={batch.id === opened}
              onOpen={() => onOpen(batch.id)}
              onAct={(action) => onAct(batch, action)}
            />
          ))}
        </tbody>
      </DataTable>
      <MoreRows list={list} label={t('admin-batches.more')} />
    </ListFrame>
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
    <DataRow selected={isOpened} data-row={batch.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          <span className="tabular nowrap">{batch.messageId}</span>
        </RowLink>
        <span className="cell-note">
          {batch.createdBy ?? t('admin.someone')}, <Age since={batch.createdAt} />
        </span>
      </DataCell>
      <DataCell label={t('admin-batches.total')} numeric>
        <Amount minor={batch.totalMinor} currency="EUR" />
        <span className="cell-note nowrap">{t('admin-batches.count', { count: batch.withdrawalCount })}</span>
      </DataCell>
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
    </DataRow>
  );
}
