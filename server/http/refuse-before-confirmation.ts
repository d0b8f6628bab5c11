import type { Actor } from '#domain/actors.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';
import { OPERATIONS, type Operation } from '#domain/operations.ts';
import type { Bank } from '../bank/bank.ts';
import type { SignedIn } from '../bank/guard.ts';
import { inTransaction, type Work } from '../work/work.ts';

/** STAFF-24, before the approvals: a live institution moves no money while one person alone manages access. */
export async function requireTwoPeople(bank: Bank, operation: Operation, work: Work): Promise<void> {
  if (bank.institution.mode === 'live' && OPERATIONS[operation].money !== 'none')
    await bank.approvals.requireTwoPeople(work);
}

/** What comes before the confirmation in the order of the guard (STAFF-3). */
const BEFORE_CONFIRMATION: readonly RefusalCode[] = [
  'staff.second-person-missing',
  'staff.above-limit',
  'approval.required',
];

/**
 * Refuses a call of the staff that lacks its confirmation: by the limit of its maker or the approvals of others where they ask for more, so that nobody
 * proves who they are for an act that they cannot do alone (FOUR-7).
 * @param error the refusal for want of a confirmation.
 * @throws what refuses it first. The transaction in which it is judged fails with it and leaves nothing.
 */
export async function refuseBeforeConfirmation(
  { bank, address }: { readonly bank: Bank; readonly address: string },
  { userId: personId, limits }: SignedIn,
  {
    operation,
    input,
    error,
  }: { readonly operation: Operation; readonly input: unknown; readonly error: unknown },
): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== 'auth.confirmation-required') throw error;
  const actor: Actor = { kind: 'staff', personId };
  const judge = async (work: Work): Promise<never> => {
    try {
      await requireTwoPeople(bank, operation, work);
      await bank.approvals.require(work, { operation, input, limits });
    } catch (judged) {
      if (judged instanceof Refusal && BEFORE_CONFIRMATION.includes(judged.code)) throw judged;
    }
    throw error;
  };
  return inTransaction(bank.database.db, bank.surroundings, actor, judge, address);
}
