import { sql } from 'drizzle-orm';
import { reversalObstacle } from '#domain/corrections/reversal.ts';
import { Refusal } from '#domain/errors.ts';
import { reversal } from '#domain/ledger/payment-postings.ts';
import { audit } from '../audit/audit.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { areAssetsFrozen } from '../db/has-legal-block.ts';
import { violates } from '../db/violates.ts';
import { lockAvailable } from '../ledger/available.ts';
import { lockBalance, post } from '../ledger/post.ts';
import { newClientLine, recordBetweenClients, recordTransaction } from '../ledger/record-transaction.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { refundIsProvisional, returnReversed, undoLossOf } from '../transfers/money-back.ts';
import { lockTransfers } from '../transfers/own-transfers.ts';
import type { Work } from '../work/work.ts';
import { claimIsOpenAgain, undoLossOfClaim } from './give-claim-up.ts';
import { lockPosting, reopenLine, reversibleOrderOf } from './line-of-posting.ts';
import { asPosting, clientEntries, lineOfPosting, type PostingOfBooks } from './posting-queries.ts';

/** Whether a posting changed `settlement` in a currency that its bank's statements keep by now (PAY-19). */
async function touchesKeptSettlement(tx: Db, posting: PostingOfBooks): Promise<boolean> {
  const entry = posting.entries.find(({ code }) => code === 'settlement');
  return entry !== undefined && (await isKeptByStatements(tx, entry.currency));
}

/** Why a posting cannot be reversed now, or null (PAY-52). */
export async function obstacleOf(tx: Db, posting: PostingOfBooks) {
  return reversalObstacle({
    event: posting.event,
    isReversed: posting.reversedBy !== null,
    touchesKeptSettlement: await touchesKeptSettlement(tx, posting),
    // Of a dispute there is no suspense: its refund can be taken back.
    isOfReceipt:
      posting.event === 'correction' && posting.entries.some(({ code }) => code === 'incoming-suspense'),
  });
}

/** Whether a posting is that of a transfer, which its cause names. */
const isOfTransfer = ({ event }: PostingOfBooks) =>
  event === 'withdrawal-execution' || event === 'internal-transfer';

/**
 * What followed from a posting and does not hold once it is reversed: a fee is unpaid again, a receivable that was collected or given up is owed again, a transfer has
 * come back, money of a bank's line waits again.
 */
async function undoConsequences(
  work: Work,
  posting: PostingOfBooks,
  by: { readonly backId: string; readonly reason: string },
): Promise<void> {
  const { tx } = work;
  if (isOfTransfer(posting)) await returnReversed(work, posting.causeId, by);
  if (posting.event === 'fee-settlement')
    await tx.execute(sql`update fees set status = 'unpaid', declared_at = null, paid_at = null, settled_by = null, receipt_number = null,
        ledger_transaction_id = null where id = ${posting.causeId}::uuid`);
  if (posting.event === 'receivable-collection') {
    await undoLossOfClaim(work, posting.causeId);
    const collected = posting.entries.find(({ code }) => code === 'client-receivables')?.amountMinor ?? 0;
    await tx.execute(
      sql`update receipt_corrections set collected = collected - ${collected} where id = ${posting.causeId}::uuid`,
    );
  }
  if (posting.event === 'receivable-loss') await claimIsOpenAgain(work, posting.id);
  // Of a dispute: a refund that is taken back is no loss, and one whose loss is taken back is provisional again.
  if (posting.event === 'correction') await undoLossOf(work, posting.causeId);
  if (posting.event === 'dispute-loss') await refundIsProvisional(tx, posting.id);
  const lineId = lineOfPosting(posting);
  if (lineId) await reopenLine(work, lineId, posting);
}

/** Locks the dispute whose loss is reversed, behind its account: its transfer may come back at this moment. */
async function lockBorneDispute(work: Work, lossId: string): Promise<void> {
  const [found] = await rowsOf<{ ledgerAccountId: string }>(
    work.tx,
    sql`select a.ledger_account_id as "ledgerAccountId" from transaction_disputes d join client_accounts a on a.id = d.client_account_id
      where d.loss_transaction_id = ${lossId}::uuid`,
  );
  if (!found) return;
  await lockBalance(work, found.ledgerAccountId);
  await work.tx.execute(
    sql`select 1 from transaction_disputes where loss_transaction_id = ${lossId}::uuid for update`,
  );
}

/** Locks what the reversal will change besides the books, before the books are locked (docs/lock-order.md). */
async function lockConsequences(work: Work, posting: PostingOfBooks): Promise<void> {
  const { tx } = work;
  const { event, causeId } = posting;
  if (isOfTransfer(posting)) await lockTransfers(tx, [causeId]);
  if (event === 'fee-settlement')
    await tx.execute(sql`select 1 from fees where id = ${causeId}::uuid for update`);
  if (event === 'dispute-loss') await lockBorneDispute(work, posting.id);
  if (event === 'receivable-collection' || event === 'receivable-loss')
    await tx.execute(sql`select 1 from receipt_corrections where id = ${causeId}::uuid for update`);
}

/**
 * Nothing is taken from frozen assets, also to mend a mistake (PAY-62); what gives money back to them stays frozen there. The refusal says nothing of a freeze.
 * @throws Refusal `transfer.not-possible`.
 */
async function requireUnfrozen(work: Work, posting: PostingOfBooks): Promise<void> {
  for (const { accountId, amountMinor } of clientEntries(posting))
    if (amountMinor > 0 && (await areAssetsFrozen(work.tx, accountId)))
      throw new Refusal('transfer.not-possible');
}

/**
 * Makes sure that each client from whom the reversal takes money has it, beside what is held for their transfers. All are locked in order of id,
 * before the books lock them.
 * @throws Refusal `ledger.insufficient-balance` (PAY-52): PAY-54 takes what is there, or a transfer that waits is refused first.
 */
async function requireFunds(work: Work, posting: PostingOfBooks): Promise<void> {
  const sides = clientEntries(posting).sort((one, other) =>
    one.ledgerAccountId < other.ledgerAccountId ? -1 : 1,
  );
  for (const side of sides)
    if ((await lockAvailable(work, side)) < side.amountMinor)
      throw new Refusal('ledger.insufficient-balance');
}

/** Posts the reversal with the line of each client it touches. @returns its posting. */
async function postReversal(work: Work, posting: PostingOfBooks, reason: string): Promise<string> {
  const facts = {
    posting: reversal(asPosting(posting)),
    causeId: posting.causeId,
    reverses: posting.id,
    valueDay: posting.valueDay,
    document: posting.document ?? undefined,
  };
  const sides = clientEntries(posting).map(({ accountId: id, ledgerAccountId, currency }) => ({
    account: { id, ledgerAccountId, currency },
    line: newClientLine(work, 'ANN'),
    details: { date: posting.bookingDay, reason },
  }));
  const [first, second] = sides;
  const record = () => {
    if (first && second) return recordBetweenClients(work, { ...facts, sides });
    return first
      ? recordTransaction(work, { ...facts, ...first })
      : post(work, facts.posting, facts.causeId, facts);
  };
  return (await record()).ledgerTransactionId;
}

/**
 * Reverses a posting (PAY-52): every entry negated, once, with the value day of the original. What others must approve is asked before
 * (`governed.ts`).
 * @throws Refusal `not-found`; `posting.already-reversed`; `posting.not-reversible`; `ledger.insufficient-balance` when a client has spent it,
 * or it is held for a transfer of theirs; `transfer.not-possible` where it would be taken from frozen assets (PAY-62).
 */
export async function reversePosting(
  work: Work,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const posting = await lockPosting(work, id);
  if (!posting) throw new Refusal('not-found');
  const obstacle = await obstacleOf(work.tx, posting);
  if (obstacle) throw new Refusal(obstacle);
  await lockConsequences(work, posting);
  // What can never be taken back is said before the money that it would take.
  await reversibleOrderOf(work, posting);
  await requireUnfrozen(work, posting);
  await requireFunds(work, posting);
  const backId = await postReversal(work, posting, reason).catch((error: unknown) => {
    // Two at one moment: the index lets the first do it.
    throw violates(error, 'ledger_transactions_reverses') ? new Refusal('posting.already-reversed') : error;
  });
  await undoConsequences(work, posting, { backId, reason });
  const sides = clientEntries(posting);
  audit(work, {
    operation: 'corrections.reverse',
    clientAccountId: sides[0]?.accountId ?? null,
    subjectId: id,
    before: { event: posting.event, bookingDay: posting.bookingDay },
    after: {
      reason,
      ...(sides[0] ? { amountMinor: -sides[0].amountMinor, currency: sides[0].currency } : {}),
    },
  });
  for (const { userId, amountMinor, currency } of sides) {
    await notifyClient(work, userId, 'movement-reversed', {
      amountMinor: Math.abs(amountMinor),
      currency,
      day: posting.bookingDay,
      reasonText: reason,
    });
    await announce(work, { userId }, ['account', 'transactions', 'corrections', 'fees']);
  }
  await announce(work, { staff: true }, [
    'account',
    'transactions',
    'corrections',
    'bank',
    'fees',
    'clients',
  ]);
}
