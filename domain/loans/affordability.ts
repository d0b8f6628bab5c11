import { divideRounded, toSafeInteger } from '../money/rounding.ts';

/**
 * The institution's policy: instalments may take 35 % of income. It is not a legal limit for consumer credit (the HCSF's
 * 35 % binds housing loans), and screens say so.
 */
export const DEBT_RATIO_POLICY_BPS = 3500;

/**
 * Share of monthly income taken by instalments once the new loan is counted, in basis points rounded up, so that 35.001 %
 * never shows as within 35 %. All amounts in the same minor unit. Null when there is no income to compare with.
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
  return toSafeInteger(divideRounded(charges * 10_000n, BigInt(monthlyIncomeMinor), 'up'));
}

/** True when the ratio is within the policy; no income is never within it. */
export function withinDebtRatioPolicy(ratioBps: number | null): boolean {
  return ratioBps !== null && ratioBps <= DEBT_RATIO_POLICY_BPS;
}
