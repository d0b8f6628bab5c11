import type { Bank } from '../../bank/bank.ts';
import { inTransaction, type Work } from '../../work/work.ts';

/** The parts of the bank that an import works with. */
export type ImportingBank = Pick<Bank, 'database' | 'surroundings' | 'files'>;

export const IMPORT_ACTOR = { kind: 'bank', job: 'import-bank-files' } as const;

/** A transaction of an import, which posts in the name of its job. */
export const importing = <T>(
  { database, surroundings }: Pick<ImportingBank, 'database' | 'surroundings'>,
  step: (work: Work) => Promise<T>,
): Promise<T> => inTransaction(database.db, surroundings, IMPORT_ACTOR, step, null, true);

/** Does a step for each, also after one that failed: what is wrong with one file or statement holds up no other. @throws Error the first failure. */
export async function eachOf<T>(all: readonly T[], step: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await step(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
