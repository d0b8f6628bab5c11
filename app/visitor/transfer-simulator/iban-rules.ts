/** What the transfer simulator says of an IBAN, with the formats of 90 countries: fetched when one is typed. */
export { formatIban, ibanLength, ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
