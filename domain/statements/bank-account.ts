import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, requiredText } from '../fields.ts';
import { CURRENCY_CODES } from '../money/currencies.ts';
import { MAX_AMOUNT_MINOR } from '../money/money.ts';

/** How an account of the house at a bank is kept: entered by people, or by its statements (PAY-19). */
export const BANK_ACCOUNT_SOURCES = ['manual', 'statements'] as const;
export type BankAccountSource = (typeof BANK_ACCOUNT_SOURCES)[number];

/** An account of the house at a bank, as it is added. Any text is read as an IBAN, so that a wrong one is refused by its own name. */
export const bankAccountInput = z.strictObject({
  iban: requiredText(50),
  bankName: requiredText(MAX_NAME_LENGTH),
  currency: z.enum(CURRENCY_CODES),
});
export type BankAccountInput = z.infer<typeof bankAccountInput>;

/** A balance at a bank, minor units; below zero for an overdraft. */
export const bankBalanceMinor = z.int().check(z.gte(-MAX_AMOUNT_MINOR), z.lte(MAX_AMOUNT_MINOR));

/**
 * What the bank has more than the books when its account begins to be kept by statements; below zero for less (PAY-19).
 * @param openingMinor the bank's balance. @param settlementMinor what the ledger says, below zero for money that we have.
 * @param others whether another account of the currency is kept already: its money is all that settlement holds, so the whole of this one is new.
 */
export function adoptionDifference(
  openingMinor: number,
  settlementMinor: number,
  { hasOthers }: { readonly hasOthers: boolean },
): number {
  return hasOthers ? openingMinor : openingMinor + settlementMinor;
}
