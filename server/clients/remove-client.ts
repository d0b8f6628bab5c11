import { Refusal } from '#domain/errors.ts';
import { accountClosure } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { forgetLinks } from '../auth/queries.ts';
import { readMinor } from '../db/read-minor.ts';
import { lockBalance, post } from '../ledger/post.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work.ts';
import {
  accountToRemove,
  deleteClientRows,
  lockAccountForRemoval,
  lockAdministrators,
  lockRequests,
  openBatchOfAccount,
} from './queries.ts';

/**
 * Removes a client for good: what remains on the account goes to the unclaimed funds, then everything personal goes. The books stay and
 * know the account only by its number (reading.md, « Deleting a client »). Requests are locked before the ledger and the ledger before
 * the account, as a decision does, so that the two never wait for each other.
 * @throws Refusal `not-found`; `client.removed` with who and when; `client.is-oneself`; `client.last-administrator`; `client.in-batch` while the bank holds a file that pays one
 * of their withdrawals: the money would leave and no account be debited.
 */
export async function removeClient(
  work: Work,
  accountId: string,
): Promise<{ movedToUnclaimedMinor: number; currency: CurrencyCode }> {
  const account = await accountToRemove(work.tx, accountId);
  if (!account) throw await absentClient(work.tx, accountId);
  const currency = account.currency as CurrencyCode;
  const { ledgerAccountId } = account;

  if (account.userId === work.actorId) throw new Refusal('client.is-oneself');
  const administrators = await lockAdministrators(work.tx);
  if (administrators.includes(account.userId) && administrators.length === 1)
    throw new Refusal('client.last-administrator');
  const requestIds = await lockRequests(work.tx, account.id);
  const batch = await openBatchOfAccount(work.tx, account.id);
  if (batch) throw new Refusal('client.in-batch', batch);
  const balanceMinor = await lockBalance(work, ledgerAccountId);
  if (!(await lockAccountForRemoval(work.tx, account.id))) throw await absentClient(work.tx, accountId);
  let movedMinor = 0;
  // Once, unless the account holds more than one number can say, as was possible before accounts had a ceiling.
  for (let rest = balanceMinor; rest > 0; rest = await lockBalance(work, ledgerAccountId)) {
    await post(work, accountClosure({ ledgerAccountId, currency }, money(rest, currency)), account.id);
    movedMinor = readMinor(BigInt(movedMinor) + BigInt(rest));
  }
  // Links are found by the person, not by a key: one that waits for a new address names it.
  await forgetLinks(work.tx, account.userId);
  await deleteClientRows(work.tx, account, requestIds);
  audit(work, {
    operation: 'clients.remove',
    clientAccountId: account.id,
    subjectId: account.id,
    before: { balanceMinor, currency, requests: requestIds.length },
    after: { movedToUnclaimedMinor: movedMinor, currency },
    isImpersonal: true,
  });
  await announce(work, { userId: account.userId, administrators: true }, [
    'clients',
    'loans',
    'withdrawals',
    'fees',
    'session',
  ]);
  return { movedToUnclaimedMinor: movedMinor, currency };
}
