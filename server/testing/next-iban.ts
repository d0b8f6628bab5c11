let serial = 0;

/** An IBAN that no other account of the test has, valid in form: an IBAN belongs to one account. */
export function nextIban(): string {
  serial += 1;
  const bban = String(Date.now() * 1_000 + serial).padStart(18, '0');
  // ISO 7064 mod 97-10 with D = 13, E = 14.
  const checkDigits = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(checkDigits).padStart(2, '0')}${bban}`;
}
