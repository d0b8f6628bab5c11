import type { CurrencyCode } from '../money/currencies.ts';
import { type AmountRange, amountReading, rangeIn } from './amount.ts';
import { phoneKey, phoneKeys } from './phone-key.ts';
import { beginsWords, plainWords, searchedWords, wordReadings } from './words.ts';

/** Longest text that is searched. */
export const MAX_SEARCH_LENGTH = 100;
const MIN_IBAN_PART = 4;
const MAX_IBAN_LENGTH = 34;

/** Every way in which what is typed can be read: a row is found if one fits. What cannot be read so is absent. */
export interface Readings {
  /** Part of the key of a telephone number. */
  readonly phone?: string;
  /** Part of an IBAN: capitals and digits. */
  readonly iban?: string;
  /** Hundredths, of any currency. */
  readonly amount?: AmountRange;
  /** The whole number of a movement, receipt, proposal or file, in capitals. */
  readonly reference?: string;
  /** « n° 12 ». */
  readonly number?: number;
  /** A part of an e-mail address that holds the « @ », in small letters: the end of what is before it and the beginning of what follows. */
  readonly email?: { readonly localEnd: string; readonly domainStart: string };
  /** The words as they are typed. */
  readonly words: readonly string[];
}

/** Any part of an IBAN: it begins as one does, or holds four digits in a row. */
function ibanPart(text: string): string | undefined {
  const part = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (part.length < MIN_IBAN_PART || part.length > MAX_IBAN_LENGTH) return undefined;
  return /^[A-Z]{2}\d{2}/.test(part) || /\d{4}/.test(text) ? part : undefined;
}

function emailPart(text: string): Readings['email'] {
  const parts = text.toLowerCase().split('@');
  const [localEnd, domainStart] = parts;
  if (parts.length !== 2 || localEnd === undefined || domainStart === undefined || /\s/.test(text))
    return undefined;
  return { localEnd, domainStart };
}

/** Leaves out what is undefined. */
const present = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;

/** Reads what is typed in every way that fits. */
export function readingsOf(typed: string): Readings {
  const text = typed.trim().slice(0, MAX_SEARCH_LENGTH);
  const number = /^(?:n\s*[°º]?|#)\s*(\d{1,9})$/iu.exec(text)?.[1];
  return present({
    phone: phoneKey(text) ?? undefined,
    iban: ibanPart(text),
    amount: amountReading(text) ?? undefined,
    reference: /^[a-z]{1,3}-[a-z0-9-]+$/i.test(text) ? text.toUpperCase() : undefined,
    number: number === undefined ? undefined : Number(number),
    email: emailPart(text),
    words: plainWords(text),
  } as Readings);
}

/** What a row can be found by. */
export interface Searched {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly payee?: string | null | undefined;
  readonly bank?: string | null | undefined;
  readonly purpose?: string | null | undefined;
  readonly phone?: string | null | undefined;
  /** The client's country of residence; France when it is not given. */
  readonly country?: string | undefined;
  /** Of the client's account. */
  readonly iban?: string | null | undefined;
  readonly payeeIban?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly amountMinor?: number | undefined;
  /** EUR when it is not given. */
  readonly currency?: CurrencyCode | undefined;
  readonly amountEurMinor?: number | undefined;
}

export const HIT_KINDS = [
  'phone',
  'iban',
  'amount',
  'reference',
  'name',
  'email',
  'payee',
  'bank',
  'purpose',
] as const;
export type HitKind = (typeof HIT_KINDS)[number];

const within = (amountMinor: number | undefined, range: AmountRange | null) =>
  amountMinor !== undefined &&
  range !== null &&
  amountMinor >= range.fromMinor &&
  amountMinor <= range.toMinor;

/** Whether an IBAN holds a part; without the right to read it only its last four characters are compared. */
function holdsPart(iban: string | null | undefined, part: string, readsIban: boolean): boolean {
  if (!iban) return false;
  const whole = iban.replace(/\s/g, '').toUpperCase();
  return readsIban ? whole.includes(part) : part === whole.slice(-MIN_IBAN_PART);
}

const TEXTS = ['name', 'email', 'payee', 'bank', 'purpose'] as const;

/** The texts of a row that words begin; none unless every word begins one of them. */
function textHits(typed: string, stored: Searched): readonly HitKind[] {
  const readings = wordReadings(typed);
  const words = TEXTS.map((field) => [field, searchedWords(stored[field] ?? '')] as const);
  if (
    !beginsWords(
      readings,
      words.flatMap(([, ofField]) => ofField),
    )
  )
    return [];
  return words
    .filter(([, ofField]) => readings.flat().some((one) => ofField.some((word) => word.startsWith(one))))
    .map(([field]) => field);
}

/**
 * Why a search finds a row: the fields that one of its readings fits.
 * @param readsIban whether the reader may read account numbers in full (STAFF-5).
 */
export function hitsOf(typed: string, stored: Searched, readsIban: boolean): readonly HitKind[] {
  const { phone, iban, amount, reference, email } = readingsOf(typed);
  const currency = stored.currency ?? 'EUR';
  const fits: Partial<Record<HitKind, boolean>> = {
    phone:
      phone !== undefined &&
      phoneKeys(stored.phone, stored.country ?? 'FR').some((key) => key.includes(phone)),
    iban:
      iban !== undefined && [stored.iban, stored.payeeIban].some((one) => holdsPart(one, iban, readsIban)),
    amount:
      amount !== undefined &&
      (within(stored.amountMinor, rangeIn(amount, currency)) || within(stored.amountEurMinor, amount)),
    reference: reference !== undefined && stored.reference?.toUpperCase() === reference,
    email:
      email !== undefined &&
      (stored.email ?? '').toLowerCase().includes(`${email.localEnd}@${email.domainStart}`),
  };
  const texts = textHits(typed.trim(), stored);
  return HIT_KINDS.filter((kind) => fits[kind] || texts.includes(kind));
}
