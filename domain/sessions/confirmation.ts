import * as z from 'zod/mini';
import { canonicalJson } from '../canonical-json.ts';
import { isBulkConfirmed } from '../desk/bulk.ts';
import { CONFIRMED_OPERATIONS, type ConfirmedOperation, isConfirmed, type Operation } from '../operations.ts';

/**
 * The operations that need a confirmation: those of the table that do something to money. A change of e-mail or password is not among
 * them, because its own form asks for the password and, where the person has one, for the second factor.
 */
export const confirmedOperation = z.enum(CONFIRMED_OPERATIONS);

/** Says whether a call must be confirmed: by its operation, or by the operation that it repeats for many rows. */
export function mustConfirm(operation: Operation | null, input: unknown): operation is ConfirmedOperation {
  return operation === 'bulk.start' ? isBulkConfirmed(input) : isConfirmed(operation);
}

/**
 * How long after signing in the sign-in itself is confirmation enough, in minutes. A live institution asks each time, for each payment and
 * its payee (RTS (EU) 2018/389, art. 5); a demonstration asks again only after a longer pause.
 */
export const CONFIRMATION_FRESH_MINUTES = { demo: 60, live: 0 } as const;

/** How long a confirmation waits for what it confirms. */
export const CONFIRMATION_MINUTES = 5;

/** What a confirmation is bound to: the operation with all that is asked of it, amount and payee included, however its fields are ordered. */
export function confirmationSubject(operation: ConfirmedOperation, input: unknown): string {
  return `${operation}\n${canonicalJson(input)}`;
}
