import type { CurrencyCode } from '../money/currencies.ts';

/** Who holds an account: the house, a client's account, or a loan. */
export type AccountHolder = 'house' | 'client' | 'loan';

/**
 * The chart of accounts: what each code stands for and who holds accounts of it. An account is a code, its holder and a currency; a code's
 * total is the sum of its accounts. Amounts are signed so that every posting sums to zero: positive is what the house owes or has earned
 * (credit), negative is what it is owed or has spent (debit). A client's account is therefore positive when the client has money.
 * Each loan has accounts of its own, opened when they are first posted to (LC-100).
 */
export const CHART_OF_ACCOUNTS = {
  clients: { holder: 'client', name: "Clients' ordinary accounts" },
  'loans-receivable': { holder: 'loan', name: 'Capital lent and not yet repaid' },
  'interest-receivable': { holder: 'loan', name: 'Interest accrued and not yet collected' },
  'loans-doubtful': { holder: 'loan', name: 'Capital lent whose repayment is in doubt' },
  'loan-provisions': { holder: 'loan', name: 'Impairment of doubtful capital' },
  settlement: {
    holder: 'house',
    name: 'Money held at our correspondent bank: what came in from outside and what goes out',
  },
  'fee-income': { holder: 'house', name: 'Fees earned' },
  'interest-income': { holder: 'house', name: 'Interest earned on loans' },
  'late-interest-income': { holder: 'house', name: 'Interest earned on late instalments' },
  'indemnity-income': { holder: 'house', name: 'Legal indemnities earned on loans' },
  'recoveries-income': {
    holder: 'house',
    name: 'What was recovered: of loans written off, and of legal costs that a court has taxed',
  },
  'exchange-position': { holder: 'house', name: 'The two sides of a conversion between currencies' },
  'loan-losses': { holder: 'house', name: 'Losses on loans: capital and interest given up, impairment' },
  'unclaimed-funds': {
    holder: 'house',
    name: 'Balances of deleted clients, kept for the people entitled to them',
  },
  // PAY-63.
  'payments-in-transit': { holder: 'house', name: 'Transfers sent and not yet settled by our bank' },
  'incoming-suspense': { holder: 'house', name: 'Transfers received and not yet allocated to a client' },
  'outgoing-suspense': { holder: 'house', name: 'Debits of our bank that are not yet justified' },
  cash: { holder: 'house', name: 'Cash in hand' },
  'bank-charges': { holder: 'house', name: 'Charges of our bank' },
  'commercial-gestures': { holder: 'house', name: 'Commercial gestures to clients' },
  'client-receivables': { holder: 'house', name: 'Sums to recover from clients' },
  'payment-losses': {
    holder: 'house',
    name: 'Losses on payments: refunds that the house bears, claims that it gives up',
  },
  'reconciliation-differences': {
    holder: 'house',
    name: 'Differences between our books and our bank, until they are explained',
  },
  'direct-debit-clearing': { holder: 'house', name: 'Direct debits collected and not yet used' },
} as const satisfies Readonly<Record<string, { readonly holder: AccountHolder; readonly name: string }>>;
export type ChartCode = keyof typeof CHART_OF_ACCOUNTS;

/** Every code, for where one is read from outside. */
export const chartCodes = Object.keys(CHART_OF_ACCOUNTS) as ChartCode[];

/** The codes whose accounts a holder of this kind has. */
export type ChartCodeOf<Holder extends AccountHolder> = {
  [Code in ChartCode]: (typeof CHART_OF_ACCOUNTS)[Code]['holder'] extends Holder ? Code : never;
}[ChartCode];

/** Names an account in a posting: the house's by its code, a client's by the id of its ledger account, a loan's by its code and the loan. */
export type AccountReference =
  | { readonly house: ChartCodeOf<'house'>; readonly currency: CurrencyCode }
  | { readonly client: string; readonly currency: CurrencyCode }
  | { readonly loan: string; readonly code: ChartCodeOf<'loan'>; readonly currency: CurrencyCode };

/** The code of the chart that an account belongs to. */
export function chartCodeOf(account: AccountReference): ChartCode {
  if ('house' in account) return account.house;
  return 'client' in account ? 'clients' : account.code;
}
