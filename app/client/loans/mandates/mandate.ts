import type * as z from 'zod/mini';
import type { mandatesContract } from '#contract/mandates.ts';

type Listed = z.infer<Extract<(typeof mandatesContract)['list']['~orpc']['outputSchema'], z.ZodMiniType>>;

/** A mandate for direct debits as its client reads it. */
export type Mandate = Listed['mandates'][number];
export type Debit = Mandate['debits'][number];

/** The mandates of a loan that matter to its page: the one that collects, the one that waits for a signature, the last that ended. */
export function mandatesOfLoan(mandates: readonly Mandate[], loanId: string) {
  const own = mandates.filter((one) => one.loanId === loanId);
  return {
    live: own.find(({ state }) => state === 'active' || state === 'suspended') ?? null,
    draft: own.find(({ state, toSign }) => state === 'draft' && toSign !== null) ?? null,
    ended: own.find(({ endedAt, signedOn }) => endedAt !== null && signedOn !== null) ?? null,
  };
}
