import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, optionalPhone, requiredText } from '../fields.ts';
import { countryCode } from '../money/fields.ts';
import { COMMON_PASSWORD_STEMS } from './common-passwords.ts';

/** NIST SP 800-63B-4 asks for 15 characters without a second factor and 8 with one; 12 is our floor, screens advise more. */
export const MIN_PASSWORD_LENGTH = 12;
/** Longer texts would only make the hash slow. */
export const MAX_PASSWORD_LENGTH = 128;

/** Length in characters people see as one code point each, after the normalisation the server hashes with (NFKC). */
function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length;
}

/** A password long enough and not too long; `passwordVerdict` judges the rest. Never trimmed. */
export const passwordField = z.string('validation.required').check(
  z.minLength(1, { error: 'validation.required', abort: true }),
  z.refine((text) => lengthOf(text) >= MIN_PASSWORD_LENGTH, 'validation.password.tooShort'),
  z.refine((text) => lengthOf(text) <= MAX_PASSWORD_LENGTH, 'validation.password.tooLong'),
);

const details = {
  firstName: requiredText(MAX_NAME_LENGTH),
  lastName: requiredText(MAX_NAME_LENGTH),
  phone: optionalPhone,
  /** ISO 3166-1 alpha-2. The control's name is `country` (docs/rules.md, Forms). */
  country: countryCode,
};

/** What step 1 of the sign-up may correct once the sign-in exists: neither the e-mail nor the password. */
export const personalDetailsInput = z.object(details);
/** Step 1 of the sign-up. */
export const personalInfoInput = z.object({ ...details, email: emailField, password: passwordField });
export type PersonalInfoInput = z.infer<typeof personalInfoInput>;

export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'contains-name';
/** 0 refused or trivial, 4 excellent: a hint for the person typing, not a rule. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;
export type PasswordVerdict =
  | { readonly ok: true; readonly strength: PasswordStrength }
  | { readonly ok: false; readonly reason: PasswordFault; readonly strength: PasswordStrength };

const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** "P@ssw0rd" reads as "password". */
function withoutSubstitutions(text: string): string {
  return [...text].map((character) => SUBSTITUTIONS[character] ?? character).join('');
}

const stems: ReadonlySet<string> = new Set(COMMON_PASSWORD_STEMS);
const longestStem = Math.max(...COMMON_PASSWORD_STEMS.map((stem) => stem.length));

/** More known words than this in a row make a passphrase, which is a good password. */
const MAX_COMMON_WORDS = 3;

/** True when a text of letters is nothing but a few known words end to end: "motdepasse", "iloveyoumarseille". */
function isMadeOfStems(letters: string): boolean {
  const fewest = new Map([[0, 0]]);
  for (let start = 0; start < letters.length; start += 1) {
    const words = fewest.get(start);
    if (words === undefined || words === MAX_COMMON_WORDS) continue;
    for (let end = start + 1; end <= Math.min(letters.length, start + longestStem); end += 1) {
      if (!stems.has(letters.slice(start, end))) continue;
      fewest.set(end, Math.min(fewest.get(end) ?? words + 1, words + 1));
    }
  }
  return fewest.has(letters.length);
}

/** The shortest text that gives the whole when repeated: "abcabc" is made of "abc". */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1a2z3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'aqwzsxedcrfvtgbyhnujikolpm',
];

const reversed = (text: string) => [...text].reverse().join('');

/** Shorter runs are a part of many ordinary words. */
const SHORTEST_RUN = 4;

/** Every text of the shortest length that stands in a text. */
function shortestRunsOf(text: string): Set<string> {
  const runs = new Set<string>();
  for (let start = 0; start + SHORTEST_RUN <= text.length; start += 1)
    runs.add(text.slice(start, start + SHORTEST_RUN));
  return runs;
}

const ROWS = SEQUENCES.flatMap((row) => [row, reversed(row)]).map((row) => ({
  row,
  shortestRuns: shortestRunsOf(row),
}));

/** Long runs along the alphabet, the digits or a keyboard row, forwards or backwards, cut out of a text. */
function withoutSequences(text: string): string {
  let rest = text;
  for (const { row, shortestRuns } of ROWS) {
    // Most texts hold no run of a row: a look at their parts of four is fifty times as fast as the search for every run.
    if (![...shortestRunsOf(rest)].some((run) => shortestRuns.has(run))) continue;
    for (let length = Math.min(row.length, rest.length); length >= SHORTEST_RUN; length -= 1) {
      for (let start = 0; start + length <= row.length; start += 1) {
        rest = rest.replaceAll(row.slice(start, start + length), '');
      }
    }
  }
  return rest;
}

/** What is left without the years, dates and punctuation at the ends, which people add to pass a rule. */
const coreOf = (text: string) => text.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '');

/** The plainer passwords that a password is one of, decorated: what a list of common ones is asked for. */
export function commonFormsOf(password: string): string[] {
  const text = plain(password);
  const plainer = [text, repeatedUnit(text), coreOf(text), repeatedUnit(coreOf(text))];
  return [...new Set([...plainer, ...plainer.map(withoutSubstitutions)])];
}

function isCommon(password: string): boolean {
  const text = plain(password);
  if (repeatedUnit(text).length <= 4) return true;
  if (withoutSequences(text).length <= 3) return true;
  const core = coreOf(text);
  if (core.length <= 3) return true;
  return [core, withoutSubstitutions(core), withoutSubstitutions(text)].some((candidate) => {
    const letters = candidate.replace(/[^a-z]/g, '');
    return letters.length > 0 && isMadeOfStems(repeatedUnit(letters));
  });
}

/** Letters and digits that must be left of a password once the person's own names are taken out. */
const MIN_WITHOUT_NAMES = 8;

/** Whether a password is little more than some names. */
function leansOn(password: string, names: readonly string[]): boolean {
  const parts = names
    .flatMap((part) => [part, ...part.split(/[\s.\-_+']+/)])
    .map((part) => plain(part).trim())
    .filter((part) => part.length >= 3)
    .sort((a, b) => b.length - a.length);
  const text = plain(password);
  let rest = text;
  for (const part of parts) rest = rest.replaceAll(part, '');
  return rest !== text && rest.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_WITHOUT_NAMES;
}

/** Rough bits: length times the variety of characters, with repeats and sequences counted for little. */
function strengthOf(password: string): PasswordStrength {
  const text = password.normalize('NFKC');
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((pattern) => pattern.test(text)).length;
  const variety = new Set(text).size;
  const effectiveLength = Math.min(withoutSequences(plain(text)).length + 2, variety * 2);
  const bits = effectiveLength * (2.5 + classes * 0.7);
  if (bits < 40) return 1;
  if (bits < 60) return 2;
  if (bits < 85) return 3;
  return 4;
}

export type PersonOfPassword = {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** The institution's name, a frequent guess. */
  readonly brandName?: string;
};

/**
 * Judges a password: 12 to 128 characters, not a well-known one (however decorated: capitals, "@" for "a", a year at the
 * end), not the institution's name and not the person's own name or e-mail with a few characters around it. No rule about kinds of characters:
 * they make passwords worse. The strength is a hint only.
 */
export function passwordVerdict(password: string, person: PersonOfPassword = {}): PasswordVerdict {
  const length = lengthOf(password);
  const refused = (reason: PasswordFault): PasswordVerdict => ({ ok: false, reason, strength: 0 });
  if (length < MIN_PASSWORD_LENGTH) return refused('too-short');
  if (length > MAX_PASSWORD_LENGTH) return refused('too-long');
  const { email = '', firstName = '', lastName = '', brandName = '' } = person;
  if (isCommon(password) || leansOn(password, [brandName])) return refused('common');
  const [local = ''] = email.split('@');
  if (leansOn(password, [email, local, firstName, lastName])) return refused('contains-name');
  return { ok: true, strength: strengthOf(password) };
}

/** The catalogue key of each fault, for the field's message. */
export const PASSWORD_FAULT_KEYS = {
  'too-short': 'validation.password.tooShort',
  'too-long': 'validation.password.tooLong',
  common: 'validation.password.common',
  'contains-name': 'validation.password.containsName',
} as const satisfies Record<PasswordFault, string>;
