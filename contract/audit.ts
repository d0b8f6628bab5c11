import * as z from 'zod/mini';
import { AUDIT_AREA_NAMES, AUDIT_OPERATIONS, AUDIT_OUTCOMES } from '#domain/audit/operation.ts';
import { route } from './route.ts';
import { day, file, id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Audit';

/** What something was, in plain values. Amounts are `…Minor` in the state's own `currency`. */
export const auditState = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** One line of the audit trail. */
export const auditEntry = z.object({
  /** Place in the chain. */
  number: z.int(),
  at: instant,
  /** Null when the author could not be identified; without a name once the person is gone. */
  actor: z.nullable(
    z.object({
      id,
      /** A person, the bank itself, or the operator. */
      kind: z.enum(['person', 'bank', 'operator']),
      /** The bank's job or the operator's command; null for a person. */
      task: z.nullable(z.string()),
      name: z.nullable(z.string()),
    }),
  ),
  /** The network address it came from. */
  address: z.nullable(z.string()),
  operation: z.enum(AUDIT_OPERATIONS),
  outcome: z.enum(AUDIT_OUTCOMES),
  refusalCode: z.nullable(z.string()),
  subjectId: z.nullable(id),
  /** The client it concerns; without a name once they are deleted. */
  client: z.nullable(z.object({ accountId: id, displayName: z.nullable(z.string()) })),
  before: z.nullable(auditState),
  after: z.nullable(auditState),
  /** Whether the details went with the person they were about. */
  isStripped: z.boolean(),
  hash: z.string(),
  previousHash: z.string(),
});

/** How the audit trail is searched and filtered. */
export const auditFilter = {
  /** A client or a member of the staff by name or e-mail, a reference, the beginning of an IBAN, or a line's number. */
  q: z.optional(z.string().check(z.maxLength(100))),
  area: z.optional(z.enum(AUDIT_AREA_NAMES)),
  outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
  clientId: z.optional(id),
  actorId: z.optional(id),
  /** First and last day (UTC), both included. */
  from: z.optional(day),
  to: z.optional(day),
};

export const auditContract = {
  list: route({
    method: 'GET',
    path: '/admin/audit',
    summary: 'The audit trail, newest first, searched and filtered',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ ...pageInput, ...auditFilter }))
    .output(z.object({ entries: z.array(auditEntry), ...pageOutput })),
  export: route({
    method: 'GET',
    path: '/admin/audit.csv',
    summary: 'The audit trail as a CSV file (UTF-8, semicolons), searched and filtered as in the list',
    tag,
    access: 'staff',
    refusals: ['audit.export-too-large'],
  })
    .input(z.strictObject(auditFilter))
    .output(file('text/csv')),
  verification: route({
    method: 'GET',
    path: '/admin/audit/verification',
    summary:
      'Walk the chain after a line, one bounded step: whether every line is there, unchanged, and continues the one before',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }))
    .output(
      z.object({
        /** Lines looked at in this step. */
        checked: z.int(),
        /** Where the next step continues; null at the end of the chain. */
        next: z.nullable(z.int()),
        holds: z.boolean(),
        faults: z.array(
          z.object({
            number: z.int(),
            fault: z.enum([
              'missing',
              'changed',
              'unlinked',
              'details-changed',
              'details-missing',
              'cut-short',
            ]),
          }),
        ),
        /** The end of the chain: noted elsewhere, it proves later that nothing before it changed. */
        head: z.object({ number: z.int(), hash: z.string() }),
      }),
    ),
};
