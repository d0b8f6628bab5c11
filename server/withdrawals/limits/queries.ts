import { eq, sql } from 'drizzle-orm';
import { LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import type { LimitAmounts, Sent } from '#domain/withdrawals/limits.ts';
import { windowStart } from '#domain/withdrawals/limits.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { clientAccounts, transferLimits } from '../../db/schema/index.ts';

export type TransferLimitsRow = typeof transferLimits.$inferSelect;
export type NewTransferLimitsRow = typeof transferLimits.$inferInsert;

/** What a client chose for an account; null before they chose anything. */
export async function transferLimitsOf(db: Db, accountId: string): Promise<TransferLimitsRow | null> {
  const [row] = await db.select().from(transferLimits).where(eq(transferLimits.clientAccountId, accountId));
  return row ?? null;
}

/** The account whose limits are read or changed. */
export async function accountForLimits(db: Db, accountId: string) {
  const [row] = await db
    .select({
      id: clientAccounts.id,
      userId: clientAccounts.userId,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      currency: clientAccounts.currency,
    })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}

/**
 * What left an account, or waits to leave it, on a day and in the thirty days that end with it (PAY-56): by the Paris day of the request,
 * without what was refused, cancelled or returned.
 * @param today YYYY-MM-DD in French legal time.
 */
export async function sentOn(db: Db, accountId: string, today: string): Promise<Sent> {
  const begun = (day: string) => startOfDayIn(LEGAL_TIME_ZONE, day).toISOString();
  const [row] = await rowsOf<{ day: string | number; thirty: string | number }>(
    db,
    sql`select coalesce(sum(amount) filter (where created_at >= ${begun(today)}::timestamptz), 0) as day,
        coalesce(sum(amount), 0) as thirty
      from withdrawal_requests where client_account_id = ${accountId}::uuid and status not in ('rejected', 'cancelled')
        -- The payout of a loan is the house's own order (LC-6).
        and payout_loan_id is null and created_at >= ${begun(windowStart(today))}::timestamptz`,
  );
  return { dayMinor: readMinor(row?.day ?? 0), thirtyDaysMinor: readMinor(row?.thirty ?? 0) };
}

/** The instant transfers of a day, by the Paris day of their request, without what was refused, cancelled or returned (PAY-43). Minor units. */
export async function instantSentOn(db: Db, accountId: string, today: string): Promise<number> {
  const [row] = await rowsOf<{ day: string | number }>(
    db,
    sql`select coalesce(sum(amount), 0) as day from withdrawal_requests
      where client_account_id = ${accountId}::uuid and is_instant and status not in ('rejected', 'cancelled')
        and created_at >= ${startOfDayIn(LEGAL_TIME_ZONE, today).toISOString()}::timestamptz`,
  );
  return readMinor(row?.day ?? 0);
}

/** Writes the limits of an account. */
export async function keepTransferLimits(tx: Db, row: NewTransferLimitsRow): Promise<TransferLimitsRow> {
  const { clientAccountId, ...set } = row;
  const [kept] = await tx
    .insert(transferLimits)
    .values(row)
    .onConflictDoUpdate({ target: transferLimits.clientAccountId, set })
    .returning();
  if (!kept) throw new Error(`the limits of ${clientAccountId} were not written`);
  return kept;
}

/** The columns of the limits that hold, and of a raise that waits. */
export const ownColumns = ({ operation, day, thirtyDays }: LimitAmounts) => ({ operation, day, thirtyDays });

export const raisedColumns = (
  raise: { readonly amounts: LimitAmounts; readonly askedAt: Date; readonly delayHours: number } | null,
) => ({
  raisedOperation: raise?.amounts.operation ?? null,
  raisedDay: raise?.amounts.day ?? null,
  raisedThirtyDays: raise?.amounts.thirtyDays ?? null,
  raiseAskedAt: raise?.askedAt ?? null,
  raiseDelayHours: raise?.delayHours ?? null,
});

/** An account whose raise may hold by a moment, unless its client's credentials changed meanwhile; the oldest first. */
export async function raisesAskedBefore(
  tx: Db,
  moment: Date,
  after: string,
  limit: number,
): Promise<
  readonly { readonly accountId: string; readonly userId: string; readonly ledgerAccountId: string }[]
> {
  return tx
    .select({
      accountId: transferLimits.clientAccountId,
      userId: clientAccounts.userId,
      ledgerAccountId: clientAccounts.ledgerAccountId,
    })
    .from(transferLimits)
    .innerJoin(clientAccounts, eq(clientAccounts.id, transferLimits.clientAccountId))
    .where(
      sql`raise_asked_at + make_interval(hours => raise_delay_hours) <= ${moment.toISOString()}::timestamptz
        and ${transferLimits.clientAccountId} > ${after}::uuid`,
    )
    .orderBy(transferLimits.clientAccountId)
    .limit(limit);
}
