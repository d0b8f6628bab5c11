import { Refusal } from '#domain/errors.ts';
import { accountClosure } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { audit } from '../audit/audit.ts';
import { lockBalance, post } from '../ledger/post.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work.ts';
import { accountToRemove, deleteClientRows, lockAccountForRemoval, lockRequests } from './queries.ts';

/**
 * Removes a client for good: what remains on the account goes to the unclaimed funds, then everything personal goes. The books stay and
 * know the account only by its number (reading.md, « Deleting a client »). Requests are locked before the ledger and the ledger before
 * the account, as a decision does, so that the two never wait for each other.
 * @throws Refusal `not-found`.
 */
export async function removeClient(
  work: Work,
  accountId: string,
): Promise<{ movedToUnclaimedMinor: number; currency: CurrencyCode }> {
  const account = await accountToRemove(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  const currency = account.currency as CurrencyCode;
  const { ledgerAccountId } = account;

  const requestIds = await lockRequests(work.tx, account.id);
  const balanceMinor = await lockBalance(work, ledgerAccountId);
  if (!(await lockAccountForRemoval(work.tx, account.id))) throw new Refusal('not-found');
  if (balanceMinor > 0)
    await post(
      work,
      accountClosure({ ledgerAccountId, currency }, money(balanceMinor, currency)),
      account.id,
    );
  await deleteClientRows(work.tx, account, requestIds);
  audit(work, {
    operation: 'clients.remove',
    clientAccountId: account.id,
    subjectId: account.id,
    before: { balanceMinor, currency, requests: requestIds.length },
    after: { movedToUnclaimedMinor: balanceMinor, currency },
    isImpersonal: true,
  });
  await announce(work, { userId: account.userId, administrators: true }, [
    'clients',
    'loans',
    'withdrawals',
    'fees',
    'session',
  ]);
  return { movedToUnclaimedMinor: balanceMinor, currency };
}
