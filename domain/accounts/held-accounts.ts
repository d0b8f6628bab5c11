import { ACCOUNT_TYPES, type AccountType } from './account.ts';

/** What the status of an institution lets it hold for clients (LC-6; CMF L511-5, L519-1, L522-4). */

/** Its mode and its status, as the institution's file says them. */
export interface House {
  readonly mode: string;
  readonly status: string;
}

/** A payment institution holds accounts to pay from and takes no savings; who holds no account keeps the account of a loan alone. */
const TYPES: Readonly<Record<string, readonly AccountType[]>> = {
  'payment-institution': ['courant'],
  'finance-company': ['credit'],
  'iobsp-broker': ['credit'],
};

/** The kinds of account that a person can open at a house. A demonstration shows all. */
export function accountTypesOf({ mode, status }: House): readonly AccountType[] {
  return mode === 'demo' ? ACCOUNT_TYPES : (TYPES[status] ?? ACCOUNT_TYPES);
}

/**
 * Whether a house holds accounts that clients put money on and pay from. A finance company and an intermediary do not: they take no deposit, give no
 * card, and what lies on the account of a loan is there to repay it or goes back.
 */
export function holdsAccounts(house: House): boolean {
  return accountTypesOf(house).includes('courant');
}

/** Whether a house may call itself a bank (CMF L511-8). */
export function isBank({ mode, status }: House): boolean {
  return mode === 'demo' || status === 'credit-institution';
}
