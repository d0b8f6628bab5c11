import { formatIban } from '#domain/accounts/iban.ts';
import { printedReference } from '#domain/statements/references.ts';
import { useT } from '../../i18n/t.ts';
import { hasAccounts } from '../../page/institution.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { toast } from '../../ui/toasts.ts';
import { DownloadButton } from '../frame/download-button.tsx';
import type { Overview } from './overview.ts';

export function AccountState({ isActivated }: { isActivated: boolean }) {
  const t = useT();
  return isActivated ? (
    <StatusBadge kind="done">{t('client.account.active')}</StatusBadge>
  ) : (
    <StatusBadge kind="waiting">{t('client.account.waiting')}</StatusBadge>
  );
}

/** The account: type, state, currency, and the IBAN once assigned. */
export function AccountCard({ account }: { account: Overview['account'] }) {
  const t = useT();
  const iban = account.iban ?? account.repaymentIban;
  const items: Definition[] = [
    { key: 'type', term: t('client.account.type'), value: t(`common.accountTypes.${account.accountType}`) },
    {
      key: 'state',
      term: t('client.account.state'),
      value: <AccountState isActivated={account.isActivated} />,
    },
    { key: 'currency', term: t('client.account.currency'), value: account.currency },
  ];
  // A house without accounts gives none an IBAN to be paid on, and its clients are the payers (LC-6).
  if (iban || hasAccounts)
    items.push(
      {
        key: 'iban',
        term: t('client.account.iban'),
        value: iban ? <span className="iban tabular">{formatIban(iban)}</span> : t('client.account.noIban'),
      },
      {
        key: 'reference',
        // The client of such a house is the payer.
        term: t(account.repaymentIban ? 'client-transactions.facts.reference' : 'client.account.reference'),
        value: <span className="iban tabular">{printedReference(account.paymentReference)}</span>,
      },
    );
  if (account.bankName) items.push({ key: 'bank', term: t('client.account.bank'), value: account.bankName });
  return (
    <Card
      title={t('client.account.title')}
      footer={
        iban ? (
          <div className="cluster">
            {account.iban ? (
              <DownloadButton path="/api/documents/rib.pdf" isTranslated>
                {t('client.account.rib')}
              </DownloadButton>
            ) : null}
            <CopyButton
              text={iban}
              size="dense"
              label={t('client.account.copy')}
              copiedLabel={t('client.account.copied')}
              onFail={() => toast({ tone: 'warning', title: t('client.account.copyFailed') })}
            />
          </div>
        ) : null
      }
    >
      <DefinitionList items={items} />
      {account.repaymentIban ? <p className="field-hint">{t('client.account.payHere')}</p> : null}
    </Card>
  );
}
