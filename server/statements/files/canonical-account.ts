import { normalizeIban } from '#domain/accounts/iban.ts';

/** Where the account in an IBAN begins: what follows country and check digits is the RIB in France, whose last two digits are its key. */
const RIB_AT = 4;
const KEY_AT = 25;
const FRENCH = /^(FR|MC)\w{25}$/;

/** Whether a number is that of an account: its IBAN, its RIB, or its RIB without the key, which follows from the rest (PAY-4). */
const isNumberOf = (iban: string, wanted: string): boolean =>
  iban === wanted ||
  iban.slice(RIB_AT) === wanted ||
  (FRENCH.test(iban) && iban.slice(RIB_AT, KEY_AT) === wanted);

/**
 * The account of a statement as our own row writes it, so that a statement by RIB, with or without its key and whatever stands between its parts, and
 * one by IBAN are of the same account; as in the file when it is none of ours.
 */
export function canonicalAccount(
  { account, currency }: { readonly account: string; readonly currency: string },
  accounts: readonly { readonly iban: string; readonly currency: string }[],
): string {
  const wanted = normalizeIban(account).replace(/[^A-Z0-9]/g, '');
  const ours = accounts.find((one) => one.currency === currency && isNumberOf(one.iban, wanted));
  return ours?.iban ?? account;
}
