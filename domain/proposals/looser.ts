import { ACCOUNT_TYPES } from '../accounts/account.ts';
import { type ApprovalPolicy, type PolicyCase, type PolicyCondition, type Slot, slotsOf } from './policy.ts';

/** Whether who fills the slots of one list fills those of another as well: each of the other's has one of its own whose roles all fit it. */
function covers(slots: readonly Slot[], others: readonly Slot[]): boolean {
  const [first, ...rest] = others;
  if (!first) return true;
  return slots.some(
    (slot, index) => slot.every((role) => first.includes(role)) && covers(slots.toSpliced(index, 1), rest),
  );
}

/** Every case that can be judged differently by the rows of two policies: one step above each threshold, with each choice of conditions. */
function casesOf(rows: ApprovalPolicy['rows']): PolicyCase[] {
  const amounts = [0, ...rows.map(({ above }) => above + 1)];
  const named = [...new Set(rows.flatMap((row) => row.conditions ?? []))];
  let choices: PolicyCondition[][] = [[]];
  for (const one of named) choices = choices.flatMap((chosen) => [chosen, [...chosen, one]]);
  const types = rows.some(({ accountTypes }) => accountTypes) ? [null, ...ACCOUNT_TYPES] : [null];
  const deviations = [
    0,
    ...rows.flatMap(({ rateDeviationBps: bps }) => (bps === undefined ? [] : [bps + 1])),
  ];
  return amounts.flatMap((comparedEurMinor) =>
    choices.flatMap((conditions) =>
      types.flatMap((accountType) =>
        deviations.map((rateDeviationBps) => ({
          comparedEurMinor,
          conditions,
          accountType,
          rateDeviationBps,
        })),
      ),
    ),
  );
}

type Terms = Pick<ApprovalPolicy, 'rows' | 'isCumulative' | 'expiry' | 'emergencyUpToEurMinor'>;

/**
 * Whether a policy asks for less than another one in any case (FOUR-2): fewer approvals or other roles, acts that no longer count together, more that
 * can be done in an emergency, or more time than until the end of a payment day.
 */
export function isLooser(policy: Terms, than: Terms): boolean {
  return (
    casesOf([...policy.rows, ...than.rows]).some(
      (asked) => !covers(slotsOf(policy, asked), slotsOf(than, asked)),
    ) ||
    (than.isCumulative && !policy.isCumulative) ||
    (than.expiry === 'payment-day' && policy.expiry !== 'payment-day') ||
    (policy.emergencyUpToEurMinor ?? -1) > (than.emergencyUpToEurMinor ?? -1)
  );
}
