import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import './entrance-forms.css';
import * as z from 'zod/mini';
import { secondFactorField, secondFactorsIn } from '#domain/sessions/second-factor.ts';
import { canUsePasskeys, type SecondProof, signInByPasskey } from '../api/passkey.ts';
import type { Session } from '../api/session.ts';
import { useScreenForm } from '../form/form.ts';
import { useRefusal } from '../form/refusal.ts';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormSummary } from '../ui/form-summary.tsx';

const codeInput = z.object({ code: secondFactorField });
const nothing = z.object({});

/** The accepted first step, and the second factors that the server requested. */
export interface FirstStep {
  readonly typed: { readonly email: string; readonly password: string };
  readonly by: unknown;
}

type Way = 'passkey' | 'app' | 'recovery';

/** The ways that this person and browser have, the easiest first. */
function waysOf(by: FirstStep['by']): readonly Way[] {
  const factors = secondFactorsIn(by);
  return [
    ...(factors.includes('passkey') && canUsePasskeys() ? (['passkey'] as const) : []),
    ...(factors.includes('code') ? (['app'] as const) : []),
    'recovery',
  ];
}

function OtherWays({ ways, onChoose }: { ways: readonly Way[]; onChoose: (way: Way) => void }) {
  const t = useT();
  return ways.map((way) => (
    <button key={way} type="button" className="link-button entrance-other-way" onClick={() => onChoose(way)}>
      {t(`sign-in.secondStep.${way}.use`)}
    </button>
  ));
}

/** The second step of signing in: a passkey, a code of the authenticator app, or a recovery code. Devices are never remembered. */
export function SecondStep({
  by,
  signIn,
  onEntered,
  onBack,
}: {
  by: FirstStep['by'];
  /** Repeats the first step together with the second. */
  signIn: (proof: SecondProof) => Promise<{ session: Session }>;
  onEntered: (session: Session) => void;
  onBack: () => void;
}) {
  const t = useT();
  const ways = waysOf(by);
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  const form = useScreenForm({
    initial: { code: '' },
    schema: way === 'passkey' ? nothing : codeInput,
    labels: { code: t('sign-in.secondStep.code') },
  });
  const refuse = useRefusal(form);
  const send = useMutation({
    mutationFn: ({ code }: { code?: string }) =>
      way === 'passkey' ? signInByPasskey(signIn) : signIn({ code }),
    onSuccess: ({ session }) => onEntered(session),
    onError: (error) => refuse(error, { title: t('sign-in.failed') }),
  });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit((typed) => send.mutate(typed))}>
      <p>{t(`sign-in.secondStep.${way}.lead`)}</p>
      <FormSummary title={t('sign-in.summary')} problems={form.problems} attempt={form.attempt} />
      {way === 'passkey' ? null : (
        <TextField
          key={way}
          {...form.field('code')}
          label={t(`sign-in.secondStep.${way}.label`)}
          hint={t(`sign-in.secondStep.${way}.hint`)}
          inputMode={way === 'recovery' ? 'text' : 'numeric'}
          autoComplete={way === 'recovery' ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          required
        />
      )}
      <div className="form-actions">
        <Button
          key={way}
          type="submit"
          tone="primary"
          autoFocus={way === 'passkey'}
          loading={send.isPending}
          loadingText={t('sign-in.submitting')}
        >
          {t(way === 'passkey' ? 'sign-in.secondStep.passkey.submit' : 'sign-in.secondStep.submit')}
        </Button>
        <Button onClick={onBack}>{t('common.back')}</Button>
      </div>
      <OtherWays ways={ways.filter((other) => other !== way)} onChoose={setWay} />
    </form>
  );
}
