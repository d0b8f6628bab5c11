import { useState } from 'react';
import * as z from 'zod/mini';
import { PASSWORD_FAULT_KEYS, passwordField, passwordVerdict } from '#domain/clients/sign-up.ts';
import { api } from '../api/client.ts';
import { useSubmission } from '../api/submission.ts';
import { useScreenForm } from '../form/form.ts';
import { useRefusal } from '../form/refusal.ts';
import { useT } from '../i18n/t.ts';
import { navigate } from '../page/navigation.ts';
import { Button } from '../ui/button.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toasts.ts';
import { PasswordStrength } from './password-strength.tsx';

const newPassword = z.object({ password: passwordField });

function ExpiredLink({ isAnswerLost, onBack }: { isAnswerLost: boolean; onBack: () => void }) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      live="assertive"
      title={t('sign-in.reset.expiredTitle')}
      actions={<Button onClick={onBack}>{t('sign-in.reset.giveUp')}</Button>}
    >
      {t(isAnswerLost ? 'sign-in.reset.perhapsDone' : 'sign-in.reset.expired')}
    </Notice>
  );
}

/** The target of the mailed link: a new password for a forgotten one. */
export function NewPasswordForm({ token }: { token: string }) {
  const t = useT();
  const [isExpired, setExpired] = useState(token === '');
  // After a lost answer, a used link was probably used by this press.
  const [isAnswerLost, setAnswerLost] = useState(false);

  const form = useScreenForm({
    initial: { password: '' },
    schema: newPassword,
    labels: { password: t('sign-in.reset.password') },
    verdict: ({ password }) => {
      const verdict = passwordVerdict(password);
      return verdict.ok ? [] : [{ field: 'password', message: PASSWORD_FAULT_KEYS[verdict.reason] }];
    },
  });
  const refuse = useRefusal(form);
  const { send, isSending } = useSubmission(api.passwordReset.complete, {
    onSuccess: () => {
      toast({ title: t('sign-in.reset.doneTitle'), description: t('sign-in.reset.done') });
      navigate('/auth', { replace: true, isArrival: true });
    },
    onProblem: (problem) => {
      if (problem.code === 'unanswered') setAnswerLost(true);
      if (problem.code === 'auth.invalid-token') setExpired(true);
      else refuse(problem);
    },
  });
  const back = () => navigate('/auth', { replace: true, isArrival: true });

  if (isExpired) return <ExpiredLink isAnswerLost={isAnswerLost} onBack={back} />;
  return (
    <form
      className="form"
      method="post"
      noValidate
      onSubmit={form.onSubmit(({ password }) => send({ token, password }))}
    >
      <div className="stack">
        <h2 className="entrance-title">{t('sign-in.reset.title')}</h2>
        <p>{t('sign-in.reset.lead')}</p>
      </div>
      <FormSummary title={t('sign-in.summary')} problems={form.problems} attempt={form.attempt} />
      <PasswordField
        {...form.field('password')}
        label={t('sign-in.reset.password')}
        hint={t('sign-in.details.passwordHint')}
        remark={<PasswordStrength password={form.typed.password} />}
        autoComplete="new-password"
        showLabel={t('common.password.show')}
        hideLabelText={t('common.password.hide')}
        required
      />
      <div className="form-actions">
        <Button type="submit" tone="primary" loading={isSending} loadingText={t('sign-in.reset.submitting')}>
          {t('sign-in.reset.submit')}
        </Button>
        <Button tone="quiet" onClick={back}>
          {t('sign-in.reset.giveUp')}
        </Button>
      </div>
    </form>
  );
}
