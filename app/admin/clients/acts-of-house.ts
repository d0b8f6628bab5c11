/** What the house of a back office is (LC-6). */
interface House {
  /** Whether clients have accounts with it that they pay from. */
  readonly hasAccounts: boolean;
  /** Whether it lends itself. */
  readonly lends: boolean;
}

/**
 * Whether an act on a client means something in a house (LC-6): without accounts it gives no IBAN, and one that does not lend either keeps no money of
 * theirs. An IBAN that a client has is still looked after.
 */
export function isActOfHouse(
  act: string,
  { iban }: { readonly iban: string | null },
  { hasAccounts, lends }: House,
): boolean {
  if (act === 'iban') return hasAccounts || iban !== null;
  return act !== 'credit' || hasAccounts || lends;
}
