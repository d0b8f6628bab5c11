/**
 * The largest consumer credit by day (C. conso. L312-1 and L312-4): above it other rules apply, which the product does not have. Dated
 * data, oldest first, in euro cents.
 */
const REGIME_MAXIMA: readonly { readonly from: string; readonly maxMinor: number }[] = [
  { from: '1900-01-01', maxMinor: 7_500_000 },
  { from: '2026-11-20', maxMinor: 10_000_000 },
];

/** The largest consumer credit on a day (YYYY-MM-DD), in euro cents. Throws RangeError before the first day known. */
export function regimeMaxMinor(day: string): number {
  const found = REGIME_MAXIMA.findLast(({ from }) => from <= day);
  if (!found) throw new RangeError(`No largest consumer credit for ${day}`);
  return found.maxMinor;
}
