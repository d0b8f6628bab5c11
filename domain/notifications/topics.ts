/**
 * What a live update says may have changed, each with the groups of the contract that show it: a screen that shows one of these reads it
 * again. Everything a client does is in the dashboard of the back office, and everything the staff does in the audit trail.
 */
export const TOPICS = {
  account: ['overview', 'accounts', 'clients', 'audit'],
  transactions: ['overview', 'accounts'],
  // A loan suspends the fees of its client (LC-14).
  loans: [
    'overview',
    'loans',
    'loanDocuments',
    'loanFile',
    'loanOffers',
    'loanQueues',
    'fees',
    'clients',
    'audit',
    'loanRepayments',
    'loanPapers',
  ],
  withdrawals: ['overview', 'withdrawals', 'withdrawalBatches', 'audit'],
  fees: ['overview', 'fees', 'audit'],
  bank: ['bankAccounts', 'audit'],
  profile: ['overview', 'clients', 'session'],
  notifications: ['notifications'],
  clients: ['overview', 'clients', 'audit'],
  rates: ['overview', 'rates', 'audit'],
  enquiries: ['overview', 'enquiries', 'audit'],
  session: ['session', 'profile', 'secondFactor'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Topic = keyof typeof TOPICS;

/** Every topic: said after messages may have been missed, so that screens read everything again. */
export const ALL_TOPICS = Object.keys(TOPICS) as readonly Topic[];
