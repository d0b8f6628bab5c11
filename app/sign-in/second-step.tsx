import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import './entrance-forms.css';
import * as z from 'zod/mini';
import { secondFactorField } from '#domain/sessions/second-factor.ts';
import { asProblem } from '../api/problem.ts';
import type { Session } from '../api/session.ts';
import { useScreenForm } from '../form.ts';
import { useT } from '../i18n/t.ts';
import { useProblemToast } from '../problem-toast.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormSummary } from '../ui/form-summary.tsx';

const input = z.object({ code: secondFactorField });

/** The second step of signing in: a code of the authenticator app, or a recovery code. No device is trusted in its place. */
export function SecondStep({
  signIn,
  onEntered,
  onBack,
}: {
  /** Sends the first step again, with the code. */
  signIn: (code: string) => Promise<{ session: Session }>;
  onEntered: (session: Session) => void;
  onBack: () => void;
}) {
  const t = useT();
  const showProblem = useProblemToast();
  const [isRecovery, setRecovery] = useState(false);
  const form = useScreenForm({
    initial: { code: '' },
    schema: input,
    labels: { code: t('sign-in.secondStep.code') },
  });
  const send = useMutation({
    mutationFn: ({ code }: { code: string }) => signIn(code),
    onSuccess: ({ session }) => onEntered(session),
    onError: (error) => {
      const problem = asProblem(error);
      if (problem.fields.length > 0) form.refuse(problem.fields);
      else showProblem(problem, { title: t('sign-in.failed') });
    },
  });
  const kind = isRecovery ? 'recovery' : 'app';
  return (
    <form className="form" noValidate onSubmit={form.onSubmit((typed) => send.mutate(typed))}>
      <p>{t(`sign-in.secondStep.${kind}.lead`)}</p>
      <FormSummary title={t('sign-in.summary')} problems={form.problems} attempt={form.attempt} />
      <TextField
        key={kind}
        {...form.field('code')}
        label={t(`sign-in.secondStep.${kind}.label`)}
        hint={t(`sign-in.secondStep.${kind}.hint`)}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        required
      />
      <div className="form-actions">
        <Button type="submit" tone="primary" loading={send.isPending} loadingText={t('sign-in.submitting')}>
          {t('sign-in.secondStep.submit')}
        </Button>
        <Button onClick={onBack}>{t('common.back')}</Button>
      </div>
      <button
        type="button"
        className="link-button entrance-other-way"
        onClick={() => setRecovery(!isRecovery)}
      >
        {t(`sign-in.secondStep.${isRecovery ? 'app' : 'recovery'}.use`)}
      </button>
    </form>
  );
}
