/**
 * Length of an IBAN by country: the SWIFT IBAN registry (ISO 13616), and territories that use another country's format
 * under their own code as ISO allows (French overseas, Åland). Countries outside the registry are not accepted.
 */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{
    AD: 24,
    AE: 23,
    AL: 28,
    AT: 20,
    AX: 18,
    AZ: 28,
    BA: 20,
    BE: 16,
    BG: 22,
    BH: 22,
    BI: 27,
    BL: 27,
    BR: 29,
  },
  ...{
    BY: 28,
    CH: 21,
    CR: 22,
    CY: 28,
    CZ: 24,
    DE: 22,
    DJ: 27,
    DK: 18,
    DO: 28,
    EE: 20,
    EG: 29,
    ES: 24,
    FI: 18,
  },
  ...{
    FK: 18,
    FO: 18,
    FR: 27,
    GB: 22,
    GE: 22,
    GF: 27,
    GI: 23,
    GL: 18,
    GP: 27,
    GR: 27,
    GT: 28,
    HN: 28,
    HR: 21,
  },
  ...{
    HU: 28,
    IE: 22,
    IL: 23,
    IQ: 23,
    IS: 26,
    IT: 27,
    JO: 30,
    KW: 30,
    KZ: 20,
    LB: 28,
    LC: 32,
    LI: 21,
    LT: 20,
  },
  ...{
    LU: 20,
    LV: 21,
    LY: 25,
    MC: 27,
    MD: 24,
    ME: 22,
    MF: 27,
    MK: 19,
    MN: 20,
    MQ: 27,
    MR: 27,
    MT: 31,
    MU: 30,
  },
  ...{
    NC: 27,
    NI: 28,
    NL: 18,
    NO: 15,
    OM: 23,
    PF: 27,
    PK: 24,
    PL: 28,
    PM: 27,
    PS: 29,
    PT: 25,
    QA: 29,
    RE: 27,
  },
  ...{
    RO: 24,
    RS: 22,
    RU: 33,
    SA: 24,
    SC: 31,
    SD: 18,
    SE: 24,
    SI: 19,
    SK: 24,
    SM: 27,
    SO: 23,
    ST: 25,
    SV: 28,
  },
  ...{ TF: 27, TL: 23, TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, WF: 27, XK: 20, YE: 30, YT: 27 },
};

export type IbanFault = 'empty' | 'country' | 'length' | 'characters' | 'checksum';
export type IbanVerdict =
  | { readonly ok: true; readonly countryCode: string }
  | { readonly ok: false; readonly reason: IbanFault; readonly countryCode: string | null };

/** The electronic form: uppercase, without spaces, dashes or a leading "IBAN". Nothing else is removed. */
export function normalizeIban(text: string): string {
  return text
    .replace(/[\s\u00a0\u2007\u2009\u200b\u202f\ufeff\-\u2010\u2011]/g, '')
    .toUpperCase()
    .replace(/^IBAN:?/, '');
}

/** The printed form, in groups of four separated by plain spaces. */
export function formatIban(text: string): string {
  return normalizeIban(text).replace(/(.{4})(?=.)/g, '$1 ');
}

/** ISO 7064 mod 97-10 of a text of digits and letters (A = 10 … Z = 35). 1 is the remainder of a valid IBAN. */
function remainder97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/**
 * Whether an IBAN holds, in the order a person would correct it: something typed, a country of the registry, only digits and
 * letters, the country's length, and the check digits (02 to 98, ISO 7064 mod 97-10). It does not prove that the
 * account exists.
 */
export function ibanVerdict(text: string): IbanVerdict {
  const iban = normalizeIban(text);
  if (iban === '') return { ok: false, reason: 'empty', countryCode: null };
  const country = iban.slice(0, 2);
  const length = Object.hasOwn(IBAN_LENGTHS, country) ? IBAN_LENGTHS[country] : undefined;
  if (length === undefined) return { ok: false, reason: 'country', countryCode: null };
  const fault = (reason: IbanFault): IbanVerdict => ({ ok: false, reason, countryCode: country });
  if (!/^[A-Z]{2}(\d{0,2}|\d{2}[A-Z0-9]*)$/.test(iban)) return fault('characters');
  if (iban.length !== length) return fault('length');
  const checkDigits = Number(iban.slice(2, 4));
  if (checkDigits < 2 || checkDigits > 98) return fault('checksum');
  return remainder97(iban.slice(4) + iban.slice(0, 4)) === 1
    ? { ok: true, countryCode: country }
    : fault('checksum');
}
