import { sql } from 'drizzle-orm';
import type { MovementName } from '#domain/ledger/movement-words.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf, type Statement } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { referenceNumber } from '../ids.ts';
import { mapInTurns, othersTurn } from '../work/others-turn.ts';
import { type ClosingWrite, type Outcome, resultOf, type Work, writeAtEnd } from '../work/work.ts';
import {
  type NumberedOrder,
  numberOrder,
  outcomesOf,
  type PostedRow,
  type PostingFacts,
  postingOf,
  refusalFor,
  refusalOfBooks,
} from './post.ts';

/** What a client's line is called before it is written: a notice can name it before the line is written. */
export interface ClientLine {
  readonly id: string;
  readonly referenceNumber: string;
}

/** Names a line; `prefix` says what moved the money. */
export function newClientLine(work: Work, prefix: Parameters<typeof referenceNumber>[0]): ClientLine {
  const id = work.newId();
  return { id, referenceNumber: referenceNumber(prefix, work.now, id) };
}

interface MovementFacts extends PostingFacts {
  readonly account: {
    readonly id: string;
    readonly ledgerAccountId: string;
    readonly currency: CurrencyCode;
  };
  readonly posting: Posting;
  /** A posting of the same cause that no client has a line of, written just before it: the accrual before a collection (LC-101). */
  readonly before?: Posting | null;
  readonly causeId: string;
  readonly line: ClientLine;
  /** What was received before conversion, when that was another currency. */
  readonly original?: Money & { readonly rate: string; readonly rateAsOf: string | null };
}

/** A movement of a client's account, with what it is called. */
export type Movement = MovementFacts & MovementName;

/** What the client's line of a movement says. */
export interface Recorded {
  readonly ledgerTransactionId: string;
  readonly referenceNumber: string;
  readonly balanceAfterMinor: number;
}

/** The entry of a movement on the client's own account. */
function ownEntry({ posting, account }: Movement) {
  const entry = posting.entries.find(
    (line) => 'client' in line.account && line.account.client === account.ledgerAccountId,
  );
  if (!entry) throw new Error('the posting does not touch the account');
  return entry;
}

/** A movement of a work, numbered. */
type NumberedMovement = Movement & NumberedOrder;

/**
 * A client's line as the database takes it, without what has no value; its number and balance are the ledger entry's, so the two cannot
 * disagree.
 */
function lineOf(movement: NumberedMovement) {
  const { id, work, account, posting, line, original, causeId: _, ...facts } = movement;
  return {
    id: line.id,
    client_account_id: account.id,
    ledger_transaction_id: id,
    ledger_account_id: account.ledgerAccountId,
    amount: ownEntry(movement).amountMinor,
    event: posting.event,
    description: 'description' in facts ? facts.description : undefined,
    details: 'details' in facts ? facts.details : undefined,
    reference_number: line.referenceNumber,
    original_amount: original?.amountMinor,
    original_currency: original?.currency,
    rate: original?.rate,
    rate_as_of: original?.rateAsOf ?? undefined,
    created_by: work.actorId,
    created_at: work.now,
    value_day: facts.valueDay ?? legalDay(work.now),
  };
}

/** Posts orders, writes the lines of those that the books took, and then selects from `posted`, what they answered. */
function recordingOf(
  orders: readonly NumberedOrder[],
  lines: readonly ReturnType<typeof lineOf>[],
  selection: Statement,
): Statement {
  return sql`with posted as materialized (select * from ${postingOf(orders)}),
    lines as (
      insert into transactions (id, client_account_id, ledger_transaction_id, sequence, amount, balance_after, transaction_type, event,
        description, details, reference_number, original_amount, original_currency, rate, rate_as_of, created_by, created_at, value_day)
      select l.id, l.client_account_id, l.ledger_transaction_id, p.sequence, l.amount, p.balance_after,
        case when l.amount > 0 then 'credit' else 'debit' end, l.event,
        l.description, l.details, l.reference_number, l.original_amount, l.original_currency, l.rate, l.rate_as_of, l.created_by,
        l.created_at, l.value_day
      from posted p join json_to_recordset(${JSON.stringify(lines)}::json) as l(
        id uuid, client_account_id uuid, ledger_transaction_id uuid, ledger_account_id uuid, amount bigint, event text,
        description text, details jsonb, reference_number text, original_amount bigint, original_currency text,
        rate numeric, rate_as_of date, created_by uuid, created_at timestamptz, value_day date
      ) on l.ledger_transaction_id = p.transaction_id and l.ledger_account_id = p.account_id
      where p.refusal is null
      returning ledger_transaction_id, balance_after
    )
    ${selection}`;
}

/**
 * Posts a movement of a client's account and writes the client's own line with its reference.
 * @throws Refusal `ledger.insufficient-balance` when the account would fall below zero; `ledger.balance-too-high`.
 */
export async function recordTransaction(work: Work, movement: Movement): Promise<Recorded> {
  const numbered = numberOrder({ ...movement, work });
  const rows = await rowsOf<PostedRow>(
    work.tx,
    recordingOf([numbered], [lineOf(numbered)], sql`select * from posted`),
  );
  const { ledgerTransactionId, entries } = resultOf(outcomesOf([numbered], rows));
  const written = entries.get(movement.account.ledgerAccountId);
  if (!written) throw new Error('the ledger did not answer for the account');
  const { referenceNumber } = movement.line;
  return { ledgerTransactionId, referenceNumber, balanceAfterMinor: written.balanceAfterMinor };
}

/**
 * Posts a transfer between two clients once, and writes the line of each.
 * @param sides the two clients' accounts, each with what its own line says.
 * @throws Refusal as `recordTransaction`.
 */
export async function recordBetweenClients(
  work: Work,
  {
    sides,
    ...posted
  }: PostingFacts & {
    readonly posting: Posting;
    readonly causeId: string;
    readonly sides: readonly (Pick<MovementFacts, 'account' | 'line'> & MovementName)[];
  },
): Promise<{ readonly ledgerTransactionId: string }> {
  const order = numberOrder({ ...posted, work });
  const movements = sides.map((side) => ({ ...order, ...side }));
  const rows = await rowsOf<PostedRow>(
    work.tx,
    recordingOf([order], movements.map(lineOf), sql`select * from posted`),
  );
  const { ledgerTransactionId } = resultOf(outcomesOf([order], rows));
  return { ledgerTransactionId };
}

/**
 * The same for many movements, each after the posting that goes before it: one call of the ledger and one insert of lines, whatever their
 * number.
 * @returns what became of each, in their order. @throws the refusals of `recordTransaction` when the books refuse one: the transaction must not be
 * committed then.
 */
export async function recordTransactions(
  tx: Db,
  movements: readonly (Movement & { readonly work: Work })[],
): Promise<Recorded[]> {
  const numbered = await mapInTurns(movements, numberOrder);
  const orders = numbered.flatMap((movement): NumberedOrder[] => {
    const { before, work, causeId } = movement;
    return before ? [numberOrder({ work, causeId, posting: before }), movement] : [movement];
  });
  const lines = await mapInTurns(numbered, lineOf);
  await othersTurn();
  const selection = sql`select ledger_transaction_id as id, balance_after, null as refusal from lines
    union all select transaction_id, null, refusal from posted where refusal is not null`;
  const rows = await rowsOf<{ id: string; balance_after: string | number; refusal: PostedRow['refusal'] }>(
    tx,
    recordingOf(orders, lines, selection),
  );
  const byPosting = new Map(rows.map((row) => [row.id, row]));
  for (const { id, work, posting } of orders) {
    const refusal = byPosting.get(id)?.refusal;
    if (refusal) throw refusalFor(refusal);
    work.posted.push(posting.event);
  }
  return numbered.map(({ id, line }) => {
    const written = byPosting.get(id);
    if (!written) throw new Error('the ledger did not answer for a movement');
    return {
      ledgerTransactionId: id,
      referenceNumber: line.referenceNumber,
      balanceAfterMinor: readMinor(written.balance_after),
    };
  });
}

/**
 * The same for movements that come from outside and cannot be sent back: one that the books refuse is refused alone, and the caller gives its
 * money another place.
 */
export async function recordEach(
  tx: Db,
  movements: readonly (Movement & { readonly work: Work })[],
): Promise<Outcome<Recorded>[]> {
  const numbered = movements.map((movement) => numberOrder(movement));
  const rows = await rowsOf<PostedRow>(
    tx,
    recordingOf(numbered, numbered.map(lineOf), sql`select * from posted`),
  );
  return outcomesOf(numbered, rows).map((outcome, index): Outcome<Recorded> => {
    if ('refusal' in outcome) return outcome;
    const { ledgerTransactionId, entries } = outcome.result;
    const movement = numbered[index];
    const written = movement && entries.get(movement.account.ledgerAccountId);
    if (!written) throw new Error('the ledger did not answer for a movement');
    const { referenceNumber } = movement.line;
    return { result: { ledgerTransactionId, referenceNumber, balanceAfterMinor: written.balanceAfterMinor } };
  });
}

/** Movements that are recorded at the end of their transaction. */
export const MOVEMENTS: ClosingWrite<NumberedMovement> = {
  lockStep: 4,
  statement: (items) =>
    recordingOf(
      items.map(({ item }) => item),
      items.map(({ item }) => lineOf(item)),
      sql`select ledger_require_posted(refusal) from posted where refusal is not null`,
    ),
  refusalOf: refusalOfBooks,
};

/**
 * The same at the end of the transaction, for a use case that needs no answer of the books: the accounts are locked for no longer than the
 * database takes. The transaction fails with the refusals of `recordTransaction`.
 */
export function recordAtEnd(work: Work, movement: Movement): void {
  work.posted.push(movement.posting.event);
  writeAtEnd(work, MOVEMENTS, numberOrder({ ...movement, work }));
}
