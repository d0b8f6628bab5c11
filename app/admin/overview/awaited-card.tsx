import type * as z from 'zod/mini';
import type { awaited } from '#contract/overview.ts';
import { useT } from '../../i18n/t.ts';
import { hasAccounts } from '../../page/institution.ts';
import { Card } from '../../ui/card.tsx';
import { Age } from '../desk/age.tsx';
import { EuroAmount } from '../desk/amount.tsx';
import { ClientLink } from '../frame/permitted.tsx';

/** What waits for a client's answer and since when, the longest wait first, so that staff can remind them. */
export function AwaitedCard({ rows }: { rows: readonly z.infer<typeof awaited>[] }) {
  const t = useT();
  return (
    <Card flush title={t('admin-overview.awaited')}>
      {rows.length === 0 ? (
        <p className="entries-empty">
          {t(hasAccounts ? 'admin-overview.nothingAwaited' : 'admin-overview.nothingAwaitedElsewhere')}
        </p>
      ) : null}
      <ul className="entries">
        {rows.map(({ kind, clientId, displayName, since, ...of }) => (
          <li key={`${kind} ${clientId} ${since}`} className="entry" data-pair>
            <div className="entry-name">
              <ClientLink accountId={clientId}>{displayName}</ClientLink>
              <span className="cell-note">
                {t(`admin-overview.awaitedFor.${kind}`)} · <Age since={since} />
              </span>
            </div>
            <EuroAmount eurMinor={of.amountEurMinor} minor={of.amountMinor} currency={of.currency} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
