/**
 * References of payments (PAY-27). Each account of a client and each loan has one of ISO 11649, « RF » with two check digits: a payer who
 * copies it wrongly names nobody. It is printed on the RIB, the loan's page and every reminder.
 */

/** What our references begin with, after « RF » and its check digits. */
const PREFIX = 'GUI';
const DIGITS = 10;

/** Loans have numbers of their own, so that no number names an account and a loan. */
export const FIRST_LOAN_NUMBER = 5_000_000_000;

/** The remainder by 97 of a text whose letters count from A = 10 to Z = 35 (ISO 7064, as of an IBAN). */
function remainderOf(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** The ISO 11649 reference of a reference: « RF », 98 less the remainder of it with « RF00 » by 97, and itself. @param reference 1 to 21 letters and digits. */
export function creditorReference(reference: string): string {
  const check = 98 - remainderOf(`${reference}RF00`);
  return `RF${String(check).padStart(2, '0')}${reference}`;
}

/** Says whether the check digits of an ISO 11649 reference hold. @param reference in capitals and without blanks. */
export function isCreditorReference(reference: string): boolean {
  return (
    /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference) &&
    remainderOf(`${reference.slice(4)}${reference.slice(0, 4)}`) === 1
  );
}

/** The reference of an account or a loan. @param number 0 to 9 999 999 999. @throws RangeError beyond. */
export function paymentReference(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number >= 10 ** DIGITS)
    throw new RangeError('the number of a payment reference has ten digits');
  return creditorReference(`${PREFIX}${String(number).padStart(DIGITS, '0')}`);
}

/** As it is printed: groups of four. */
export function printedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ');
}

/** A text of a bank's line in capitals and without blanks: what references are looked for in. */
export function compactText(text: string): string {
  return text.replace(/\s+/gu, '').toUpperCase();
}

/** The numbers that the references of ours in a text name, each once: those whose check digits hold. */
export function numbersIn(texts: readonly (string | null | undefined)[]): number[] {
  const found = texts.flatMap((text) =>
    [...compactText(text ?? '').matchAll(/RF\d{2}GUI(\d{10})/g)].flatMap(([reference, digits]) =>
      isCreditorReference(reference) ? [Number(digits)] : [],
    ),
  );
  return [...new Set(found)];
}

/** The references without check digits in a text: of requests for a loan, movements and credits. They are only ever proposed. */
export function plainReferencesIn(texts: readonly (string | null | undefined)[]): string[] {
  const found = texts.flatMap((text) =>
    [...compactText(text ?? '').matchAll(/(?:PRT|VIR|CRD)-?\d{8}-?[A-Z0-9]{8}/g)].map(([reference]) =>
      reference.replace(/^(...)-?(\d{8})-?(.{8})$/, '$1-$2-$3'),
    ),
  );
  return [...new Set(found)];
}

/** Which of the known references stand in texts, in alphabetical order. */
export function knownReferencesIn(
  texts: readonly (string | null | undefined)[],
  known: readonly string[],
): string[] {
  const where = texts.map((text) => compactText(text ?? ''));
  return known.filter((reference) => where.some((text) => text.includes(compactText(reference)))).sort();
}
