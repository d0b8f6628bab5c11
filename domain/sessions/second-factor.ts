import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';

/** Proof in the second step: a code of the authenticator app, or a passkey. A recovery code replaces either. */
export type SecondFactor = 'code' | 'passkey';

/** The second factors that a refusal names in its parameter `by`, with spaces between; none where it names something else. */
export function secondFactorsIn(by: unknown): SecondFactor[] {
  const named = String(by).split(' ');
  return (['code', 'passkey'] as const).filter((factor) => named.includes(factor));
}

/** Maximum passkeys per person. */
export const MAX_PASSKEYS = 10;
/** How long a passkey may take to answer what it was asked, in minutes. */
export const PASSKEY_MINUTES = 5;
/** What its owner calls a passkey: « Téléphone », « Clé du bureau ». */
export const passkeyName = requiredText(60);

/** Digits of a code of the authenticator app, and how long each is shown (RFC 6238, as every app has it). */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** How many codes stand in for the app. */
export const RECOVERY_CODES = 10;
/** Unambiguous letters and digits: no I, L, O or U (Crockford's base 32). */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A recovery code is three groups of four; the first finds it, the other two are 40 bits to guess. */
export const RECOVERY_LENGTH = 12;

/** A code as it may be typed: spaces, hyphens and small letters do not count, and look-alikes are what they look like. */
export function plainCode(typed: string): string {
  const text = typed.toUpperCase().replace(/[\s-]/g, '');
  return text.length === RECOVERY_LENGTH ? text.replace(/[IL]/g, '1').replace(/O/g, '0') : text;
}

const APP_CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`);

export const isAppCode = (plain: string): boolean => APP_CODE.test(plain);
export const isRecoveryCode = (plain: string): boolean => RECOVERY_CODE.test(plain);

/** A recovery code as it is shown: `7K3M-9QAX-B2CD`. */
export function shownRecoveryCode(plain: string): string {
  return plain.replace(/(.{4})(?=.)/g, '$1-');
}

const typedCode = z
  .string('validation.required')
  .check(z.minLength(1, { error: 'validation.required', abort: true }), z.maxLength(40, 'validation.code'));

/** A code of the app. */
export const appCodeField = typedCode.check(
  z.refine((text) => isAppCode(plainCode(text)), 'validation.appCode'),
);

/** A code of the app, or one of the recovery codes. */
export const secondFactorField = typedCode.check(
  z.refine((text) => isAppCode(plainCode(text)) || isRecoveryCode(plainCode(text)), 'validation.code'),
);
