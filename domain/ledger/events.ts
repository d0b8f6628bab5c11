import type { EventOfLedger } from './event-of-ledger.ts';
import { PAYMENT_EVENTS } from './payment-events.ts';

/**
 * The money events of the bank, each with one function in `postings.ts`; nothing else may move money. The database refuses any other
 * (`server/db/ledger.sql`, compared by a test).
 */
export const LEDGER_EVENTS = {
  'loan-payout': {
    postedBy: 'loanPayout',
    chartCodes: ['clients', 'loans-receivable'],
    isReversible: false,
    label: 'loan-payout',
    maximum: 'maximum.loan',
    isFlow: true,
  },
  'withdrawal-execution': {
    postedBy: 'withdrawalExecution',
    chartCodes: ['clients', 'settlement'],
    isReversible: true,
    label: 'withdrawal-execution',
    maximum: 'maximum.transfer',
    isFlow: true,
  },
  'account-credit': {
    postedBy: 'accountCredit',
    chartCodes: ['clients', 'settlement', 'incoming-suspense', 'exchange-position'],
    isReversible: true,
    label: null,
    maximum: 'maximum.credit',
    isFlow: true,
  },
  'first-deposit': {
    postedBy: 'firstDeposit',
    chartCodes: ['clients', 'settlement', 'incoming-suspense'],
    isReversible: true,
    label: 'first-deposit',
    maximum: 'maximum.first-deposit',
    isFlow: true,
  },
  'fee-settlement': {
    postedBy: 'feeSettlement',
    chartCodes: ['settlement', 'cash', 'fee-income'],
    isReversible: true,
    label: null,
    maximum: 'maximum.fee',
    isFlow: true,
  },
  'loan-set-off': {
    postedBy: 'loanSetOff',
    chartCodes: ['clients', 'loans-receivable', 'loans-doubtful', 'interest-receivable'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'loan-write-off': {
    postedBy: 'loanWriteOff',
    chartCodes: ['loan-losses', 'loans-receivable', 'loans-doubtful', 'interest-receivable'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'account-closure': {
    postedBy: 'accountClosure',
    chartCodes: ['clients', 'unclaimed-funds'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  // Capital lent before loans had accounts of their own, moved there from the house's common one.
  'loan-account-opening': {
    postedBy: null,
    chartCodes: ['loans-receivable'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'interest-accrual': {
    postedBy: 'interestAccrual',
    chartCodes: ['interest-receivable', 'interest-income'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'instalment-collection': {
    postedBy: 'instalmentCollection',
    // PAY-70: from the client's account, or from what a direct debit brought.
    chartCodes: [
      'clients',
      'direct-debit-clearing',
      'interest-receivable',
      'interest-income',
      'loans-receivable',
      'loans-doubtful',
      'late-interest-income',
      'indemnity-income',
      'recoveries-income',
    ],
    isReversible: false,
    label: 'instalment-collection',
    maximum: null,
    isFlow: true,
  },
  'early-repayment': {
    postedBy: 'earlyRepayment',
    chartCodes: [
      'clients',
      'loans-receivable',
      'loans-doubtful',
      'interest-receivable',
      'interest-income',
      'indemnity-income',
    ],
    isReversible: false,
    label: 'early-repayment',
    maximum: null,
    isFlow: true,
  },
  'loan-payoff': {
    postedBy: 'loanPayoff',
    chartCodes: [
      'clients',
      'interest-receivable',
      'interest-income',
      'loans-receivable',
      'loans-doubtful',
      'late-interest-income',
      'indemnity-income',
    ],
    isReversible: false,
    label: 'loan-payoff',
    maximum: null,
    isFlow: true,
  },
  // LC-56: the words of the line do not tell that the client withdrew from the contract.
  'withdrawal-right-repayment': {
    postedBy: 'withdrawalRightRepayment',
    chartCodes: [
      'clients',
      'loans-receivable',
      'interest-receivable',
      'interest-income',
      'late-interest-income',
    ],
    isReversible: false,
    label: 'withdrawal-right-repayment',
    maximum: null,
    isFlow: true,
  },
  'indemnity-collection': {
    postedBy: 'indemnityCollection',
    chartCodes: ['clients', 'indemnity-income'],
    isReversible: false,
    label: 'indemnity-collection',
    maximum: null,
    isFlow: true,
  },
  'loan-to-doubtful': {
    postedBy: 'loanToDoubtful',
    chartCodes: ['loans-receivable', 'loans-doubtful'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'loan-cure': {
    postedBy: 'loanCure',
    chartCodes: ['loans-receivable', 'loans-doubtful'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'loan-provision': {
    postedBy: 'loanProvision',
    chartCodes: ['loan-losses', 'loan-provisions'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'loan-provision-release': {
    postedBy: 'loanProvisionRelease',
    chartCodes: ['loan-losses', 'loan-provisions'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'loan-recovery': {
    postedBy: 'loanRecovery',
    chartCodes: ['settlement', 'incoming-suspense', 'recoveries-income'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  // LC-6: what came in for a loan whose payout turned out to be back was not owed.
  'loan-recovery-return': {
    postedBy: 'loanRecoveryReturn',
    chartCodes: ['recoveries-income', 'clients'],
    isReversible: false,
    label: 'loan-recovery-return',
    maximum: null,
    isFlow: true,
  },
  'loan-remission': {
    postedBy: 'loanRemission',
    chartCodes: ['loan-losses', 'loans-receivable', 'loans-doubtful'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'interest-forfeiture': {
    postedBy: 'interestForfeiture',
    chartCodes: ['interest-income', 'clients', 'loans-receivable', 'loans-doubtful'],
    isReversible: false,
    label: 'interest-forfeiture',
    maximum: null,
    isFlow: true,
  },
  ...PAYMENT_EVENTS,
} as const satisfies Readonly<Record<string, EventOfLedger>>;

export type LedgerEvent = keyof typeof LEDGER_EVENTS;

/** Every event, for where one is read from outside. */
export const ledgerEvents = Object.keys(LEDGER_EVENTS) as LedgerEvent[];

/** What the house knows of an event. */
export function eventOfLedger(event: LedgerEvent): EventOfLedger {
  return LEDGER_EVENTS[event];
}

/** The events that move the money of a client's account. */
export const eventsOfClients = ledgerEvents.filter((event) =>
  eventOfLedger(event).chartCodes.includes('clients'),
);
