import type { api } from '../../api/client.ts';

/** What the house asks back after a mistake, as the API answers it. */
export type Receivable = Awaited<ReturnType<typeof api.corrections.owed>>['receivables'][number];
