import { Refusal } from '#domain/errors.ts';
import { type ConfirmedOperation, isSigned } from '#domain/operations.ts';
import {
  CONFIRMATION_FRESH_MINUTES,
  CONFIRMATION_MINUTES,
  confirmationSubject,
} from '#domain/sessions/confirmation.ts';
import type { SignedIn } from '../../bank/guard.ts';
import type { Db } from '../../db/database.ts';
import type { Surroundings } from '../../work/work.ts';
import { keepTicket, takeTicket } from '../link-queries.ts';
import { newToken, tokenHashOf } from '../sessions/session-cookie.ts';
import { confirmationFacts } from './confirmation-facts.ts';

const MINUTE_MS = 60_000;

/** Parts of the bank that both functions use. */
interface Bank {
  readonly database: { readonly db: Db };
  readonly surroundings: Surroundings;
  readonly institution: { readonly mode: 'demo' | 'live' };
}

/** Stored form of a confirmation: digests of its session and of its subject. */
const boundTo = (caller: SignedIn, subject: string) => tokenHashOf(`${caller.sessionId}\n${subject}`);

/**
 * Issues a token for one operation: this session, this operation, these fields. The caller has just proved their identity.
 * @returns the token; only its hash is stored.
 */
export async function giveConfirmation(bank: Bank, caller: SignedIn, subject: string): Promise<string> {
  const token = newToken();
  const now = bank.surroundings.now();
  await keepTicket(bank.database.db, {
    id: bank.surroundings.newId(),
    tokenHash: tokenHashOf(token),
    boundTo: boundTo(caller, subject),
    expiresAt: new Date(now.getTime() + CONFIRMATION_MINUTES * MINUTE_MS),
    now,
  });
  return token;
}

/**
 * Checks the confirmation of an operation: by its token, which is used up, or by a sign-in recent enough unless it is a
 * signature (LC-47).
 * @throws Refusal `auth.second-factor-missing` for a signature without one in live; `auth.confirmation-required` with the subject of the confirmation, in names and figures.
 */
export async function requireConfirmation(
  bank: Bank,
  caller: SignedIn,
  asked: { readonly operation: ConfirmedOperation; readonly input: unknown; readonly token: string | null },
): Promise<void> {
  const now = bank.surroundings.now();
  const signs = isSigned(asked.operation);
  if (signs && bank.institution.mode === 'live' && caller.secondFactors.length === 0)
    throw new Refusal('auth.second-factor-missing');
  const fresh = CONFIRMATION_FRESH_MINUTES[bank.institution.mode] * MINUTE_MS;
  if (!signs && now.getTime() - caller.begunAt.getTime() < fresh) return;
  const subject = confirmationSubject(asked.operation, asked.input);
  const isConfirmed =
    asked.token !== null &&
    (await takeTicket(bank.database.db, {
      tokenHash: tokenHashOf(asked.token),
      boundTo: boundTo(caller, subject),
      now,
    }));
  if (!isConfirmed)
    throw new Refusal('auth.confirmation-required', {
      ...(await confirmationFacts(bank.database.db, asked.operation, asked.input, caller.userId)),
      by: caller.secondFactors.join(' ') || 'password',
    });
}
