import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { hasAccounts } from '../../page/institution.ts';
import { NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Overview } from './overview.ts';

/**
 * Says that the account is not active yet, that activation costs nothing, and how to make a first deposit: the client's own money and never a
 * condition (docs/rules.md, Honest by design 4; decision 0019). A client with a loan or a loan request sees no deposit (LC-14), and
 * no client of a house that takes none (LC-6).
 */
export function ActivationNotice({ overview }: { overview: Overview }) {
  const t = useT();
  const format = useFormats();
  const { account, loans, paymentBan } = overview;
  if (account.isActivated) return null;
  const hasLoan = paymentBan !== null || loans.some(({ status }) => status !== 'rejected');
  return (
    <Notice
      tone="info"
      title={t(hasAccounts ? 'client.activation.title' : 'client.activation.titleElsewhere')}
    >
      <p>{t(hasAccounts ? 'client.activation.nothing' : 'client.activation.nothingElsewhere')}</p>
      {hasLoan ? (
        <NoPaymentBeforeLoan />
      ) : hasAccounts ? (
        <p>
          {t('client.activation.deposit', {
            amount: format.amount(account.activationDepositMinor, account.currency),
          })}{' '}
          {t('client.activation.yours')}
        </p>
      ) : null}
    </Notice>
  );
}
