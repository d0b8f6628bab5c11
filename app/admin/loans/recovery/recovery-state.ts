import type * as z from 'zod/mini';
import type { reviewedRecovery } from '#contract/loan-recovery.ts';

/** Where the recovery of a loan stands, as the staff reads it. */
export type Recovery = z.infer<typeof reviewedRecovery>;
