import type { Permission } from '../operations.ts';

/**
 * What a live update says may have changed, each with the groups of the contract that show it: a screen that shows one of these reads it
 * again. Everything a client does is in the dashboard of the back office, and everything the staff does in the audit trail.
 */
export const TOPICS = {
  account: ['overview', 'queues', 'accounts', 'clients', 'audit'],
  transactions: ['overview', 'accounts'],
  // A loan suspends the fees of its client (LC-14).
  loans: [
    'overview',
    'queues',
    'tasks',
    'loans',
    'loanDocuments',
    'loanFile',
    'loanOffers',
    'loanQueues',
    'fees',
    'clients',
    'audit',
    'loanRepayments',
    'loanRecovery',
    'loanPapers',
  ],
  withdrawals: [
    'overview',
    'queues',
    'tasks',
    'withdrawals',
    'withdrawalBatches',
    'standingOrders',
    'transferLimits',
    'recalls',
    'payees',
    'audit',
  ],
  payees: ['payees'],
  mandates: ['mandates', 'directDebits', 'queues', 'audit'],
  fees: ['overview', 'queues', 'tasks', 'fees', 'audit'],
  // Own files stand in the menu's counts.
  tasks: ['tasks', 'overview', 'audit'],
  // One's own runs over many rows, and views.
  bulk: ['bulk'],
  views: ['views'],
  bank: ['bankLines', 'reconciliation', 'bankAccounts', 'bankFiles', 'statements', 'audit'],
  corrections: ['corrections', 'audit'],
  // What waits for one's approval stands in the menu's counts, and « Accord demandé » on what it is about (FOUR-10).
  proposals: [
    'proposals',
    'policies',
    'queues',
    'overview',
    'audit',
    'clients',
    'loans',
    'loanQueues',
    'loanRecovery',
    'withdrawals',
    'bankLines',
    'bankAccounts',
    'statements',
    'reconciliation',
    'corrections',
  ],
  profile: ['overview', 'clients', 'session'],
  notifications: ['notifications'],
  clients: ['overview', 'queues', 'tasks', 'clients', 'clientAlerts', 'audit'],
  parameters: ['parameters', 'audit'],
  rates: ['overview', 'rates', 'audit'],
  enquiries: ['overview', 'enquiries', 'audit'],
  staff: ['staff', 'roles', 'audit'],
  session: ['session', 'profile', 'secondFactor'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Topic = keyof typeof TOPICS;

/** Every topic: said after messages may have been missed, so that screens read everything again. */
export const ALL_TOPICS = Object.keys(TOPICS) as readonly Topic[];

/**
 * The reading permissions of each topic: a member of the staff hears of a change when they hold one of them (STAFF-6). What a person does
 * with their own things reaches them without a permission.
 */
const READERS: Readonly<Record<Topic, readonly Permission[]>> = {
  account: ['clients.list', 'clients.show', 'audit.list'],
  transactions: ['overview.trialBalance', 'clients.show'],
  loans: ['loans.review', 'loanQueues.list', 'fees.review', 'audit.list'],
  withdrawals: ['withdrawals.review', 'withdrawalBatches.list', 'recalls.review', 'audit.list'],
  tasks: ['tasks.take', 'tasks.assign', 'audit.list'],
  bank: ['bankAccounts.list', 'bankFiles.list', 'statements.list', 'audit.list'],
  mandates: ['mandates.review', 'directDebits.list', 'audit.list'],
  corrections: ['corrections.disputes', 'corrections.receivables', 'audit.list'],
  proposals: ['proposals.list', 'policies.list', 'audit.list'],
  fees: ['fees.review', 'audit.list'],
  profile: ['clients.list', 'clients.show'],
  notifications: [],
  clients: ['clients.list', 'clients.show', 'audit.list'],
  parameters: ['parameters.list', 'audit.list'],
  rates: ['rates.list', 'audit.list'],
  enquiries: ['enquiries.review', 'audit.list'],
  staff: ['staff.list', 'roles.list', 'audit.list'],
  session: [],
  payees: [],
  bulk: [],
  views: ['views.list'],
};

/** The topics of the staff that reach a person with these permissions. */
export function staffTopicsOf(permissions: readonly Permission[]): readonly Topic[] {
  const held = new Set(permissions);
  return ALL_TOPICS.filter((topic) => READERS[topic].some((permission) => held.has(permission)));
}
