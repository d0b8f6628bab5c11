import type * as z from 'zod/mini';
import type { profile } from '#contract/clients.ts';

/** The client's own details as the API returns them. */
export type Profile = z.infer<typeof profile>;
