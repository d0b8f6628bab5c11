import ArrowRight from 'lucide-react/icons/arrow-right';
import { isBank } from '#domain/accounts/held-accounts.ts';
import { useT } from '../i18n/t.ts';
import { hasAccounts, institution } from '../page/institution.ts';
import { LinkButton } from '../ui/button.tsx';
import { Stepper } from '../ui/stepper.tsx';

/** The second tab: what signing up requires, and the button that starts it. */
export function SignUpIntroduction() {
  const t = useT();
  return (
    <div className="entrance-panel">
      <div className="stack">
        <h2 className="entrance-title">
          {t(hasAccounts ? 'sign-in.intro.title' : 'sign-in.intro.titleLender')}
        </h2>
        <p>{t('sign-in.intro.lead')}</p>
      </div>
      <Stepper
        label={t('sign-in.intro.stepsLabel')}
        look="list"
        steps={[
          {
            key: 'details',
            title: t('sign-in.intro.steps.details'),
            description: t('sign-in.intro.steps.detailsNote'),
          },
          {
            key: 'account',
            title: t(hasAccounts ? 'sign-in.intro.steps.account' : 'sign-in.heading'),
            // « Courant, épargne ou crédit » (LC-6).
            ...(isBank(institution) ? { description: t('sign-in.intro.steps.accountNote') } : {}),
          },
        ]}
      />
      <LinkButton
        href="/client-personal-info"
        tone="primary"
        size="large"
        block
        iconEnd={<ArrowRight aria-hidden="true" />}
      >
        {t('sign-in.intro.start')}
      </LinkButton>
      <p className="entrance-note">{t(hasAccounts ? 'sign-in.intro.never' : 'sign-in.intro.neverLender')}</p>
    </div>
  );
}
