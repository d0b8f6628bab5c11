import type { LegalParameterKey } from '../parameters/legal-parameters.ts';
import type { ChartCode } from './chart-of-accounts.ts';

/** What the house knows of a kind of money event. */
interface EventOfLedger {
  /** Its function in `postings.ts`; null for what a migration wrote once. */
  readonly postedBy: string | null;
  /** The codes of the chart that it touches; each posting touches some of them and no other. */
  readonly chartCodes: readonly ChartCode[];
  /** Whether a later transaction may reverse it (PAY-52: not loan events, which have their own). */
  readonly isReversible: boolean;
  /** The key of its sentence in `movements.json` of each language; null where staff type the words, or no client has a line of it. */
  readonly label: string | null;
  /** The most that it may move on its day. A transfer is held to its own when it is asked for; what a client leaves may be anything. */
  readonly maximum: LegalParameterKey | null;
  /** Whether what a client's account gives or gets is a flow of their own, rather than settled within the house when they go. */
  readonly isFlow: boolean;
}

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
    chartCodes: ['clients', 'settlement', 'exchange-position'],
    isReversible: true,
    label: null,
    maximum: 'maximum.credit',
    isFlow: true,
  },
  'first-deposit': {
    postedBy: 'firstDeposit',
    chartCodes: ['clients', 'settlement'],
    isReversible: true,
    label: 'first-deposit',
    maximum: 'maximum.first-deposit',
    isFlow: true,
  },
  'fee-settlement': {
    postedBy: 'feeSettlement',
    chartCodes: ['settlement', 'fee-income'],
    isReversible: true,
    label: null,
    maximum: 'maximum.fee',
    isFlow: true,
  },
  'loan-set-off': {
    postedBy: 'loanSetOff',
    chartCodes: ['clients', 'loans-receivable'],
    isReversible: false,
    label: null,
    maximum: null,
    isFlow: false,
  },
  'loan-write-off': {
    postedBy: 'loanWriteOff',
    chartCodes: ['loan-losses', 'loans-receivable'],
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
