import type { RefusalCode } from '../errors.ts';
import { addDaysOf } from '../time/calendars.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '../time/days.ts';
import { type ApprovalPolicy, type Expiry, fits, type Slot } from './policy.ts';
import { type Approver, filledCount, openSlots } from './slots.ts';

/**
 * Where a proposal stands. `awaiting` is the only one that is not an end (FOUR-13 to FOUR-20). `emergency`: executed without a second
 * approval, waiting for its review (FOUR-24).
 */
export const PROPOSAL_STATUSES = [
  'awaiting',
  'executed',
  'refused',
  'stale',
  'withdrawn',
  'expired',
  'emergency',
  'ratified',
  'contested',
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** What a vote says. */
export const VOTES = ['approve', 'refuse'] as const;
export type Vote = (typeof VOTES)[number];

/** Days of a proposal that does not end with a payment day, its own counted not (FOUR-18). */
const DAYS_OPEN = 7;

/**
 * The first moment at which a proposal can no longer be approved (FOUR-18): the end of the 7th legal day, or of the TARGET day after the one
 * on which it was made; never later than its subject's own deadline.
 */
export function expiresAt(expiry: Expiry, madeAt: Date, subjectDeadline: Date | null = null): Date {
  const day = legalDay(madeAt);
  const last = expiry === 'payment-day' ? addDaysOf('target-days', day, 1) : addDays(day, DAYS_OPEN);
  const end = startOfDayIn(LEGAL_TIME_ZONE, addDays(last, 1));
  return subjectDeadline && subjectDeadline < end ? subjectDeadline : end;
}

/** The last day on which an act done in an emergency is reviewed: the next working day (FOUR-24). YYYY-MM-DD. */
export function reviewDay(actedAt: Date): string {
  return addDaysOf('working-days', legalDay(actedAt), 1);
}

/** Fewest characters of the reason of an emergency (FOUR-24). */
export const MIN_EMERGENCY_REASON = 40;

/**
 * Protective acts on a thing (FOUR-3): they need nobody, and what waits for approval on the same thing is stale at once (FOUR-10). Those of
 * others that protect, a release or a hold for example, leave what waits as it is.
 */
const PROTECTIVE_OPERATIONS: readonly string[] = [
  'loans.decide.reject',
  'loanOffers.decideAgreement.refuse',
  'loanRecovery.freeze.freeze',
  'withdrawals.decide.reject',
  'withdrawals.decideHold.refuse',
  'staff.suspend',
  'staff.leave',
];

/** Whether an operation makes the waiting proposals on its subject stale. */
export const endsProposals = (operation: string): boolean => PROTECTIVE_OPERATIONS.includes(operation);

/** What stands in the way of a command for a time: a file at the bank, a loan or an order that is under way, a freeze, a balance. */
const PASSING_REFUSALS: readonly RefusalCode[] = [
  'account.deposit-while-loan-open',
  'client.frozen',
  'client.has-debt',
  'client.has-loan',
  'client.has-loan-request',
  'client.has-payments',
  'client.has-withdrawals',
  'client.in-batch',
  'withdrawal.in-batch',
  'withdrawal.insufficient-funds',
];

/** Whether a command that is refused so may be possible later as it is: it may be proposed, and waits on when its last approval meets it (FOUR-16). */
export const isPassingRefusal = (code: RefusalCode): boolean =>
  PASSING_REFUSALS.includes(code) || /^(ledger|service)\./.test(code);

/** Hours before the end of a proposal at which those who can approve are reminded for the last time (FOUR-21). */
export const LAST_REMINDER_HOURS = 2;

/** So many emergencies of one person in so many days are an alert to compliance (FOUR-24). */
export const ALERTED_EMERGENCIES = { count: 3, days: 30 } as const;

/** Why an emergency may be declared (FOUR-24). */
export const EMERGENCY_CATEGORIES = ['client-risk', 'payment-deadline', 'legal-duty', 'team-outage'] as const;
export type EmergencyCategory = (typeof EMERGENCY_CATEGORIES)[number];

/**
 * Why an operation cannot be done in an emergency, or null.
 * @param comparedEurMinor what the policy compares, euro cents: of a cumulative operation with the acts of the last 24 hours, so that a sum above the limit
 * cannot be done in parts; null without a rate, which is above every limit.
 */
export function emergencyObstacle(
  policy: Pick<ApprovalPolicy, 'emergencyUpToEurMinor'>,
  comparedEurMinor: number | null,
  reason: string,
): 'proposal.no-emergency' | 'proposal.above-emergency' | 'proposal.reason-too-short' | null {
  if (policy.emergencyUpToEurMinor === null) return 'proposal.no-emergency';
  if (comparedEurMinor === null || comparedEurMinor > policy.emergencyUpToEurMinor)
    return 'proposal.above-emergency';
  return reason.trim().length < MIN_EMERGENCY_REASON ? 'proposal.reason-too-short' : null;
}

/**
 * The slots that the others of the staff cannot fill even if all of them approve (FOUR-19). Empty when a proposal can be made.
 * @param others active people who are not the maker, and whose own file it is not.
 */
export function unfillableSlots(slots: readonly Slot[], others: readonly Approver[]): readonly Slot[] {
  return openSlots(slots, others);
}

/** A proposal as a vote finds it. */
export interface ProposalState {
  readonly operation: string;
  readonly status: ProposalStatus;
  readonly makerId: string;
  /** Who may not vote beside its maker (FOUR-9), or because it changes their own rights (STAFF-21). */
  readonly notBy: readonly string[];
  readonly slots: readonly Slot[];
  readonly expiresAt: Date;
  /** Those who approved, with the roles that they hold now. */
  readonly approvals: readonly Approver[];
}

export type VoteRefusal =
  | 'proposal.already-decided'
  | 'proposal.expired'
  | 'proposal.own'
  | 'staff.own-access'
  | 'staff.own-file'
  | 'proposal.already-voted'
  | 'proposal.not-approver'
  | 'proposal.slot-filled';

/** What a vote does: it is refused, ends the proposal, counts, or completes the approvals so that the operation can be executed. */
export type VoteEffect =
  | { readonly kind: 'refused-vote'; readonly code: VoteRefusal }
  | { readonly kind: 'refuses' }
  | { readonly kind: 'counts'; readonly missing: readonly Slot[] }
  | { readonly kind: 'completes' };

/**
 * What a vote on a proposal does, in the order in which it is judged (FOUR-9, FOUR-12, FOUR-13, FOUR-18).
 * @param voter isOwnFile: whether the client is the voter, or one of their declared relations (STAFF-40).
 */
export function effectOfVote(
  proposal: ProposalState,
  voter: Approver & { readonly isOwnFile: boolean },
  vote: Vote,
  now: Date,
): VoteEffect {
  const refusal = refusalOfVote(proposal, voter, now);
  if (refusal) return { kind: 'refused-vote', code: refusal };
  if (vote === 'refuse') return { kind: 'refuses' };
  const approvals = [...proposal.approvals, voter];
  const filled = filledCount(proposal.slots, approvals);
  if (filled === filledCount(proposal.slots, proposal.approvals))
    return { kind: 'refused-vote', code: 'proposal.slot-filled' };
  return filled === proposal.slots.length
    ? { kind: 'completes' }
    : { kind: 'counts', missing: openSlots(proposal.slots, approvals) };
}

function refusalOfVote(
  proposal: ProposalState,
  voter: Approver & { readonly isOwnFile: boolean },
  now: Date,
): VoteRefusal | null {
  if (proposal.status === 'expired') return 'proposal.expired';
  if (proposal.status !== 'awaiting') return 'proposal.already-decided';
  if (now >= proposal.expiresAt) return 'proposal.expired';
  if (voter.id === proposal.makerId) return 'proposal.own';
  if (proposal.notBy.includes(voter.id))
    return /^(staff|roles)\./.test(proposal.operation) ? 'staff.own-access' : 'proposal.own';
  if (voter.isOwnFile) return 'staff.own-file';
  if (proposal.approvals.some(({ id }) => id === voter.id)) return 'proposal.already-voted';
  return proposal.slots.some((slot) => fits(slot, voter.roles)) ? null : 'proposal.not-approver';
}

/**
 * The slots of a proposal after its policy was computed again at its execution (FOUR-17): they only rise.
 * @returns null when the copied ones hold.
 */
export function raisedSlots(copied: readonly Slot[], now: readonly Slot[]): readonly Slot[] | null {
  return now.length > copied.length ? now : null;
}
