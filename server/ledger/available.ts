import { heldMinor } from '../db/held-amount.ts';
import type { Work } from '../work/work.ts';
import { lockBalance } from './post.ts';

/**
 * Locks a client's account and answers what is available on it: the balance less what is held for transfers, which may be in a file for our bank.
 * Nobody takes that back from the client without refusing the transfer first: our bank would pay what the account no longer has.
 * @returns minor units, zero or more.
 */
export async function lockAvailable(
  work: Work,
  account: { readonly accountId: string; readonly ledgerAccountId: string },
): Promise<number> {
  const balanceMinor = await lockBalance(work, account.ledgerAccountId);
  return Math.max(0, balanceMinor - (await heldMinor(work.tx, account.accountId)));
}
