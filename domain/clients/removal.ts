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
  'client.has-payments',
  'client.in-batch',
  'client.frozen',
] as const;
export type RemovalObstacle = (typeof REMOVAL_OBSTACLES)[number];

export const removalObstacle = z.enum(REMOVAL_OBSTACLES);

/** What is open on a client's account: numbers of loans, requests, fees and withdrawals, and whether the bank holds a file that pays them. */
export interface OpenMatters {
  /** From an offer to a loan that is written off (LC-104). */
  readonly loans: number;
  readonly loanRequests: number;
  readonly unpaidFees: number;
  /** Pending, in process or approved: their amount is held. */
  readonly withdrawals: number;
  /** Payments that are not at their end (PAY-67): transfers in transit, receipts that wait, recalls, receivables, disputes. */
  readonly payments: number;
  /** What the house's books hold of the client's payments: in transit, owed after a mistake, refunded provisionally. */
  readonly itemsInBooks: number;
  readonly isInBatch: boolean;
  /** Whether the assets of the account are frozen (PAY-62). */
  readonly isFrozen: boolean;
}

/**
 * What forbids deleting a client. In live everything that is owed or under way (LC-104, PAY-67); in a demonstration only a file at the bank,
 * since the money would leave and no account be debited, and what the books hold open of the client's payments, since nothing could explain it
 * afterwards (ACC-36): the deletion settles the rest itself (docs/rules.md, Deleting a client). Frozen assets go nowhere, not even to the unclaimed
 * funds (PAY-62).
 */
export function removalObstacles(mode: 'demo' | 'live', open: OpenMatters): RemovalObstacle[] {
  const stands: Record<RemovalObstacle, boolean> = {
    'client.has-loan': mode === 'live' && open.loans > 0,
    'client.has-loan-request': mode === 'live' && open.loanRequests > 0,
    'client.has-debt': mode === 'live' && open.unpaidFees > 0,
    'client.has-withdrawals': mode === 'live' && open.withdrawals > 0,
    'client.has-payments': (mode === 'live' && open.payments > 0) || open.itemsInBooks > 0,
    'client.in-batch': open.isInBatch,
    'client.frozen': open.isFrozen,
  };
  return REMOVAL_OBSTACLES.filter((obstacle) => stands[obstacle]);
}

/** What the books hold of a loan, in minor units of the account's currency; none is negative. */
export interface LoanInBooksOfClient {
  readonly id: string;
  readonly capitalMinor: number;
  /** Interest accrued and not collected. */
  readonly accruedInterestMinor: number;
}

/** A part of a debt. */
interface DebtPart {
  readonly capitalMinor: number;
  readonly accruedInterestMinor: number;
}

/** What a deletion does to what one loan owes. */
export interface LoanSettlement {
  readonly loanId: string;
  readonly setOff: DebtPart;
  readonly writtenOff: DebtPart;
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
 * Settles a deleted client's loans: the balance is set off against them in their order, in each against interest and then capital (LC-78), what
 * remains owed is written off, what remains of the balance is unclaimed.
 * @param balanceMinor 0 or more. @throws RangeError on a negative balance or debt.
 */
export function settleOnRemoval(
  balanceMinor: number,
  loans: readonly LoanInBooksOfClient[],
): RemovalSettlement {
  if (balanceMinor < 0 || loans.some((loan) => loan.capitalMinor < 0 || loan.accruedInterestMinor < 0))
    throw new RangeError('a balance and a debt are zero or more');
  let left = balanceMinor;
  const take = (owedMinor: number) => {
    const taken = Math.min(left, owedMinor);
    left -= taken;
    return taken;
  };
  const settled = loans.map(({ id, ...owed }): LoanSettlement => {
    const accruedInterestMinor = take(owed.accruedInterestMinor);
    const capitalMinor = take(owed.capitalMinor);
    return {
      loanId: id,
      setOff: { capitalMinor, accruedInterestMinor },
      writtenOff: {
        capitalMinor: owed.capitalMinor - capitalMinor,
        accruedInterestMinor: owed.accruedInterestMinor - accruedInterestMinor,
      },
    };
  });
  const sum = (of: (loan: LoanSettlement) => DebtPart) =>
    settled.reduce((total, loan) => total + sumOfDebt(of(loan)), 0);
  const setOffMinor = sum((loan) => loan.setOff);
  const writtenOffMinor = sum((loan) => loan.writtenOff);
  return {
    loans: settled,
    owedMinor: setOffMinor + writtenOffMinor,
    setOffMinor,
    writtenOffMinor,
    unclaimedMinor: left,
  };
}

/** Capital and interest together. */
export function sumOfDebt({ capitalMinor, accruedInterestMinor }: DebtPart): number {
  return capitalMinor + accruedInterestMinor;
}
