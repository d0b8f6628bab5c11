import { sumMinor } from '../money/money.ts';
import { divideRounded, toSafeInteger } from '../money/rounding.ts';
import { isOpenLoan, type LoanPhase, propertiesOf } from './phases.ts';

/**
 * The institution's policy as its public pages announce it: instalments may take 35 % of income. It is not a legal limit for consumer credit (the
 * HCSF's 35 % binds housing loans), and screens say so. What clients and staff are shown is the policy of the day, `policy.debt-ratio`.
 */
export const DEBT_RATIO_POLICY_BPS = 3500;

/**
 * The highest debt ratio that is told, 100 000 %: a higher one says nothing more, and an income of one cent, typed by mistake or not, must leave
 * the request one that can be read and decided.
 */
export const MAX_DEBT_RATIO_BPS = 10_000_000;

/**
 * Share of monthly income taken by instalments once the new loan is counted, in basis points rounded up, so that 35.001 %
 * never shows as within 35 %; at most `MAX_DEBT_RATIO_BPS`. All amounts in the same minor unit. Null when there is no income to compare with.
 * Throws RangeError on negative amounts.
 */
export function debtRatioBps(input: {
  readonly monthlyIncomeMinor: number;
  readonly existingInstalmentsMinor: number;
  readonly instalmentMinor: number;
}): number | null {
  const { monthlyIncomeMinor, existingInstalmentsMinor, instalmentMinor } = input;
  if (monthlyIncomeMinor < 0 || existingInstalmentsMinor < 0 || instalmentMinor < 0) {
    throw new RangeError('Income and instalments cannot be negative');
  }
  if (monthlyIncomeMinor === 0) return null;
  const charges = BigInt(existingInstalmentsMinor) + BigInt(instalmentMinor);
  const ratioBps = divideRounded(charges * 10_000n, BigInt(monthlyIncomeMinor), 'up');
  return ratioBps > BigInt(MAX_DEBT_RATIO_BPS) ? MAX_DEBT_RATIO_BPS : toSafeInteger(ratioBps);
}

/** True when the ratio is within the policy of the day (`policy.debt-ratio`, basis points); no income is never within it. */
export function withinDebtRatioPolicy(ratioBps: number | null, policyBps: number): boolean {
  return ratioBps !== null && ratioBps <= policyBps;
}

/** A loan or request of a client as the rule below sees it. */
export interface LoanOfClient {
  readonly phase: LoanPhase;
  readonly instalmentMinor: number;
}

/** A client's other loans beside a request: those that take a part of the income, and those that may. Minor units of their account. */
export interface Commitments {
  readonly runningLoans: number;
  /** What a month of them costs: the existing charges of the debt ratio. */
  readonly runningInstalmentsMinor: number;
  readonly openRequests: number;
  /** What a month of the requests would cost, were all of them approved. Shown beside the ratio, and no part of it. */
  readonly openInstalmentsMinor: number;
}

/**
 * Whether a loan takes a part of the income: it is granted and has not ended. One that is past its last due date and not repaid is late, or a measure
 * made it longer.
 */
function isRunning({ phase }: LoanOfClient): boolean {
  const { stage } = propertiesOf(phase);
  return stage === 'contract' || stage === 'loan';
}

/**
 * What a client's other loans and requests take: the one count for the client's own preview and for the decision. A request that waits
 * takes nothing yet and is told apart.
 */
export function commitmentsOf(loans: readonly LoanOfClient[]): Commitments {
  const running = loans.filter(isRunning);
  const open = loans.filter(({ phase }) => isOpenLoan(phase));
  const monthly = (of: readonly LoanOfClient[]) => sumMinor(of.map((loan) => loan.instalmentMinor));
  return {
    runningLoans: running.length,
    runningInstalmentsMinor: monthly(running),
    openRequests: open.length,
    openInstalmentsMinor: monthly(open),
  };
}
