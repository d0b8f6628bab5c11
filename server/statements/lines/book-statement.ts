import { sql } from 'drizzle-orm';
import { bankCharges, outgoingUnknown, receiptUnmatched } from '#domain/ledger/payment-postings.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { postAll } from '../../ledger/post.ts';
import { bankDifferences, stoppedCurrencies } from '../../ledger/reconciliation.ts';
import { announce } from '../../notifications/live.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { type BookingTerms, bookOf, decideLine } from './decide-lines.ts';
import {
  type BankLine,
  LINE_COLUMNS,
  type LineOutcome,
  type LineRow,
  lineOf,
  newLinesAfter,
  writeOutcomes,
} from './line-queries.ts';
import { lockOwnOrders } from './matching-queries.ts';
import { isOwnOrder, type OwnOrderLine, postOwnOrder } from './post-own-orders.ts';
import { factsOf, postReceipts } from './post-receipts.ts';
import { proveAfterImport } from './reconciliation.ts';

/**
 * How many lines are worked on at once: a statement of any size needs the memory of so many. With 500 a statement of 50,000 lines was there a third sooner,
 * and people's calls meanwhile took 2.3 times their idle p95; with 200 it is 1.7 times (`npm run bench -- statements`).
 */
const AT_ONCE = 200;

/** Key of the advisory lock of statements, the same on every node: their lines share a stripe of the house's accounts. */
const LINES_LOCK = 7_236_018;
/** The stripe of the house that only lines of statements post to (server/db/ledger.sql). */
const STRIPE = '16';

/**
 * The currencies in which bank and books differed before this statement was posted and nobody has explained it (PAY-33): the statement itself
 * counts as posted by now, and its own lines are what is not booked yet.
 */
async function stoppedBefore(tx: Db, statementId: string): Promise<ReadonlySet<string>> {
  const [own] = await rowsOf<{ currency: string; sum: string | number }>(
    tx,
    sql`select currency, (credit_sum - debit_sum)::text as sum from bank_statements where id = ${statementId}::uuid`,
  );
  const unbooked = own ? { currency: own.currency, sumMinor: readMinor(own.sum) } : null;
  const differences = await bankDifferences(tx, unbooked);
  return new Set(
    differences.flatMap(({ currency, differenceMinor, isExplained }) =>
      differenceMinor !== 0 && !isExplained ? [currency] : [],
    ),
  );
}

/** Decides what becomes of every new line of a statement, without posting anything yet. */
async function decideLines(tx: Db, statementId: string, terms: BookingTerms): Promise<void> {
  for (let after = 0; ; ) {
    const lines = await newLinesAfter(tx, { statementId, after, limit: AT_ONCE });
    const last = lines.at(-1);
    if (!last) return;
    after = last.position;
    const book = await bookOf(tx, lines, terms);
    await writeOutcomes(
      tx,
      lines.map((line) => decideLine(line, book)),
    );
  }
}

/**
 * Locks the accounts of all clients that a statement pays, or whose transfers it settles or gives back, in order of id (docs/lock-order.md):
 * they are posted to bit by bit.
 */
async function lockAccounts(tx: Db, statementId: string): Promise<void> {
  await tx.execute(sql`select count(*) from (
    select 1 from ledger_accounts where id in (
      select a.ledger_account_id from bank_lines l join client_accounts a on a.id = l.client_account_id
      where l.statement_id = ${statementId}::uuid
      union select a.ledger_account_id from bank_lines l join withdrawal_requests w on w.id = l.withdrawal_id
      join client_accounts a on a.id = w.client_account_id where l.statement_id = ${statementId}::uuid
      union select a.ledger_account_id from bank_lines l
      join withdrawal_batch_lines bl on bl.batch_id = l.batch_id and not bl.is_released
      join withdrawal_requests w on w.id = bl.withdrawal_id join client_accounts a on a.id = w.client_account_id
      where l.statement_id = ${statementId}::uuid
      union select a.ledger_account_id from bank_lines l
      join direct_debits d on d.id = l.direct_debit_id or d.batch_id = l.direct_debit_batch_id
      join client_accounts a on a.id = d.client_account_id
      where l.statement_id = ${statementId}::uuid) order by id for update) locked`);
}

/** A decided line with the account that it pays. */
type DecidedLine = BankLine & {
  readonly clientAccountId: string | null;
  readonly ledgerAccountId: string | null;
  readonly userId: string | null;
  readonly loanId: string | null;
} & OwnOrderLine;

async function decidedLinesAfter(
  tx: Db,
  statementId: string,
  { after, reasons }: { readonly after: number; readonly reasons: readonly string[] | null },
): Promise<DecidedLine[]> {
  const rows = await rowsOf<LineRow & Omit<DecidedLine, keyof BankLine>>(
    tx,
    sql`select ${LINE_COLUMNS}, l.client_account_id as "clientAccountId", l.loan_id as "loanId",
        l.withdrawal_id as "withdrawalId", l.batch_id as "batchId",
        l.direct_debit_id as "directDebitId", l.direct_debit_batch_id as "directDebitBatchId", a.ledger_account_id as "ledgerAccountId", a.user_id as "userId"
      from bank_lines l left join client_accounts a on a.id = l.client_account_id
      where l.statement_id = ${statementId}::uuid and l.position > ${after} and l.phase in ('matched', 'suspense')
        and l.ledger_transaction_id is null ${reasons ? sql`and l.reason = any (${listed(reasons, 'text')})` : sql``}
      order by l.position limit ${AT_ONCE}`,
  );
  return rows.map(lineOf);
}

const outcomeOf = (line: DecidedLine, ledgerTransactionId: string): LineOutcome => ({
  id: line.id,
  phase: line.phase,
  reason: line.reason,
  openMinor: line.openMinor,
  clientAccountId: line.clientAccountId,
  loanId: line.loanId,
  ledgerTransactionId,
});

/** The posting of a line that no client gets. */
function housePosting(line: BankLine): Posting {
  const currency = line.currency as CurrencyCode;
  if (line.phase === 'matched') return bankCharges({ amountMinor: -line.amountMinor, currency });
  return line.amountMinor > 0
    ? receiptUnmatched({ amountMinor: line.amountMinor, currency })
    : outgoingUnknown({ amountMinor: -line.amountMinor, currency });
}

/** Posts lines to the house's own accounts: suspense, debits to justify, charges. */
async function postToHouse(work: Work, lines: readonly DecidedLine[]): Promise<LineOutcome[]> {
  if (lines.length === 0) return [];
  const outcomes = await postAll(
    work.tx,
    lines.map((line) => ({ work, posting: housePosting(line), causeId: line.id, ...factsOf(line) })),
  );
  return lines.map((line, index) => {
    const outcome = outcomes[index];
    if (!outcome || 'refusal' in outcome) throw outcome?.refusal ?? new Error('a line was not posted');
    return outcomeOf(line, outcome.result.ledgerTransactionId);
  });
}

/** Posts lines to the clients they pay. What a client's account cannot hold goes to suspense. */
async function postToClients(work: Work, lines: readonly DecidedLine[]): Promise<LineOutcome[]> {
  const results = await postReceipts(
    work,
    lines.map((line) => {
      const { clientAccountId: id, ledgerAccountId, userId } = line;
      if (!id || !ledgerAccountId || !userId) throw new Error('a receipt has no account');
      return {
        line,
        account: { id, userId, ledgerAccountId },
        amountMinor: line.amountMinor,
        from: 'settlement',
      };
    }),
  );
  const isRefused = (index: number) => 'refusal' in (results[index] ?? {});
  const waiting = lines
    .filter((_, index) => isRefused(index))
    .map(
      (line): DecidedLine => ({
        ...line,
        phase: 'suspense',
        reason: 'account-refuses',
        openMinor: line.amountMinor,
        clientAccountId: null,
        loanId: null,
      }),
    );
  const posted = lines.flatMap((line, index) => {
    const result = results[index];
    return result && 'result' in result ? [outcomeOf(line, result.result.ledgerTransactionId)] : [];
  });
  return [...posted, ...(await postToHouse(work, waiting))];
}

/** What is left to a person of a line that seemed to be of transfers of ours. */
const leftToPerson = (line: DecidedLine, { reason = null }: LineOutcome): DecidedLine => ({
  ...line,
  phase: 'suspense',
  reason,
  openMinor: line.amountMinor,
  withdrawalId: null,
  batchId: null,
  directDebitId: null,
  directDebitBatchId: null,
});

/**
 * The order in which lines of one statement are posted, by what they are: what we collected, what left, then all others. One statement may have a
 * transfer, or a direct debit, and its return, in any order and however many lines apart.
 */
const PASSES: readonly (readonly string[] | null)[] = [
  ['direct-debit-settled'],
  ['transfer-settled', 'direct-debit-returned'],
  null,
];

/** Posts lines of transfers and direct debits of ours. What they are not after all goes to the house's own accounts. */
async function postOwnOrders(work: Work, lines: readonly DecidedLine[]): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  const left: DecidedLine[] = [];
  for (const line of lines) {
    const outcome = await postOwnOrder(work, line, 'booking');
    if (outcome.phase === 'matched') outcomes.push(outcome);
    else left.push(leftToPerson(line, outcome));
  }
  return [...outcomes, ...(await postToHouse(work, left))];
}

/** Posts the decided lines of a statement that are of these reasons, or all that are left. */
async function postLines(work: Work, statementId: string, reasons: readonly string[] | null): Promise<void> {
  for (let after = 0; ; ) {
    const lines = await decidedLinesAfter(work.tx, statementId, { after, reasons });
    const last = lines.at(-1);
    if (!last) return;
    after = last.position;
    const others = lines.filter((line) => !isOwnOrder(line));
    const [toClients, toHouse] = [true, false].map((isPaying) =>
      others.filter((line) => (line.clientAccountId !== null) === isPaying),
    ) as [DecidedLine[], DecidedLine[]];
    await writeOutcomes(work.tx, [
      ...(await postOwnOrders(work, lines.filter(isOwnOrder))),
      ...(await postToClients(work, toClients)),
      ...(await postToHouse(work, toHouse)),
    ]);
  }
}

/**
 * Makes of every line of a posted statement what it is (PAY-24 to PAY-26, PAY-32, PAY-38, PAY-40): a client's receipt, a transfer of ours that
 * is settled or comes back, charges, or something that waits for a person. All of it in the caller's transaction, which posts the statement whole or not at all, with the memory of some hundred lines.
 * Other postings do not wait for its house accounts: it has a stripe of its own, and statements take turns.
 */
export async function bookStatement(work: Work, statementId: string): Promise<void> {
  const { tx } = work;
  await tx.execute(sql`select pg_advisory_xact_lock(${LINES_LOCK})`);
  await tx.execute(sql`select set_config('guichet.stripe', ${STRIPE}, true)`);
  await lockOwnOrders(tx, statementId);
  const chargeCodes = await parameterOn(tx, legalDay(work.now), 'bankCharges.codes');
  await decideLines(tx, statementId, { stopped: await stoppedBefore(tx, statementId), chargeCodes });
  await lockAccounts(tx, statementId);
  for (const reasons of PASSES) await postLines(work, statementId, reasons);
  await tx.execute(sql`select set_config('guichet.stripe', '', true)`);
  await proveAfterImport(work);
  await announce(work, { staff: true }, ['bank']);
}

/**
 * Puts the details of a line, which came as camt.054, in its place (PAY-25). Its money waits in suspense already: each detail that
 * names a client leaves it by an allocation, and what names nobody stays there under its own name. Nothing is posted on settlement.
 */
export async function bookDetails(work: Work, collectiveLineId: string): Promise<void> {
  const { tx } = work;
  const [collective] = (
    await rowsOf<LineRow>(
      tx,
      sql`select ${LINE_COLUMNS} from bank_lines l where l.id = ${collectiveLineId}::uuid for update`,
    )
  ).map(lineOf);
  if (!collective || collective.openMinor !== collective.amountMinor) return;
  const details = (
    await rowsOf<LineRow>(
      tx,
      sql`select ${LINE_COLUMNS} from bank_lines l
        where l.parent_line_id = ${collectiveLineId}::uuid and l.phase = 'new' and l.status = 'BOOK' order by l.position`,
    )
  ).map(lineOf);
  const chargeCodes = await parameterOn(tx, legalDay(work.now), 'bankCharges.codes');
  const book = await bookOf(tx, details, { stopped: await stoppedCurrencies(tx), chargeCodes });
  const decided = details.map((line) => ({ line, outcome: decideLine({ ...line, anomaly: null }, book) }));
  const paying = decided.flatMap(({ line, outcome }) => {
    const account = book.accounts.find(({ id }) => id === outcome.clientAccountId);
    return account ? [{ line, outcome, account }] : [];
  });
  const own: LineOutcome[] = [];
  for (const { line, outcome } of decided.filter(({ outcome: { phase, reason } }) =>
    isOwnOrder({ phase, reason }),
  )) {
    const { withdrawalId = null, batchId = null, directDebitId = null, directDebitBatchId = null } = outcome;
    const { statementId, bookingDay } = collective;
    const named = { withdrawalId, batchId, directDebitId, directDebitBatchId };
    own.push(await postOwnOrder(work, { ...line, ...named, statementId, bookingDay }, 'waiting'));
  }
  const results = await postReceipts(
    work,
    paying.map(({ line, account }) => ({
      // The money came with the collective line: its statement and day are what the posting rests on.
      line: { ...line, statementId: collective.statementId, bookingDay: collective.bookingDay },
      account,
      amountMinor: line.amountMinor,
      from: 'incoming-suspense',
    })),
  );
  const posted = new Map(paying.map(({ line }, index) => [line.id, results[index]]));
  const ofOwn = new Map(own.map((outcome) => [outcome.id, outcome]));
  await writeOutcomes(tx, [
    { id: collective.id, phase: 'detailed', reason: collective.reason },
    ...decided.map(({ line, outcome }): LineOutcome => {
      const orders = ofOwn.get(line.id);
      if (orders) return orders;
      const result = posted.get(line.id);
      if (!result) return { ...outcome, ledgerTransactionId: null };
      return 'result' in result
        ? { ...outcome, ledgerTransactionId: result.result.ledgerTransactionId }
        : { id: line.id, phase: 'suspense', reason: 'account-refuses', openMinor: line.amountMinor };
    }),
  ]);
  await announce(work, { staff: true }, ['bank']);
}
