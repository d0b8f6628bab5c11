import { type SQL, sql } from 'drizzle-orm';
import {
  failedProofs,
  PROOF_NAMES,
  type ProofName,
  type ProofResult,
} from '#domain/statements/daily-proof.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { dailyProofs } from '../db/schema/index.ts';
import { LOANS_BESIDE_BOOKS } from './loans-beside-books.ts';
import { explainedBalances } from './open-items.ts';
import { bankDifferences } from './reconciliation.ts';

/** What both sides of a proof say of a currency, and how many things differ. */
interface Sides {
  readonly currency: string;
  readonly left: string | number;
  readonly right: string | number;
  readonly faults: number;
}

/** Every entry sums to zero, and so does every posting (ACC-36, 2). */
const BOOKS = sql`select currency, sum(amount) as left, 0 as right, (count(*) filter (where amount <> 0))::int as faults
  from (select transaction_id, currency, sum(amount) as amount from ledger_entries group by 1, 2) p group by 1`;

/** Every balance is its last entry and the sum of its entries (ACC-36, 3): the sums are of amounts without their sign. */
const BALANCES = sql`select a.currency, sum(abs(a.balance)) as left, sum(abs(coalesce(e.amount, 0))) as right,
    (count(*) filter (where a.balance <> coalesce(e.amount, 0) or a.balance <> coalesce(last.balance_after, 0)))::int as faults
  from ledger_accounts a
  left join (select account_id, sum(amount) as amount from ledger_entries group by 1) e on e.account_id = a.id
  left join ledger_entries last on last.account_id = a.id and last.sequence = a.sequence
  group by 1`;

/** Clients' balances are what the ledger's totals say of them, and what each client's last movement shows (ACC-36, 4). */
const CLIENTS = sql`select a.currency, sum(a.balance) as left, coalesce((select sum(t.credit - t.debit) from ledger_totals t
      where t.period = '-infinity' and t.chart_code = 'clients' and t.currency = a.currency), 0) as right,
    (count(*) filter (where c.id is not null and a.balance <> coalesce(moved.balance_after, 0)))::int as faults
  from ledger_accounts a
  left join client_accounts c on c.ledger_account_id = a.id
  left join lateral (select m.balance_after from transactions m where m.client_account_id = c.id order by m.sequence desc limit 1) moved on true
  where a.chart_code = 'clients' group by a.currency`;

/**
 * What loans owe by their instalments is what the books hold of it, loan by loan (ACC-36, 5; LC-103). Interest is counted among the faults: none is
 * receivable of a loan that has ended, and none is below zero.
 */
const LOANS = sql`select l.currency, sum(i.unpaid) as left, sum(b.owed) as right, (count(*) filter (where i.unpaid <> b.owed or b.interest < 0 or (b.interest <> 0 and not i.bears)))::int as faults
  from ${LOANS_BESIDE_BOOKS} group by 1`;

/** The numbers of entries have no gap, nor have those of posted statements (ACC-36, 7): how many there should be, and are. */
const NUMBERS = sql`select currency, sum(expected) as left, sum(counted) as right, (count(*) filter (where expected <> counted))::int as faults
  from (
    select a.currency, a.sequence as expected, count(e.sequence) as counted
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id and e.sequence between 1 and a.sequence group by a.id
    union all
    select currency, max(posted_number), count(*) from bank_statements where posted_number is not null group by account, currency) numbered
  group by 1`;

const QUERIES: readonly (readonly [ProofName, SQL])[] = [
  ['proof.books', BOOKS],
  ['proof.balances', BALANCES],
  ['proof.clients', CLIENTS],
  ['proof.loans', LOANS],
  ['proof.numbers', NUMBERS],
];

/** A proof of one currency. */
type Found = ProofResult & { readonly currency: string };

/** The bank has what the books say (ACC-36, 1), in currencies whose account is kept by its statements. */
async function proofsOfBank(db: Db): Promise<Found[]> {
  return (await bankDifferences(db)).map(({ currency, bankMinor, settlementMinor, isExplained }) => ({
    name: 'proof.bank',
    currency,
    leftMinor: bankMinor,
    rightMinor: 0 - settlementMinor,
    faults: 0,
    isExplained,
  }));
}

/** Transit, clearing, suspense and receivables are what is open of them (ACC-36, 6): the sums are of amounts without their sign. */
async function proofsOfItems(db: Db): Promise<Found[]> {
  const byCurrency = Map.groupBy(await explainedBalances(db), ({ currency }) => currency);
  return [...byCurrency].map(([currency, balances]) => {
    const sum = (side: (one: (typeof balances)[number]) => number) =>
      balances.reduce((total, one) => total + Math.abs(side(one)), 0);
    return {
      name: 'proof.items',
      currency,
      leftMinor: sum(({ balanceMinor }) => balanceMinor),
      rightMinor: sum(({ openMinor }) => openMinor),
      faults: balances.filter(({ balanceMinor, openMinor }) => balanceMinor !== openMinor).length,
      isExplained: false,
    };
  });
}

/**
 * Proves the books as they are now, each proof at one moment of its own (ACC-36, 1 to 7). Reads every entry: seconds for each million.
 * @returns by currency, in the order of the proofs.
 */
export async function proveBooks(db: Db): Promise<ReadonlyMap<string, readonly ProofResult[]>> {
  const found: Found[] = await proofsOfBank(db);
  for (const [name, query] of QUERIES)
    for (const { currency, left, right, faults } of await rowsOf<Sides>(db, query))
      found.push({
        name,
        currency,
        leftMinor: readMinor(left),
        rightMinor: readMinor(right),
        faults,
        isExplained: false,
      });
  found.push(...(await proofsOfItems(db)));
  return new Map(
    [...Map.groupBy(found, ({ currency }) => currency)].map(([currency, results]) => [
      currency,
      results
        .map(({ currency: _, ...result }) => result)
        .sort((one, other) => PROOF_NAMES.indexOf(one.name) - PROOF_NAMES.indexOf(other.name)),
    ]),
  );
}

/** The proofs of a day in a currency, as they were kept. */
export type KeptProof = typeof dailyProofs.$inferSelect;

/** Keeps the proofs of a day, for ever. */
export async function keepProofs(
  tx: Db,
  rows: readonly Pick<KeptProof, 'id' | 'day' | 'currency' | 'results' | 'madeAt' | 'dueAt'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(dailyProofs)
    .values(rows.map((row) => ({ ...row, isFair: failedProofs(row.results).length === 0 })));
}

/** The last proofs up to a day, by currency; none before the first night. */
export async function lastProofs(db: Db, day: string): Promise<KeptProof[]> {
  return db
    .selectDistinctOn([dailyProofs.currency])
    .from(dailyProofs)
    .where(sql`day = (select max(day) from daily_proofs where day <= ${day}::date)`)
    .orderBy(dailyProofs.currency, sql`made_at desc, id desc`);
}
