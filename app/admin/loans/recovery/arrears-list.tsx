import { useInfiniteQuery } from '@tanstack/react-query';
import type { ArrearsBucket } from '#domain/loans/loan-state.ts';
import type { LoanQueue } from '#domain/loans/queues.ts';
import { byCursor, query } from '../../../api/queries.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SkeletonList } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';

const BUCKETS: Partial<Record<LoanQueue, ArrearsBucket>> = {
  'arrears-1-30': '1-30',
  'arrears-31-60': '31-60',
  'arrears-61-90': '61-90',
  'arrears-90': '90+',
};

/** The bucket of a queue of late loans; null for another queue. */
export const bucketOfQueue = (queue: LoanQueue): ArrearsBucket | null => BUCKETS[queue] ?? null;

/** « Retards » (LC-79): the late loans of a bucket, the oldest incident first, with what each is late with and the step of its recovery. */
export function ArrearsList({
  bucket,
  onOpen,
  onClose,
}: {
  bucket: ArrearsBucket;
  onOpen: (loanId: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const list = useInfiniteQuery(
    query.loanRecovery.arrears.infiniteOptions({
      input: (cursor: string | undefined) => ({ bucket, cursor, limit: 25 }),
      ...byCursor,
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.loans) ?? [];
  return (
    <Card
      title={t('admin-recovery.arrears.title')}
      flush
      actions={
        <Button tone="quiet" size="dense" onClick={onClose}>
          {t('admin-loans.queueList.close')}
        </Button>
      }
    >
      {list.isPending ? <SkeletonList label={t('common.loading')} rows={3} /> : null}
      {list.isSuccess && rows.length === 0 ? (
        <p className="card-note">{t('admin-loans.queueList.none')}</p>
      ) : null}
      {rows.length > 0 ? (
        <Table
          caption={t('admin-recovery.arrears.caption')}
          rows={rows}
          rowKey={(row) => row.loanId}
          columns={[
            {
              key: 'client',
              header: t('admin-loans.queueList.client'),
              rowHeader: true,
              cell: (row) => (
                <>
                  <Button tone="quiet" size="dense" onClick={() => onOpen(row.loanId)}>
                    {row.clientName}
                  </Button>
                  <span className="cell-note">{row.purpose}</span>
                </>
              ),
            },
            {
              key: 'late',
              header: t('admin-recovery.arrears.late'),
              numeric: true,
              cell: (row) => (
                <>
                  <Amount minor={row.totalMinor} currency={row.currency} />
                  <span className="cell-note">
                    {t('admin-recovery.arrears.instalments', { count: row.instalments })}
                  </span>
                </>
              ),
            },
            {
              key: 'since',
              header: t('admin-recovery.arrears.since'),
              cell: (row) => (
                <>
                  {format.shortDay(row.since)}
                  <span className="cell-note">
                    {t('admin-recovery.arrears.days', { count: row.daysPastDue })}
                  </span>
                </>
              ),
            },
            {
              key: 'step',
              header: t('admin-recovery.arrears.step'),
              cell: (row) => (
                <>
                  {row.freeze ? (
                    <StatusBadge kind="idle">{t(`admin-recovery.freezes.${row.freeze}`)}</StatusBadge>
                  ) : null}
                  {row.phase === 'accelerated' ? (
                    <StatusBadge kind="attention">{t('admin-recovery.arrears.accelerated')}</StatusBadge>
                  ) : null}
                  {row.isDoubtful ? (
                    <StatusBadge kind="refused">{t('admin-recovery.arrears.doubtful')}</StatusBadge>
                  ) : null}
                  <span className="cell-note">
                    {row.noticeLastDay
                      ? t('admin-recovery.arrears.notice', { date: format.shortDay(row.noticeLastDay) })
                      : t('admin-recovery.arrears.bar', { date: format.shortDay(row.timeBarOn) })}
                  </span>
                </>
              ),
            },
          ]}
        />
      ) : null}
      {list.hasNextPage ? (
        <p className="card-note">
          <Button size="dense" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('admin-loans.queueList.more')}
          </Button>
        </p>
      ) : null}
    </Card>
  );
}
