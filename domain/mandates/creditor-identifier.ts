/**
 * The SEPA creditor identifier (PAY-68; EPC262-08): country, two check digits, a business code of three characters that the check leaves out
 * (« ZZZ »), and the national identifier, of six characters in France (« FR72ZZZ123456 »).
 */

const FORM = /^([A-Z]{2})(\d{2})([A-Z0-9]{3})([A-Z0-9]{1,28})$/;
const FRENCH_NATIONAL = /^[A-Z0-9]{6}$/;

/** Letters as numbers, A = 10 to Z = 35, as ISO 7064 reads them. */
const digitsOf = (text: string) => [...text].map((sign) => Number.parseInt(sign, 36)).join('');

/** The two check digits of an identifier: 98 less what the national part, the country and 00 leave modulo 97. */
export function creditorCheckDigits(country: string, national: string): string {
  const rest = Number(BigInt(digitsOf(`${national}${country}00`)) % 97n);
  return String(98 - rest).padStart(2, '0');
}

/** Says whether a text is a creditor identifier whose check digits hold; a French one has six characters behind its business code. */
export function isCreditorIdentifier(text: string): boolean {
  const [, country = '', key, , national = ''] = FORM.exec(text) ?? [];
  if (!country || (country === 'FR' && !FRENCH_NATIONAL.test(national))) return false;
  return key === creditorCheckDigits(country, national);
}
