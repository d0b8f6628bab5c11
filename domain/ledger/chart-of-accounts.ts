import type { CurrencyCode } from '../money/currencies.ts';

/**
 * The house's side of the books, one account per code and currency. Amounts are signed so that every posting sums to zero:
 * positive is what the house owes or has earned (credit), negative is what it is owed or has spent (debit). A client's account is
 * therefore positive when the client has money.
 */
export const HOUSE_ACCOUNTS = {
  'loans-receivable': 'Capital lent to clients and not yet repaid',
  settlement: 'Money held at our correspondent bank: what came in from outside and what goes out',
  'fee-income': 'Fees earned',
  'exchange-position': 'The two sides of a conversion between currencies',
  'loan-losses': 'Capital lent that nobody owes any more',
  'unclaimed-funds': 'Balances of deleted clients, kept for whoever is entitled to them',
} as const;

export type HouseAccountCode = keyof typeof HOUSE_ACCOUNTS;

/** Names an account in a posting: the house's by code, a client's by the id of its ledger account. */
export type AccountReference =
  | { readonly house: HouseAccountCode; readonly currency: CurrencyCode }
  | { readonly client: string; readonly currency: CurrencyCode };
