import { countrySpecs } from 'ibantools';

/**
 * Where the SWIFT IBAN registry (ISO 13616, release 101) and ibantools 4.5.4 differ in the classes of a country's characters, as the
 * registry has them. `iban.test.ts` compares every country with the registry, and says when one of these is no longer needed.
 */
const CORRECTED_STRUCTURES: Readonly<Record<string, string>> = {
  BY: '^[A-Z0-9]{4}[0-9]{4}[A-Z0-9]{16}$',
  DO: '^[A-Z0-9]{4}[0-9]{20}$',
  GE: '^[A-Z]{2}[0-9]{16}$',
  IE: '^[A-Z]{4}[0-9]{14}$',
  PK: '^[A-Z]{4}[A-Z0-9]{16}$',
  PS: '^[A-Z]{4}[A-Z0-9]{21}$',
  TR: '^[0-9]{6}[A-Z0-9]{16}$',
  VG: '^[A-Z]{4}[0-9]{16}$',
};

/** In the registry, or with France's format by law, although ibantools does not mark them so. */
const ALSO_IN_REGISTRY: ReadonlySet<string> = new Set(['BI', 'BL', 'DJ', 'FK', 'HN']);

interface Structure {
  /** Characters of the whole IBAN. */
  readonly length: number;
  /** What follows the check digits. */
  readonly bban: RegExp;
  /** France, Monaco and the territories with France's format: the account carries a key of its own (PAY-4). */
  readonly hasRibKey: boolean;
}

/** The structure of a country's IBANs; null for one that the registry does not have. */
function structureOf(countryCode: string): Structure | null {
  const spec = Object.hasOwn(countrySpecs, countryCode) ? countrySpecs[countryCode] : undefined;
  if (!spec?.chars || !spec.bban_regexp) return null;
  if (!spec.IBANRegistry && !ALSO_IN_REGISTRY.has(countryCode)) return null;
  return {
    length: spec.chars,
    bban: new RegExp(CORRECTED_STRUCTURES[countryCode] ?? spec.bban_regexp),
    hasRibKey: spec.bban_regexp === countrySpecs.FR?.bban_regexp,
  };
}

/** Characters of an IBAN of a country, or null for one that the registry does not have. */
export function ibanLength(countryCode: string | null): number | null {
  return countryCode === null ? null : (structureOf(countryCode)?.length ?? null);
}

export type IbanFault = 'empty' | 'country' | 'length' | 'characters' | 'structure' | 'checksum' | 'rib-key';
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

/** An IBAN in a list that others may see over a shoulder: its last four characters, which no line break parts from the ellipsis. */
export function maskedIban(text: string): string {
  return `…\u00a0${normalizeIban(text).slice(-4)}`;
}

/** Says whether two texts name the same account, however they are written. */
export function isSameIban(a: string, b: string): boolean {
  return normalizeIban(a) === normalizeIban(b);
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

/** The check digits of an IBAN (02 to 98, ISO 7064 mod 97-10), of its country and what follows them. */
export function ibanCheckDigits(countryCode: string, bban: string): string {
  return String(98 - remainder97(`${bban}${countryCode}00`)).padStart(2, '0');
}

/** Says whether the check digits of an IBAN hold. */
function checksumHolds(iban: string): boolean {
  const checkDigits = Number(iban.slice(2, 4));
  return checkDigits >= 2 && checkDigits <= 98 && remainder97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/**
 * Whether an IBAN holds, in the order a person would correct it (PAY-3): something typed, a country of the registry, the country's length,
 * only digits and letters, digits and letters where the country has them, the check digits, the French key. The keys of other
 * countries are not looked at: the registry does not have them. It does not prove that the account exists.
 */
export function ibanVerdict(text: string): IbanVerdict {
  const iban = normalizeIban(text);
  if (iban === '') return { ok: false, reason: 'empty', countryCode: null };
  const country = iban.slice(0, 2);
  const structure = structureOf(country);
  if (!structure) return { ok: false, reason: 'country', countryCode: null };
  const fault = (reason: IbanFault): IbanVerdict => ({ ok: false, reason, countryCode: country });
  if (iban.length !== structure.length) return fault('length');
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return fault('characters');
  const bban = iban.slice(4);
  if (!structure.bban.test(bban)) return fault('structure');
  if (!checksumHolds(iban)) return fault('checksum');
  if (structure.hasRibKey && !countrySpecs.FR?.bban_validation_func?.(bban)) return fault('rib-key');
  return { ok: true, countryCode: country };
}
