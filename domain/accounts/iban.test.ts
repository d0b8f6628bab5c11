import { countrySpecs } from 'ibantools';
import { describe, expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import { formatIban, type IbanFault, ibanLength, ibanVerdict, isSameIban, normalizeIban } from './iban.ts';
import { frenchIban, ribKey } from './iban-range.ts';
import registry from './vectors/iban-structures.json' with { type: 'json' };

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
  // The length comes before the characters (PAY-3).
  ['FR76.3000.6000.0112.3456.7890.189', 'length', 'FR'],
  ['DE06ABCDEFGHIJKLMNOPQR', 'structure', 'DE'],
  ['GB29 1WBK 6016 1331 9268 19', 'structure', 'GB'],
  ['IE29A1BK93115212345678', 'structure', 'IE'],
  ['FR8420041010050500013M02607', 'rib-key', 'FR'],
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

type Blocks = readonly (readonly [count: number, characters: string])[];

/** Blocks of a structure, neighbours of one class joined: « 4!n6!n8!c » is 10 digits and 8 of both. */
function joined(blocks: Blocks): string {
  const parts: [number, string][] = [];
  for (const [count, characters] of blocks) {
    const last = parts.at(-1);
    if (last?.[1] === characters) last[0] += count;
    else parts.push([count, characters]);
  }
  return parts.map(([count, characters]) => `${count}${characters}`).join(' ');
}

const ofRegistry = (bban: string): string =>
  joined([...bban.matchAll(/(\d+)!([nac])/g)].map(([, count, kind = '']) => [Number(count), kind]));

const KINDS: Readonly<Record<string, string>> = {
  '[0-9]': 'n',
  '[A-Z]': 'a',
  '[A-Z0-9]': 'c',
  '[0-9A-Z]': 'c',
};
const ofLibrary = (pattern: string): string =>
  joined(
    [...pattern.matchAll(/(\[[^\]]+\])(?:\{(\d+)\})?/g)].map(([, characters = '', count]) => [
      Number(count ?? 1),
      KINDS[characters] ?? characters,
    ]),
  );

/** An IBAN of a country's structure with right check digits: digits where it has both. */
function ibanOf(country: string, bban: string): string {
  const text = [...bban.matchAll(/(\d+)!([nac])/g)]
    .map(([, count, kind]) => (kind === 'a' ? 'B' : '1').repeat(Number(count)))
    .join('');
  const withKey = registry.countries.FR.bban === bban ? `${text.slice(0, -2)}${keyOfDigits(text)}` : text;
  return `${country}${checkDigits(country, withKey)}${withKey}`;
}

/** PAY-4, for digits, by its formula alone. */
function keyOfDigits(bban: string): string {
  const sum =
    89n * BigInt(bban.slice(0, 5)) + 15n * BigInt(bban.slice(5, 10)) + 3n * BigInt(bban.slice(10, 21));
  return String(97n - (sum % 97n)).padStart(2, '0');
}

/** ISO 7064 mod 97-10, by whole numbers. */
function checkDigits(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join('');
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}

describe('PAY-3 the structures of the registry', () => {
  const countries = Object.entries(registry.countries);

  test.each(countries)('%s', (country, { length, bban }) => {
    expect(ibanLength(country)).toBe(length);
    const iban = ibanOf(country, bban);
    expect([iban, ibanVerdict(iban)]).toEqual([iban, { ok: true, countryCode: country }]);
    // Each place of another class, with right check digits: a letter for a digit, a digit for a letter.
    const kinds = [...bban.matchAll(/(\d+)!([nac])/g)].flatMap(([, count, kind]) =>
      Array(Number(count)).fill(kind),
    );
    for (const [place, kind] of kinds.entries()) {
      const text = iban.slice(4);
      const wrong = text.slice(0, place) + (kind === 'n' ? 'Z' : '0') + text.slice(place + 1);
      const verdict = ibanVerdict(`${country}${checkDigits(country, wrong)}${wrong}`);
      if (kind === 'c') expect(verdict.ok || verdict.reason === 'rib-key').toBe(true);
      else
        expect([place, verdict]).toEqual([place, { ok: false, reason: 'structure', countryCode: country }]);
    }
  });

  test('ibantools has them but for those that are corrected here', () => {
    const differ = countries
      .filter(
        ([country, { bban }]) => ofLibrary(countrySpecs[country]?.bban_regexp ?? '') !== ofRegistry(bban),
      )
      .map(([country]) => country);
    expect(differ).toEqual(['BY', 'DO', 'GE', 'IE', 'PK', 'PS', 'TR', 'VG']);
  });

  test('a territory has the format of the country it belongs to; a country outside the registry has none', () => {
    for (const territory of ['GP', 'MQ', 'RE', 'GF', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF', 'WF', 'TF'])
      expect([territory, ibanLength(territory)]).toEqual([territory, 27]);
    expect(ibanLength('AX')).toBe(18);
    for (const absent of ['US', 'CI', 'MA', 'toString', '', null]) expect(ibanLength(absent)).toBeNull();
  });
});

describe('PAY-3 and PAY-4 cases', () => {
  for (const { id, title, family, input, expected } of vectors.cases) {
    if (family === 'iban')
      test(`${id}: ${title}`, () => {
        for (const { text, ok, reason } of expected as { text: string; ok: boolean; reason?: string }[]) {
          const verdict = ibanVerdict(text);
          expect([text, verdict.ok, verdict.ok ? undefined : verdict.reason]).toEqual([text, ok, reason]);
        }
      });
    if (family === 'rib')
      test(`${id}: ${title}`, () => {
        expect((input as object[]).length).toBe((expected as object[]).length);
        for (const [place, { iban, key }] of (expected as { iban: string; key: string }[]).entries()) {
          const asked = (input as { bank: string; branch: string; account: string }[])[place]!;
          expect([ribKey(asked), frenchIban(asked)]).toEqual([key, iban]);
          expect([iban, ibanVerdict(iban).ok]).toEqual([iban, true]);
          const bban = `${iban.slice(4, -2)}${String((Number(key) % 97) + 1).padStart(2, '0')}`;
          const wrong = `FR${checkDigits('FR', bban)}${bban}`;
          expect([wrong, ibanVerdict(wrong)]).toEqual([
            wrong,
            { ok: false, reason: 'rib-key', countryCode: 'FR' },
          ]);
        }
      });
  }
});

test('forms', () => {
  expect(formatIban('fr7630006000011234567890189')).toBe('FR76 3000 6000 0112 3456 7890 189');
  expect(formatIban('NO9386011117947')).toBe('NO93 8601 1117 947');
  expect(formatIban('')).toBe('');
  expect(normalizeIban(' iban: fr76\t3000 ')).toBe('FR763000');
});

test('one account, however it is written', () => {
  expect(isSameIban('fr76 3000 6000 0112 3456 7890 189', 'FR7630006000011234567890189')).toBe(true);
  expect(isSameIban('FR7630006000011234567890189', 'FR7630006000011234567890188')).toBe(false);
});
