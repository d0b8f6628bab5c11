import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { LIVE_MANDATE_STATES } from '#domain/mandates/mandate.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import { directDebitBatches, directDebits, mandateSignatures, mandates } from '../db/schema/index.ts';

export type MandateRow = typeof mandates.$inferSelect;
export type SignatureRow = typeof mandateSignatures.$inferSelect;
export type DebitRow = typeof directDebits.$inferSelect;
export type DebitBatchRow = typeof directDebitBatches.$inferSelect;

/** What a mandate has to know of its loan, and of who owes it. */
export interface LoanOfMandate {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly displayName: string;
  readonly currency: string;
  readonly phase: LoanPhase;
  readonly isFrozen: boolean;
  readonly advanceHeld: number;
  /** Of a loan under contract: the first day on which the law allows a payment (LC-52). */
  readonly earliestPayoutDay: string | null;
}

/** Loans that were granted, by id. */
export async function loansOfMandates(
  db: Db,
  loanIds: readonly string[],
): Promise<Map<string, LoanOfMandate>> {
  if (loanIds.length === 0) return new Map();
  const rows = await rowsOf<LoanOfMandate & { readonly advanceHeld: string | number }>(
    db,
    sql`select l.id, l.client_account_id as "accountId", a.user_id as "userId", p.display_name as "displayName", l.currency, r.phase,
        l.frozen is not null as "isFrozen", l.advance_held as "advanceHeld",
        case when l.path = 'contract' then c.earliest_payout_day::text end as "earliestPayoutDay"
      from loans l join loan_requests r on r.id = l.id join client_accounts a on a.id = l.client_account_id
      join profiles p on p.user_id = a.user_id left join loan_contracts c on c.id = l.id
      where l.id = any (${listed(loanIds, 'uuid')})`,
  );
  return new Map(rows.map((row) => [row.id, { ...row, advanceHeld: Number(row.advanceHeld) }]));
}

/** A collection that a mandate brings, unless something changes before. */
export interface ForeseenCollection {
  readonly number: number;
  /** The due date of the instalment, YYYY-MM-DD. */
  readonly dueOn: string;
  /** What is left to pay of it, minor units of euro. */
  readonly amountMinor: number;
}

/** The instalments that a mandate will collect as they stand, in their order (PAY-69); none of one that has ended. @param today YYYY-MM-DD. */
export async function foreseenCollections(
  db: Db,
  { loanId, state, effectiveOn }: Pick<MandateRow, 'loanId' | 'state' | 'effectiveOn'>,
  today: string,
): Promise<ForeseenCollection[]> {
  if (state === 'revoked' || state === 'expired') return [];
  const from = effectiveOn !== null && effectiveOn > today ? effectiveOn : today;
  const rows = await rowsOf<{ number: number; due_on: string; amount: string | number }>(
    db,
    sql`select number, due_on::text, amount - paid_capital - paid_interest as amount from loan_instalments
      where loan_id = ${loanId}::uuid and not is_superseded and settled_on is null and missed_on is null and due_on >= ${from}::date
        and amount > paid_capital + paid_interest
      order by due_on, number`,
  );
  return rows.map(({ number, due_on: dueOn, amount }) => ({ number, dueOn, amountMinor: readMinor(amount) }));
}

/** Says whether a loan is an account's, in the scope of who asks. */
export async function isLoanOf(db: Db, accountId: string, loanId: string): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    sql`select 1 from loans where id = ${loanId}::uuid and client_account_id = ${accountId}::uuid`,
  );
  return row !== undefined;
}

/** Locks loans' requests, in order of id, before anything of them (docs/lock-order.md). */
export async function lockLoans(tx: Db, loanIds: readonly string[]): Promise<void> {
  if (loanIds.length === 0) return;
  await tx.execute(
    sql`select 1 from loan_requests where id = any (${listed([...new Set(loanIds)], 'uuid')}) order by id for update`,
  );
}

export async function insertMandate(tx: Db, row: typeof mandates.$inferInsert): Promise<MandateRow> {
  const [written] = await tx.insert(mandates).values(row).returning();
  if (!written) throw new Error('the mandate was not written');
  return written;
}

export async function updateMandate(
  tx: Db,
  id: string,
  change: Partial<typeof mandates.$inferInsert>,
): Promise<MandateRow> {
  const [written] = await tx.update(mandates).set(change).where(eq(mandates.id, id)).returning();
  if (!written) throw new Error(`mandate ${id} is gone`);
  return written;
}

export async function mandateOf(db: Db, id: string): Promise<MandateRow | null> {
  const [row] = await db.select().from(mandates).where(eq(mandates.id, id));
  return row ?? null;
}

/** The mandates of a client, the newest first. */
export function mandatesOfAccount(db: Db, accountId: string): Promise<MandateRow[]> {
  return db
    .select()
    .from(mandates)
    .where(eq(mandates.clientAccountId, accountId))
    .orderBy(desc(mandates.createdAt), desc(mandates.id))
    .limit(100);
}

/** Locks a loan's mandates that are not ended: the live one and the draft. */
export async function lockOpenMandates(tx: Db, loanId: string): Promise<MandateRow[]> {
  return tx
    .select()
    .from(mandates)
    .where(and(eq(mandates.loanId, loanId), inArray(mandates.state, ['draft', ...LIVE_MANDATE_STATES])))
    .orderBy(mandates.id)
    .for('update');
}

/** Locks a mandate behind its loan. @returns null when there is none. */
export async function lockMandate(tx: Db, id: string): Promise<MandateRow | null> {
  const found = await mandateOf(tx, id);
  if (!found) return null;
  await lockLoans(tx, [found.loanId]);
  const [row] = await tx.select().from(mandates).where(eq(mandates.id, id)).for('update');
  return row ?? null;
}

/** The account of a mandate that is not signed yet; null when there is none. */
export async function openSignature(db: Db, mandateId: string): Promise<SignatureRow | null> {
  const [row] = await db
    .select()
    .from(mandateSignatures)
    .where(and(eq(mandateSignatures.mandateId, mandateId), isNull(mandateSignatures.signedAt)));
  return row ?? null;
}

/** Every account that mandates were signed for, the last first. */
export function signaturesOf(db: Db, mandateIds: readonly string[]): Promise<SignatureRow[]> {
  if (mandateIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(mandateSignatures)
    .where(inArray(mandateSignatures.mandateId, [...mandateIds]))
    .orderBy(mandateSignatures.mandateId, desc(mandateSignatures.number));
}

/** Writes the account that waits to be signed in the place of the one that waited. */
export async function putOpenSignature(tx: Db, row: typeof mandateSignatures.$inferInsert): Promise<void> {
  const open = await openSignature(tx, row.mandateId);
  if (open)
    await tx
      .update(mandateSignatures)
      .set({ ...row, number: open.number })
      .where(and(eq(mandateSignatures.mandateId, row.mandateId), isNull(mandateSignatures.signedAt)));
  else await tx.insert(mandateSignatures).values(row);
}

export async function signSignature(
  tx: Db,
  signature: SignatureRow,
  evidence: Pick<SignatureRow, 'signedAt' | 'origin' | 'factors' | 'proof'>,
): Promise<void> {
  await tx
    .update(mandateSignatures)
    .set(evidence)
    .where(
      and(
        eq(mandateSignatures.mandateId, signature.mandateId),
        eq(mandateSignatures.number, signature.number),
      ),
    );
}

const WHOLE_DEBIT = wholeRows({ debit: directDebits });

/** Direct debits, each with its row whole. @param tail what follows `from direct_debits`. */
export async function debitsWhere(db: Db, tail: ReturnType<typeof sql>): Promise<DebitRow[]> {
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${WHOLE_DEBIT.columns} from direct_debits ${tail}`,
  );
  return rows.map((row) => WHOLE_DEBIT.read(row).debit);
}

/** Locks direct debits behind their loans, in order of id. */
export async function lockDebits(tx: Db, which: ReturnType<typeof sql>): Promise<DebitRow[]> {
  const found = await debitsWhere(tx, sql`where ${which}`);
  await lockLoans(
    tx,
    found.map(({ loanId }) => loanId),
  );
  return debitsWhere(tx, sql`where ${which} order by id for update`);
}

export async function insertDebit(tx: Db, row: typeof directDebits.$inferInsert): Promise<void> {
  await tx.insert(directDebits).values(row);
}

export async function updateDebit(
  tx: Db,
  id: string,
  change: Partial<typeof directDebits.$inferInsert>,
): Promise<void> {
  await tx.update(directDebits).set(change).where(eq(directDebits.id, id));
}

export async function lockBatch(tx: Db, id: string): Promise<DebitBatchRow | null> {
  const [row] = await tx.select().from(directDebitBatches).where(eq(directDebitBatches.id, id)).for('update');
  return row ?? null;
}

export async function batchNumbered(tx: Db, messageId: string): Promise<DebitBatchRow | null> {
  const [row] = await tx
    .select()
    .from(directDebitBatches)
    .where(eq(directDebitBatches.messageId, messageId))
    .for('update');
  return row ?? null;
}

export async function insertBatch(tx: Db, row: typeof directDebitBatches.$inferInsert): Promise<void> {
  await tx.insert(directDebitBatches).values(row);
}

/** Closes a file of which our bank has nothing more to say; one that is closed stays so. */
export async function closeBatch(
  tx: Db,
  id: string,
  closed: { readonly state: 'settled' | 'cancelled'; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .update(directDebitBatches)
    .set({ state: closed.state, closedBy: closed.by, closedAt: closed.at })
    .where(and(eq(directDebitBatches.id, id), isNull(directDebitBatches.closedAt)));
}
