import { APIError } from 'better-auth/api';
import { Refusal } from '#domain/errors.ts';
import type { Attempts } from './attempts.ts';
import type { SignedIn } from './caller.ts';

/** Who confirms something with their password, and from where. */
export interface Confirming {
  readonly caller: SignedIn;
  /** The network address of the connection. */
  readonly address: string;
  readonly attempts: Attempts;
}

const WRONG_PASSWORD = () =>
  new Refusal('auth.wrong-password', {}, [
    { field: 'currentPassword', message: 'validation.password.current' },
  ]);

/**
 * Runs what needs the current password. A wrong one counts like a failed sign-in: a session left open must not become a place to guess
 * the password without limit.
 * @throws Refusal `auth.wrong-password` with the field at fault; `auth.too-many-attempts` after five failures.
 */
export async function withCurrentPassword<T>(
  { caller, address, attempts }: Confirming,
  check: () => Promise<T>,
): Promise<T> {
  await attempts.requireOpen(caller.email, address);
  try {
    const result = await check();
    await attempts.succeeded(caller.email);
    return result;
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    await attempts.failed(caller.email, address);
    throw WRONG_PASSWORD();
  }
}
