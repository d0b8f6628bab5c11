import { ACCOUNT_TYPES, type AccountType } from './account.ts';
import { type House, holdsAccounts, isBank } from './held-accounts.ts';

/**
 * The kinds of account that a person can open at a house (LC-6): all at a bank, accounts to pay from and no savings at a payment institution (CMF
 * L522-4), and the account of a loan alone where no others are held.
 */
export function accountTypesOf(house: House): readonly AccountType[] {
  if (isBank(house)) return ACCOUNT_TYPES;
  return holdsAccounts(house) ? ['courant'] : ['credit'];
}
