import {
  type LoanSettlement,
  removalObstacles,
  settleOnRemoval,
  sumOfDebt,
} from '#domain/clients/removal.ts';
import { Refusal } from '#domain/errors.ts';
import {
  accountClosure,
  type ClientLedgerAccount,
  loanProvisionRelease,
  loanSetOff,
  loanWriteOff,
} from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { forgetLinks } from '../auth/link-queries.ts';
import type { Db } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { balanceOf, lockBalance, type PostingOrder, post, postAll } from '../ledger/post.ts';
import { announce } from '../notifications/live.ts';
import { notifyStaff } from '../notifications/notify.ts';
import { resultOf, type Work } from '../work/work.ts';
import {
  accountToRemove,
  deleteClientRows,
  forgetProposals,
  lockAccountForRemoval,
  lockManagers,
  lockRequests,
  openMattersOf,
} from './removal-queries.ts';

/** A demonstration settles the deleted client's books; a live institution refuses while anything is owed or under way. */
type Mode = 'demo' | 'live';

/**
 * What deleting a client would do now, in figures and obstacles.
 * @throws Refusal `not-found`; `client.removed` with who and when.
 */
export async function previewRemoval(
  db: Db,
  accountId: string,
  { mode, now }: { readonly mode: Mode; readonly now: Date },
) {
  const account = await accountToRemove(db, accountId);
  if (!account) throw await absentClient(db, accountId);
  const { owed, batch, ...open } = await openMattersOf(db, account.id, legalDay(now));
  const balanceMinor = await balanceOf(db, account.ledgerAccountId);
  const { loans: _, ...figures } = settleOnRemoval(balanceMinor, owed);
  return {
    currency: account.currency as CurrencyCode,
    balanceMinor,
    ...figures,
    obstacles: removalObstacles(mode, open),
    batchMessageId: batch?.messageId ?? null,
  };
}

/**
 * Removes a client for good. The balance is set off against what they owe, the rest of the debt is written off, what remains of the balance goes
 * to the unclaimed funds; then everything personal goes. The books stay and know the account only by its number (docs/rules.md, Deleting a client).
 * Requests are locked before the ledger and the ledger before the account, as a decision does, so that the two never wait for
 * each other.
 * @throws Refusal `not-found`; `client.removed` with who and when; `client.is-oneself`; `client.last-administrator`; the first obstacle of
 * `domain/clients/removal.ts`, with all of them.
 */
export async function removeClient(
  work: Work,
  accountId: string,
  mode: Mode,
): Promise<{
  setOffMinor: number;
  writtenOffMinor: number;
  movedToUnclaimedMinor: number;
  currency: CurrencyCode;
}> {
  const account = await accountToRemove(work.tx, accountId);
  if (!account) throw await absentClient(work.tx, accountId);
  const currency = account.currency as CurrencyCode;
  const { ledgerAccountId } = account;

  if (account.userId === work.actorId) throw new Refusal('client.is-oneself');
  const withdrawn = await forgetProposals(work.tx, account.id, work.now, work.proposal ?? null);
  for (const { makerId, number } of withdrawn)
    await notifyStaff(work, makerId, 'proposal-stale', { reference: `P-${number}` });
  const managers = await lockManagers(work.tx);
  if (managers.includes(account.userId) && managers.length <= (mode === 'live' ? 2 : 1))
    throw new Refusal('client.last-administrator');
  const requestIds = await lockRequests(work.tx, account.id);
  const { owed, batch, ...open } = await openMattersOf(work.tx, account.id, legalDay(work.now));
  const obstacles = removalObstacles(mode, open);
  if (obstacles[0]) throw new Refusal(obstacles[0], { ...batch, obstacles: obstacles.join(' ') });
  const balanceMinor = await lockBalance(work, ledgerAccountId);
  if (!(await lockAccountForRemoval(work.tx, account.id))) throw await absentClient(work.tx, accountId);

  const settled = settleOnRemoval(balanceMinor, owed);
  const { setOffMinor, writtenOffMinor } = settled;
  const own = { ledgerAccountId, currency };
  const amount = (minor: number) => money(minor, currency);
  const orders = settled.loans.flatMap((settlement) =>
    ordersOf(
      work,
      own,
      settlement,
      owed.find(({ id }) => id === settlement.loanId),
    ),
  );
  if (orders.length > 0) for (const outcome of await postAll(work.tx, orders)) resultOf([outcome]);

  let movedToUnclaimedMinor = 0;
  // Once, unless the account holds more than one number can say, as was possible before accounts had a ceiling.
  for (let rest = await lockBalance(work, ledgerAccountId); rest > 0; ) {
    await post(work, accountClosure(own, amount(rest)), account.id);
    movedToUnclaimedMinor = readMinor(BigInt(movedToUnclaimedMinor) + BigInt(rest));
    rest = await lockBalance(work, ledgerAccountId);
  }
  // Links are found by the person, not by a key: one that waits for a new address names it.
  await forgetLinks(work.tx, account.userId);
  await deleteClientRows(work.tx, account, requestIds);
  audit(work, {
    operation: 'clients.remove',
    clientAccountId: account.id,
    subjectId: account.id,
    before: { balanceMinor, owedMinor: settled.owedMinor, currency, requests: requestIds.length },
    after: { setOffMinor, writtenOffMinor, movedToUnclaimedMinor, currency },
    isImpersonal: true,
  });
  await announce(work, { userId: account.userId, staff: true }, [
    'clients',
    'loans',
    'withdrawals',
    'fees',
    'session',
    'proposals',
  ]);
  return { setOffMinor, writtenOffMinor, movedToUnclaimedMinor, currency };
}

/** The postings that settle one loan of a deleted client: what was set aside comes back before the loss itself is written (LC-85). */
function ordersOf(
  work: Work,
  own: ClientLedgerAccount,
  { loanId, setOff, writtenOff }: LoanSettlement,
  owed: { readonly isDoubtful: boolean; readonly provisionMinor: number } | undefined,
): PostingOrder[] {
  const { isDoubtful = false, provisionMinor = 0 } = owed ?? {};
  const loan = { loanId, isDoubtful };
  const postings = [
    ...(sumOfDebt(setOff) > 0 ? [loanSetOff(own, loan, setOff)] : []),
    ...(provisionMinor > 0 ? [loanProvisionRelease(loanId, money(provisionMinor, own.currency))] : []),
    ...(sumOfDebt(writtenOff) > 0 ? [loanWriteOff(loan, own.currency, writtenOff)] : []),
  ];
  return postings.map((posting) => ({ work, posting, causeId: loanId }));
}
