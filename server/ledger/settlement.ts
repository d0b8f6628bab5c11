import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { readTogether } from '../db/read-together.ts';

/** Says whether an account of the house at its bank is kept by its statements in a currency (PAY-19): then only their lines touch settlement. */
export async function isKeptByStatements(tx: Db, currency: CurrencyCode): Promise<boolean> {
  return (await keptCurrencies(tx, currency)) !== null;
}

/** The currencies asked for whose account is kept by its statements, for callers of one moment. */
const keptCurrencies = readTogether<string, true>(async (db, currencies) => {
  const rows = await rowsOf<{ currency: string }>(
    db,
    sql`select distinct currency from bank_accounts
      where currency = any (${listed(currencies, 'text')}) and source = 'statements'`,
  );
  return new Map(rows.map(({ currency }) => [currency, true as const]));
});

/**
 * Refuses to credit money that no line of the bank brought, once our account is kept by its statements (PAY-19): it is allocated from
 * suspense instead.
 * @param field the field of the call that asks for it.
 * @throws Refusal `request.invalid`.
 */
export async function requireEntryByHand(tx: Db, currency: CurrencyCode, field: string): Promise<void> {
  if (await isKeptByStatements(tx, currency))
    throw new Refusal('request.invalid', {}, [{ field, message: 'validation.amount.byStatements' }]);
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

/** What the books say of the house's money at its bank in a currency, at this moment: minor units, below zero for money that we have. */
export async function settlementOf(db: Db, currency: CurrencyCode): Promise<number> {
  const [row] = await rowsOf<{ balance: string | number }>(
    db,
    sql`select coalesce(sum(balance), 0)::text as balance from ledger_accounts
      where chart_code = 'settlement' and holder_kind = 'house' and currency = ${currency}`,
  );
  return readMinor(row?.balance ?? 0);
}
