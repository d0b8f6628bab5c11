import * as z from 'zod/mini';
import type { RefusalCode } from '../errors.ts';
import { documentReviewFields } from '../loans/document-review.ts';
import { OPERATIONS, type Operation } from '../operations.ts';
import { TASK_KINDS } from '../tasks/task.ts';

/**
 * What may be done to many rows at once: assignments, taking in hand, decisions without money leaving, documents of a loan, and votes. Never
 * an approval, an offer, a credit, an activation, an IBAN or a removal.
 */
export const BULK_OPERATIONS = [
  'tasks.take',
  'tasks.assign',
  'tasks.release',
  'loans.decide.process',
  'loanFile.reviewDocument',
  'withdrawals.decide.process',
  'withdrawals.decide.approve',
  'withdrawals.decide.reject',
  'fees.settle',
  'proposals.approve',
] as const satisfies readonly Operation[];
export type BulkOperation = (typeof BULK_OPERATIONS)[number];

/** Most rows of one run. */
export const MAX_BULK = 500;
/** So many rows can be read of one call; above `MAX_BULK` they are refused by name. */
const MAX_READ = 2_000;

const id = z.string().check(z.uuid('validation.id'));

const { outcome, rejection, ...found } = documentReviewFields;

/** One row, with what its list showed of it: an act is of what was seen. */
const bulkItem = z.strictObject({
  id,
  /** The status that was shown; none for what has no status. */
  seenStatus: z.optional(z.string().check(z.regex(/^[a-z_-]{1,40}$/))),
  /** Who followed it; null when nobody did. */
  seenAssigneeId: z.optional(z.nullable(id)),
  /** Of a proposal: the command that was read. */
  inputHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Of a document: the loan that it belongs to, and what was found in it when it is verified. */
  loanId: z.optional(id),
  found: z.optional(z.strictObject(found)),
});
export type BulkItem = z.infer<typeof bulkItem>;

/** What is the same for all rows. */
const bulkCommon = z.strictObject({
  /** What is taken, given or given back. */
  kind: z.optional(z.enum(TASK_KINDS)),
  assigneeId: z.optional(id),
  reasonCode: z.optional(z.string().check(z.regex(/^[a-z-]{1,40}$/))),
  reasonNote: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
  /** Of documents: verified, or rejected for one reason. */
  outcome: z.optional(outcome),
  rejection,
  /** Whether what others must approve is proposed to them; otherwise it is left as it is. */
  proposes: z.optional(z.boolean()),
});
export type BulkCommon = z.infer<typeof bulkCommon>;

export const bulkInput = z.strictObject({
  operation: z.enum(BULK_OPERATIONS, 'validation.choice'),
  items: z.array(bulkItem).check(
    z.minLength(1, 'validation.required'),
    z.maxLength(MAX_READ),
    z.refine((items) => new Set(items.map((item) => item.id)).size === items.length, 'validation.invalid'),
  ),
  common: z.optional(bulkCommon),
});
export type BulkOrder = z.infer<typeof bulkInput>;

/**
 * What became of a row. `skipped`: somebody had decided it already. `needs-approval`: others must approve it and nothing was proposed;
 * `proposed`: it waits for them.
 */
export const BULK_STATES = ['waiting', 'done', 'refused', 'skipped', 'needs-approval', 'proposed'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** `stopped`: the rows that wait may go on later. */
export const RUN_STATES = ['running', 'stopped', 'ended'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Refusals that say that a row is no longer what was seen: repeating them changes nothing. */
const STALE: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'not-found',
  'loan.already-decided',
  'withdrawal.already-decided',
  'fee.already-settled',
  'proposal.already-decided',
  'proposal.already-voted',
  'proposal.stale',
  'proposal.expired',
  'document.already-reviewed',
]);

/** Says whether a refusal asks for the approval of others: by the policy, or beyond the person's own limit (STAFF-42). */
export const isForOthers = (code: RefusalCode): boolean =>
  code === 'approval.required' || code === 'staff.above-limit';

/** What a refusal makes of a row. */
export function stateOfRefusal(code: RefusalCode): Exclude<BulkState, 'waiting' | 'done' | 'proposed'> {
  if (isForOthers(code)) return 'needs-approval';
  return STALE.has(code) ? 'skipped' : 'refused';
}

/** What the rows of a run can be. */
export const BULK_KINDS = [...TASK_KINDS, 'proposal', 'document'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** What the rows of an operation are. */
export function kindOfBulk(operation: BulkOperation, common: BulkCommon = {}): BulkKind | null {
  if (operation.startsWith('tasks.')) return common.kind ?? null;
  const kinds = {
    loans: 'loan',
    withdrawals: 'withdrawal',
    fees: 'fee',
    proposals: 'proposal',
    loanFile: 'document',
  } as const;
  return kinds[operation.split('.')[0] as keyof typeof kinds];
}

/** The input of the operation's own route for one row (Q-32: the same use case, the same guards). */
export function inputOfItem(operation: BulkOperation, item: BulkItem, common: BulkCommon = {}): unknown {
  const { id: itemId, seenStatus } = item;
  const { kind, assigneeId, reasonCode, reasonNote } = common;
  const seenAssigneeId = item.seenAssigneeId ?? null;
  switch (operation) {
    case 'tasks.take':
      return { kind, id: itemId, seenAssigneeId };
    case 'tasks.assign':
      return { kind, id: itemId, seenAssigneeId, assigneeId };
    case 'tasks.release':
      return { kind, id: itemId };
    case 'fees.settle':
      return { id: itemId };
    case 'proposals.approve':
      return { id: itemId, inputHash: item.inputHash };
    case 'loanFile.reviewDocument':
      return {
        id: item.loanId,
        documentId: itemId,
        seenState: seenStatus ?? null,
        outcome: common.outcome,
        ...(common.outcome === 'rejected' ? { rejection: common.rejection } : item.found),
      };
    case 'withdrawals.decide.reject':
      return { id: itemId, action: 'reject', seenStatus, reasonCode, reasonNote };
    default:
      return { id: itemId, action: operation.split('.')[2], seenStatus };
  }
}

/** Says whether an act on many is confirmed: when the act on one is, or when it makes proposals. An act that cannot be read is. */
export function isBulkConfirmed(input: unknown): boolean {
  const { operation, common } = (input ?? {}) as { operation?: unknown; common?: { proposes?: unknown } };
  const known = BULK_OPERATIONS.find((one) => one === operation);
  return !known || OPERATIONS[known].isConfirmed || common?.proposes === true;
}
