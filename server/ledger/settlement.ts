import { sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';

/** Says whether an account of the house at its bank is kept by its statements in a currency (PAY-19): then only their lines touch settlement. */
export async function isKeptByStatements(tx: Db, currency: CurrencyCode): Promise<boolean> {
  const [row] = await rowsOf<{ kept: boolean }>(
    tx,
    sql`select exists (select 1 from bank_accounts where currency = ${currency} and source = 'statements') as kept`,
  );
  return row?.kept === true;
}

/**
 * Locks what the books say of the house's money at its bank in a currency, and answers it: minor units, below zero for money that we have.
 * A posting that was under way has ended; a later one waits, and reads then who keeps the account.
 */
export async function lockSettlement(tx: Db, currency: CurrencyCode): Promise<number> {
  const [row] = await rowsOf<{ balance: string | number }>(
    tx,
    sql`select ledger_lock_settlement(${currency}) as balance`,
  );
  return readMinor(row?.balance ?? 0);
}
