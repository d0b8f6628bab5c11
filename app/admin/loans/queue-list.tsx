import { useInfiniteQuery } from '@tanstack/react-query';
import type { LoanQueue } from '#domain/loans/queues.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Age } from '../desk/age.tsx';

/** What waits in a queue of the staff, the oldest first (section 20). */
export function QueueList({
  queue,
  onOpen,
  onClose,
}: {
  queue: LoanQueue;
  onOpen: (loanId: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const list = useInfiniteQuery(
    query.loanQueues.show.infiniteOptions({
      input: (cursor: string | undefined) => ({ queue, cursor, limit: 25 }),
      ...byCursor,
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.loans) ?? [];
  return (
    <Card
      title={t(`admin-loans.queues.${queue}`)}
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
          caption={t('admin-loans.queueList.list', { name: t(`admin-loans.queues.${queue}`) })}
          rows={rows}
          rowKey={(row) => row.id}
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
              key: 'amount',
              header: t('admin-loans.queueList.amount'),
              numeric: true,
              cell: (row) => <Amount minor={row.amountMinor} currency={row.currency} />,
            },
            {
              key: 'since',
              header: t('admin-loans.queueList.since'),
              cell: (row) => <Age since={row.since} />,
            },
            {
              key: 'deadline',
              header: t('admin-loans.queueList.deadline'),
              cell: (row) => (row.deadline ? format.shortDay(row.deadline) : '–'),
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
