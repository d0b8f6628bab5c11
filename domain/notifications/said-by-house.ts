import { type House, holdsAccounts } from '../accounts/held-accounts.ts';
import { paysOutside } from '../loans/payout-account.ts';

/**
 * Words of a message to a client; where they depend on the kind of house, in both ways (LC-6): whether its clients pay from accounts with it, and whether it
 * pays loans out on them.
 */
export type HouseWords =
  | string
  | { readonly accounts: string; readonly elsewhere: string }
  | { readonly paidHere: string; readonly paidOutside: string };

/** The words as they are true of a house. */
export function saidByHouse(house: House, words: HouseWords): string {
  if (typeof words === 'string') return words;
  if ('accounts' in words) return holdsAccounts(house) ? words.accounts : words.elsewhere;
  return paysOutside(house.status) ? words.paidOutside : words.paidHere;
}
