import { useQuery } from '@tanstack/react-query';
import { formatIban } from '#domain/accounts/iban.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';
import { ClientLink } from '../frame/permitted.tsx';

/** IBANs that several clients were given before an IBAN belonged to one account, with a link to each client; nothing when there are none. */
export function SharedIbans() {
  const t = useT();
  // Asked without the permission it would be refused, and each refusal stands in the audit trail.
  const { data } = useQuery({
    ...query.accounts.sharedIbans.queryOptions(),
    enabled: useMay()('accounts.sharedIbans'),
  });
  if (!data || data.ibans.length === 0) return null;
  return (
    <Notice tone="warning" title={t('admin-clients.sharedIbans.title')}>
      <p>{t('admin-clients.sharedIbans.text')}</p>
      <ul>
        {data.ibans.map(({ iban, accounts }) => (
          <li key={iban}>
            <span className="tabular">{formatIban(iban)}</span>
            {accounts.map(({ id, displayName }) => (
              <span key={id}>
                {' · '}
                <ClientLink accountId={id}>{displayName}</ClientLink>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
