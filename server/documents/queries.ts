import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { AccountType } from '#domain/accounts/account.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { clientAccounts, fees, profiles, transactions } from '../db/schema/index.ts';

/** Whose document it is. */
export interface Holder {
  readonly accountId: string;
  readonly displayName: string;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly accountType: AccountType;
  readonly currency: CurrencyCode;
  readonly iban: string | null;
  readonly bankName: string | null;
  /** The number of the account's payment reference (PAY-27). */
  readonly paymentNumber: number;
  readonly openedAt: Date;
}

export async function holderOf(db: Db, accountId: string): Promise<Holder | null> {
  const [row] = await db
    .select({
      accountId: clientAccounts.id,
      displayName: profiles.displayName,
      address: profiles.address,
      postalCode: profiles.postalCode,
      city: profiles.city,
      country: profiles.country,
      accountType: clientAccounts.accountType,
      currency: clientAccounts.currency,
      iban: clientAccounts.iban,
      bankName: clientAccounts.bankName,
      paymentNumber: clientAccounts.paymentNumber,
      openedAt: clientAccounts.createdAt,
    })
    .from(clientAccounts)
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(eq(clientAccounts.id, accountId));
  return row ? { ...row, currency: row.currency as CurrencyCode } : null;
}

/** The sum of an account's movements before a moment: its balance then, in minor units, exact whatever was stored. */
export async function balanceBefore(db: Db, accountId: string, moment: Date): Promise<bigint> {
  const [row] = await rowsOf<{ balance: string }>(
    db,
    sql`select coalesce(sum(amount), 0)::text as balance from transactions
      where client_account_id = ${accountId}::uuid and created_at < ${moment.toISOString()}::timestamptz`,
  );
  return BigInt(row?.balance ?? 0);
}

export type MovementRow = typeof transactions.$inferSelect;

/** A movement with the exact balance after it. */
export type ExactMovement = Omit<MovementRow, 'balanceAfter'> & { readonly balanceAfter: number | bigint };

/**
 * The same movements with exact balances. A column of minor units is read as a safe integer, and what is beyond them as the last one
 * (`readMinor`): good enough for a list, never for a document. Only such rows, from before amounts had a ceiling, are read again.
 */
export async function withExactBalances(
  db: Db,
  accountId: string,
  movements: readonly MovementRow[],
): Promise<ExactMovement[]> {
  const isClipped = (row: MovementRow) => Math.abs(row.balanceAfter) === Number.MAX_SAFE_INTEGER;
  if (!movements.some(isClipped)) return [...movements];
  const rows = await rowsOf<{ sequence: string | number; balance: string }>(
    db,
    sql`select sequence, balance_after::text as balance from transactions
      where client_account_id = ${accountId}::uuid and abs(balance_after) >= ${Number.MAX_SAFE_INTEGER}::bigint`,
  );
  const exact = new Map(rows.map(({ sequence, balance }) => [Number(sequence), BigInt(balance)]));
  return movements.map((row) => ({ ...row, balanceAfter: exact.get(row.sequence) ?? row.balanceAfter }));
}

const ROWS_AT_ONCE = 1_000;

/** An account's movements from a moment to another, the first first, read a thousand at a time. */
export async function movementsBetween(
  db: Db,
  accountId: string,
  from: Date,
  to: Date,
): Promise<MovementRow[]> {
  const found: MovementRow[] = [];
  for (;;) {
    const rows = await db
      .select()
      .from(transactions)
      .where(
        and(
          eq(transactions.clientAccountId, accountId),
          gte(transactions.createdAt, from),
          lt(transactions.createdAt, to),
          gt(transactions.sequence, found.at(-1)?.sequence ?? 0),
        ),
      )
      .orderBy(asc(transactions.sequence))
      .limit(ROWS_AT_ONCE);
    found.push(...rows);
    if (rows.length < ROWS_AT_ONCE) return found;
  }
}

export async function feeOf(db: Db, accountId: string, feeId: string) {
  const [row] = await db
    .select()
    .from(fees)
    .where(and(eq(fees.id, feeId), eq(fees.clientAccountId, accountId)));
  return row ?? null;
}

export type FeeRow = Awaited<ReturnType<typeof feeOf>> & object;
