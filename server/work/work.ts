import { type Actor, actorIdOf } from '#domain/actors.ts';
import { Refusal } from '#domain/errors.ts';
import type { Act } from '../audit/act.ts';
import { appendToChain } from '../audit/chain.ts';
import type { Db } from '../db/database.ts';
import { insertAll, type NewRow } from '../db/insert-all.ts';
import { awaitAtCommit, nextMessage } from '../db/statement-batch.ts';
import type { NewId } from '../ids.ts';
import { type Announcement, announcing } from '../notifications/announcements.ts';
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
  /** Lines for the audit trail, written at the end of the transaction; `audit` adds to them. */
  readonly acts: Act[];
  /** Events posted to the books so far; published after the commit. */
  readonly posted: string[];
  /** Rows that the transaction does not read again: inserted in one statement at its end. */
  readonly rows: NewRow[];
  /** Announcements for other nodes and open screens, delivered at commit; `announce` and `queueMail` add to them. */
  readonly announcements: Announcement[];
}

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
    acts: [],
    posted: [],
    rows: [],
    announcements: [],
  };
}

/** Removes and returns the unwritten rows of works: the caller writes them. */
const takeRows = (works: readonly Work[]): NewRow[] => works.flatMap((work) => work.rows.splice(0));

/** Inserts the rows of works and sends their announcements, in one statement. */
async function writeRows(tx: Db, works: readonly Work[]): Promise<void> {
  const rows = takeRows(works);
  const announcements = works.flatMap((work) => work.announcements);
  if (announcements.length === 0) return insertAll(tx, rows);
  if (rows.length > 0) return insertAll(tx, rows, announcing(announcements));
  await tx.execute(announcing(announcements));
}

/** Sends the rows of works so far, at a moment when the transaction waits for an answer anyway. */
export function writeSoFar(tx: Db, works: readonly Work[]): void {
  awaitAtCommit(insertAll(tx, takeRows(works)));
}

/**
 * Ends works of one transaction: writes rows and announcements, then the audit lines. Every audited act locks the one row of the chain's
 * head, so it comes last: no other lock is waited for while it is held. Only the commit may follow.
 */
export async function endWorks(tx: Db, newId: NewId, works: readonly Work[]): Promise<void> {
  awaitAtCommit(writeRows(tx, works));
  // Send the rows before the lines are computed, so that the database can already work.
  await nextMessage();
  await appendToChain(
    tx,
    works.flatMap(({ acts, now, actorId, origin }) =>
      acts.map((act) => ({ ...act, at: now, actorId, origin, refusalCode: null })),
    ),
    newId,
  );
}

/** Publishes the posted events to the process's metrics, after the commit. */
export function tellPosted(works: readonly Work[]): void {
  for (const { posted } of works) for (const event of posted) tell('guichet:posting', { event });
}

/**
 * Runs a use case in a transaction of its own and writes its audit lines last.
 * @param movesMoney whether it may write to the books; a posting without it is refused.
 */
export async function inTransaction<T>(
  db: Db,
  surroundings: Surroundings,
  actor: Actor,
  useCase: (work: Work) => Promise<T>,
  origin: string | null = null,
  movesMoney = false,
): Promise<T> {
  const works: Work[] = [];
  const done = await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    const work = workIn(tx, surroundings.now(), surroundings, { actor, origin, movesMoney });
    works.push(work);
    const result = await useCase(work);
    await endWorks(tx, surroundings.newId, works);
    return result;
  });
  tellPosted(works);
  return done;
}

/** One of several calls that share a transaction: each has its own author, acts and announcements. */
export interface Call<Input> {
  readonly work: Work;
  readonly input: Input;
}

/** The transaction of several calls. */
export function sharedTransaction([first]: readonly Call<unknown>[]): Db {
  if (!first) throw new Error('there is no call');
  return first.work.tx;
}

/** Outcome of one of several calls: a refusal affects that call alone. */
export type Outcome<T> = { readonly result: T } | { readonly refusal: Refusal };

/** Runs a step of one call and returns its result or its refusal. */
export function attempt<T>(step: () => T): Outcome<T> {
  try {
    return { result: step() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** Runs the next step for the calls that are not refused, in order; refusals keep their places. */
export async function continueAccepted<A, B>(
  outcomes: readonly Outcome<A>[],
  next: (standing: readonly A[]) => Promise<readonly Outcome<B>[]> | readonly Outcome<B>[],
): Promise<Outcome<B>[]> {
  const standing = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  const further = standing.length > 0 ? [...(await next(standing))] : [];
  return outcomes.map((outcome) => {
    if ('refusal' in outcome) return outcome;
    const own = further.shift();
    if (!own) throw new Error('a call of several was left without an outcome');
    return own;
  });
}

/** The result of a single call. @throws Refusal */
export function resultOf<T>([outcome]: readonly Outcome<T>[]): T {
  if (!outcome) throw new Error('a call was left without an outcome');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}
