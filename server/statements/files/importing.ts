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
