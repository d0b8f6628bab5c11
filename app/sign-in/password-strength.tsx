import { MIN_PASSWORD_LENGTH, type PersonOfPassword, passwordVerdict } from '#domain/clients/sign-up.ts';
import { useWords } from '../i18n/t.ts';

/** Estimated strength of a password while typing, in words and as a bar; nothing below the minimum length. */
export function PasswordStrength({ password, person }: { password: string; person?: PersonOfPassword }) {
  const { t, tKey } = useWords();
  if ([...password].length < MIN_PASSWORD_LENGTH) return null;
  const { strength } = passwordVerdict(password, person);
  return (
    <span className="strength">
      <span className="strength-bar" data-strength={strength} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </span>
      {t('common.password.strength', { strength: tKey(`validation.password.strength.${strength}`) })}
    </span>
  );
}
