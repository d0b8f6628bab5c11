import { and, type SQL, sql } from 'drizzle-orm';
import type { ClientListFilter } from '#domain/desk/request-list.ts';
import { CURRENCY_CODES } from '#domain/money/currencies.ts';
import { rangeInEuro } from '#domain/search/amount.ts';
import type { Db } from '../db/database.ts';
import { writtenOut } from '../db/page-of-list.ts';
import { conditionsOf, type ListReader, ofMany } from '../db/request-filter.ts';
import { ratesByCurrency } from '../rates/queries.ts';

/** A billion euros, in cents: a balance above has no upper limit here, so that its value in every currency is a safe integer. */
const MOST_EUR_MINOR = 100_000_000_000;

const BALANCE = sql`(select l.balance from ledger_accounts l where l.id = a.ledger_account_id)`;

/**
 * Balances worth a range of euros at the rates of now, as the list shows them: the range of each currency in its own minor units. A currency without a
 * rate has none.
 */
async function balanceWithin(db: Db, { amountFrom = 0, amountTo }: ClientListFilter): Promise<SQL> {
  const rates = await ratesByCurrency(db);
  const reading = { fromMinor: amountFrom, toMinor: Math.min(amountTo ?? MOST_EUR_MINOR, MOST_EUR_MINOR) };
  if (reading.fromMinor > reading.toMinor) return sql`false`;
  const ranges = CURRENCY_CODES.flatMap((currency) => {
    const rate = currency === 'EUR' ? '1' : rates.get(currency);
    const range = rate === undefined ? null : rangeInEuro(reading, currency, rate);
    return range
      ? [[currency, [range.fromMinor, amountTo === undefined ? null : range.toMinor]] as const]
      : [];
  });
  const of = sql`(${JSON.stringify(Object.fromEntries(ranges))}::jsonb -> a.currency)`;
  return ofMany(
    sql`${BALANCE} >= (${of} ->> 0)::bigint${amountTo === undefined ? sql`` : sql` and ${BALANCE} <= (${of} ->> 1)::bigint`}`,
  );
}

/** The conditions of the filters of the list of clients (Q-6), on the account under the name `a`. */
export async function clientConditions(
  db: Db,
  filter: ClientListFilter,
  reader: ListReader,
): Promise<SQL | undefined> {
  const { activated, accountType, amountFrom, amountTo, ...rest } = filter;
  const isOfAmount = amountFrom !== undefined || amountTo !== undefined;
  return and(
    // The column is at hand.
    accountType ? sql`a.account_type = ${writtenOut(accountType)}` : undefined,
    activated === 'yes' ? sql`a.is_activated` : undefined,
    activated === 'no' ? sql`not a.is_activated` : undefined,
    isOfAmount ? await balanceWithin(db, filter) : undefined,
    ...conditionsOf('client', rest, reader),
  );
}
