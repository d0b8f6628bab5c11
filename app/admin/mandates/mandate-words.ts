import type * as z from 'zod/mini';
import type { directDebitsContract, mandatesContract } from '#contract/mandates.ts';
import { R_CODES, type RCode } from '#domain/mandates/r-transactions.ts';
import type { useT } from '../../i18n/t.ts';
import type { StatusKind } from '../../ui/badge.tsx';

type Output<Route extends { '~orpc': { outputSchema?: unknown } }> = z.infer<
  Extract<Route['~orpc']['outputSchema'], z.ZodMiniType>
>;

export type Mandate = Output<typeof mandatesContract.review>['mandates'][number];
export type Debit = Output<typeof directDebitsContract.failures>['debits'][number];
type Listed = Output<typeof directDebitsContract.list>;
export type DebitFile = Listed['batches'][number];
export type DayToSend = Listed['toSend'][number];

export const mandateLooks: Record<Mandate['state'], StatusKind> = {
  draft: 'waiting',
  active: 'done',
  suspended: 'attention',
  revoked: 'idle',
  expired: 'idle',
};

export const debitLooks: Record<Debit['state'], StatusKind> = {
  announced: 'waiting',
  exported: 'running',
  settled: 'done',
  rejected: 'refused',
  returned: 'refused',
  cancelled: 'idle',
};

export const fileLooks: Record<DebitFile['state'], StatusKind> = {
  exported: 'running',
  settled: 'done',
  cancelled: 'idle',
};

/** The address of a part of « Prélèvements ». */
export const PARTS = ['files', 'mandates', 'returns'] as const;
export type Part = (typeof PARTS)[number];

/** A bank's code in words; one that the house does not know stands as it came. */
export function codeWord(t: ReturnType<typeof useT>, code: string): string {
  return (R_CODES as readonly string[]).includes(code) ? t(`direct-debits.codes.${code as RCode}`) : code;
}
