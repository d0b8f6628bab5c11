import { useInfiniteQuery } from '@tanstack/react-query';
import type { ArrearsBucket } from '#domain/loans/loan-state.ts';
import { byCursor, query } from '../../../api/queries.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { QueuedClient, QueueFrame } from '../../desk/queue-frame.tsx';

/** « Retards » (LC-79): the late loans of a bucket, the oldest incident first, with what each is late with and the step of its recovery. */
// Longer than 70 lines: it is the columns of one table.
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
  return (
    <QueueFrame
      title={t('admin-recovery.arrears.title')}
      caption={t('admin-recovery.arrears.caption')}
      list={list}
      rows={list.data?.pages.flatMap((page) => page.loans) ?? []}
      rowKey={(row) => row.loanId}
      onClose={onClose}
      columns={[
        {
          key: 'client',
          header: t('admin-loans.queueList.client'),
          rowHeader: true,
          cell: (row) => (
            <QueuedClient name={row.clientName} note={row.purpose} onOpen={() => onOpen(row.loanId)} />
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
  );
}
