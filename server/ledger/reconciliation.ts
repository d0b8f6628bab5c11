import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';

/** What the bank and the books say of a currency whose account is kept by statements. Minor units. */
export interface BankDifference {
  readonly currency: CurrencyCode;
  readonly bankMinor: number;
  readonly settlementMinor: number;
  /** Zero when they say the same. */
  readonly differenceMinor: number;
  /** Whether two persons have explained exactly this difference. */
  readonly isExplained: boolean;
}

/** The end of each account's posted statements: the closing balance of the last, else the balance with which it was adopted. */
const CLOSING = sql`coalesce((select s.closing from bank_statements s
  where s.account = b.iban and s.currency = b.currency and s.posted_number is not null order by s.posted_number desc limit 1),
  b.adopted_balance)`;

/**
 * The proof of PAY-33 by currency: what the bank says that we have, and settlement. A few rows whatever was posted: one for each account and
 * stripe.
 * @param unbooked what a statement that counts as posted brings, while its lines are being booked: it is left out.
 */
export async function bankDifferences(
  db: Db,
  unbooked: { readonly currency: string; readonly sumMinor: number } | null = null,
): Promise<BankDifference[]> {
  const rows = await rowsOf<{
    currency: CurrencyCode;
    bank: string | number;
    settlement: string | number;
    explained: boolean;
  }>(
    db,
    sql`select k.currency, k.bank, k.settlement, exists (
        select 1 from reconciliation_explanations e where e.currency = k.currency and e.difference = k.bank + k.settlement) as explained
      from (
        select b.currency, sum(${CLOSING})::bigint - case b.currency when ${unbooked?.currency ?? ''} then ${unbooked?.sumMinor ?? 0}::bigint else 0 end as bank, (
          select coalesce(sum(a.balance), 0)::bigint from ledger_accounts a
          where a.holder_id = '00000000-0000-0000-0000-000000000000' and a.chart_code = 'settlement' and a.currency = b.currency
            and a.holder_kind = 'house') as settlement
        from bank_accounts b where b.source = 'statements' group by b.currency) k
      order by k.currency`,
  );
  return rows.map(({ currency, bank, settlement, explained }) => {
    const [bankMinor, settlementMinor] = [readMinor(bank), readMinor(settlement)];
    return {
      currency,
      bankMinor,
      settlementMinor,
      differenceMinor: bankMinor + settlementMinor,
      isExplained: explained,
    };
  });
}

/** The currencies whose last proof found books that do not sum, or a balance that is not its entries (ACC-37): until a proof finds them right. */
async function brokenBooks(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ currency: string }>(
    db,
    sql`select currency from (select distinct on (currency) currency, is_fair, results from daily_proofs
        where day = (select max(day) from daily_proofs) order by currency, made_at desc, id desc) last
      where not is_fair and exists (select 1 from jsonb_to_recordset(results) as r(name text, "leftMinor" bigint, "rightMinor" bigint, faults int)
        where r.name in ('proof.books', 'proof.balances') and (r.faults <> 0 or r."leftMinor" <> r."rightMinor"))`,
  );
  return rows.map(({ currency }) => currency);
}

/** The currencies in which an unexplained difference, or broken books, stop what the bank does by itself (PAY-33, ACC-37). */
export async function stoppedCurrencies(db: Db): Promise<ReadonlySet<string>> {
  const differences = await bankDifferences(db);
  const open = differences.flatMap(({ currency, differenceMinor, isExplained }) =>
    differenceMinor !== 0 && !isExplained ? [currency] : [],
  );
  return new Set([...open, ...(await brokenBooks(db))]);
}

/**
 * Refuses a payout while bank and books differ in its currency and nobody has explained it (PAY-33).
 * @throws Refusal `reconciliation.open`.
 */
export async function requireReconciled(db: Db, currency: string): Promise<void> {
  if ((await stoppedCurrencies(db)).has(currency)) throw new Refusal('reconciliation.open');
}
