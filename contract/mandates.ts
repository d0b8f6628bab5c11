import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { DEBIT_CANCELLATIONS, DEBIT_STATES } from '#domain/mandates/direct-debit.ts';
import {
  MANDATE_END_REASONS,
  MANDATE_STATES,
  MAX_CALL_NOTE,
  mandateInput,
} from '#domain/mandates/mandate.ts';
import { R_CODES, R_KINDS, R_WORDS } from '#domain/mandates/r-transactions.ts';
import { PAYEE_CHECK_RESULTS } from '#domain/payees/payee-check.ts';
import { route } from './route.ts';
import { byId, day, empty, file, id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Direct debits';

/** The collection of one instalment by direct debit. Euro cents. */
const debit = z.object({
  id,
  number: z.int(),
  amountMinor: z.int(),
  dueOn: day,
  /** The day on which the debtor's account is debited. */
  collectionOn: day,
  state: z.enum(DEBIT_STATES),
  attempt: z.int(),
  cancellation: z.nullable(z.enum(DEBIT_CANCELLATIONS)),
  settledOn: z.nullable(day),
  failedOn: z.nullable(day),
  /** What the client reads of why it came back; null when it did not. */
  reason: z.nullable(z.enum(R_WORDS as [string, ...string[]])),
});

/** A mandate as its client reads it. */
const mandate = z.object({
  id,
  reference: z.string(),
  loanId: id,
  state: z.enum(MANDATE_STATES),
  creditorIdentifier: z.string(),
  creditorName: z.string(),
  debtorName: z.string(),
  iban: z.string(),
  bankName: z.string(),
  usesAccount: z.boolean(),
  signedOn: z.nullable(day),
  effectiveOn: z.nullable(day),
  endReason: z.nullable(z.enum(MANDATE_END_REASONS)),
  createdAt: instant,
  endedAt: z.nullable(instant),
  /** The account that waits for its signature; null when there is none. */
  toSign: z.nullable(
    z.object({
      iban: z.string(),
      bankName: z.string(),
      debtorName: z.string(),
      usesAccount: z.boolean(),
      checkResult: z.nullable(z.enum(PAYEE_CHECK_RESULTS)),
    }),
  ),
  /** Its collections, the last first. */
  debits: z.array(debit),
});

/** A mandate as the staff read it. */
const reviewedMandate = z.object({
  ...mandate.shape,
  accountId: id,
  displayName: z.string(),
  suspensionCode: z.nullable(z.string()),
  suspendedAt: z.nullable(instant),
  /** Whether a person of the house calls the client (PAY-71). */
  isToCall: z.boolean(),
  /** The last call that was recorded. */
  call: z.nullable(z.object({ at: instant, by: z.nullable(z.string()), note: z.string() })),
  signatures: z.array(
    z.object({
      number: z.int(),
      iban: z.string(),
      bankName: z.string(),
      checkResult: z.nullable(z.enum(PAYEE_CHECK_RESULTS)),
      signedAt: z.nullable(instant),
    }),
  ),
});

/** A direct debit as the staff read it. */
const reviewedDebit = z.object({
  ...debit.shape,
  accountId: id,
  displayName: z.string(),
  mandateId: id,
  mandateReference: z.string(),
  iban: z.string(),
  loanId: id,
  batchId: z.nullable(id),
  reasonCode: z.nullable(z.string()),
  /** What kind of R-transaction it is, and whether it came after its last day; null for one that did not fail. */
  failure: z.nullable(z.object({ kind: z.enum(R_KINDS), isLate: z.boolean() })),
});

/** A file of direct debits for the house's bank. Euro cents. */
const batch = z.object({
  id,
  messageId: z.string(),
  state: z.enum(['exported', 'settled', 'cancelled']),
  collectionOn: day,
  debitCount: z.int(),
  totalMinor: z.int(),
  settledCount: z.int(),
  failedCount: z.int(),
  /** Whether something of it is under way for more than two payment days after its collection day. */
  isLate: z.boolean(),
  hasFile: z.boolean(),
  createdBy: z.nullable(z.string()),
  createdAt: instant,
});

const DRAFT_REFUSALS = [
  'not-found',
  'mandate.not-available',
  'mandate.account-not-possible',
  'transfer.payee-check-required',
  'payee-check.expired',
  'payee-check.too-many',
] as const;

export const mandatesContract = {
  list: route({
    method: 'GET',
    path: '/mandates',
    summary: "The client's own mandates for direct debits of instalments, the newest first",
    tag,
    access: 'client',
  }).output(
    z.object({
      mandates: z.array(mandate),
      /** Whether the house collects by direct debit at all. */
      isOffered: z.boolean(),
    }),
  ),
  draft: route({
    method: 'POST',
    path: '/mandates',
    summary:
      'Prepare a mandate for a loan, or another account for the one that there is; nothing holds before it is signed',
    tag,
    access: 'client',
    idempotent: true,
    refusals: DRAFT_REFUSALS,
  })
    .input(z.strictObject(mandateInput.shape))
    .output(z.object({ mandate })),
  sign: route({
    method: 'POST',
    path: '/mandates/{id}/signature',
    summary: 'Sign the mandate, or the change of its account, that was prepared',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'not-found', 'mandate.not-active', 'payee-check.expired'],
  })
    .input(byId)
    .output(z.object({ mandate })),
  revoke: route({
    method: 'POST',
    path: '/mandates/{id}/revocation',
    summary: 'Revoke a mandate, at any time',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'mandate.not-active'],
  })
    .input(byId)
    .output(z.object({ mandate })),
  paper: route({
    method: 'GET',
    path: '/mandates/{id}/mandate.pdf',
    summary: 'The mandate as a PDF, as it was signed last',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(file('application/pdf')),
  review: route({
    method: 'GET',
    path: '/admin/mandates',
    summary: 'Mandates, the newest first; those in a state, or of a client',
    tag,
    access: 'staff',
  })
    .input(
      z.strictObject({ ...pageInput, state: z.optional(z.enum(MANDATE_STATES)), accountId: z.optional(id) }),
    )
    .output(z.object({ mandates: z.array(reviewedMandate), ...pageOutput })),
  reviewPaper: route({
    method: 'GET',
    path: '/admin/mandates/{id}/mandate.pdf',
    summary: 'The same mandate as a PDF, for the staff',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(file('application/pdf')),
  suspend: route({
    method: 'POST',
    path: '/admin/mandates/{id}/suspension',
    summary: 'Suspend a mandate: what stands in no file is not collected by it',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'mandate.not-active'],
  })
    .input(z.strictObject({ id, reason: requiredText(200) }))
    .output(empty),
  recordCall: route({
    method: 'POST',
    path: '/admin/mandates/{id}/call',
    summary: 'Record that the client was called about a debit that their bank refunded, and what was said',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'direct-debit.wrong-state'],
  })
    .input(z.strictObject({ id, note: requiredText(MAX_CALL_NOTE) }))
    .output(empty),
  resume: route({
    method: 'POST',
    path: '/admin/mandates/{id}/resumption',
    summary: 'Let a suspended mandate go on',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'mandate.not-active'],
  })
    .input(z.strictObject({ id, reason: requiredText(200) }))
    .output(empty),
};

export const directDebitsContract = {
  list: route({
    method: 'GET',
    path: '/admin/direct-debit-batches',
    summary: 'Files of direct debits, the newest first, and the collection days whose file is to be sent',
    tag,
    access: 'staff',
  })
    .input(z.strictObject(pageInput))
    .output(
      z.object({
        batches: z.array(batch),
        /** Announced direct debits by collection day, the nearest first, with the last day for their file and its cut-off. */
        toSend: z.array(
          z.object({
            collectionOn: day,
            sendBy: day,
            sendBefore: instant,
            debitCount: z.int(),
            totalMinor: z.int(),
          }),
        ),
        /** Whether the institution has what a file needs: its own account and a creditor identifier. */
        isOffered: z.boolean(),
        /** Whether our bank's statements keep the account in euro: then they settle the files. */
        isByStatements: z.boolean(),
        ...pageOutput,
      }),
    ),
  show: route({
    method: 'GET',
    path: '/admin/direct-debit-batches/{id}',
    summary: 'One file with its direct debits',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ batch, debits: z.array(reviewedDebit) })),
  failures: route({
    method: 'GET',
    path: '/admin/direct-debit-returns',
    summary: 'Direct debits that a bank refused or took back, the newest first',
    tag,
    access: 'staff',
  })
    .input(z.strictObject(pageInput))
    .output(z.object({ debits: z.array(reviewedDebit), ...pageOutput })),
  export: route({
    method: 'POST',
    path: '/admin/direct-debit-batches',
    summary: 'Put the announced direct debits of a collection day into one file (pain.008.001.08)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'mandate.not-available', 'direct-debit.nothing-to-send'],
  })
    .input(z.strictObject({ collectionOn: day }))
    .output(z.object({ batch })),
  file: route({
    method: 'GET',
    path: '/admin/direct-debit-batches/{id}/file.xml',
    summary: 'The file, as it was made',
    tag,
    access: 'staff',
    refusals: ['not-found', 'batch.file-gone'],
  })
    .input(byId)
    .output(file('application/xml')),
  settle: route({
    method: 'POST',
    path: '/admin/direct-debit-batches/{id}/settlement',
    summary: 'Record that our bank credited a file, while people keep its account by hand',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'direct-debit.wrong-state',
      'direct-debit.by-statement',
    ],
  })
    .input(byId)
    .output(z.object({ batch })),
  cancel: route({
    method: 'POST',
    path: '/admin/direct-debit-batches/{id}/cancellation',
    summary: 'Take back a file that our bank did not take',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'direct-debit.wrong-state'],
  })
    .input(byId)
    .output(z.object({ batch })),
  recordFailure: route({
    method: 'POST',
    path: '/admin/direct-debits/{id}/failure',
    summary: 'Record that a bank refused a direct debit or took it back, by the code that it gave',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'direct-debit.wrong-state',
      'direct-debit.by-statement',
    ],
  })
    .input(z.strictObject({ id, reasonCode: z.enum(R_CODES) }))
    .output(empty),
};
