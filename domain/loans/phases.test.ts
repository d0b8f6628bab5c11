import { describe, expect, test } from 'vitest';
import {
  actionsFrom,
  EVENT_OF_ACTION,
  findTransition,
  INITIAL_LOAN_PHASE,
  isOpenLoan,
  LOAN_ACTIONS,
  LOAN_EVENTS,
  LOAN_PHASES,
  LOAN_STATUSES,
  LOAN_TRANSITIONS,
  type LoanPhase,
  OPEN_LOAN_STATUSES,
  propertiesOf,
  subOf,
} from './phases.ts';

/** The table of LC-7, written a second time: status, stage and second line of each phase. */
const LC_7 = {
  submitted: 'pending request -',
  in_review: 'processing request -',
  transmitted: 'processing request transmitted',
  lender_accepted: 'approved contract lenderAccepted',
  offered: 'approved contract offerOpen',
  accepted: 'approved contract agreementAwaited',
  agreed: 'approved contract payoutPlanned',
  active: 'approved loan inRepayment',
  retracting: 'approved loan sumToReturn',
  accelerated: 'approved loan immediateRepayment',
  written_off: 'approved loan closed',
  repaid: 'approved end repaid',
  lender_paid: 'approved end lenderPaid',
  lender_refused: 'rejected end lenderRefused',
  not_transmitted: 'rejected end notTransmitted',
  refused: 'rejected end refused',
  cancelled: 'rejected end cancelled',
  declined: 'rejected end declined',
  expired: 'rejected end expired',
  lapsed: 'rejected end lapsed',
  retracted: 'rejected end closed',
};

test('LC-7: the status, stage and second line of each phase', () => {
  const table = LOAN_PHASES.map((phase) => {
    const { status, stage, sub } = propertiesOf(phase);
    return [phase, `${status} ${stage} ${sub ?? '-'}`];
  });
  expect(Object.fromEntries(table)).toEqual(LC_7);
});

test('LC-7: a request under review says « Pièces demandées » while documents are missing', () => {
  const of = (phase: LoanPhase, missesDocuments: boolean, lateInstalments = 0) =>
    subOf(phase, { missesDocuments, lateInstalments });
  expect([of('in_review', true), of('in_review', false)]).toEqual(['documentsAsked', null]);
  expect([of('transmitted', true), of('transmitted', false)]).toEqual(['documentsAsked', 'transmitted']);
  expect([of('submitted', true), of('active', true)]).toEqual([null, 'inRepayment']);
  expect([of('active', false, 2), of('repaid', false, 2)]).toEqual(['instalmentsLate', 'repaid']);
});

test('LC-6: a request that a lender decides is open until it answers, and under the ban on payments until it has paid out', () => {
  const stages = (
    ['transmitted', 'lender_accepted', 'lender_paid', 'lender_refused', 'not_transmitted'] as const
  ).map((phase) => propertiesOf(phase).stage);
  expect(stages).toEqual(['request', 'contract', 'end', 'end', 'end']);
  expect(actionsFrom('transmitted')).toEqual([]);
});

test('LC-56: no second line tells who withdrew', () => {
  expect(propertiesOf('retracted').sub).toBe(propertiesOf('written_off').sub);
});

describe('the state table (docs/rules.md): every phase and every event', () => {
  const ALLOWED: Record<string, string> = {
    'submitted take': 'in_review',
    'submitted ask-documents': 'in_review',
    'submitted cancel': 'cancelled',
    'in_review ask-documents': 'in_review',
    'in_review cancel': 'cancelled',
    'submitted refuse': 'refused',
    'submitted approve-direct': 'active',
    'in_review refuse': 'refused',
    'in_review approve-direct': 'active',
    'submitted transmit': 'transmitted',
    'in_review transmit': 'transmitted',
    'submitted close-untransmitted': 'not_transmitted',
    'in_review close-untransmitted': 'not_transmitted',
    'transmitted ask-documents': 'transmitted',
    'transmitted cancel': 'cancelled',
    'transmitted lender-accept': 'lender_accepted',
    'transmitted lender-refuse': 'lender_refused',
    'lender_accepted lender-pay': 'lender_paid',
    'lender_accepted lender-refuse': 'lender_refused',
    'submitted offer': 'offered',
    'in_review offer': 'offered',
    'offered decline': 'declined',
    'offered expire': 'expired',
    'offered accept': 'accepted',
    'accepted agree': 'agreed',
    'accepted refuse-agreement': 'refused',
    'accepted lapse': 'lapsed',
    'lapsed confirm-late-agreement': 'agreed',
    'accepted withdraw': 'retracted',
    'agreed withdraw': 'retracted',
    'agreed pay-out': 'active',
    'active withdraw': 'retracting',
    'retracting return-sum': 'retracted',
    'active collect': 'active',
    'active repay-last': 'repaid',
    'active miss': 'active',
    'active pay-part': 'active',
    'active repay-part': 'active',
    'active repay-all': 'repaid',
    'accelerated repay-all': 'repaid',
    'active agree-measure': 'active',
    'active change-due-day': 'active',
    'active formal-notice': 'active',
    'active accelerate': 'accelerated',
    'accelerated pay-part': 'accelerated',
    'accelerated repay-last': 'repaid',
    'active to-doubtful': 'active',
    'accelerated to-doubtful': 'accelerated',
    'active cure': 'active',
    'accelerated cure': 'accelerated',
    'active provide': 'active',
    'accelerated provide': 'accelerated',
    'active release': 'active',
    'accelerated release': 'accelerated',
    'active write-off': 'written_off',
    'accelerated write-off': 'written_off',
    'written_off recover': 'written_off',
    'written_off repay-last': 'repaid',
    'active freeze': 'active',
    'accelerated freeze': 'accelerated',
    'active unfreeze': 'active',
    'accelerated unfreeze': 'accelerated',
    'accepted extend-withdrawal': 'accepted',
    'agreed extend-withdrawal': 'agreed',
    'active extend-withdrawal': 'active',
    'active tax-costs': 'active',
    'accelerated tax-costs': 'accelerated',
    'active forfeit-interest': 'active',
    'accelerated forfeit-interest': 'accelerated',
    'repaid forfeit-interest': 'repaid',
    'active return-debit': 'active',
    'accelerated return-debit': 'accelerated',
    'accelerated payout-back': 'active',
    'written_off payout-back': 'active',
    'repaid return-debit': 'active',
    'repaid claim-again': 'written_off',
  };
  test.each(LOAN_PHASES.flatMap((phase) => LOAN_EVENTS.map((event) => [phase, event] as const)))(
    '%s, %s',
    (phase, event) => {
      expect(findTransition(phase, event)?.to).toBe(ALLOWED[`${phase} ${event}`]);
    },
  );

  /** What clients do themselves and what the bank does by a job; everything else is the staff's (section 18 of LC). */
  const OF_CLIENTS = [
    'cancel',
    'decline',
    'accept',
    'confirm-late-agreement',
    'withdraw',
    'return-sum',
    'pay-part',
    'repay-part',
    'agree-measure',
    'change-due-day',
  ];
  const OF_THE_BANK = [
    'expire',
    'lapse',
    'pay-out',
    'collect',
    'repay-last',
    'miss',
    'repay-all',
    'to-doubtful',
    'cure',
    'return-debit',
    'claim-again',
    'payout-back',
  ];

  test('the staff alone decides, and a refusal needs a reason (LC-25 to LC-27); rows 19 to 21: the bank collects, the client pays', () => {
    for (const { action, by, reasonRequired } of LOAN_TRANSITIONS)
      expect([action, by, reasonRequired]).toEqual([
        action,
        OF_CLIENTS.includes(action) ? 'client' : OF_THE_BANK.includes(action) ? 'bank' : 'staff',
        ['refuse', 'close-untransmitted', 'refuse-agreement', 'write-off', 'extend-withdrawal'].includes(
          action,
        ),
      ]);
  });
});

test('the buttons of each phase', () => {
  expect(actionsFrom('submitted')).toEqual(['approve', 'process', 'reject']);
  expect(actionsFrom('in_review')).toEqual(['approve', 'reject']);
  for (const phase of LOAN_PHASES.filter((phase) => !isOpenLoan(phase) || phase === 'transmitted'))
    expect(actionsFrom(phase)).toEqual([]);
  expect(LOAN_ACTIONS.map((action) => EVENT_OF_ACTION[action])).toEqual(['approve-direct', 'take', 'refuse']);
});

test('what waits for a decision', () => {
  expect(LOAN_PHASES.filter(isOpenLoan)).toEqual(['submitted', 'in_review', 'transmitted']);
  expect(OPEN_LOAN_STATUSES).toEqual(['pending', 'processing']);
  expect(isOpenLoan(INITIAL_LOAN_PHASE)).toBe(true);
});

test('a status holds either open phases or others, so that a list of open loans is a list of statuses', () => {
  for (const status of LOAN_STATUSES) {
    const phases = LOAN_PHASES.filter((phase) => propertiesOf(phase).status === status);
    expect(new Set(phases.map(isOpenLoan)).size).toBe(1);
  }
});
