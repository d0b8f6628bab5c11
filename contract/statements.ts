import * as z from 'zod/mini';
import { ENTRY_ANOMALIES } from '#domain/statements/read-message.ts';
import { LINE_PHASES, RELEASES, STATEMENT_STATES } from '#domain/statements/states.ts';
import { bankStatement } from './bank-files.ts';
import { route } from './route.ts';
import { byId, day, id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Statements';

/** One line of a statement, as its bank gives it. */
export const statementLine = z.object({
  id,
  position: z.int(),
  amountMinor: z.int(),
  currency: z.string(),
  /** `BOOK` counts; `PDNG`, `INFO` and `FUTR` are shown. */
  status: z.string(),
  isReversal: z.boolean(),
  bookingDay: z.nullable(day),
  valueDay: z.nullable(day),
  bankRef: z.nullable(z.string()),
  code: z.nullable(z.string()),
  endToEndId: z.nullable(z.string()),
  counterpartyName: z.nullable(z.string()),
  counterpartyIban: z.nullable(z.string()),
  ownIban: z.nullable(z.string()),
  remittance: z.nullable(z.string()),
  structuredReference: z.nullable(z.string()),
  returnReason: z.nullable(z.string()),
  chargesMinor: z.int(),
  anomaly: z.nullable(z.enum(ENTRY_ANOMALIES)),
  phase: z.enum(LINE_PHASES),
  /** Whether the statement beside it has a line of the same facts. */
  isInBoth: z.boolean(),
});

/** A statement with the file it came in and its first lines. */
const side = z.object({
  statement: bankStatement,
  fileName: z.string(),
  lines: z.array(statementLine),
  /** Whether it has more lines than these. */
  hasMore: z.boolean(),
});

export const statementsContract = {
  list: route({
    method: 'GET',
    path: '/admin/statements',
    summary: 'Statements of our accounts, newest first, all or of one state',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ ...pageInput, state: z.optional(z.enum(STATEMENT_STATES, 'validation.choice')) }))
    .output(z.object({ statements: z.array(bankStatement), ...pageOutput })),
  show: route({
    method: 'GET',
    path: '/admin/statements/{id}',
    summary: 'A statement with its lines; beside it the one that it repeats, differs from or overlaps with',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(
      z.object({
        ...side.shape,
        related: z.nullable(side),
        /** Since when the approval of others is awaited for it (FOUR-10). */
        approvalSince: z.nullable(instant),
      }),
    ),
  release: route({
    method: 'POST',
    path: '/admin/statements/{id}/release',
    summary:
      'Decide what becomes of a statement that waits for one before it, overlaps with another or has the reference of another; others approve it before',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'not-found', 'statement.not-waiting'],
  })
    .input(z.strictObject({ id, release: z.enum(RELEASES, 'validation.choice') }))
    .output(z.object({ statement: bankStatement })),
};
