import { type Actor, actorIdOf } from '#domain/actors.ts';
import { Refusal } from '#domain/errors.ts';
import type { Act } from '../audit/act.ts';
import { appendToChain } from '../audit/chain.ts';
import type { Db } from '../db/database.ts';
import { insertAll, type NewRow } from '../db/insert-all.ts';
import { leaveToEnd, nextMessage } from '../db/statement-batch.ts';
import type { NewId } from '../ids.ts';
import { type Announcement, announcing } from '../notifications/announcements.ts';
import { tell } from '../signals.ts';
import type { DemonstrationClock } from './demonstration-clock.ts';

/**
 * What a use case works with: the transaction it takes part in, the moment, a source of ids and who acts. Everything a use case
 * does through `tx` is kept or lost together.
 */
export interface Work {
  readonly tx: Db;
  readonly now: Date;
  readonly newId: NewId;
  /** Whether nobody sends mails: they are written as delivered. */
  readonly keepsMails: boolean;
  readonly actor: Actor;
  /** The id under which the actor is written: the person's own, or the reserved one of a job or a command. */
  readonly actorId: string;
  /** The network address the call came from; null for jobs and commands. */
  readonly origin: string | null;
  /** Whether the operation that is done may write into the books (domain/operations.ts). */
  readonly movesMoney: boolean;
  /** What the audit trail will be told at the end of the transaction; `audit` adds to it. */
  readonly acts: Act[];
  /** The events posted into the books so far; told once the transaction has committed. */
  readonly posted: string[];
  /** Rows that nothing else in the transaction reads: all are inserted in one statement at its end. */
  readonly rows: NewRow[];
  /** What other nodes and open screens will hear once the transaction has committed; `announce` and `queueMail` add to it. */
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

/** The rows of works that have not been written yet; who takes them writes them. */
const takeRows = (works: readonly Work[]): NewRow[] => works.flatMap((work) => work.rows.splice(0));

/** Inserts the rows of works, and sends what they announce, in one statement. */
async function writeRows(tx: Db, works: readonly Work[]): Promise<void> {
  const rows = takeRows(works);
  const announcements = works.flatMap((work) => work.announcements);
  if (announcements.length === 0) return insertAll(tx, rows);
  if (rows.length > 0) return insertAll(tx, rows, announcing(announcements));
  await tx.execute(announcing(announcements));
}

/** Writes the rows of works so far, where the database has to wait for its caller's next step anyway. */
export function writeSoFar(tx: Db, works: readonly Work[]): void {
  leaveToEnd(insertAll(tx, takeRows(works)));
}

/**
 * Ends works of one transaction: what they write and announce, then what they tell the audit trail. The chain's head is one row that every
 * administrator's act locks, so it comes last: nobody waits for anything else while holding it. Nothing but the end may follow.
 */
export async function endWorks(tx: Db, newId: NewId, works: readonly Work[]): Promise<void> {
  leaveToEnd(writeRows(tx, works));
  // The rows are on their way before the lines are made: the database is not kept waiting.
  await nextMessage();
  await appendToChain(
    tx,
    works.flatMap(({ acts, now, actorId, origin }) =>
      acts.map((act) => ({ ...act, at: now, actorId, origin, refusalCode: null })),
    ),
    newId,
  );
}

/** Tells whoever watches the process what was posted, once its transaction has committed. */
export function tellPosted(works: readonly Work[]): void {
  for (const { posted } of works) for (const event of posted) tell('guichet:posting', { event });
}

/**
 * Runs a use case in a transaction of its own, and writes what it told the audit trail as the last thing of it.
 * @param movesMoney whether it may write into the books: nothing may that does not say so.
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

/** How one of several calls ended: a refusal concerns that call alone. */
export type Outcome<T> = { readonly result: T } | { readonly refusal: Refusal };

/** What a step of one call gives, or its refusal. */
export function attempt<T>(step: () => T): Outcome<T> {
  try {
    return { result: step() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** Goes on with those that stand, in their order; a refusal stays in its place. */
export async function goOn<A, B>(
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

/** The result of a call that was alone. @throws Refusal */
export function resultOf<T>([outcome]: readonly Outcome<T>[]): T {
  if (!outcome) throw new Error('a call was left without an outcome');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}
