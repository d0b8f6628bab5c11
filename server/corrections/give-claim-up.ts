import { sql } from 'drizzle-orm';
import type { ClaimLossMotive } from '#domain/corrections/receipt.ts';
import { Refusal } from '#domain/errors.ts';
import { receivableLoss, reversal } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { audit } from '../audit/audit.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { post } from '../ledger/post.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { presentReceivable, RECEIVABLE_COLUMNS, type ReceivableRow } from './collect-receivable.ts';

/** A claim and its client, who is null once deleted. */
interface ClaimRow extends ReceivableRow {
  readonly accountId: string | null;
  readonly userId: string | null;
  readonly lossPostingId: string | null;
}

/** One claim, or null. @param isLocked for an act: nobody else collects it or gives it up meanwhile. */
export async function claimById(db: Db, id: string, isLocked = false): Promise<ClaimRow | null> {
  const lock = isLocked ? sql`for update of c` : sql``;
  const [row] = await rowsOf<ClaimRow>(
    db,
    sql`select ${RECEIVABLE_COLUMNS}, a.id as "accountId", a.user_id as "userId", c.loss_transaction_id as "lossPostingId"
      from receipt_corrections c left join client_accounts a on a.id = c.client_account_id where c.id = ${id}::uuid ${lock}`,
  );
  return row ?? null;
}

const REREAD = ['corrections', 'clients'] as const;

/** Tells a client what became of a claim, and the screens that show it. */
async function tell(
  work: Work,
  { userId, currency }: Pick<ClaimRow, 'userId' | 'currency'>,
  kind: 'receivable-given-up' | 'receivable-reopened',
  amountMinor: number,
): Promise<void> {
  if (userId) await notifyClient(work, userId, kind, { amountMinor, currency });
  await announce(work, userId ? { userId, staff: true } : { staff: true }, [...REREAD]);
}

/**
 * The house gives up what it still claims from a client after a mistake (PAY-54): it bears the loss, and the client is told that nothing is asked
 * of them any more. What others must approve is asked before (`governed.ts`). Two people reverse the loss when it was wrong: it is claimed again.
 * @throws Refusal `not-found`; `receivable.not-open` when nothing is owed any more.
 */
export async function giveClaimUp(
  work: Work,
  { id, motive }: { readonly id: string; readonly motive: ClaimLossMotive },
): Promise<void> {
  const claim = await claimById(work.tx, id, true);
  if (!claim) throw new Refusal('not-found');
  const { owedMinor: amountMinor, currency } = presentReceivable(claim);
  if (amountMinor === 0) throw new Refusal('receivable.not-open');
  const { ledgerTransactionId } = await post(work, receivableLoss({ amountMinor, currency }), id);
  await work.tx.execute(sql`update receipt_corrections set loss_transaction_id = ${ledgerTransactionId}::uuid, loss_motive = ${motive},
      lost_by = ${work.actorId}::uuid, lost_at = ${work.now.toISOString()}::timestamptz where id = ${id}::uuid`);
  audit(work, {
    operation: 'corrections.giveUp',
    clientAccountId: claim.accountId,
    subjectId: id,
    before: { owedMinor: amountMinor, currency },
    after: { owedMinor: 0, currency, motive },
  });
  await tell(work, claim, 'receivable-given-up', amountMinor);
}

/** Marks a claim as owed again, and tells its client. Its row is locked, and what gave it up is reversed in the books. */
export async function claimIsOpenAgain(work: Work, lossId: string): Promise<void> {
  const [claim] = await rowsOf<Pick<ClaimRow, 'userId'> & { currency: CurrencyCode; owed: string | number }>(
    work.tx,
    sql`update receipt_corrections c set loss_transaction_id = null, loss_motive = null, lost_by = null, lost_at = null
      where c.loss_transaction_id = ${lossId}::uuid
      returning c.currency, c.receivable - c.collected as owed,
        (select a.user_id from client_accounts a where a.id = c.client_account_id) as "userId"`,
  );
  if (claim) await tell(work, claim, 'receivable-reopened', readMinor(claim.owed));
}

/**
 * Undoes the loss of a claim of which a repayment is reversed: what was paid is owed again beside what was given up, and is given up, or not, as one.
 * Nothing for a claim that nobody gave up. Its row is locked.
 */
export async function undoLossOfClaim(work: Work, id: string): Promise<void> {
  const claim = await claimById(work.tx, id);
  if (!claim?.lossPostingId) return;
  const { currency } = claim;
  const amountMinor = readMinor(claim.receivable) - readMinor(claim.collected);
  const { lossPostingId } = claim;
  await post(work, reversal(receivableLoss({ amountMinor, currency })), id, { reverses: lossPostingId });
  await claimIsOpenAgain(work, lossPostingId);
}
