import { useInfiniteQuery } from '@tanstack/react-query';
import type { LoanQueue } from '#domain/loans/queues.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Age } from '../desk/age.tsx';
import { QueuedClient, QueueFrame } from '../desk/queue-frame.tsx';
import { Deadline } from '../tasks/deadline.tsx';

/** What waits in a queue of the staff, the nearest deadline first. */
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
  const list = useInfiniteQuery(
    query.loanQueues.show.infiniteOptions({
      input: (cursor: string | undefined) => ({ queue, cursor, limit: 25 }),
      ...byCursor,
    }),
  );
  const title = t(`admin-loans.queues.${queue}`);
  return (
    <QueueFrame
      title={title}
      caption={t('admin-loans.queueList.list', { name: title })}
      list={list}
      rows={list.data?.pages.flatMap((page) => page.loans) ?? []}
      rowKey={(row) => row.id}
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
          cell: (row) => (row.dueAt ? <Deadline since={row.since} dueAt={row.dueAt} /> : '–'),
        },
      ]}
    />
  );
}
