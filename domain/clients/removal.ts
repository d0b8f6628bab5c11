import * as z from 'zod/mini';

/**
 * What may stand in the way of deleting a client, in the order in which it is told (back office, CLOSE-3). Each is the code of a refusal, which
 * names the first of them and lists the others.
 */
export const REMOVAL_OBSTACLES = [
  'client.has-loan',
  'client.has-loan-request',
  'client.has-debt',
  'client.has-withdrawals',
  'client.in-batch',
] as const;
export type RemovalObstacle = (typeof REMOVAL_OBSTACLES)[number];

export const removalObstacle = z.enum(REMOVAL_OBSTACLES);

/** What is open on a client's account: numbers of loans, requests, fees and withdrawals, and whether the bank holds a file that pays them. */
export interface OpenMatters {
  /** Approved and not repaid. */
  readonly loans: number;
  readonly loanRequests: number;
  readonly unpaidFees: number;
  /** Pending, in process or approved: their amount is held. */
  readonly withdrawals: number;
  readonly isInBatch: boolean;
}

/**
 * What forbids deleting a client. In live everything that is owed or under way (LC-104, PAY-67); in a demonstration only a file at the bank,
 * since the money would leave and no account be debited: the deletion settles the rest itself (docs/rules.md, Deleting a client).
 */
export function removalObstacles(mode: 'demo' | 'live', open: OpenMatters): RemovalObstacle[] {
  const stands: Record<RemovalObstacle, boolean> = {
    'client.has-loan': mode === 'live' && open.loans > 0,
    'client.has-loan-request': mode === 'live' && open.loanRequests > 0,
    'client.has-debt': mode === 'live' && open.unpaidFees > 0,
    'client.has-withdrawals': mode === 'live' && open.withdrawals > 0,
    'client.in-batch': open.isInBatch,
  };
  return REMOVAL_OBSTACLES.filter((obstacle) => stands[obstacle]);
}

/** What a deletion does to the capital of one loan, in minor units of the account's currency. */
export interface LoanSettlement {
  readonly loanId: string;
  readonly setOffMinor: number;
  readonly writtenOffMinor: number;
}

/** What a deletion does to a client's money, in minor units of the account's currency: the sums of its loans, and what is left. */
export interface RemovalSettlement {
  readonly loans: readonly LoanSettlement[];
  readonly owedMinor: number;
  readonly setOffMinor: number;
  readonly writtenOffMinor: number;
  /** Rest of the balance, kept as unclaimed. */
  readonly unclaimedMinor: number;
}

/**
 * Settles a deleted client's loans: the balance is set off against them in their order, what remains owed is written off, what remains of the
 * balance is unclaimed. No instalment is collected yet, so that a loan owes the whole of its capital, and no interest was ever posted.
 * @param balanceMinor 0 or more. @throws RangeError on a negative balance or capital.
 */
export function settleOnRemoval(
  balanceMinor: number,
  loans: readonly { readonly id: string; readonly owedMinor: number }[],
): RemovalSettlement {
  if (balanceMinor < 0 || loans.some(({ owedMinor }) => owedMinor < 0))
    throw new RangeError('a balance and a debt are zero or more');
  let left = balanceMinor;
  const settled = loans.map(({ id, owedMinor }) => {
    const setOffMinor = Math.min(left, owedMinor);
    left -= setOffMinor;
    return { loanId: id, setOffMinor, writtenOffMinor: owedMinor - setOffMinor };
  });
  const sum = (of: (loan: LoanSettlement) => number) => settled.reduce((total, loan) => total + of(loan), 0);
  const setOffMinor = sum((loan) => loan.setOffMinor);
  const writtenOffMinor = sum((loan) => loan.writtenOffMinor);
  return {
    loans: settled,
    owedMinor: setOffMinor + writtenOffMinor,
    setOffMinor,
    writtenOffMinor,
    unclaimedMinor: left,
  };
}
