import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { payeeChecks, payees } from '../db/schema/index.ts';

export type PayeeRow = typeof payees.$inferSelect;
export type NewPayeeRow = typeof payees.$inferInsert;
export type PayeeCheckRow = typeof payeeChecks.$inferSelect;

/** Orders that are read to find whom a client paid before; older ones teach nothing new. */
const MAX_ORDERS_READ = 200;

/** Names of the clients who have an IBAN: one, more for one that was given twice before the rule. */
export async function holdersOf(db: Db, iban: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select p.display_name as name from client_accounts a join profiles p on p.user_id = a.user_id where a.iban = ${iban} limit 2`,
  );
  return rows.map(({ name }) => name);
}

/** How many checks of an account since a moment were followed by no order. */
export async function unfollowedChecks(db: Db, accountId: string, since: Date): Promise<number> {
  return db.$count(
    payeeChecks,
    and(
      eq(payeeChecks.clientAccountId, accountId),
      gte(payeeChecks.askedAt, since),
      isNull(payeeChecks.withdrawalId),
    ),
  );
}

export async function insertCheck(tx: Db, row: typeof payeeChecks.$inferInsert): Promise<PayeeCheckRow> {
  const [inserted] = await tx.insert(payeeChecks).values(row).returning();
  if (!inserted) throw new Error('the check of the payee was not written');
  return inserted;
}

/** A check of an account, locked until the transaction ends: it serves one order. */
export async function lockCheck(tx: Db, accountId: string, checkId: string): Promise<PayeeCheckRow | null> {
  const [row] = await tx
    .select()
    .from(payeeChecks)
    .where(and(eq(payeeChecks.id, checkId), eq(payeeChecks.clientAccountId, accountId)))
    .for('update');
  return row ?? null;
}

/** The check of an order; null for an order without one. */
export async function checkOf(db: Db, checkId: string | null): Promise<PayeeCheckRow | null> {
  if (checkId === null) return null;
  const [row] = await db.select().from(payeeChecks).where(eq(payeeChecks.id, checkId));
  return row ?? null;
}

export async function decideCheck(
  tx: Db,
  checkId: string,
  decided: Pick<PayeeCheckRow, 'decision' | 'decidedAt' | 'withdrawalId'>,
): Promise<void> {
  await tx.update(payeeChecks).set(decided).where(eq(payeeChecks.id, checkId));
}

/** Marks checks that no order followed in their time as cancelled, some at a time; how many. */
export async function cancelUnfollowed(tx: Db, answeredUntil: Date, limit: number): Promise<number> {
  const some = tx
    .select({ id: payeeChecks.id })
    .from(payeeChecks)
    .where(and(isNull(payeeChecks.decision), lte(payeeChecks.answeredAt, answeredUntil)))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(payeeChecks)
    .set({ decision: 'cancelled', decidedAt: sql`${payeeChecks.answeredAt} + interval '10 minutes'` })
    .where(sql`${payeeChecks.id} in ${some}`)
    .returning({ id: payeeChecks.id });
  return rows.length;
}

/** A payee of a client's list: kept by them (with an id), or only paid before. */
export interface KnownPayee {
  readonly id: string | null;
  readonly name: string | null;
  readonly nickname: string | null;
  readonly iban: string;
  readonly bankName: string;
  readonly address: PayeeRow['address'];
  readonly lastUsedAt: string | null;
  readonly checkedAt: string | null;
}

/** Whom a client keeps, and accounts that orders went or will go to, the last used first; refused and cancelled orders teach nothing. */
export async function payeesOf(db: Db, accountId: string): Promise<KnownPayee[]> {
  const rows = await rowsOf<{
    id: string | null;
    name: string | null;
    nickname: string | null;
    iban: string;
    bank_name: string;
    address: PayeeRow['address'];
    last_used_at: string | Date | null;
    checked_at: string | Date | null;
  }>(
    db,
    sql`with used as (
        select distinct on (client_iban) client_iban as iban, client_bank_name as bank_name, recipient_name as name, created_at as last_used_at
        from (
          select client_iban, client_bank_name, recipient_name, created_at from withdrawal_requests
          where client_account_id = ${accountId}::uuid and iban_valid and status not in ('rejected', 'cancelled')
          order by created_at desc limit ${MAX_ORDERS_READ}
        ) recent
        order by client_iban, created_at desc
      ), checked as (
        select iban, max(answered_at) as checked_at from payee_checks
        where client_account_id = ${accountId}::uuid and withdrawal_id is not null group by iban
      ), known as (
        select p.id, p.name, p.nickname, p.iban, p.bank_name, p.address, u.last_used_at, p.created_at
        from payees p left join used u on u.iban = p.iban where p.client_account_id = ${accountId}::uuid
        union all (
          select null, u.name, null, u.iban, u.bank_name, null, u.last_used_at, u.last_used_at from used u
          where not exists (select 1 from payees p where p.client_account_id = ${accountId}::uuid and p.iban = u.iban)
          order by u.last_used_at desc limit 20)
      )
      select known.*, c.checked_at from known left join checked c on c.iban = known.iban
      order by coalesce(known.last_used_at, known.created_at) desc, known.iban limit 200`,
  );
  const instant = (at: string | Date | null) => (at === null ? null : new Date(at).toISOString());
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    nickname: row.nickname,
    iban: row.iban,
    bankName: row.bank_name,
    address: row.address,
    lastUsedAt: instant(row.last_used_at),
    checkedAt: instant(row.checked_at),
  }));
}

/** Keeps a payee; one that is kept under the IBAN already is replaced. */
export async function keepPayee(tx: Db, row: NewPayeeRow): Promise<PayeeRow> {
  const { name, bankName, nickname = null, address = null, updatedAt } = row;
  const [kept] = await tx
    .insert(payees)
    .values(row)
    .onConflictDoUpdate({
      target: [payees.clientAccountId, payees.iban],
      set: { name, bankName, nickname, address, updatedAt },
    })
    .returning();
  if (!kept) throw new Error('the payee was not written');
  return kept;
}

/** Changes a payee of an account; null for one that is not theirs. */
export async function changePayee(
  tx: Db,
  accountId: string,
  payeeId: string,
  change: Partial<NewPayeeRow>,
): Promise<PayeeRow | null> {
  const [row] = await tx
    .update(payees)
    .set(change)
    .where(and(eq(payees.id, payeeId), eq(payees.clientAccountId, accountId)))
    .returning();
  return row ?? null;
}

/** Forgets a payee of an account; false for one that is not theirs. */
export async function deletePayee(tx: Db, accountId: string, payeeId: string): Promise<boolean> {
  const rows = await tx
    .delete(payees)
    .where(and(eq(payees.id, payeeId), eq(payees.clientAccountId, accountId)))
    .returning({ id: payees.id });
  return rows.length > 0;
}

/** The address that a client keeps of a payee with this IBAN and name; null for none. */
export async function addressOf(
  tx: Db,
  accountId: string,
  payee: { readonly iban: string; readonly name: string },
): Promise<PayeeRow['address']> {
  const [row] = await tx
    .select({ address: payees.address })
    .from(payees)
    .where(
      and(eq(payees.clientAccountId, accountId), eq(payees.iban, payee.iban), eq(payees.name, payee.name)),
    );
  return row?.address ?? null;
}
