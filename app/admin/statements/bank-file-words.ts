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
