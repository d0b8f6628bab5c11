import { sql } from 'drizzle-orm';
import { Refusal, type RefusalCode } from '#domain/errors.ts';
import { type AccountHolder, type AccountReference, chartCodeOf } from '#domain/ledger/chart-of-accounts.ts';
import type { LedgerDocument } from '#domain/ledger/document.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import { bareList, type Db, rowsOf, type Statement } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { ledgerAccounts } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { type Outcome, resultOf, type Work } from '../work/work.ts';

/** Who holds an account, as `ledger_post_all` takes it: a client is named by their ledger account, the house by nothing. */
function holderOf(account: AccountReference): { readonly kind: AccountHolder; readonly id: string | null } {
  if ('house' in account) return { kind: 'house', id: null };
  return 'client' in account ? { kind: 'client', id: account.client } : { kind: 'loan', id: account.loan };
}

/** What a posting did: its id and, for each client account, the number and balance of its entry. */
export interface Posted {
  readonly ledgerTransactionId: string;
  /** Keyed by ledger account id. Minor units. */
  readonly entries: ReadonlyMap<string, { readonly sequence: number; readonly balanceAfterMinor: number }>;
}

/** What a posting says besides its entries, where there is something to say. */
export interface PostingFacts {
  /** The day from which the money counts (PAY-9); the booking day unless it says otherwise. */
  readonly valueDay?: string | undefined;
  /** The transaction whose entries this posting negates; the database refuses what does not. */
  readonly reverses?: string | undefined;
  /** What it rests on: a line of a bank's statement, a batch, an order (PAY-65). */
  readonly document?: LedgerDocument | undefined;
}

/** A posting to be written, with what caused it: the loan request, withdrawal, fee or account. */
export interface PostingOrder extends PostingFacts {
  readonly work: Work;
  readonly posting: Posting;
  readonly causeId: string;
}

/** Why the database leaves a posting out (server/db/ledger.sql). */
const REFUSAL_OF_BOOKS = {
  'too-low': 'ledger.insufficient-balance',
  'too-high': 'ledger.balance-too-high',
} as const satisfies Readonly<Record<string, RefusalCode>>;

/** The refusal of a statement that ended with `ledger_require_posted`; null for another failure. */
export function refusalOfBooks(error: unknown): Refusal | null {
  if (violates(error, 'ledger_too_low')) return new Refusal(REFUSAL_OF_BOOKS['too-low']);
  return violates(error, 'ledger_too_high') ? new Refusal(REFUSAL_OF_BOOKS['too-high']) : null;
}

/** A posting order with the id that its transaction gets. */
export type NumberedOrder = PostingOrder & { readonly id: string };

/**
 * Gives an order its id.
 * @throws Error for an operation that is not declared to move money.
 */
export function numberOrder<Order extends PostingOrder>(order: Order): Order & NumberedOrder {
  const { work, posting } = order;
  if (!work.movesMoney)
    throw new Error(`${posting.event}: the operation is not declared to move money (domain/operations.ts)`);
  return { ...order, id: work.newId() };
}

/** The refusal for which the database left a posting out. */
export const refusalFor = (why: keyof typeof REFUSAL_OF_BOOKS) => new Refusal(REFUSAL_OF_BOOKS[why]);

/** The call of `ledger_post_all` for these orders: one row for each written entry and each refused posting. */
export function postingOf(orders: readonly NumberedOrder[]): Statement {
  const entries = orders.flatMap(({ posting }, index) =>
    posting.entries.map(({ account, amountMinor }) => ({
      account,
      amountMinor,
      holder: holderOf(account),
      transaction: index + 1,
    })),
  );
  return sql`ledger_post_all(
    ${bareList(orders.map(({ id }) => id))}::uuid[],
    ${bareList(orders.map(({ posting }) => posting.event))}::text[],
    ${bareList(orders.map(({ causeId }) => causeId))}::uuid[],
    ${bareList(orders.map(({ work }) => work.actorId))}::uuid[],
    ${bareList(orders.map(({ work }) => work.now.toISOString()))}::timestamptz[],
    ${bareList(orders.map(({ valueDay }) => valueDay ?? null))}::date[],
    ${bareList(orders.map(({ reverses }) => reverses ?? null))}::uuid[],
    ${sql.param(orders.map(({ document }) => (document ? JSON.stringify(document) : null)))}::text[]::jsonb[],
    ${bareList(orders.map(({ work }) => work.approvedBy))}::uuid[],
    ${bareList(entries.map(({ transaction }) => transaction))}::int[],
    ${bareList(entries.map(({ account }) => chartCodeOf(account)))}::text[],
    ${bareList(entries.map(({ holder }) => holder.kind))}::text[],
    ${bareList(entries.map(({ holder }) => holder.id))}::uuid[],
    ${bareList(entries.map(({ account }) => account.currency))}::text[],
    ${bareList(entries.map(({ amountMinor }) => amountMinor))}::bigint[])`;
}

/** A row that `ledger_post_all` answers with. */
export interface PostedRow {
  readonly transaction_id: string;
  readonly account_id: string;
  readonly sequence: string | number;
  readonly balance_after: string | number;
  readonly refusal: keyof typeof REFUSAL_OF_BOOKS | null;
}

/** What the books answered for each order, in their order. */
export function outcomesOf(orders: readonly NumberedOrder[], rows: readonly PostedRow[]): Outcome<Posted>[] {
  const rowsOfPosting = Map.groupBy(rows, (row) => row.transaction_id);
  return orders.map(({ id, work, posting }) => {
    const written = rowsOfPosting.get(id);
    const [first] = written ?? [];
    if (!written || !first) throw new Error('the ledger did not answer for a posting');
    if (first.refusal) return { refusal: refusalFor(first.refusal) };
    work.posted.push(posting.event);
    return {
      result: {
        ledgerTransactionId: id,
        entries: new Map(
          written.map((row) => [
            row.account_id,
            { sequence: Number(row.sequence), balanceAfterMinor: readMinor(row.balance_after) },
          ]),
        ),
      },
    };
  });
}

/**
 * Writes postings into the books: the only way money moves. One round trip however many they are; all accounts are locked in order of id,
 * and the balances and numbers of the entries come back. Each posting has its own verdict, as if they had come one after the other: an
 * account that would fall below its floor, or come further from zero than an account may be, refuses that posting and no other.
 */
export async function postAll(tx: Db, orders: readonly PostingOrder[]): Promise<Outcome<Posted>[]> {
  const numbered = orders.map(numberOrder);
  return outcomesOf(numbered, await rowsOf<PostedRow>(tx, sql`select * from ${postingOf(numbered)}`));
}

/**
 * Writes one posting into the books.
 * @throws Refusal `ledger.insufficient-balance` when a client's account would fall below its floor; `ledger.balance-too-high` when an account
 * would hold more than an account may.
 */
export async function post(
  work: Work,
  posting: Posting,
  causeId: string,
  facts: PostingFacts = {},
): Promise<Posted> {
  return resultOf(await postAll(work.tx, [{ work, posting, causeId, ...facts }]));
}

/**
 * Opens the ledger account of a new client: balance zero, never below zero. Returns its id.
 * @param holderId the client's account.
 */
export async function openClientAccount(work: Work, holderId: string, currency: string): Promise<string> {
  const id = work.newId();
  await work.tx
    .insert(ledgerAccounts)
    .values({ id, chartCode: 'clients', holderKind: 'client', holderId, currency, floor: 0 });
  return id;
}

/** The balance of a ledger account in minor units. Inside a transaction that will spend it, lock it first with `lockBalance`. */
export async function balanceOf(db: Db, ledgerAccountId: string): Promise<number> {
  const rows = await rowsOf<{ balance: string | number }>(
    db,
    sql`select balance from ledger_accounts where id = ${ledgerAccountId}::uuid`,
  );
  return readMinor(rows[0]?.balance ?? 0);
}

/** Locks the account until the transaction ends and returns its balance, so that two spenders cannot both believe it. */
export async function lockBalance(work: Work, ledgerAccountId: string): Promise<number> {
  const rows = await rowsOf<{ balance: string | number }>(
    work.tx,
    sql`select balance from ledger_accounts where id = ${ledgerAccountId}::uuid for update`,
  );
  if (!rows[0]) throw new Error(`ledger account ${ledgerAccountId} does not exist`);
  return readMinor(rows[0].balance);
}
