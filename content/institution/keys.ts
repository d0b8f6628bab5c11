/** The check keys of a French company's numbers. */

/** Luhn key of a SIREN. Nine zeros pass the check but are not assigned, so they are refused. */
export function isSiren(siren: string): boolean {
  if (!/^\d{9}$/.test(siren) || /^0+$/.test(siren)) return false;
  const sum = [...siren].reduce((total, digit, index) => {
    // Nine digits: every second digit from the right is an odd index from the left.
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The VAT number belongs to the SIREN, and its key, when it is a number, is (12 + 3 × (SIREN mod 97)) mod 97. */
export function isVatOf(vat: string, siren: string): boolean {
  if (vat.slice(4) !== siren) return false;
  const key = vat.slice(2, 4);
  return !/^\d{2}$/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97;
}
