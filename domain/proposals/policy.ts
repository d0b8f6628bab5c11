import type { AccountType } from '../accounts/account.ts';
import { ADMINISTRATOR_ROLE } from '../permissions.ts';

/** Roles of which one person gives one of the approvals of an operation. */
export type Slot = readonly string[];

/** What must hold for a row of a policy beside its amount, each by its name (FOUR-1). */
export const POLICY_CONDITIONS = [
  'newPayee',
  'highRisk',
  'pep',
  'largeGesture',
  'recalled',
  'beyondOnePerson',
  'manyPeople',
  'remission',
] as const;
export type PolicyCondition = (typeof POLICY_CONDITIONS)[number];

/** When a row of a policy holds: above an amount, and when all its conditions do (FOUR-1). */
export interface PolicyRule {
  /** Euro cents; the row holds strictly above them. −1: always. */
  readonly above: number;
  readonly conditions?: readonly PolicyCondition[] | undefined;
  /** The types of the client's account under which it holds; absent: under each. */
  readonly accountTypes?: readonly AccountType[] | undefined;
  /** Basis points; the row holds for a rate that is strictly further from the last one, either way. Absent: for any. */
  readonly rateDeviationBps?: number | undefined;
}

/** A row of a policy, with who approves when it holds. */
export interface PolicyRow extends PolicyRule {
  readonly approvers: readonly Slot[];
}

/** Most slots of a row, and most rows of a policy. */
export const MAX_SLOTS = 4;
export const MAX_ROWS = 10;
/** Furthest that a row can ask a rate to be from the last one: a hundred times it. */
export const MAX_RATE_DEVIATION_BPS = 1_000_000;

export const EXPIRIES = ['days-7', 'payment-day'] as const;
export type Expiry = (typeof EXPIRIES)[number];

/** Where a policy comes from: the product, the institution's file, or the screen (FOUR-1). The newest counts. */
export const POLICY_SOURCES = ['product', 'file', 'screen'] as const;
export type PolicySource = (typeof POLICY_SOURCES)[number];

/** What the approvals of one operation depend on (FOUR-1). */
export interface ApprovalPolicy {
  readonly operation: string;
  /** Increases with each change; 0: the product's own. */
  readonly version: number;
  readonly source: PolicySource;
  readonly rows: readonly PolicyRow[];
  /** Whether acts of the last 24 hours on the same client, or by the same maker, count with it (FOUR-6). */
  readonly isCumulative: boolean;
  readonly expiry: Expiry;
  /** Euro cents up to which the operation may be done in an emergency (FOUR-24); null: never. */
  readonly emergencyUpToEurMinor: number | null;
}

const ALWAYS = -1;
const one = (...roles: string[]): Slot => roles;
const COMPLIANCE = one('compliance');

type Defaults = Omit<
  ApprovalPolicy,
  'operation' | 'version' | 'source' | 'isCumulative' | 'emergencyUpToEurMinor'
> &
  Partial<Pick<ApprovalPolicy, 'isCumulative' | 'emergencyUpToEurMinor'>>;

const always = (...approvers: Slot[]): Defaults => ({
  rows: [{ above: ALWAYS, approvers }],
  expiry: 'days-7',
});

/** A rate that moves far, by more than 2 %, moves every threshold with it. */
const onLargeRateChange: Defaults = {
  rows: [{ above: ALWAYS, rateDeviationBps: 200, approvers: [one('accountant')] }],
  expiry: 'days-7',
};

/** What is put right in the books by hand. */
const ofBooks: Defaults = {
  rows: [
    { above: ALWAYS, approvers: [one('accountant')] },
    { above: 1_000_000, approvers: [one('accountant'), COMPLIANCE] },
  ],
  expiry: 'days-7',
};

/** A measure for a borrower in difficulty that gives capital up. */
const onRemission: Defaults = {
  rows: [{ above: ALWAYS, conditions: ['remission'], approvers: [one('credit-manager')] }],
  expiry: 'days-7',
};

/** What concerns the house's own accounts at banks. */
const ofBank = always(one('accountant', 'payments'));

/** What a live institution begins with (FOUR-22), for the operations that exist. A demonstration asks for it once « Quatre yeux » is on. */
const LIVE_DEFAULTS = {
  'accounts.credit': {
    isCumulative: true,
    rows: [
      // PAY-51: above the parameter `gesture.secondPersonAbove`.
      { above: ALWAYS, conditions: ['largeGesture'], approvers: [one('accountant', 'payments')] },
      { above: 100_000, approvers: [one('accountant', 'payments')] },
      { above: 1_000_000, approvers: [one('accountant', 'payments'), COMPLIANCE] },
    ],
    expiry: 'days-7',
    emergencyUpToEurMinor: 1_000_000,
  },
  'accounts.activate': {
    rows: [{ above: 0, approvers: [one('compliance', 'payments')] }],
    expiry: 'days-7',
  },
  'accounts.assignIban': always(one('compliance', 'payments')),
  'loanOffers.issue': {
    rows: [
      { above: 1_000_000, approvers: [one('credit-manager')] },
      { above: 5_000_000, approvers: [one('credit-manager'), COMPLIANCE] },
    ],
    expiry: 'days-7',
  },
  'loans.decide.approve': {
    rows: [
      { above: 1_000_000, approvers: [one('credit-manager')] },
      { above: 5_000_000, approvers: [one('credit-manager'), COMPLIANCE] },
    ],
    expiry: 'days-7',
  },
  // LC-49 asks for another person than the offer's maker already; above the amount for a second credit manager.
  'loanOffers.decideAgreement.agree': {
    rows: [{ above: 5_000_000, approvers: [one('credit-manager')] }],
    expiry: 'days-7',
  },
  'loanRepayments.measure.propose': onRemission,
  'loanRepayments.measure.impose': onRemission,
  'loanRecovery.accelerate': always(one('credit-manager')),
  'loanRecovery.provide': always(one('accountant')),
  'loanRecovery.writeOff': always(one('credit-manager'), one('accountant')),
  'loanRecovery.forfeitInterest': always(COMPLIANCE),
  // LC-75: costs that a court has taxed, by two people as well.
  'loanRecovery.taxCosts': always(one('credit-manager')),
  'withdrawals.decide.approve': {
    isCumulative: true,
    rows: [
      { above: 500_000, approvers: [one('payments')] },
      { above: 5_000_000, approvers: [one('payments'), COMPLIANCE] },
      { above: 100_000, conditions: ['newPayee'], approvers: [one('payments')] },
      // PAY-42: what a client gives back to another bank's client goes like a return to the sender (PAY-31), by two people.
      { above: ALWAYS, conditions: ['recalled'], approvers: [one('accountant', 'payments')] },
    ],
    expiry: 'payment-day',
    emergencyUpToEurMinor: 500_000,
  },
  'withdrawalBatches.export': {
    rows: [
      { above: ALWAYS, approvers: [one('accountant', 'payments')] },
      { above: 10_000_000, approvers: [one('payments'), COMPLIANCE] },
    ],
    expiry: 'payment-day',
  },
  'corrections.reverse': ofBooks,
  'corrections.create': ofBooks,
  // A refund is a credit in other words: many small ones count together as well.
  'corrections.decideDispute.refund': {
    isCumulative: true,
    rows: [{ above: 100_000, approvers: [one('accountant', 'payments')] }],
    expiry: 'payment-day',
    emergencyUpToEurMinor: 1_000_000,
  },
  // PAY-55: what the house loses, by two people as every correction.
  'corrections.decideDispute.bear': ofBooks,
  // PAY-54: what is claimed and not given back.
  'corrections.giveUp': ofBooks,
  // PAY-30: above `suspense.onePersonUpTo`, or to others than the proposed; PAY-31: what goes back to a sender.
  'bankLines.allocate': {
    rows: [{ above: ALWAYS, conditions: ['beyondOnePerson'], approvers: [one('accountant', 'payments')] }],
    expiry: 'days-7',
  },
  'bankLines.return': ofBank,
  // PAY-19, PAY-22, PAY-33: how an account of the house is kept, a statement over a gap, and what bank and books differ by.
  'bankAccounts.adopt': ofBank,
  'statements.release': ofBank,
  'reconciliation.explain': ofBank,
  'clients.remove': always(COMPLIANCE),
  'staff.invite': always(COMPLIANCE),
  'staff.changeRoles': always(COMPLIANCE),
  'staff.changeLimits': always(COMPLIANCE),
  'staff.resume': always(COMPLIANCE),
  'roles.define': always(COMPLIANCE),
  'policies.change': always(COMPLIANCE),
  'parameters.change': always(COMPLIANCE),
  'rates.change': onLargeRateChange,
  // A file of rates is no way around it.
  'rates.import': onLargeRateChange,
  'lists.export': {
    rows: [{ above: ALWAYS, conditions: ['manyPeople'], approvers: [COMPLIANCE] }],
    expiry: 'days-7',
  },
} as const satisfies Readonly<Record<string, Defaults>>;

/** The operations that a policy of the product governs. */
export const GOVERNED_OPERATIONS = Object.keys(LIVE_DEFAULTS) as readonly (keyof typeof LIVE_DEFAULTS)[];
export type GovernedOperation = (typeof GOVERNED_OPERATIONS)[number];

export const LIVE_POLICIES: readonly ApprovalPolicy[] = GOVERNED_OPERATIONS.map((operation) => ({
  operation,
  version: 0,
  source: 'product',
  isCumulative: false,
  emergencyUpToEurMinor: null,
  ...(LIVE_DEFAULTS[operation] as Defaults),
}));

/** The facts of an act by which a policy chooses its row. An unknown fact meets every condition, so that the strictest row applies (FOUR-6). */
export interface PolicyCase {
  /** Euro cents; null when there is no rate, which asks for the strictest row (FOUR-6); 0 for an operation without an amount. */
  readonly comparedEurMinor: number | null;
  /** Those that hold, and those of which nothing is known (`conditionsOf`). */
  readonly conditions: readonly PolicyCondition[];
  /** Of the client's account; absent or null when there is none, or when it is not known. */
  readonly accountType?: AccountType | null | undefined;
  /** How far a rate is from the last one, in basis points, a part of one as a whole one; absent or null without a last one. */
  readonly rateDeviationBps?: number | null | undefined;
}

/** Says whether everything but the amount of a row holds. */
function holdsBesideAmount(row: PolicyRule, asked: Omit<PolicyCase, 'comparedEurMinor'>): boolean {
  const { conditions = [], accountTypes = [], rateDeviationBps: bps } = row;
  const { accountType = null, rateDeviationBps: deviation = null } = asked;
  return (
    conditions.every((condition) => asked.conditions.includes(condition)) &&
    (accountTypes.length === 0 || accountType === null || accountTypes.includes(accountType)) &&
    (bps === undefined || deviation === null || deviation > bps)
  );
}

/**
 * The row of a policy that applies: among those that hold the one with the most slots, then the one above the greatest amount (FOUR-1).
 * Without a rate every amount holds.
 * @returns null when no row holds: the operation needs nobody else.
 */
export function rowOf(policy: Pick<ApprovalPolicy, 'rows'>, asked: PolicyCase): PolicyRow | null {
  const holds = (row: PolicyRow) =>
    (asked.comparedEurMinor === null || asked.comparedEurMinor > row.above) && holdsBesideAmount(row, asked);
  return policy.rows.filter(holds).reduce<PolicyRow | null>((best, row) => {
    if (!best || row.approvers.length > best.approvers.length) return row;
    return row.approvers.length === best.approvers.length && row.above > best.above ? row : best;
  }, null);
}

/** The approvals that an operation needs; none when the list is empty. */
export function slotsOf(policy: Pick<ApprovalPolicy, 'rows'>, asked: PolicyCase): readonly Slot[] {
  return rowOf(policy, asked)?.approvers ?? [];
}

/**
 * Up to which amount nobody is asked, in euro cents, whatever else was done: the least threshold among the rows whose conditions hold.
 * @returns −1 when somebody always is; null when nobody ever is.
 */
export function mostAlone(
  policy: Pick<ApprovalPolicy, 'rows'>,
  asked: Omit<PolicyCase, 'comparedEurMinor'>,
): number | null {
  const asking = policy.rows.filter((row) => row.approvers.length > 0 && holdsBesideAmount(row, asked));
  return asking.length > 0 ? Math.min(...asking.map(({ above }) => above)) : null;
}

/** Whether a person with these roles can fill a slot. `admin` fits any (FOUR-12). */
export function fits(slot: Slot, roles: readonly string[]): boolean {
  return roles.some((role) => role === ADMINISTRATOR_ROLE || slot.includes(role));
}
