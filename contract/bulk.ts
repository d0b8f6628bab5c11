import * as z from 'zod/mini';
import { BULK_KINDS, BULK_OPERATIONS, BULK_STATES, bulkInput, RUN_STATES } from '#domain/desk/bulk.ts';
import { REFUSALS, type RefusalCode } from '#domain/errors.ts';
import { route } from './route.ts';
import { byId, currencyCode, file, id, instant } from './values.ts';

const tag = 'Tasks';

/** How many rows of a run came to each end. */
const counts = z.record(z.enum(BULK_STATES), z.int());

export const bulkRun = z.object({
  id,
  operation: z.enum(BULK_OPERATIONS),
  /** What its rows are. */
  kind: z.enum(BULK_KINDS),
  state: z.enum(RUN_STATES),
  startedAt: instant,
  endedAt: z.nullable(instant),
  total: z.int(),
  counts,
});

const bulkRow = z.object({
  id,
  state: z.enum(BULK_STATES),
  /** Why it was refused, skipped or needs an approval; null otherwise. */
  refusal: z.nullable(
    z.object({
      code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
      params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** The proposal that was made of it, as people read it. */
  proposal: z.nullable(z.string()),
  /** Whose it is; null for a client who is gone, and for an act that concerns none. */
  client: z.nullable(z.object({ accountId: id, displayName: z.string() })),
  /** The name of a document, as it was given; null for other rows and for one that is gone. */
  document: z.nullable(z.string()),
  /** Of a loan, a transfer or a fee: tells those of one client apart. */
  amount: z.nullable(z.object({ minor: z.int(), currency: currencyCode })),
});

const shown = z.object({ run: z.extend(bulkRun, { rows: z.array(bulkRow) }) });

export const bulkContract = {
  start: route({
    method: 'POST',
    path: '/admin/bulk',
    summary:
      'Do one operation to many rows, each in a transaction of its own and in the order given; the answer comes before they are done',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'bulk.too-many'],
  })
    .input(bulkInput)
    .output(z.object({ run: bulkRun })),
  list: route({
    method: 'GET',
    path: '/admin/bulk',
    summary: "The caller's own runs over many rows, the newest first: 20 at most",
    tag,
    access: 'staff',
  }).output(z.object({ runs: z.array(bulkRun) })),
  show: route({
    method: 'GET',
    path: '/admin/bulk/{id}',
    summary: "One of the caller's own runs, with what became of each row",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(shown),
  stop: route({
    method: 'POST',
    path: '/admin/bulk/{id}/stop',
    summary: 'Stop a run after the row in hand; what waits may go on later',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(shown),
  resume: route({
    method: 'POST',
    path: '/admin/bulk/{id}/resumption',
    summary: 'Go on with the rows of a stopped run that wait',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(shown),
  report: route({
    method: 'GET',
    path: '/admin/bulk/{id}/report',
    summary: 'What became of each row of a run, as a CSV file (UTF-8, semicolons)',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(file('text/csv')),
};
