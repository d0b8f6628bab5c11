import { useT } from '../i18n/t.ts';
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
        { key: 'account', title: t('sign-in.steps.account') },
      ]}
    />
  );
}
