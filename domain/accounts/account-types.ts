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

/** The words that the catalogues have for kinds of account (`accountTypes`). */
export type AccountWord = AccountType | 'paiement' | 'espace';

/**
 * By which word a house calls a kind of account (LC-6): the account to pay from of a payment institution is a « compte de paiement » (CMF L314-1,
 * L522-4), and where neither accounts are held nor loans made there is a client's space alone.
 */
export function accountWordOf(house: House, type: AccountType): AccountWord {
  if (isBank(house)) return type;
  if (type === 'courant') return holdsAccounts(house) ? 'paiement' : type;
  return type === 'credit' && house.status === 'iobsp-broker' ? 'espace' : type;
}

/** The words of the kinds of account of a catalogue, as a house calls them. */
export function accountWordsOf(
  house: House,
  words: Readonly<Record<AccountWord, string>>,
): Record<AccountType, string> {
  const called = ACCOUNT_TYPES.map((type) => [type, words[accountWordOf(house, type)]] as const);
  return Object.fromEntries(called) as Record<AccountType, string>;
}
