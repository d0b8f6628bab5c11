import type { Db } from './db/database.ts';
import type { NewId } from './ids.ts';

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
}

/** Clock and ids of the process; tests and the demonstration bring their own. */
export interface Surroundings {
  readonly now: () => Date;
  readonly newId: NewId;
}

/** Runs a use case in a transaction of its own. */
export function inTransaction<T>(
  db: Db,
  surroundings: Surroundings,
  actorId: string,
  useCase: (work: Work) => Promise<T>,
): Promise<T> {
  return db.transaction((tx) =>
    useCase({ tx: tx as unknown as Db, now: surroundings.now(), newId: surroundings.newId, actorId }),
  );
}
