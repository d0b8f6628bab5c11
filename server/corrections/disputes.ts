import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  type DisputeState,
  isBearable,
  isDisputable,
  type LossMotive,
  refundDay,
} from '#domain/corrections/dispute.ts';
import { Refusal } from '#domain/errors.ts';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import { disputeLoss, provisionalRefund } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { limitedTo } from '../db/page-of-list.ts';
import { readMinor } from '../db/read-minor.ts';
import { transactionDisputes } from '../db/schema/index.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { lockBalance, post } from '../ledger/post.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { type AskedApproval, approvalsOn, awaitedSince } from '../tasks/approval-since.ts';
import type { Work } from '../work/work.ts';

/**
 * « Je n'ai pas autorisé cette opération » (PAY-55): the client disputes a movement that left their account, within thirteen months.
 * @returns the last day of the refund.
 * @throws Refusal `not-found`; `dispute.already-open`; `dispute.not-possible` for another kind of movement, for a transfer whose money is back, or
 * too late.
 */
export async function openDispute(
  work: Work,
  accountId: string,
  { id, statement }: { readonly id: string; readonly statement?: string | undefined },
): Promise<{ readonly refundBy: string }> {
  const [movement] = await rowsOf<{
    event: LedgerEvent;
    amount: string | number;
    currency: CurrencyCode;
    created_at: Date | string;
    is_back: boolean;
  }>(
    work.tx,
    sql`select t.event, t.amount, a.currency, t.created_at, exists (select 1 from withdrawal_requests w
          where w.ledger_transaction_id = t.ledger_transaction_id and w.client_account_id = t.client_account_id
            and w.phase in ('returned', 'bank-refused')) as is_back
      from transactions t join client_accounts a on a.id = t.client_account_id
      where t.id = ${id}::uuid and t.client_account_id = ${accountId}::uuid`,
  );
  if (!movement) throw new Refusal('not-found');
  const amountMinor = readMinor(movement.amount);
  const day = legalDay(new Date(movement.created_at));
  // Its money is on the account again: a refund would be a second one.
  if (movement.is_back || !isDisputable({ event: movement.event, amountMinor, day }, legalDay(work.now)))
    throw new Refusal('dispute.not-possible');
  const refundBy = refundDay(work.now);
  const made = await work.tx
    .insert(transactionDisputes)
    .values({
      id: work.newId(),
      transactionId: id,
      clientAccountId: accountId,
      amount: -amountMinor,
      statement: statement || null,
      openedAt: work.now,
      refundBy,
    })
    .onConflictDoNothing({ target: transactionDisputes.transactionId })
    .returning({ id: transactionDisputes.id });
  if (made.length === 0) throw new Refusal('dispute.already-open');
  const { currency } = movement;
  await notifyClient(work, work.actorId, 'dispute-received', {
    amountMinor: -amountMinor,
    currency,
    day: refundBy,
  });
  await announce(work, { userId: work.actorId, staff: true }, ['transactions', 'corrections']);
  return { refundBy };
}

/** A dispute with the movement and the client it is about. */
export interface DisputeRow {
  readonly id: string;
  readonly transactionId: string;
  readonly accountId: string;
  readonly ledgerAccountId: string;
  readonly userId: string;
  readonly holder: string;
  readonly currency: CurrencyCode;
  readonly amount: string | number;
  readonly reference: string;
  readonly movedAt: Date | string;
  readonly statement: string | null;
  readonly openedAt: Date | string;
  readonly refundBy: string;
  readonly state: DisputeState;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | string | null;
  readonly note: string | null;
  readonly postingId: string | null;
  readonly isProvisional: boolean;
  readonly isTakenBack: boolean;
  readonly lossPostingId: string | null;
  readonly lossMotive: LossMotive | null;
  readonly borneBy: string | null;
  readonly borneAt: Date | string | null;
  readonly approvals: readonly AskedApproval[];
}

const DISPUTE_COLUMNS = sql`d.id, d.transaction_id as "transactionId", a.id as "accountId", a.ledger_account_id as "ledgerAccountId",
  a.user_id as "userId", p.display_name as holder, a.currency, d.amount, t.reference_number as reference, t.created_at as "movedAt",
  d.statement, d.opened_at as "openedAt", d.refund_by::text as "refundBy", d.state, ${nameOfPerson(sql`d.decided_by`)} as "decidedBy",
  d.decided_at as "decidedAt", d.note, d.ledger_transaction_id as "postingId",
  exists (select 1 from ledger_transactions r where r.id = d.ledger_transaction_id and r.event = 'correction') as "isProvisional",
  d.loss_transaction_id as "lossPostingId", d.loss_motive as "lossMotive", ${nameOfPerson(sql`d.borne_by`)} as "borneBy", d.borne_at as "borneAt",
  exists (select 1 from ledger_transactions r where r.reverses = d.ledger_transaction_id) as "isTakenBack", ${approvalsOn(sql`d.id`)}`;
const DISPUTES = sql`transaction_disputes d join transactions t on t.id = d.transaction_id
  join client_accounts a on a.id = d.client_account_id join profiles p on p.user_id = a.user_id`;

/** A dispute as the staff see it at a moment. */
export function presentDispute(row: DisputeRow, now: Date) {
  return {
    id: row.id,
    transactionId: row.transactionId,
    client: { accountId: row.accountId, displayName: row.holder },
    amountMinor: readMinor(row.amount),
    currency: row.currency,
    reference: row.reference,
    movedAt: new Date(row.movedAt).toISOString(),
    statement: row.statement,
    openedAt: new Date(row.openedAt).toISOString(),
    refundBy: row.refundBy,
    state: row.state,
    decision: { by: row.decidedBy, at: row.decidedAt ? new Date(row.decidedAt).toISOString() : null },
    note: row.note,
    postingId: row.postingId,
    isTakenBack: row.isTakenBack,
    isBearable: isBearable(row),
    loss:
      row.lossPostingId && row.lossMotive && row.borneAt
        ? {
            postingId: row.lossPostingId,
            motive: row.lossMotive,
            by: row.borneBy,
            at: new Date(row.borneAt).toISOString(),
          }
        : null,
    approvalSince: awaitedSince(row.approvals, now),
  };
}

/** One dispute, or null. @param isLocked for a decision: nobody else decides it meanwhile. */
export async function disputeById(db: Db, id: string, isLocked = false): Promise<DisputeRow | null> {
  const lock = isLocked ? sql`for update of d` : sql``;
  const [row] = await rowsOf<DisputeRow>(
    db,
    sql`select ${DISPUTE_COLUMNS} from ${DISPUTES} where d.id = ${id}::uuid ${lock}`,
  );
  return row ?? null;
}

const OPEN_KEYS = z.tuple([z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), z.uuid()]);
const ALL_KEYS = z.tuple([z.int().check(z.gte(0), z.lte(1)), momentKey, z.uuid()]);

const IS_DECIDED = sql`case when d.state = 'open' then 0 else 1 end`;
/** Within those that wait the oldest comes first, whose deadline is the next; within those that are decided, the newest. */
const AGE = sql`case when d.state = 'open' then 1 else -1 end * extract(epoch from d.opened_at)`;

/** Disputes: those that wait, the next deadline first; or all, those that wait before those that are decided. */
export async function listDisputes(
  db: Db,
  {
    isOpen,
    cursor,
    limit,
    now,
  }: {
    readonly isOpen: boolean;
    readonly cursor?: string | undefined;
    readonly limit: number;
    readonly now: Date;
  },
) {
  const read = (condition: ReturnType<typeof sql>) =>
    rowsOf<DisputeRow>(
      db,
      sql`select ${DISPUTE_COLUMNS} from ${DISPUTES} ${condition} ${limitedTo(limit + 1)}`,
    );
  if (isOpen) {
    const after = decodeKeys(cursor, OPEN_KEYS);
    const beyond = after ? sql`and (d.refund_by, d.id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``;
    const rows = await read(sql`where d.state = 'open' ${beyond} order by d.refund_by, d.id`);
    const { page, nextCursor } = pageBy(rows, limit, ({ refundBy, id }) => [refundBy, id]);
    return { disputes: page.map((row) => presentDispute(row, now)), nextCursor };
  }
  const after = decodeKeys(cursor, ALL_KEYS);
  const beyond = after
    ? sql`where (${IS_DECIDED}, ${AGE}, d.id)
        > (${after[0]}::int, ${(after[0] === 0 ? 1 : -1) * after[1]}::numeric / 1000, ${after[2]}::uuid)`
    : sql``;
  const rows = await read(sql`${beyond} order by ${IS_DECIDED}, ${AGE}, d.id`);
  const { page, nextCursor } = pageBy(rows, limit, ({ state, openedAt, id }) => [
    state === 'open' ? 0 : 1,
    new Date(openedAt).getTime(),
    id,
  ]);
  return { disputes: page.map((row) => presentDispute(row, now)), nextCursor };
}

/** Gives the client their money back until it is known who bears it. @returns the posting. */
async function refund(work: Work, dispute: DisputeRow): Promise<string> {
  const { accountId: id, ledgerAccountId, currency } = dispute;
  const account = { id, ledgerAccountId, currency };
  const amount = { amountMinor: readMinor(dispute.amount), currency };
  const { ledgerTransactionId } = await recordTransaction(work, {
    account,
    posting: provisionalRefund(account, amount),
    causeId: dispute.id,
    line: newClientLine(work, 'RBT'),
    description: 'Remboursement provisoire',
  });
  return ledgerTransactionId;
}

/** Locks a dispute behind its account (docs/lock-order.md): money of the transfer that comes back at this moment ends it. @throws Refusal `not-found`. */
async function lockDispute(work: Work, id: string): Promise<DisputeRow> {
  const found = await disputeById(work.tx, id);
  if (!found) throw new Refusal('not-found');
  await lockBalance(work, found.ledgerAccountId);
  const dispute = await disputeById(work.tx, id, true);
  if (!dispute) throw new Refusal('not-found');
  return dispute;
}

const REREAD = ['account', 'transactions', 'corrections', 'clients'] as const;

/**
 * The house bears a provisional refund whose money does not come back (PAY-55): the client keeps it, and it is open no more. Should the money come
 * back after all, the loss is undone with the refund (`server/transfers/money-back.ts`).
 * @throws Refusal `not-found`; `dispute.decided` once it is borne; `dispute.not-refunded` without a provisional refund that stands.
 */
export async function bearDispute(
  work: Work,
  input: { readonly id: string; readonly motive?: LossMotive | undefined },
): Promise<void> {
  const { motive } = input;
  if (!motive)
    throw new Refusal('request.invalid', {}, [{ field: 'motive', message: 'validation.required' }]);
  const dispute = await lockDispute(work, input.id);
  if (dispute.state === 'borne') throw new Refusal('dispute.decided');
  if (!isBearable(dispute)) throw new Refusal('dispute.not-refunded');
  const amount = { amountMinor: readMinor(dispute.amount), currency: dispute.currency };
  const { ledgerTransactionId } = await post(work, disputeLoss(amount), dispute.id);
  await work.tx.execute(sql`update transaction_disputes set state = 'borne', loss_transaction_id = ${ledgerTransactionId}::uuid,
      loss_motive = ${motive}, borne_by = ${work.actorId}::uuid, borne_at = ${work.now.toISOString()}::timestamptz
    where id = ${dispute.id}::uuid`);
  audit(work, {
    operation: 'corrections.decideDispute.bear',
    clientAccountId: dispute.accountId,
    subjectId: dispute.id,
    before: { state: dispute.state },
    after: { state: 'borne', ...amount, motive },
  });
  await notifyClient(work, dispute.userId, 'dispute-settled', amount);
  await announce(work, { userId: dispute.userId, staff: true }, [...REREAD]);
}

/**
 * Decides a dispute: the client is refunded, or is not because there are good reasons to suspect fraud, which are kept (CMF L133-18). A refund
 * may still follow later.
 * @throws Refusal `not-found`; `dispute.decided` after a refund; `request.invalid` for a suspicion without its reasons; the ledger's.
 */
export async function decideDispute(
  work: Work,
  input: {
    readonly id: string;
    readonly action: 'refund' | 'suspect';
    readonly note?: string | undefined;
  },
): Promise<void> {
  const dispute = await lockDispute(work, input.id);
  if (input.action === 'suspect' && !input.note)
    throw new Refusal('request.invalid', {}, [{ field: 'note', message: 'validation.required' }]);
  const isAgain = input.action === 'suspect' && dispute.state === 'suspected';
  if (dispute.state === 'refunded' || dispute.state === 'borne' || isAgain)
    throw new Refusal('dispute.decided');
  const posting = input.action === 'refund' ? await refund(work, dispute) : null;
  const note = input.action === 'suspect' ? (input.note ?? null) : null;
  await work.tx.execute(sql`update transaction_disputes set state = ${posting ? 'refunded' : 'suspected'}, decided_by = ${work.actorId}::uuid,
      decided_at = ${work.now.toISOString()}::timestamptz, note = ${note}, ledger_transaction_id = ${posting}::uuid
    where id = ${dispute.id}::uuid`);
  const amount = { amountMinor: readMinor(dispute.amount), currency: dispute.currency };
  audit(work, {
    operation: `corrections.decideDispute.${input.action}`,
    clientAccountId: dispute.accountId,
    subjectId: dispute.id,
    before: { state: dispute.state },
    after: { state: posting ? 'refunded' : 'suspected', ...amount, ...(note ? { reason: note } : {}) },
  });
  await notifyClient(work, dispute.userId, posting ? 'dispute-refunded' : 'dispute-under-review', amount);
  await announce(work, { userId: dispute.userId, staff: true }, [...REREAD]);
}
