import { useT } from '../i18n/t.ts';
import { hasAccounts } from '../page/institution.ts';
import { Stepper } from '../ui/stepper.tsx';

/** The current step of signing up. */
export function SignUpSteps({ current }: { current: 0 | 1 }) {
  const t = useT();
  return (
    <Stepper
      label={t('sign-in.steps.label')}
      current={current}
      doneLabel={t('sign-in.steps.done')}
      steps={[
        { key: 'details', title: t('sign-in.steps.details') },
        // A house without accounts opens a space alone (LC-6).
        { key: 'account', title: t(hasAccounts ? 'sign-in.steps.account' : 'sign-in.heading') },
      ]}
    />
  );
}
