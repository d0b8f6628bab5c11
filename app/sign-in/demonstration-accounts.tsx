import { DEMONSTRATION_ACCOUNTS } from '#content/demonstration-accounts.ts';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';

export type DemonstrationAccount = (typeof DEMONSTRATION_ACCOUNTS)[number];

/** The demonstration's accounts, with a button that fills the form. Absent in live mode. */
export function DemonstrationAccounts({
  roles,
  onUse,
}: {
  roles: readonly DemonstrationAccount['role'][];
  onUse: (account: DemonstrationAccount) => void;
}) {
  const t = useT();
  return (
    <section className="demo-accounts" aria-labelledby="demo-accounts-title">
      <h2 className="demo-accounts-title" id="demo-accounts-title">
        {t('sign-in.demo.title')}
      </h2>
      <p className="demo-accounts-lead">{t('sign-in.demo.lead')}</p>
      <ul>
        {DEMONSTRATION_ACCOUNTS.filter(({ role }) => roles.includes(role)).map((account) => (
          <li key={account.role} className="demo-account">
            <div className="demo-account-text">
              <p className="demo-account-name">{t(`sign-in.demo.roles.${account.role}`)}</p>
              <p>{account.email}</p>
              <p>{t('sign-in.demo.passwordIs', { password: account.password })}</p>
            </div>
            <Button
              size="dense"
              aria-label={t('sign-in.demo.useOf', { email: account.email })}
              onClick={() => onUse(account)}
            >
              {t('sign-in.demo.use')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
