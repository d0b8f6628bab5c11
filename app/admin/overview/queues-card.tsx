import { useQuery } from '@tanstack/react-query';
import { loanQueueOf, type QueueName } from '#domain/desk/queues.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { adminHref, TO_DECIDE, TO_DO } from '../frame/sections.ts';
import { Deadline } from '../tasks/deadline.tsx';

/** Where a queue is worked on: an existing list, with its predicate in the address. */
function hrefOf(queue: QueueName): string {
  const sorted = { sort: 'deadline' };
  switch (queue) {
    case 'to-approve':
      return adminHref('proposals');
    case 'emergencies-to-review':
      return adminHref('proposals', { list: 'emergencies' });
    case 'withdrawals-to-decide':
      return adminHref('withdrawals', { state: TO_DECIDE, ...sorted });
    case 'withdrawals-to-execute':
      return adminHref('withdrawals', { state: 'approved', file: 'none', ...sorted });
    case 'answers-awaited':
      return adminHref('withdrawals', { state: 'approved', bank: 'awaited', ...sorted });
    case 'transfers-back':
      return adminHref('withdrawals', { state: 'rejected', bank: 'back' });
    case 'holds-to-decide':
      return adminHref('withdrawals', { view: 'holds' });
    case 'receipts-to-allocate':
      return adminHref('statements', { view: 'suspense' });
    case 'debits-to-justify':
      return adminHref('statements', { view: 'outgoing' });
    case 'statements-to-decide':
      return adminHref('statements');
    case 'returns-to-send':
      return adminHref('withdrawals', { view: 'batches' });
    case 'recalls-to-send':
      return adminHref('withdrawals', { view: 'recalls' });
    case 'disputes-to-answer':
      return adminHref('statements', { view: 'corrections' });
    case 'loans-to-review':
      return adminHref('loans', { state: TO_DO, ...sorted });
    case 'accounts-to-activate':
      return adminHref('clients', { activated: 'no', ...sorted });
    case 'fees-to-settle':
      return adminHref('fees', { declared: 'yes', ...sorted });
    case 'debits-to-send':
      return adminHref('withdrawals', { view: 'direct-debits' });
    case 'mandates-to-call':
      return adminHref('withdrawals', { view: 'direct-debits', part: 'mandates', mandates: 'suspended' });
    default:
      return adminHref('loans', { queue });
  }
}

/** More than this is said as « plus de ». */
const MAX_COUNTED = 10_000;

/** « À traiter »: what waits for this person, how many are late, and what is due next; queues without anything are left out. */
export function QueuesCard() {
  const { t, tKey } = useWords();
  const { count: written } = useFormats();
  const may = useMay();
  const { data, isError, refetch, isRefetching } = useQuery({
    ...query.queues.list.queryOptions(),
    enabled: may('queues.list'),
  });
  if (!may('queues.list')) return null;
  const queues = data?.queues.filter(({ count }) => count > 0);
  const wordOf = (name: QueueName) =>
    loanQueueOf(name) ? tKey(`admin-loans.queues.${name}`) : tKey(`admin-desk.queues.${name}`);
  return (
    <Card flush title={t('admin-overview.waiting')}>
      {isError && !data ? (
        <ErrorState
          title={t('admin.loadFailed')}
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      ) : null}
      {!data && !isError ? <SkeletonList label={t('common.loading')} rows={3} /> : null}
      {queues?.length === 0 ? <p className="entries-empty">{t('admin-overview.nothingWaits')}</p> : null}
      <ul className="entries">
        {queues?.map(({ name, count, late, nextDueAt }) => (
          <li key={name} className="entry" data-pair>
            <div className="entry-name">
              <a href={hrefOf(name)}>{wordOf(name)}</a>
              {late > 0 ? (
                <span className="cell-note queue-late">{t('admin-desk.lateCount', { count: late })}</span>
              ) : null}
              {late === 0 && nextDueAt ? (
                <span className="cell-note">
                  <Deadline since={null} dueAt={nextDueAt} />
                </span>
              ) : null}
            </div>
            <span className="tabular queue-count">
              {count > MAX_COUNTED ? t('admin.moreThan', { count: written(MAX_COUNTED) }) : written(count)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
