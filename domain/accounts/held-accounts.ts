/** What the status of an institution lets it hold for clients (LC-6; CMF L511-5, L519-1, L522-4). Which kinds of account it opens: `account-types.ts`. */

/** Its mode and its status, as the institution's file says them. */
export interface House {
  readonly mode: string;
  readonly status: string;
}

/** Whether a house may call itself a bank (CMF L511-8). A demonstration shows one. */
export function isBank({ mode, status }: House): boolean {
  return mode === 'demo' || status === 'credit-institution';
}

/**
 * Whether a house holds accounts that clients put money on and pay from. A finance company and an intermediary do not: they take no deposit, give no
 * card, and what lies on the account of a loan is there to repay it or goes back.
 */
export function holdsAccounts(house: House): boolean {
  return isBank(house) || house.status === 'payment-institution';
}
