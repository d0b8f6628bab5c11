import { useWords } from '../../i18n/t.ts';
import { hasAccounts, movesMoney } from '../../page/institution.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Age } from '../desk/age.tsx';
import { EuroAmount } from '../desk/amount.tsx';
import { ChooseRow } from '../desk/bulk/choice-boxes.tsx';
import { clientHref } from '../frame/sections.ts';
import { AwaitedApproval } from '../tasks/awaited-approval.tsx';
import { FollowedNote } from '../tasks/follower.tsx';
import { ClientActions } from './client-actions.tsx';
import {
  approvalSinceOf,
  type ClientAction,
  type ClientSummary,
  countryName,
  ibanText,
  initialsOf,
} from './client-words.ts';

/** One client: name, account, balance, and actions. */
export function ClientCard({
  client,
  onAsk,
}: {
  client: ClientSummary;
  onAsk: (action: ClientAction) => void;
}) {
  const { t, locale } = useWords();
  const iban = ibanText(client);
  return (
    <article className="client-card" data-row={client.id} aria-labelledby={`client-${client.id}`}>
      <span className="client-card-mark row-choice">
        <ChooseRow id={client.id} name={client.displayName} />
        <Avatar initials={initialsOf(client.displayName)} size="small" />
      </span>
      <div className="client-card-who">
        <h2 id={`client-${client.id}`}>
          <a href={clientHref(client.id)} data-row-link className="row-link">
            {client.displayName}
          </a>
        </h2>
        <p className="cell-note client-contact">
          <span>{client.email}</span>
          {client.phone ? <span className="nowrap">{client.phone}</span> : null}
        </p>
      </div>
      <div className="client-card-account">
        <p>
          {t(`common.accountTypes.${client.accountType}`)}{' '}
          <span className="client-card-country">· {countryName(client.country, locale)}</span>
        </p>
        {iban || hasAccounts ? (
          <p className="cell-note tabular">{iban ?? t('admin-clients.noIban')}</p>
        ) : null}
      </div>
      <div className="client-card-state">
        <span className="badges">
          <StatusBadge kind={client.isActivated ? 'done' : 'waiting'}>
            {t(client.isActivated ? 'admin.activated' : 'admin.notActivated')}
          </StatusBadge>
          {client.hasOpenLoan ? <Badge tone="info">{t('admin-clients.openLoan')}</Badge> : null}
        </span>
        <span className="cell-note">
          {t('admin-clients.since')} <Age since={client.createdAt} />
        </span>
        <AwaitedApproval since={approvalSinceOf(client)} />
        <FollowedNote followedBy={client.followedBy} />
      </div>
      <div className="client-card-balance tabular">
        {movesMoney || client.balanceMinor !== 0 ? (
          <EuroAmount
            eurMinor={client.balanceEurMinor}
            minor={client.balanceMinor}
            currency={client.currency}
          />
        ) : null}
      </div>
      <ClientActions client={client} onAsk={onAsk} />
    </article>
  );
}
