import { APIError } from 'better-auth/api';
import { PASSWORD_FAULT_KEYS, passwordVerdict } from '#domain/clients/sign-up.ts';
import { Refusal } from '#domain/errors.ts';
import type { Attempts } from './attempts.ts';
import type { Auth } from './engine.ts';

/**
 * Sends a link to choose a new password, if someone has this address. The caller learns nothing either way: an unknown address, a
 * known one and one that has been written to too often all end alike (OWASP ASVS 5.0, 6.3.8).
 */
export async function requestPasswordReset(
  auth: Auth,
  attempts: Attempts,
  email: string,
  address: string,
): Promise<void> {
  const normalised = email.toLowerCase();
  if (!(await attempts.mayWriteTo(normalised, address))) return;
  await auth.api.requestPasswordReset({ body: { email: normalised } });
}

/**
 * Sets the new password. The link works once, for an hour; every session of the person ends, and a blocked sign-in opens again.
 * @throws Refusal `auth.invalid-token`; `auth.weak-password` with the field at fault, after which the link still works.
 */
export async function completePasswordReset(
  auth: Auth,
  attempts: Attempts,
  input: { readonly token: string; readonly password: string },
): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${input.token}`);
  const person = link && link.expiresAt > new Date() ? await internalAdapter.findUserById(link.value) : null;
  if (!person) throw new Refusal('auth.invalid-token');
  const verdict = passwordVerdict(input.password, { email: person.email, lastName: person.name });
  if (!verdict.ok)
    throw new Refusal('auth.weak-password', {}, [
      { field: 'password', message: PASSWORD_FAULT_KEYS[verdict.reason] },
    ]);
  try {
    await auth.api.resetPassword({ body: { token: input.token, newPassword: input.password } });
  } catch (error) {
    // Two completions at once: the second finds the link used.
    if (error instanceof APIError && error.statusCode < 500) throw new Refusal('auth.invalid-token');
    throw error;
  }
  await attempts.succeeded(person.email);
}
