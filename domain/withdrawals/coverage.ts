/**
 * Whether the account pays for a withdrawal. `short`: the balance alone is below the amount, it cannot be executed. `contended`: it can,
 * but not together with everything else that is held. `covered`: it can, and so can everything else that is held.
 */
export type Coverage = 'covered' | 'contended' | 'short';

/** All in minor units of the account's currency; `availableMinor` is the balance less everything held, this amount included. */
export function coverageOf(input: {
  readonly amountMinor: number;
  readonly balanceMinor: number;
  readonly availableMinor: number;
}): Coverage {
  if (input.balanceMinor < input.amountMinor) return 'short';
  return input.availableMinor < 0 ? 'contended' : 'covered';
}
