import * as z from 'zod/mini';
import * as statusTable from '../status-table.ts';

/** The four statuses of lists, badges and filters. They are derived from the phase and stored nowhere apart (LC-7). */
export const LOAN_STATUSES = ['pending', 'processing', 'approved', 'rejected'] as const;
export type LoanStatus = (typeof LOAN_STATUSES)[number];
export const loanStatus = z.enum(LOAN_STATUSES, 'validation.choice');

/**
 * Where a phase stands in the life of a loan: a request that waits for a decision (an "open loan"), an offer or contract whose money is not
 * paid out, a loan whose capital is owed, or an end.
 */
export const LOAN_STAGES = ['request', 'contract', 'loan', 'end'] as const;
export type LoanStage = (typeof LOAN_STAGES)[number];

interface PhaseProperties {
  readonly status: LoanStatus;
  readonly stage: LoanStage;
  /** The second line of the badge, as a key of its words; null when there is none. */
  readonly sub: string | null;
}

/**
 * The phases of a loan (LC-7) with what is derived from them. The columns `status` and `stage` of `loan_requests` are generated from this
 * table (server/db/schema/loan-phase.ts), so that lists, counts, indexes, screens and the API say the same.
 */
const PHASES = {
  submitted: { status: 'pending', stage: 'request', sub: null },
  in_review: { status: 'processing', stage: 'request', sub: null },
  // An intermediary's request is with a lender (LC-6): that lender decides it, and pays out.
  transmitted: { status: 'processing', stage: 'request', sub: 'transmitted' },
  // Of the stage of a contract until the lender has paid out: no fee is asked before (CMF L519-6).
  lender_accepted: { status: 'approved', stage: 'contract', sub: 'lenderAccepted' },
  offered: { status: 'approved', stage: 'contract', sub: 'offerOpen' },
  accepted: { status: 'approved', stage: 'contract', sub: 'agreementAwaited' },
  agreed: { status: 'approved', stage: 'contract', sub: 'payoutPlanned' },
  active: { status: 'approved', stage: 'loan', sub: 'inRepayment' },
  retracting: { status: 'approved', stage: 'loan', sub: 'sumToReturn' },
  accelerated: { status: 'approved', stage: 'loan', sub: 'immediateRepayment' },
  written_off: { status: 'approved', stage: 'loan', sub: 'closed' },
  repaid: { status: 'approved', stage: 'end', sub: 'repaid' },
  lender_paid: { status: 'approved', stage: 'end', sub: 'lenderPaid' },
  lender_refused: { status: 'rejected', stage: 'end', sub: 'lenderRefused' },
  not_transmitted: { status: 'rejected', stage: 'end', sub: 'notTransmitted' },
  refused: { status: 'rejected', stage: 'end', sub: 'refused' },
  cancelled: { status: 'rejected', stage: 'end', sub: 'cancelled' },
  declined: { status: 'rejected', stage: 'end', sub: 'declined' },
  expired: { status: 'rejected', stage: 'end', sub: 'expired' },
  lapsed: { status: 'rejected', stage: 'end', sub: 'lapsed' },
  // No list tells who withdrew: the line is that of a written-off loan (LC-56).
  retracted: { status: 'rejected', stage: 'end', sub: 'closed' },
} as const satisfies Record<string, PhaseProperties>;

export type LoanPhase = keyof typeof PHASES;
export const LOAN_PHASES = Object.keys(PHASES) as [LoanPhase, ...LoanPhase[]];

/** The second line of a request under review that lacks documents which were asked for: « Pièces demandées ». */
export const DOCUMENTS_ASKED = 'documentsAsked';
/** The second line of a loan in repayment that is late: « {n} échéance(s) en retard ». */
export const INSTALMENTS_LATE = 'instalmentsLate';

export type LoanSub =
  | NonNullable<(typeof PHASES)[LoanPhase]['sub']>
  | typeof DOCUMENTS_ASKED
  | typeof INSTALMENTS_LATE;
export const LOAN_SUBS = [
  ...new Set([
    ...Object.values(PHASES).flatMap(({ sub }): LoanSub[] => (sub === null ? [] : [sub])),
    DOCUMENTS_ASKED,
    INSTALMENTS_LATE,
  ]),
] as [LoanSub, ...LoanSub[]];

/** What is derived from a phase. */
export function propertiesOf(phase: LoanPhase): {
  status: LoanStatus;
  stage: LoanStage;
  sub: LoanSub | null;
} {
  return PHASES[phase];
}

/**
 * The phase that the staff reads outside the contract's own record (LC-56): who withdrew reads like who cancelled, and until the sum is given back like
 * anybody who repays.
 */
export function phaseForStaff(phase: LoanPhase): LoanPhase {
  if (phase === 'retracted') return 'cancelled';
  return phase === 'retracting' ? 'active' : phase;
}

/** Events of a loan (state table in docs/rules.md). */
export const LOAN_EVENTS = [
  'take',
  'ask-documents',
  'cancel',
  'refuse',
  'transmit',
  'close-untransmitted',
  'lender-accept',
  'lender-refuse',
  'lender-pay',
  'approve-direct',
  'offer',
  'decline',
  'expire',
  'accept',
  'agree',
  'refuse-agreement',
  'lapse',
  'confirm-late-agreement',
  'withdraw',
  'pay-out',
  'return-sum',
  'collect',
  'repay-last',
  'miss',
  'pay-part',
  'repay-part',
  'repay-all',
  'agree-measure',
  'change-due-day',
  'formal-notice',
  'accelerate',
  'to-doubtful',
  'cure',
  'provide',
  'release',
  'write-off',
  'recover',
  'freeze',
  'unfreeze',
  'forfeit-interest',
  'tax-costs',
  'extend-withdrawal',
  'return-debit',
  'claim-again',
  'payout-back',
] as const;
export type LoanEvent = (typeof LOAN_EVENTS)[number];

/** The phase of a new request (event « submit »). */
export const INITIAL_LOAN_PHASE = 'submitted' satisfies LoanPhase;

type LoanTransition = statusTable.Transition<LoanPhase, LoanEvent>;

/** An event of recovery that leaves the loan in its phase: in repayment, or accelerated. */
function inBoth(action: LoanEvent, by: LoanTransition['by']): LoanTransition[] {
  return (['active', 'accelerated'] as const).map((phase) => ({
    from: phase,
    action,
    to: phase,
    by,
    reasonRequired: false,
  }));
}

/** The transitions that can be reached today (state table in docs/rules.md). */
export const LOAN_TRANSITIONS: readonly LoanTransition[] = [
  { from: 'submitted', action: 'approve-direct', to: 'active', by: 'staff', reasonRequired: false },
  { from: 'submitted', action: 'take', to: 'in_review', by: 'staff', reasonRequired: false },
  { from: 'submitted', action: 'ask-documents', to: 'in_review', by: 'staff', reasonRequired: false },
  { from: 'submitted', action: 'cancel', to: 'cancelled', by: 'client', reasonRequired: false },
  { from: 'submitted', action: 'refuse', to: 'refused', by: 'staff', reasonRequired: true },
  { from: 'in_review', action: 'approve-direct', to: 'active', by: 'staff', reasonRequired: false },
  { from: 'in_review', action: 'ask-documents', to: 'in_review', by: 'staff', reasonRequired: false },
  { from: 'in_review', action: 'cancel', to: 'cancelled', by: 'client', reasonRequired: false },
  { from: 'in_review', action: 'refuse', to: 'refused', by: 'staff', reasonRequired: true },
  // An intermediary transmits, and records what the lender answers (LC-6). The lender may ask for more documents meanwhile.
  { from: 'submitted', action: 'transmit', to: 'transmitted', by: 'staff', reasonRequired: false },
  { from: 'in_review', action: 'transmit', to: 'transmitted', by: 'staff', reasonRequired: false },
  {
    from: 'submitted',
    action: 'close-untransmitted',
    to: 'not_transmitted',
    by: 'staff',
    reasonRequired: true,
  },
  {
    from: 'in_review',
    action: 'close-untransmitted',
    to: 'not_transmitted',
    by: 'staff',
    reasonRequired: true,
  },
  { from: 'transmitted', action: 'ask-documents', to: 'transmitted', by: 'staff', reasonRequired: false },
  { from: 'transmitted', action: 'cancel', to: 'cancelled', by: 'client', reasonRequired: false },
  { from: 'transmitted', action: 'lender-accept', to: 'lender_accepted', by: 'staff', reasonRequired: false },
  { from: 'transmitted', action: 'lender-refuse', to: 'lender_refused', by: 'staff', reasonRequired: false },
  { from: 'lender_accepted', action: 'lender-pay', to: 'lender_paid', by: 'staff', reasonRequired: false },
  // The client did not take the lender's offer, or withdrew from its contract.
  {
    from: 'lender_accepted',
    action: 'lender-refuse',
    to: 'lender_refused',
    by: 'staff',
    reasonRequired: false,
  },
  // The contract (LC-28 to LC-60).
  { from: 'submitted', action: 'offer', to: 'offered', by: 'staff', reasonRequired: false },
  { from: 'in_review', action: 'offer', to: 'offered', by: 'staff', reasonRequired: false },
  { from: 'offered', action: 'decline', to: 'declined', by: 'client', reasonRequired: false },
  { from: 'offered', action: 'expire', to: 'expired', by: 'bank', reasonRequired: false },
  { from: 'offered', action: 'accept', to: 'accepted', by: 'client', reasonRequired: false },
  { from: 'accepted', action: 'agree', to: 'agreed', by: 'staff', reasonRequired: false },
  { from: 'accepted', action: 'refuse-agreement', to: 'refused', by: 'staff', reasonRequired: true },
  { from: 'accepted', action: 'lapse', to: 'lapsed', by: 'bank', reasonRequired: false },
  // The lender agreed late before: the client says that they still want the credit (LC-51).
  { from: 'lapsed', action: 'confirm-late-agreement', to: 'agreed', by: 'client', reasonRequired: false },
  { from: 'accepted', action: 'withdraw', to: 'retracted', by: 'client', reasonRequired: false },
  { from: 'agreed', action: 'withdraw', to: 'retracted', by: 'client', reasonRequired: false },
  { from: 'agreed', action: 'pay-out', to: 'active', by: 'bank', reasonRequired: false },
  // A compulsory item was missing: the time to withdraw is longer (LC-55). The loan stays where it is.
  ...(['accepted', 'agreed', 'active'] as const).map(
    (phase): LoanTransition => ({
      from: phase,
      action: 'extend-withdrawal',
      to: phase,
      by: 'staff',
      reasonRequired: true,
    }),
  ),
  { from: 'active', action: 'withdraw', to: 'retracting', by: 'client', reasonRequired: false },
  { from: 'retracting', action: 'return-sum', to: 'retracted', by: 'client', reasonRequired: false },
  { from: 'active', action: 'collect', to: 'active', by: 'bank', reasonRequired: false },
  { from: 'active', action: 'repay-last', to: 'repaid', by: 'bank', reasonRequired: false },
  { from: 'active', action: 'miss', to: 'active', by: 'bank', reasonRequired: false },
  { from: 'active', action: 'pay-part', to: 'active', by: 'client', reasonRequired: false },
  { from: 'active', action: 'repay-part', to: 'active', by: 'client', reasonRequired: false },
  // Written by the house once it has posted what its client asks for: a client's role in the database may not end a loan.
  { from: 'active', action: 'repay-all', to: 'repaid', by: 'bank', reasonRequired: false },
  { from: 'accelerated', action: 'repay-all', to: 'repaid', by: 'bank', reasonRequired: false },
  { from: 'active', action: 'agree-measure', to: 'active', by: 'client', reasonRequired: false },
  { from: 'active', action: 'change-due-day', to: 'active', by: 'client', reasonRequired: false },
  // Recovery (LC-80 to LC-85, LC-92 to LC-94).
  { from: 'active', action: 'formal-notice', to: 'active', by: 'staff', reasonRequired: false },
  { from: 'active', action: 'accelerate', to: 'accelerated', by: 'staff', reasonRequired: false },
  { from: 'accelerated', action: 'pay-part', to: 'accelerated', by: 'client', reasonRequired: false },
  { from: 'accelerated', action: 'repay-last', to: 'repaid', by: 'bank', reasonRequired: false },
  ...inBoth('to-doubtful', 'bank'),
  ...inBoth('cure', 'bank'),
  ...inBoth('provide', 'staff'),
  ...inBoth('release', 'staff'),
  { from: 'active', action: 'write-off', to: 'written_off', by: 'staff', reasonRequired: true },
  { from: 'accelerated', action: 'write-off', to: 'written_off', by: 'staff', reasonRequired: true },
  { from: 'written_off', action: 'recover', to: 'written_off', by: 'staff', reasonRequired: false },
  // What came in paid the whole claim: nothing lives on of it, and the loan is repaid like any other (LC-85, LC-99).
  { from: 'written_off', action: 'repay-last', to: 'repaid', by: 'bank', reasonRequired: false },
  ...inBoth('freeze', 'staff'),
  ...inBoth('unfreeze', 'staff'),
  ...inBoth('forfeit-interest', 'staff'),
  // Costs that a court has taxed (LC-75).
  ...inBoth('tax-costs', 'staff'),
  { from: 'repaid', action: 'forfeit-interest', to: 'repaid', by: 'staff', reasonRequired: false },
  // The direct debit of an instalment came back (PAY-72): after the last one the loan is owed again.
  ...inBoth('return-debit', 'bank'),
  { from: 'repaid', action: 'return-debit', to: 'active', by: 'bank', reasonRequired: false },
  // The same of a loan that was written off before: its claim lives again.
  { from: 'repaid', action: 'claim-again', to: 'written_off', by: 'bank', reasonRequired: false },
  // The payout came back after an acceleration: nothing was owed of money that never arrived, so that nothing is demanded (LC-6).
  { from: 'accelerated', action: 'payout-back', to: 'active', by: 'bank', reasonRequired: false },
  // Nor is anything lost: the house has its money, and the write-off is undone.
  { from: 'written_off', action: 'payout-back', to: 'active', by: 'bank', reasonRequired: false },
];

/** The second line of a loan's badge (LC-7): a request under review says whether documents are missing, a loan whether it is late. */
export function subOf(
  phase: LoanPhase,
  {
    missesDocuments,
    lateInstalments,
  }: { readonly missesDocuments: boolean; readonly lateInstalments: number },
): LoanSub | null {
  if (phase === 'active' && lateInstalments > 0) return INSTALMENTS_LATE;
  const isUnderReview = phase === 'in_review' || phase === 'transmitted';
  return isUnderReview && missesDocuments ? DOCUMENTS_ASKED : PHASES[phase].sub;
}

/** The row of the table for an event in a phase, or null when the event is not allowed there. */
export function findTransition(from: LoanPhase, event: LoanEvent) {
  return statusTable.findTransition(LOAN_TRANSITIONS, from, event);
}

/** The decisions of the staff in the API, in the order of their buttons. */
export const LOAN_ACTIONS = ['approve', 'process', 'reject'] as const;
export type LoanAction = (typeof LOAN_ACTIONS)[number];

/** What a decision does. "Approuver" grants and pays out at once (LC-2). */
export const EVENT_OF_ACTION: Readonly<Record<LoanAction, LoanEvent>> = {
  approve: 'approve-direct',
  process: 'take',
  reject: 'refuse',
};

/** The decisions that the staff may take in a phase. */
export function actionsFrom(from: LoanPhase): LoanAction[] {
  const events = statusTable.actionsFrom(LOAN_TRANSITIONS, from, 'staff');
  return LOAN_ACTIONS.filter((action) => events.includes(EVENT_OF_ACTION[action]));
}

/** Whether a loan waits for a decision: an "open loan", which badges count. */
export function isOpenLoan(phase: LoanPhase): boolean {
  return PHASES[phase].stage === 'request';
}

/** The statuses of loans that wait for a decision: the lists of « À traiter ». */
export const OPEN_LOAN_STATUSES: readonly LoanStatus[] = LOAN_STATUSES.filter((status) =>
  LOAN_PHASES.some((phase) => PHASES[phase].status === status && isOpenLoan(phase)),
);

/** How a loan came to its payout, written at the decision and never changed (LC-1): by its contract, or approved and paid out in one step. */
export const LOAN_PATHS = ['contract', 'direct'] as const;
