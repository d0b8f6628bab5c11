import type * as z from 'zod/mini';
import type { bankFile, bankStatement } from '#contract/bank-files.ts';
import type { statementLine } from '#contract/statements.ts';
import type { StatusKind } from '../../ui/badge.tsx';

export type BankFile = z.infer<typeof bankFile>;
export type Statement = z.infer<typeof bankStatement>;
export type StatementLine = z.infer<typeof statementLine>;

export const fileLooks: Readonly<Record<BankFile['state'], StatusKind>> = {
  received: 'running',
  read: 'done',
  refused: 'refused',
};

export const statementLooks: Readonly<Record<Statement['state'], StatusKind>> = {
  reading: 'running',
  received: 'waiting',
  waiting: 'attention',
  posted: 'done',
  refused: 'refused',
  duplicate: 'idle',
};

/** What two persons may decide of a statement that waits, the usual one first. */
export const releasesOf = ({ state, code }: Pick<Statement, 'state' | 'code'>) => {
  if (state !== 'waiting') return [];
  if (code === 'statement.gap') return ['post', 'refuse'] as const;
  if (code === 'statement.overlaps') return ['leave-out-known', 'post', 'refuse'] as const;
  return [];
};
