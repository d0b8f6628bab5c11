import type * as z from 'zod/mini';
import type { transferLimits } from '#contract/transfer-limits.ts';

/** What a client may send at most, and what is left of it. */
export type TransferLimits = z.infer<typeof transferLimits>;
