import { useT } from '../../i18n/t.ts';
import { Card } from '../../ui/card.tsx';
import { Age } from '../desk/age.tsx';
import { useMayOpen } from '../frame/permitted.tsx';
import { adminHref, type CountedSection, TO_DO } from '../frame/sections.ts';

interface Counts {
  readonly clients: number | null;
  readonly activatedClients: number | null;
  readonly pendingLoans: number | null;
  readonly pendingWithdrawals: number | null;
  readonly openFees: number | null;
}

/** When the oldest waiting one began to wait. */
interface Waiting {
  readonly loansSince: string | null;
  readonly withdrawalsSince: string | null;
  readonly feesSince: string | null;
  readonly clientsSince: string | null;
}

/** What waits for the staff, and since when, the longest wait first; of what the person may list, and nothing without any. */
export function WaitingCard({
  counts,
  waiting,
}: {
  counts: Counts | undefined;
  waiting: Waiting | undefined;
}) {
  const t = useT();
  const mayOpen = useMayOpen();
  if (!counts) return null;
  const lines: readonly {
    section: Exclude<CountedSection, 'dashboard'>;
    count: number;
    since: string | null | undefined;
    href: string;
  }[] = [
    {
      section: 'loans',
      count: counts.pendingLoans ?? 0,
      since: waiting?.loansSince,
      href: adminHref('loans', { state: TO_DO }),
    },
    {
      section: 'withdrawals',
      count: counts.pendingWithdrawals ?? 0,
      since: waiting?.withdrawalsSince,
      href: adminHref('withdrawals', { state: TO_DO }),
    },
    { section: 'fees', count: counts.openFees ?? 0, since: waiting?.feesSince, href: adminHref('fees') },
    {
      section: 'clients',
      count: (counts.clients ?? 0) - (counts.activatedClients ?? 0),
      since: waiting?.clientsSince,
      href: adminHref('clients', { activated: 'no' }),
    },
  ];
  if (!lines.some(({ section }) => mayOpen(section))) return null;
  const open = lines.filter(({ count }) => count > 0);
  return (
    <Card flush title={t('admin-overview.waiting')}>
      {open.length === 0 ? <p className="entries-empty">{t('admin-overview.nothingWaits')}</p> : null}
      <ul className="entries">
        {open.map(({ section, count, since, href }) => (
          <li key={section} className="entry" data-plain>
            <div className="entry-name">
              <a href={href}>{t(`admin-overview.waitingFor.${section}`, { count })}</a>
              {since ? (
                <span className="cell-note">
                  {t(`admin-overview.oldest.${section}`)} <Age since={since} />
                </span>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
