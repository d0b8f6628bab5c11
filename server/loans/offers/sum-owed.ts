import { type WithdrawalSum, withdrawalSum } from '#domain/loans/withdrawal-right.ts';
import { legalDay } from '#domain/time/days.ts';
import type { GrantedLoan } from '../queries.ts';
import type { ContractLaw } from './contract-law.ts';
import type { ContractRow } from './queries.ts';

/**
 * What a client who withdrew gives back when they pay on a day (LC-58, LC-59), in minor units; null when nothing was paid out or the contract
 * runs.
 * @param of law: of the day of the acceptance.
 */
export function sumOwedOn(
  of: { readonly loan: GrantedLoan; readonly contract: ContractRow; readonly law: ContractLaw },
  day: string,
): WithdrawalSum | null {
  const { loan, contract, law } = of;
  if (!loan.paidOutAt || !contract.withdrawnOn || !contract.returnBy) return null;
  return withdrawalSum({
    principalMinor: loan.principal,
    annualRateBps: loan.annualRateBps,
    payoutDay: legalDay(loan.paidOutAt),
    noticeDay: contract.withdrawnOn,
    repayDays: law['withdrawal.repayDays'],
    day,
    daysOfYear: law['daily.base'],
  });
}
