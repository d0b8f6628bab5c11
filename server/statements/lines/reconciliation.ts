import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { reconciliation } from '#contract/reconciliation.ts';
import { Refusal } from '#domain/errors.ts';
import type { CHART_OF_ACCOUNTS } from '#domain/ledger/chart-of-accounts.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { isProved } from '#domain/statements/daily-proof.ts';
import { proofOf } from '#domain/statements/proof.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { reconciliationExplanations } from '../../db/schema/index.ts';
import { type KeptProof, lastProofs } from '../../ledger/daily-proofs.ts';
import {
  type ExplainedBalance,
  type OpenOfCode,
  openItems,
  unexplainedBalances,
} from '../../ledger/open-items.ts';
import { type BankDifference, bankDifferences } from '../../ledger/reconciliation.ts';
import { announce } from '../../notifications/live.ts';
import { tell } from '../../signals.ts';
import { type AskedApproval, approvalsOn, awaitedSince } from '../../tasks/approval-since.ts';
import type { Work } from '../../work/work.ts';
import { waitingCounts } from './list-lines.ts';
import { tellFailedProofs } from './tell-proof.ts';

/** The codes that explain what is between bank and books (ACC-36). */
const EXPLAINING = [
  'payments-in-transit',
  'incoming-suspense',
  'outgoing-suspense',
  'direct-debit-clearing',
  'client-receivables',
  'reconciliation-differences',
] as const satisfies readonly (keyof typeof CHART_OF_ACCOUNTS)[];

/** How many open things of a code are shown, the oldest first. */
const SHOWN_ITEMS = 50;

interface AccountRow {
  readonly id: string;
  readonly iban: string;
  readonly bank_name: string;
  readonly currency: CurrencyCode;
  readonly source: 'manual' | 'statements';
  readonly closing: string | number | null;
  readonly day: string | null;
  readonly waiting: number;
}

/**
 * The house's accounts with the end of their statements up to a day, and how many wait: of posted ones, or, while people enter what an account
 * moves, of what the bank has sent (PAY-33).
 */
function accountsOn(db: Db, day: string): Promise<AccountRow[]> {
  return rowsOf<AccountRow>(
    db,
    sql`select b.id, b.iban, b.bank_name, b.currency, b.source, coalesce(s.closing, b.adopted_balance) as closing,
        coalesce(s.day, b.adopted_on)::text as day,
        (select count(*)::int from bank_statements w where w.account = b.iban and w.currency = b.currency and w.state = 'waiting') as waiting
      from bank_accounts b left join lateral (
        select closing, day from bank_statements where account = b.iban and currency = b.currency and day <= ${day}::date
          and (posted_number is not null or b.source = 'manual' and kind = 'statement' and state = 'waiting')
          order by posted_number desc nulls last, day desc, received_at desc limit 1) s on true
      order by b.created_at, b.iban`,
  );
}

/** Sums of the books by currency and code, now and at the end of a day, from the totals that the ledger keeps. */
async function booksBy(db: Db, day: string) {
  const rows = await rowsOf<{ currency: string; code: string; now: string | number; after: string | number }>(
    db,
    sql`select currency, chart_code as code, coalesce(sum(credit - debit) filter (where period = '-infinity'), 0)::text as now,
        coalesce(sum(credit - debit) filter (where period > ${day}::date), 0)::text as after
      from ledger_totals where period = '-infinity' or period > ${day}::date group by 1, 2`,
  );
  return rows.map(({ currency, code, now, after }) => ({
    currency,
    code,
    now: BigInt(now),
    onDay: BigInt(now) - BigInt(after),
  }));
}

/** What posted statements after a day brought, by currency: settlement had less of it on that day. Minor units. */
async function broughtAfter(db: Db, day: string): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ currency: string; sum: string | number }>(
    db,
    sql`select s.currency, sum(s.credit_sum - s.debit_sum)::bigint as sum from bank_statements s
      join bank_accounts b on b.iban = s.account and b.currency = s.currency and b.source = 'statements'
      where s.posted_number is not null and s.day > ${day}::date group by 1`,
  );
  return new Map(rows.map(({ currency, sum }) => [currency, readMinor(sum)]));
}

/** Since when the explanation of a difference waits for the approval of others, by account (FOUR-10). */
async function waitingExplanations(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ id: string; approvals: AskedApproval[] }>(
    db,
    sql`select b.id, ${approvalsOn(sql`b.id`)} from bank_accounts b where b.id = any (${listed(ids, 'uuid')})`,
  );
  return new Map(
    rows.flatMap(({ id, approvals }) => {
      const since = awaitedSince(approvals, now, 'reconciliation.explain');
      return since === null ? [] : [[id, since]];
    }),
  );
}

/** What is open today: of days that are over it is not known any more. */
interface OpenToday {
  readonly unexplained: readonly ExplainedBalance[];
  readonly items: ReadonlyMap<string, ReadonlyMap<string, OpenOfCode>>;
}
const NOTHING_OPEN: OpenToday = { unexplained: [], items: new Map() };

async function openToday(db: Db, currencies: readonly CurrencyCode[]): Promise<OpenToday> {
  const items = new Map<string, ReadonlyMap<string, OpenOfCode>>();
  for (const currency of currencies) items.set(currency, await openItems(db, currency, SHOWN_ITEMS));
  return { unexplained: await unexplainedBalances(db), items };
}

/** The balances between bank and books, each with what it is made of (ACC-36). */
function itemsOf(open: OpenToday, currency: string, balanceOf: (code: string) => number) {
  return EXPLAINING.map((code) => {
    const found = open.unexplained.find((one) => one.currency === currency && one.code === code);
    const ofCode = open.items.get(currency)?.get(code);
    return {
      code,
      balanceMinor: balanceOf(code),
      unexplainedMinor: found ? found.balanceMinor - found.openMinor : 0,
      parts: (ofCode?.items ?? []).map(({ code: _, ...part }) => part),
      partCount: ofCode?.count ?? 0,
    };
  }).filter(
    ({ balanceMinor, unexplainedMinor, partCount }) =>
      balanceMinor !== 0 || unexplainedMinor !== 0 || partCount > 0,
  );
}

/** An account of the house as staff read it. */
const presentAccount = (row: AccountRow) => ({
  id: row.id,
  iban: row.iban,
  bankName: row.bank_name,
  currency: row.currency,
  source: row.source,
  closingMinor: row.closing === null ? null : readMinor(row.closing),
  closingDay: row.day,
  waitingStatements: row.waiting,
});

/** The proofs of a day as staff read them (ACC-36). */
const presentProof = ({ madeAt, dueAt, results, ...proof }: KeptProof) => ({
  ...proof,
  currency: proof.currency as CurrencyCode,
  madeAt: madeAt.toISOString(),
  dueAt: dueAt.toISOString(),
  results: results.map((result) => ({ ...result, isProved: isProved(result) })),
});

/** The proof of a day up to today, with what stood between bank and books at its end (PAY-33). In `manual` it is shown and stops nothing. */
export async function reconciliationOn(
  db: Db,
  now: Date,
  { day: asked, withItems = false }: { readonly day?: string | undefined; readonly withItems?: boolean } = {},
): Promise<z.infer<typeof reconciliation>> {
  const today = legalDay(now);
  const day = asked ?? today;
  const [accounts, books, later, differences, counts, proofs] = await Promise.all([
    accountsOn(db, day),
    booksBy(db, day),
    broughtAfter(db, day),
    bankDifferences(db),
    waitingCounts(db),
    lastProofs(db, day),
  ]);
  const explanations = await waitingExplanations(
    db,
    accounts.map(({ id }) => id),
    now,
  );
  const ofAccounts = [...new Set(accounts.map(({ currency }) => currency))];
  const open = withItems && day === today ? await openToday(db, ofAccounts) : NOTHING_OPEN;
  const currencies = ofAccounts.map((currency) => {
    const ofCurrency = books.filter((row) => row.currency === currency);
    const sumOf = (code: string) => ofCurrency.find((row) => row.code === code);
    const balanceOf = (code: string) => Number(sumOf(code)?.onDay ?? 0n);
    const isKept = accounts.some((row) => row.currency === currency && row.source === 'statements');
    const compared = accounts.filter(
      (row) => row.currency === currency && row.closing !== null && (row.source === 'statements') === isKept,
    );
    const bankClosingMinor = compared.reduce((sum, { closing }) => sum + readMinor(closing ?? 0), 0);
    // Only the bank's lines touch a kept account: what it had on the day follows from their statements, whenever they were booked.
    const settlementMinor = isKept
      ? Number(sumOf('settlement')?.now ?? 0n) + (later.get(currency) ?? 0)
      : balanceOf('settlement');
    const booksSumMinor = Number(ofCurrency.reduce((sum, { onDay }) => sum + onDay, 0n));
    const proof = proofOf({ bankClosingMinor, settlementMinor, booksSumMinor });
    const items = itemsOf(open, currency, balanceOf);
    return {
      currency,
      isKept,
      bankMinor: compared.length > 0 ? bankClosingMinor : null,
      settlementMinor,
      differenceMinor: compared.length > 0 ? proof.bankDifferenceMinor : 0,
      booksSumMinor,
      alarms: [
        ...proof.alarms.filter((alarm) => isKept || alarm !== 'proof.bank'),
        ...(items.some(({ unexplainedMinor }) => unexplainedMinor !== 0) ? (['proof.items'] as const) : []),
      ],
      isExplained: differences.find((one) => one.currency === currency)?.isExplained ?? false,
      items,
      approvalSince:
        compared.map(({ id }) => explanations.get(id)).find((since) => since !== undefined) ?? null,
    };
  });
  return {
    day,
    today,
    accounts: accounts.map(presentAccount),
    currencies,
    proofs: proofs.map(presentProof),
    ...counts,
  };
}

/** Tells the metrics what bank and books differ by, in each currency. */
export function tellDifferences(differences: readonly BankDifference[]): void {
  for (const { currency, differenceMinor } of differences)
    tell('guichet:reconciliation', { currency, differenceMinor });
}

/** The proof after an import (PAY-33): metrics hear it, the people on duty of a difference that nobody has explained, and screens read it again. */
export async function proveAfterImport(work: Work): Promise<void> {
  const differences = await bankDifferences(work.tx);
  tellDifferences(differences);
  const open = differences.filter(
    ({ differenceMinor, isExplained }) => differenceMinor !== 0 && !isExplained,
  );
  await tellFailedProofs(work, {
    day: legalDay(work.now),
    proofs: open.map(({ currency }) => `proof.bank ${currency}`),
  });
}

/** The account that stands for a currency whose difference is explained. @throws Refusal `not-found`. */
async function accountFor(db: Db, currency: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select id from bank_accounts where currency = ${currency} and source = 'statements' order by created_at, id limit 1`,
  );
  if (!row) throw new Refusal('not-found');
  return row.id;
}

/** The difference between bank and books of a currency, with the account that stands for it. @throws Refusal `not-found` when there is none. */
export async function differenceOf(db: Db, currency: string) {
  const found = (await bankDifferences(db)).find((one) => one.currency === currency);
  if (!found || found.differenceMinor === 0) throw new Refusal('not-found');
  return { differenceMinor: found.differenceMinor, accountId: await accountFor(db, currency) };
}

/**
 * Explains the difference between bank and books of a currency (PAY-33): automatic postings and payouts go on while it stays as it was explained.
 * @throws Refusal `not-found` when there is no difference.
 */
export async function explainDifference(
  work: Work,
  { currency, note }: { readonly currency: string; readonly note: string },
): Promise<void> {
  const { differenceMinor, accountId } = await differenceOf(work.tx, currency);
  await work.tx.insert(reconciliationExplanations).values({
    id: work.newId(),
    currency,
    difference: differenceMinor,
    note,
    explainedBy: work.actorId,
    explainedAt: work.now,
    proposal: work.proposal,
  });
  audit(work, {
    operation: 'reconciliation.explain',
    clientAccountId: null,
    subjectId: accountId,
    before: null,
    after: { currency, differenceMinor, note },
  });
  await announce(work, { staff: true }, ['bank']);
}
