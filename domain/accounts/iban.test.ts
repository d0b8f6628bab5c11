import fc from 'fast-check';
import { countrySpecs, isValidIBAN } from 'ibantools';
import { describe, expect, test } from 'vitest';
import { formatIban, IBAN_LENGTHS, type IbanFault, ibanVerdict, normalizeIban } from './iban.ts';

test.each<[string, string]>([
  ['FR7630006000011234567890189', 'FR'],
  ['fr76 3000 6000 0112 3456 7890 189', 'FR'],
  ['FR76-3000-6000-0112-3456-7890-189', 'FR'],
  ['IBAN FR76\u00a03000\u202f6000 0112 3456 7890 189', 'FR'],
  ['FR7600000000000000000000194', 'FR'],
  ['GB29NWBK60161331926819', 'GB'],
  ['DE89370400440532013000', 'DE'],
  ['NO9386011117947', 'NO'],
  ['MT84MALT011000012345MTLCAST001S', 'MT'],
  ['LC55HEMM000100010012001200023015', 'LC'],
])('%s holds', (text, countryCode) => {
  expect(ibanVerdict(text)).toEqual({ ok: true, countryCode });
});

test.each<[string, IbanFault, string | null]>([
  ['', 'empty', null],
  [' \u00a0', 'empty', null],
  ['IBAN', 'empty', null],
  ['XX7630006000011234567890189', 'country', null],
  ['7630006000011234567890189', 'country', null],
  ['US64SVBKUS6S3300958879', 'country', null],
  ['F', 'country', null],
  ['toString', 'country', null],
  ['FR', 'length', 'FR'],
  ['FR76', 'length', 'FR'],
  ['FR763000600001123456789018', 'length', 'FR'],
  ['FR76300060000112345678901899', 'length', 'FR'],
  ['FR763000600001123456789018é', 'characters', 'FR'],
  ['FRA630006000011234567890189', 'characters', 'FR'],
  ['FR76.3000.6000.0112.3456.7890.189', 'characters', 'FR'],
  ['FR7730006000011234567890189', 'checksum', 'FR'],
  ['FR7630006000011234567890198', 'checksum', 'FR'],
  ['FR7630006000011234567809189', 'checksum', 'FR'],
])('%j: %s', (text, reason, countryCode) => {
  expect(ibanVerdict(text)).toEqual({ ok: false, reason, countryCode });
});

test('every account has one pair of check digits, from 02 to 98', () => {
  // 00, 01 and 99 leave the remainders of 97, 98 and 02, so without their own rule some accounts would have two.
  const pairs = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
  const seen = new Set<string>();
  for (let account = 0; account < 300; account += 1) {
    const right = pairs.filter((pair) => ibanVerdict(`DE${pair}${String(account).padStart(18, '0')}`).ok);
    expect(right).toHaveLength(1);
    seen.add(right[0]!);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['02', '97', '98']));
  expect(['00', '01', '99'].filter((pair) => seen.has(pair))).toEqual([]);
});

test('one digit mistyped, or two neighbours swapped, never pass', () => {
  const valid = 'FR7630006000011234567890189';
  for (let index = 4; index < valid.length; index += 1) {
    for (const digit of '0123456789') {
      const wrong = valid.slice(0, index) + digit + valid.slice(index + 1);
      expect(ibanVerdict(wrong).ok).toBe(wrong === valid);
    }
    if (index + 1 < valid.length) {
      const swapped = valid.slice(0, index) + valid[index + 1] + valid[index] + valid.slice(index + 2);
      expect(ibanVerdict(swapped).ok).toBe(swapped === valid);
    }
  }
});

describe('against ibantools', () => {
  test('every country of the registry has its length', () => {
    for (const [country, spec] of Object.entries(countrySpecs)) {
      if (spec.IBANRegistry) expect([country, IBAN_LENGTHS[country]]).toEqual([country, spec.chars]);
    }
  });

  test('and every country of ours has the same length there', () => {
    for (const [country, length] of Object.entries(IBAN_LENGTHS)) {
      expect([country, length]).toEqual([country, countrySpecs[country]?.chars]);
    }
  });

  test('agrees on German accounts with any check digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{18}$/), (account) => {
        const ours = [];
        const theirs = [];
        for (let check = 2; check <= 98; check += 1) {
          const iban = `DE${String(check).padStart(2, '0')}${account}`;
          if (ibanVerdict(iban).ok) ours.push(iban);
          if (isValidIBAN(iban)) theirs.push(iban);
        }
        expect(ours).toEqual(theirs);
        expect(ours).toHaveLength(1);
      }),
      { numRuns: 20 },
    );
  });
});

test('forms', () => {
  expect(formatIban('fr7630006000011234567890189')).toBe('FR76 3000 6000 0112 3456 7890 189');
  expect(formatIban('NO9386011117947')).toBe('NO93 8601 1117 947');
  expect(formatIban('')).toBe('');
  expect(normalizeIban(' iban: fr76\t3000 ')).toBe('FR763000');
});
