import './second-factor.css';
import { type ReactNode, useState } from 'react';
import type { SecondFactor } from '#domain/sessions/second-factor.ts';
import type { api } from '../api/client.ts';
import { canUsePasskeys } from '../api/passkey.ts';
import type { useScreenForm } from '../form/form.ts';
import { useWords } from '../i18n/t.ts';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export type SecondFactorState = Awaited<ReturnType<typeof api.secondFactor.current>>;

/** The second factors of a person. */
export const factorsOf = ({ activatedAt, passkeys }: SecondFactorState): SecondFactor[] => [
  ...(activatedAt ? (['code'] as const) : []),
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
];

type FormField = ReturnType<ReturnType<typeof useScreenForm>['field']>;

/**
 * Asks for the second factor in a dialog: a passkey where one exists and the browser supports it, otherwise or on request a code.
 * @returns null without a second factor; `other` switches to the other method.
 */
export function useSecondProof(factors: readonly SecondFactor[]): {
  way: 'passkey' | 'code' | null;
  other: ReactNode;
} {
  const { t } = useWords();
  const [isCode, setCode] = useState(false);
  if (factors.length === 0) return { way: null, other: null };
  if (!factors.includes('passkey') || !canUsePasskeys()) return { way: 'code', other: null };
  return {
    way: isCode ? 'code' : 'passkey',
    other: (
      <p>
        <button type="button" className="link-button second-proof-other" onClick={() => setCode(!isCode)}>
          {t(isCode ? 'security.way.passkey' : 'security.way.code')}
        </button>
      </p>
    ),
  };
}

/** A code of the app, or a recovery code. */
export function CodeField({
  factors,
  ...field
}: FormField & { factors: readonly SecondFactor[]; 'data-autofocus'?: boolean }) {
  const { t } = useWords();
  return (
    <TextField
      {...field}
      label={t('security.code')}
      hint={t(factors.includes('code') ? 'security.anyCodeHint' : 'security.recoveryCodeHint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      width="sm"
      required
    />
  );
}

/**
 * The signed-in person's password.
 * @param isFirst whether it is the first field of its dialog, which takes the focus.
 */
export function CurrentPasswordField({ isFirst = true, ...field }: FormField & { isFirst?: boolean }) {
  const { t } = useWords();
  return (
    <PasswordField
      {...field}
      label={t('security.currentPassword')}
      autoComplete="current-password"
      showLabel={t('common.password.show')}
      hideLabelText={t('common.password.hide')}
      data-autofocus={isFirst || undefined}
      required
    />
  );
}
