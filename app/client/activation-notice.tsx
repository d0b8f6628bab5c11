import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';
import { NoPaymentBeforeLoan } from '../legal-notices.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Overview } from './overview.ts';

/**
 * Says that the account is not active yet. The deposit is the client's own money and never a condition for a loan; while a loan request
 * is open nothing at all is asked (reading of the specification, 3 and 4; CMF L519-6).
 */
export function ActivationNotice({ overview }: { overview: Overview }) {
  const t = useT();
  const format = useFormats();
  const { account, hasOpenLoan } = overview;
  if (account.isActivated) return null;
  if (hasOpenLoan) {
    return (
      <Notice tone="info" title={t('client.activation.title')}>
        <p>
          {t('client.activation.nothing')} {t('client.activation.later')}
        </p>
        <NoPaymentBeforeLoan />
      </Notice>
    );
  }
  return (
    <Notice tone="info" title={t('client.activation.title')}>
      <p>
        {t('client.activation.deposit', {
          amount: format.amount(account.activationDepositMinor, account.currency),
        })}{' '}
        {t('client.activation.yours')}
      </p>
    </Notice>
  );
}
