import type { Act } from './audit/act.ts';
import { appendToChain } from './audit/chain.ts';
import type { Db } from './db/database.ts';
import type { NewId } from './ids.ts';
import { tell } from './signals.ts';

/**
 * What a use case works with: the transaction it takes part in, the moment, a source of ids and who acts. Everything a use case
 * does through `tx` is kept or lost together.
 */
export interface Work {
  readonly tx: Db;
  readonly now: Date;
  readonly newId: NewId;
  /** The user who acts. */
  readonly actorId: string;
  /** The network address the call came from; null for what nobody called. */
  readonly origin: string | null;
  /** What the audit trail will be told at the end of the transaction; `audit` adds to it. */
  readonly acts: Act[];
  /** The events posted into the books so far; told once the transaction has committed. */
  readonly posted: string[];
}

/** Clock and ids of the process; tests and the demonstration bring their own. */
export interface Surroundings {
  readonly now: () => Date;
  readonly newId: NewId;
}

/** Runs a use case in a transaction of its own, and writes what it told the audit trail as the last thing of it. */
export async function inTransaction<T>(
  db: Db,
  surroundings: Surroundings,
  actorId: string,
  useCase: (work: Work) => Promise<T>,
  origin: string | null = null,
): Promise<T> {
  const posted: string[] = [];
  const done = await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    const work: Work = {
      tx,
      now: surroundings.now(),
      newId: surroundings.newId,
      actorId,
      origin,
      acts: [],
      posted,
    };
    const result = await useCase(work);
    await appendToChain(
      tx,
      work.acts.map((act) => ({ ...act, at: work.now, actorId, origin, refusalCode: null })),
      work.newId,
    );
    return result;
  });
  for (const event of posted) tell('guichet:posting', { event });
  return done;
}
