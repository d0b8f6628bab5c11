import { normalizeIban } from '#domain/accounts/iban.ts';

/** Where the account in an IBAN of French format begins: what follows country and check digits is the RIB. */
const RIB_AT = 4;

/**
 * The account of a statement as our own row writes it, so that a statement by RIB and one by IBAN are of the same account; as in the file
 * when it is none of ours.
 */
export function canonicalAccount(
  { account, currency }: { readonly account: string; readonly currency: string },
  accounts: readonly { readonly iban: string; readonly currency: string }[],
): string {
  const wanted = normalizeIban(account);
  const ours = accounts.find(
    (one) => one.currency === currency && (one.iban === wanted || one.iban.slice(RIB_AT) === wanted),
  );
  return ours?.iban ?? account;
}
