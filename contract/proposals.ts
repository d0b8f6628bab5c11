import * as z from 'zod/mini';
import { ACCOUNT_TYPES } from '#domain/accounts/account.ts';
import {
  emergencyInput,
  emergencyReview,
  policyRows,
  policyTerms,
  proposalInput,
  requirementsInput,
  voteReason,
} from '#domain/proposals/input.ts';
import {
  EXPIRIES,
  GOVERNED_OPERATIONS,
  POLICY_CONDITIONS,
  POLICY_SOURCES,
} from '#domain/proposals/policy.ts';
import { PROPOSAL_STATUSES, VOTES } from '#domain/proposals/proposal.ts';
import { route } from './route.ts';
import { byId, day, id, instant, pageInput } from './values.ts';

const tag = 'Four eyes';

const seen = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
/** The roles of which one person gives one approval, with their labels. */
const slot = z.object({ roles: z.array(z.string()), labels: z.array(z.string()) });

/** When a row of a policy holds. */
const policyRule = z.object({
  above: z.int(),
  conditions: z.array(z.enum(POLICY_CONDITIONS)),
  /** Empty: under each. */
  accountTypes: z.array(z.enum(ACCOUNT_TYPES)),
  /** Null: whatever the rate. */
  rateDeviationBps: z.nullable(z.int()),
});

export const PROPOSAL_LISTS = ['to-approve', 'mine', 'all', 'emergencies'] as const;

export const proposal = z.object({
  id,
  /** P-<number>. */
  reference: z.string(),
  operation: z.enum(GOVERNED_OPERATIONS),
  /** The command; null once it is blanked, twelve months after its end. */
  input: z.nullable(z.record(z.string(), z.unknown())),
  inputHash: z.string(),
  /** What its maker saw, and the same now; null when the subject is gone. */
  seen,
  now: z.nullable(seen),
  /** The names of those that changed, also where a reader sees neither value (STAFF-5). */
  changed: z.array(z.string()),
  /** What is worth knowing beside, as it is now; of what waits. */
  shown: seen,
  /** Of a file for our bank, opened by itself, while it waits: the transfers in it as they are now (FOUR-14). */
  transfers: z.array(
    z.object({
      /** Null for money on its way back to its sender. */
      withdrawalId: z.nullable(id),
      payeeName: z.nullable(z.string()),
      payeeIban: z.string(),
      clientName: z.nullable(z.string()),
      amountMinor: z.int(),
    }),
  ),
  /** Of a file for our bank, opened by itself, once it is executed: the file that was made. */
  batchId: z.nullable(id),
  /** The currency of amounts in the command and in what was seen. */
  currency: z.string(),
  status: z.enum(PROPOSAL_STATUSES),
  maker: z.object({ id, name: z.nullable(z.string()) }),
  madeAt: instant,
  comment: z.nullable(z.string()),
  client: z.nullable(z.object({ accountId: id, displayName: z.string() })),
  /** Name of the member of the staff whose access it changes; null when it changes no access, or when the reader may not read colleagues' names. */
  memberName: z.nullable(z.string()),
  subjectId: id,
  comparedEurMinor: z.nullable(z.int()),
  /** The row of the policy that applied; null where the limit of its maker did. */
  rule: z.nullable(policyRule),
  policyVersion: z.int(),
  /** Whether nobody is left who could fill what is missing (FOUR-19): told to those who manage access, of what waits. */
  isUnfillable: z.boolean(),
  slots: z.array(z.extend(slot, { filledBy: z.nullable(z.string()) })),
  expiresAt: instant,
  endedAt: z.nullable(instant),
  votes: z.array(
    z.object({
      by: z.nullable(z.string()),
      decision: z.enum([...VOTES, 'ratify', 'contest']),
      reason: z.nullable(z.string()),
      at: instant,
    }),
  ),
  emergency: z.nullable(z.object({ category: z.string(), reason: z.string(), reviewBy: day })),
  /** The refusal of the operation at the last attempt to execute it. */
  refusalCode: z.nullable(z.string()),
  /** Whether the caller may vote on it now. */
  canVote: z.boolean(),
  isOwn: z.boolean(),
});

const policyRow = z.extend(policyRule, { approvers: z.array(slot) });

export const approvalPolicy = z.object({
  operation: z.enum(GOVERNED_OPERATIONS),
  /** 0: the product's own. */
  version: z.int(),
  source: z.enum(POLICY_SOURCES),
  isCumulative: z.boolean(),
  expiry: z.enum(EXPIRIES),
  emergencyUpToEurMinor: z.nullable(z.int()),
  rows: z.array(policyRow),
  /** The version that takes its place on a later day; null without one. */
  planned: z.nullable(z.object({ version: z.int(), from: day, rows: z.array(policyRow) })),
  /** Whether one person alone could not be approved by anybody today (FOUR-23). */
  isUnfillable: z.boolean(),
});

const ofProposal = z.object({ proposal });

export const proposalsContract = {
  requirements: route({
    method: 'POST',
    path: '/admin/approval-requirements',
    summary: 'Which approvals a command would need, and what it would be judged on; nothing is written',
    tag,
    access: 'staff',
    refusals: [
      'not-found',
      'client.removed',
      'batch.not-exportable',
      'rate.change-too-large',
      'rate.file-unreadable',
    ],
  })
    .input(requirementsInput)
    .output(
      z.object({
        isOn: z.boolean(),
        /** Whether the caller may not do it alone, whatever the policy says. */
        isBeyondLimit: z.boolean(),
        /** Whose file it is; null for what concerns no client. */
        client: z.nullable(z.object({ accountId: id, displayName: z.string() })),
        /** Name of the member of the staff whose access it changes; null when it changes no access. */
        memberName: z.nullable(z.string()),
        slots: z.array(slot),
        /** The version of the policy that was asked; null when none is. */
        policyVersion: z.nullable(z.int()),
        seen,
        shown: seen,
        currency: z.string(),
        comparedEurMinor: z.nullable(z.int()),
        emergencyUpToEurMinor: z.nullable(z.int()),
      }),
    ),
  list: route({
    method: 'GET',
    path: '/admin/proposals',
    summary:
      'Proposals: those the caller can vote on now (the first to expire first), their own, all, or emergencies to review',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ list: z.enum(PROPOSAL_LISTS), ...pageInput }))
    .output(z.object({ proposals: z.array(proposal), nextCursor: z.nullable(z.string()), count: z.int() })),
  show: route({
    method: 'GET',
    path: '/admin/proposals/{id}',
    summary: 'A proposal with what its maker saw, the same now and its votes',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(ofProposal),
  create: route({
    method: 'POST',
    path: '/admin/proposals',
    summary:
      'Propose a command that others must approve: exactly this input is executed at the last approval',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'client.removed',
      'batch.not-exportable',
      'rate.change-too-large',
      'rate.file-unreadable',
      'proposal.stale',
      'proposal.nobody',
      'staff.own-access',
      'proposal.already-there',
      'approval.not-required',
      'loan.wrong-phase',
      'loan.frozen',
      'acceleration.not-possible',
      'provision.not-doubtful',
      'provision.above-claim',
      'forfeiture.above-received',
      'line.already-allocated',
      'line.sum-differs',
      'line.not-returnable',
      'line.awaits-debit',
      'transfer.payee-unavailable',
      'bank-account.kept-by-statements',
      'statement.not-waiting',
      'policy.looser',
    ],
  })
    .input(proposalInput)
    .output(ofProposal),
  approve: route({
    method: 'POST',
    path: '/admin/proposals/{id}/approval',
    summary: 'Approve a proposal; the last approval executes its command in the same transaction',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'proposal.own',
      'staff.own-access',
      'proposal.not-approver',
      'proposal.slot-filled',
      'proposal.beyond-limit',
      'proposal.already-voted',
      'proposal.expired',
      'proposal.already-decided',
      'proposal.not-executed',
    ],
  })
    .input(z.strictObject({ id, inputHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }))
    .output(ofProposal),
  refuse: route({
    method: 'POST',
    path: '/admin/proposals/{id}/refusal',
    summary: 'Refuse a proposal with a reason: one refusal ends it',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'not-found',
      'proposal.own',
      'staff.own-access',
      'proposal.not-approver',
      'proposal.already-voted',
      'proposal.expired',
      'proposal.already-decided',
    ],
  })
    .input(z.strictObject({ id, reason: voteReason }))
    .output(ofProposal),
  withdraw: route({
    method: 'POST',
    path: '/admin/proposals/{id}/withdrawal',
    summary: "Withdraw one's own proposal while it waits; it is kept",
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'proposal.already-decided'],
  })
    .input(byId)
    .output(ofProposal),
  emergency: route({
    method: 'POST',
    path: '/admin/emergencies',
    summary: 'Execute a governed command without a second approval, to be reviewed by the next working day',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'client.removed',
      'approval.not-required',
      'staff.above-limit',
      'proposal.no-emergency',
      'proposal.above-emergency',
      'proposal.reason-too-short',
      'proposal.already-there',
      'proposal.not-executed',
    ],
  })
    .input(emergencyInput)
    .output(ofProposal),
  review: route({
    method: 'POST',
    path: '/admin/proposals/{id}/review',
    summary:
      'Ratify what was done in an emergency, or contest it with a reason; never by the person who did it',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'proposal.own', 'proposal.already-decided'],
  })
    .input(emergencyReview)
    .output(ofProposal),
  toggle: route({
    method: 'PUT',
    path: '/admin/four-eyes',
    summary: 'Turn second approvals on or off in a demonstration; a live institution always asks for them',
    tag,
    access: 'staff',
    refusals: ['proposal.always-on'],
  })
    .input(z.strictObject({ isOn: z.boolean() }))
    .output(z.object({ isOn: z.boolean() })),
};

export const policiesContract = {
  list: route({
    method: 'GET',
    path: '/admin/policies',
    summary: 'Which operations need the approval of whom, and whether that is asked for now',
    tag,
    access: 'staff',
  }).output(
    z.object({
      isOn: z.boolean(),
      /** Whether it can be turned off: in a demonstration. */
      canTurnOff: z.boolean(),
      /** Whether anybody but the caller could approve something. */
      hasOthers: z.boolean(),
      policies: z.array(approvalPolicy),
    }),
  ),
  change: route({
    method: 'PUT',
    path: '/admin/policies/{operation}',
    summary:
      'Change a policy from a day on; what is left out stays. Refused when somebody changed it since it was seen',
    tag,
    access: 'staff',
    refusals: ['auth.confirmation-required', 'proposal.stale', 'policy.looser'],
  })
    .input(
      z.strictObject({
        operation: z.enum(GOVERNED_OPERATIONS),
        seenVersion: z.int().check(z.gte(0)),
        rows: policyRows,
        ...policyTerms,
        from: z.optional(day),
      }),
    )
    .output(z.object({ operation: z.string(), version: z.int() })),
};
