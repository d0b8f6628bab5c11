import { ibanVerdict } from '../accounts/iban.ts';

/**
 * Countries whose IBANs the SEPA credit transfer schemes reach (European Payments Council, EPC409-09: the list of SEPA scheme countries),
 * by the first two letters of the IBAN: the European Economic Area with the French overseas departments, Åland and Gibraltar, and the
 * countries that joined from outside it.
 */
export const SEPA_COUNTRIES: ReadonlySet<string> = new Set([
  // The Union.
  ...[
    'AT',
    'BE',
    'BG',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'ES',
    'FI',
    'FR',
    'GR',
    'HR',
    'HU',
    'IE',
    'IT',
    'LT',
    'LU',
    'LV',
    'MT',
  ],
  ...['NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  // Territories that are part of it, where they have a prefix of their own.
  ...['AX', 'BL', 'GF', 'GI', 'GP', 'MF', 'MQ', 'PM', 'RE', 'YT'],
  // The rest of the European Economic Area.
  ...['IS', 'LI', 'NO'],
  // Outside it.
  ...['AD', 'AL', 'CH', 'GB', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'],
]);

/** Says whether an IBAN holds and a SEPA credit transfer reaches it. */
export function isSepaIban(iban: string): boolean {
  const verdict = ibanVerdict(iban);
  return verdict.ok && SEPA_COUNTRIES.has(verdict.countryCode);
}

/** The largest amount of a SEPA credit transfer, in euro cents: 999 999 999,99 € (EPC scheme rulebook, AT-T002). */
export const MAX_SEPA_MINOR = 99_999_999_999;

/** Why no SEPA file can hold a withdrawal. */
export type SepaObstacle = 'other-currency' | 'invalid-iban' | 'outside-sepa' | 'too-large';

/**
 * What keeps a withdrawal out of every SEPA file, the first that applies, or null: the server makes no file with it and the back office
 * says it beside the row.
 */
export function sepaObstacle(withdrawal: {
  readonly currency: string;
  /** The verdict stored with the request. */
  readonly ibanValid: boolean;
  readonly clientIban: string;
  readonly amountMinor: number;
}): SepaObstacle | null {
  if (withdrawal.currency !== 'EUR') return 'other-currency';
  if (!withdrawal.ibanValid || !ibanVerdict(withdrawal.clientIban).ok) return 'invalid-iban';
  if (!isSepaIban(withdrawal.clientIban)) return 'outside-sepa';
  return withdrawal.amountMinor > MAX_SEPA_MINOR ? 'too-large' : null;
}

/** Withdrawals of one file: what can be marked as executed in one call. The rest waits for the next file. */
export const MAX_PER_BATCH = 500;
