import { type House, holdsAccounts } from '../accounts/held-accounts.ts';
import { mayLend } from '../loans/may-lend.ts';
import type { GovernedOperation } from '../proposals/policy.ts';

/**
 * What the back office of a house has by its status (LC-6). A part that the status does not give stays while something of before is left in it, but for
 * deposits and lending, which the status forbids at once.
 */
export const HOUSE_PARTS = [
  'deposits',
  'ibans',
  'currencies',
  'transfers',
  'bank-statements',
  'lending',
  'running-loans',
] as const;
export type HousePart = (typeof HOUSE_PARTS)[number];

/** The parts that a status gives, before anything that is left from another one. */
export function partsByStatus(house: House): HousePart[] {
  const accounts = holdsAccounts(house);
  const lends = mayLend(house);
  return [
    // Clients' money, in the currencies of their countries.
    ...(accounts ? (['deposits', 'ibans', 'currencies'] as const) : []),
    // Money of clients on its way, from accounts or as loans.
    ...(accounts || lends ? (['transfers', 'bank-statements'] as const) : []),
    ...(lends ? (['lending', 'running-loans'] as const) : []),
  ];
}

/** The part to which each operation that others approve belongs; null: every house has it. */
const PART_OF: Readonly<Record<GovernedOperation, HousePart | null>> = {
  'accounts.credit': 'transfers',
  'accounts.activate': 'deposits',
  'accounts.assignIban': 'ibans',
  'loanOffers.issue': 'lending',
  'loans.decide.approve': 'lending',
  'loanOffers.decideAgreement.agree': 'lending',
  'loanRepayments.measure.propose': 'running-loans',
  'loanRepayments.measure.impose': 'running-loans',
  'loanRecovery.accelerate': 'running-loans',
  'loanRecovery.provide': 'running-loans',
  'loanRecovery.writeOff': 'running-loans',
  'loanRecovery.forfeitInterest': 'running-loans',
  'loanRecovery.taxCosts': 'running-loans',
  'withdrawals.decide.approve': 'transfers',
  'withdrawalBatches.export': 'transfers',
  'corrections.reverse': 'transfers',
  'corrections.create': 'transfers',
  'corrections.decideDispute.refund': 'transfers',
  'corrections.decideDispute.bear': 'transfers',
  'corrections.giveUp': 'transfers',
  'bankLines.allocate': 'bank-statements',
  'bankLines.return': 'bank-statements',
  'bankAccounts.adopt': 'bank-statements',
  'statements.release': 'bank-statements',
  'reconciliation.explain': 'bank-statements',
  'clients.remove': null,
  'staff.invite': null,
  'staff.changeRoles': null,
  'staff.changeLimits': null,
  'staff.resume': null,
  'roles.define': null,
  'policies.change': null,
  'parameters.change': null,
  'rates.change': 'currencies',
  'rates.import': 'currencies',
  'lists.export': null,
};

/** Whether a rule of two people is about something that a house does (FOUR-23, LC-6): of the rest nobody is told that it lacks people. */
export function isGovernedWith(operation: GovernedOperation, parts: readonly HousePart[]): boolean {
  const part = PART_OF[operation];
  return part === null || parts.includes(part);
}
