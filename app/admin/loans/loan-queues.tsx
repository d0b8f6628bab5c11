import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { LOAN_QUEUES, type LoanQueue } from '#domain/loans/queues.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { Age } from '../desk/age.tsx';
import { useDeskState } from '../desk/desk.tsx';
import { Deadline } from '../tasks/deadline.tsx';
import { bucketOfQueue } from './recovery/arrears-buckets.ts';

// A queue's list is loaded when the queue is opened.
const QueueList = lazy(() => import('./queue-list.tsx').then((file) => ({ default: file.QueueList })));
const ArrearsList = lazy(() =>
  import('./recovery/arrears-list.tsx').then((file) => ({ default: file.ArrearsList })),
);

const queueNamed = (name: string | null): LoanQueue | null =>
  LOAN_QUEUES.find((queue) => queue === name) ?? null;

/** How many of a queue are late, else its next deadline, else how long its oldest waits. */
function QueueTime({
  late,
  nextDueAt,
  oldestAt,
}: {
  late: number;
  nextDueAt: string | null;
  oldestAt: string | null;
}) {
  const t = useT();
  if (late > 0)
    return <span className="cell-note queue-late">{t('admin-desk.lateCount', { count: late })}</span>;
  if (!nextDueAt && !oldestAt) return null;
  return (
    <span className="cell-note">
      {nextDueAt ? <Deadline since={oldestAt} dueAt={nextDueAt} /> : <Age since={oldestAt ?? ''} />}
    </span>
  );
}

/**
 * What waits for the staff on loans: each queue that is not empty, with its count and its deadline. One of them opens as
 * a list; that of late loans says what each is late with.
 */
export function LoanQueues({ onOpen }: { onOpen: (loanId: string) => void }) {
  const t = useT();
  const may = useMay();
  const { get, set } = useDeskState();
  const opened = queueNamed(get('queue'));
  const { data } = useQuery({ ...query.loanQueues.list.queryOptions(), enabled: may('loanQueues.list') });
  const queues = (data?.queues ?? []).filter(({ name, count }) => count > 0 || name === opened);
  if (queues.length === 0) return null;
  const close = () => set({ queue: null });
  const bucket = opened ? bucketOfQueue(opened) : null;
  return (
    <>
      <ul className="loan-queues" aria-label={t('admin-loans.queues.title')}>
        {queues.map(({ name, count, ...waiting }) => (
          <li key={name}>
            <Button
              tone={name === opened ? 'primary' : 'quiet'}
              size="dense"
              aria-pressed={name === opened}
              disabled={!may('loanQueues.show')}
              onClick={() => set({ queue: name === opened ? null : name })}
            >
              {t(`admin-loans.queues.${name}`)} <span className="loan-queue-count tabular">{count}</span>
            </Button>
            <QueueTime {...waiting} />
          </li>
        ))}
      </ul>
      <Suspense fallback={<SkeletonList label={t('common.loading')} rows={3} />}>
        {opened && bucket && may('loanRecovery.arrears') ? (
          <ArrearsList bucket={bucket} onOpen={onOpen} onClose={close} />
        ) : null}
        {opened && !bucket && may('loanQueues.show') ? (
          <QueueList queue={opened} onOpen={onOpen} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
