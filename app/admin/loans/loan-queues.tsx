import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Age } from '../desk/age.tsx';

/** What waits for the staff on loans (section 20): each queue that is not empty, with its count and how long its oldest waits. */
export function LoanQueues() {
  const t = useT();
  const may = useMay();
  const { data } = useQuery({ ...query.loanQueues.list.queryOptions(), enabled: may('loanQueues.list') });
  const queues = (data?.queues ?? []).filter(({ count }) => count > 0);
  if (queues.length === 0) return null;
  return (
    <ul className="loan-queues" aria-label={t('admin-loans.queues.title')}>
      {queues.map(({ name, count, oldestAt }) => (
        <li key={name}>
          <span className="loan-queue-count tabular">{count}</span> {t(`admin-loans.queues.${name}`)}
          {oldestAt ? (
            <span className="cell-note">
              <Age since={oldestAt} />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
