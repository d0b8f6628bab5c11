import { type Actor, actorIdOf } from '#domain/actors.ts';
import type { Refusal } from '#domain/errors.ts';
import type { Db, Statement } from '../db/database.ts';
import { insertionOf, type NewRow } from '../db/insert-all.ts';
import { awaitAtCommit } from '../db/transaction-connection.ts';
import type { NewId } from '../ids.ts';
import { tell } from '../signals.ts';
import type { DemonstrationClock } from './demonstration-clock.ts';

/**
 * What a use case works with: its transaction, the moment, a source of ids and the actor. Everything done through `tx` commits or rolls
 * back as one.
 */
export interface Work {
  readonly tx: Db;
  readonly now: Date;
  readonly newId: NewId;
  /** Whether mails are only kept, without SMTP: they are written as delivered. */
  readonly keepsMails: boolean;
  readonly actor: Actor;
  /** The actor's id: the person's own, or the reserved one of a job or a command. */
  readonly actorId: string;
  /** The network address the call came from; null for jobs and commands. */
  readonly origin: string | null;
  /** Whether the operation may write to the books (domain/operations.ts). */
  readonly movesMoney: boolean;
  /** Events posted to the books so far; published after the commit. */
  readonly posted: string[];
  /** What the transaction writes at its end, by kind; `writeAtEnd` adds to it. */
  readonly closing: Map<ClosingWrite<never>, unknown[]>;
  /** Works of other authors in the same transaction, which take effect with this one. */
  readonly beside: Work[];
  /** The proposal whose command it executes, as people read it (P-12); null for a call of its own. */
  readonly proposal: string | null;
  /** Who gave the last approval of that proposal; null without one. */
  readonly approvedBy: string | null;
}

/**
 * A kind of write that a transaction makes at its end, all of its items in one statement. No answer is awaited between these statements
 * and the commit, so no lock that they take is held while the server works.
 */
export interface ClosingWrite<Item> {
  /** Its step in docs/lock-order.md: kinds are written in this order. */
  readonly lockStep: number;
  statement(items: readonly { readonly work: Work; readonly item: Item }[]): Statement;
  /** The refusal that a failure of the statement stands for; null for a fault. */
  refusalOf?(error: unknown): Refusal | null;
}

/** Leaves something to the end of the transaction, which does not read it again. */
export function writeAtEnd<Item>(work: Work, kind: ClosingWrite<Item>, item: Item): void {
  const items = work.closing.get(kind);
  if (items) items.push(item);
  else work.closing.set(kind, [item]);
}

/** What a work has left to the end of its transaction so far. */
export function leftToEnd<Item>(work: Work, kind: ClosingWrite<Item>): readonly Item[] {
  return (work.closing.get(kind) ?? []) as Item[];
}

/** Removes what works have left of one kind; its statement, or null when they left nothing. */
function takeStatement<Item>(works: readonly Work[], kind: ClosingWrite<Item>): Statement | null {
  const items = works.flatMap((work) => leftToEnd(work, kind).map((item) => ({ work, item })));
  for (const work of works) work.closing.delete(kind);
  return items.length > 0 ? kind.statement(items) : null;
}

/** Writes one kind before the end: for a transaction whose later steps read it. */
export async function writeNow<Item>(
  tx: Db,
  works: readonly Work[],
  kind: ClosingWrite<Item>,
): Promise<void> {
  const statement = takeStatement(works, kind);
  if (statement) await tx.execute(statement);
}

/** Rows of any tables. They name people, whose rows their foreign keys lock. */
export const ROWS: ClosingWrite<NewRow> = {
  lockStep: 6,
  statement: (items) => insertionOf(items.map(({ item }) => item)),
};

/** Clock and ids of the process; tests and the demonstration bring their own. */
export interface Surroundings {
  readonly now: () => Date;
  readonly newId: NewId;
  /** A demonstration without a mail server: its mails are read in the product. */
  readonly keepsMails?: boolean;
  /** The day of a demonstration, which its operator may move on; absent in a live institution. `now` follows it. */
  readonly demonstrationClock?: DemonstrationClock;
}

/**
 * The time that people's devices show: codes of authenticator apps are counted by it. A demonstration's day may be ahead of it.
 */
export function deviceTime({ now, demonstrationClock }: Surroundings): Date {
  return new Date(now().getTime() - (demonstrationClock?.aheadMs() ?? 0));
}

/** Begins the work of one call in a transaction. */
export function workIn(
  tx: Db,
  now: Date,
  { newId, keepsMails = false }: Surroundings,
  {
    actor,
    origin,
    movesMoney,
  }: { readonly actor: Actor; readonly origin: string | null; readonly movesMoney: boolean },
): Work {
  return {
    tx,
    now,
    newId,
    keepsMails,
    actor,
    actorId: actorIdOf(actor),
    origin,
    movesMoney,
    posted: [],
    closing: new Map(),
    beside: [],
    proposal: null,
    approvedBy: null,
  };
}

/** Begins the work of another author in the same transaction: what they proposed is executed in their name (FOUR-15). */
export function workBeside(
  work: Work,
  author: Pick<Work, 'actor' | 'origin' | 'movesMoney' | 'proposal' | 'approvedBy'>,
): Work {
  const begun: Work = {
    ...work,
    ...author,
    actorId: actorIdOf(author.actor),
    posted: [],
    closing: new Map(),
    beside: [],
  };
  work.beside.push(begun);
  return begun;
}

/** The step of docs/lock-order.md in which the accounts of the ledger are locked. */
const ACCOUNTS_STEP = 4;

/**
 * Sends the closing writes of works, in the order of locks.
 * @returns the end of the one that locks the accounts; of the next one where none does.
 */
function startClosingWrites(
  tx: Db,
  works: readonly Work[],
  onRefusal: (refusal: Refusal) => void,
): Promise<unknown> {
  const kinds = new Set(works.flatMap(({ closing }) => [...closing.keys()]));
  const written = [...kinds]
    .sort((a, b) => a.lockStep - b.lockStep)
    .map((kind) => {
      const write = writeNow(tx, works, kind).catch((error: unknown) => {
        const refusal = kind.refusalOf?.(error);
        if (refusal) onRefusal(refusal);
        throw error;
      });
      awaitAtCommit(write);
      return { lockStep: kind.lockStep, write };
    });
  return written.find(({ lockStep }) => lockStep >= ACCOUNTS_STEP)?.write ?? Promise.resolve();
}

/**
 * Runs works in one transaction and makes their closing writes, together with the commit.
 * @param run returns the works that take effect, besides its result.
 * @param isEnding called when the database is done with the closing write that locks the accounts.
 * @throws Refusal of a closing write.
 */
export async function transactionOf<T>(
  db: Db,
  run: (tx: Db) => Promise<{ readonly result: T; readonly works: readonly Work[] }>,
  isEnding: () => void = () => {},
): Promise<T> {
  let refusal: Refusal | null = null;
  let ended: readonly Work[] = [];
  const done = await db
    .transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      const { result, works } = await run(tx);
      ended = works;
      const hasAccounts = startClosingWrites(tx, works, (of) => {
        refusal = of;
      });
      hasAccounts.then(isEnding, isEnding);
      return result;
    })
    .catch((error: unknown) => {
      throw refusal ?? error;
    });
  for (const { posted } of ended) for (const event of posted) tell('guichet:posting', { event });
  return done;
}

/**
 * Runs a use case in a transaction of its own.
 * @param movesMoney whether it may write to the books; a posting without it is refused.
 */
export function inTransaction<T>(
  db: Db,
  surroundings: Surroundings,
  actor: Actor,
  useCase: (work: Work) => Promise<T>,
  origin: string | null = null,
  movesMoney = false,
): Promise<T> {
  return transactionOf(db, async (tx) => {
    const work = workIn(tx, surroundings.now(), surroundings, { actor, origin, movesMoney });
    const result = await useCase(work);
    return { result, works: [work, ...work.beside] };
  });
}

/** Outcome of one of several calls: a refusal affects that call alone. */
export type Outcome<T> = { readonly result: T } | { readonly refusal: Refusal };

/** The result of a single call. @throws Refusal */
export function resultOf<T>([outcome]: readonly Outcome<T>[]): T {
  if (!outcome) throw new Error('a call was left without an outcome');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}
