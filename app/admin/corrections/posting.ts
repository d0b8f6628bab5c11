import type * as z from 'zod/mini';
import type { postingOfBooks } from '#contract/corrections.ts';
import type { api } from '../../api/client.ts';

/** A posting of the books, as the API answers it. */
export type PostingOfBooks = z.infer<typeof postingOfBooks>;

/** A dispute of a client, as the API answers it. */
export type Dispute = Awaited<ReturnType<typeof api.corrections.disputes>>['disputes'][number];

/** What is claimed from a client after a mistake, or was given up, as the API answers it. */
export type Claim = Awaited<ReturnType<typeof api.corrections.receivables>>['receivables'][number];
