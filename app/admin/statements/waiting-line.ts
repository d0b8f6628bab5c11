import type * as z from 'zod/mini';
import type { bankLine } from '#contract/bank-lines.ts';

/** A line of a statement that waits for a person, as the API answers it. */
export type WaitingLine = z.infer<typeof bankLine>;
