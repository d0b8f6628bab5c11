import { describe, expect, test } from 'vitest';
import { base32, codeOf, otpauthUri, stepAt, stepOf } from './totp.ts';

/** The secret of the test vectors of RFC 4226 and RFC 6238. */
const secret = Buffer.from('12345678901234567890');

test('the ten values of RFC 4226, appendix D', () => {
  expect(Array.from({ length: 10 }, (_, counter) => codeOf(secret, counter))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]);
});

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238, appendix B: at %i seconds the code ends in %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

describe('the step of a code', () => {
  const now = new Date('2026-11-20T12:00:10Z');
  const step = stepAt(now);

  test('is found one step either side, and no further', () => {
    for (const [away, found] of [
      [-2, null],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, null],
    ] as const)
      expect(stepOf(secret, codeOf(secret, step + away), now)).toBe(found);
  });

  test.each(['', '1', '12345', '1234567'])('of %j is none', (code) => {
    expect(stepOf(secret, code, now)).toBeNull();
  });
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10, without padding: %j is %s', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('the address of the QR code names the institution and the person', () => {
  expect(otpauthUri({ secret, issuer: 'Banque Démo', account: 'alix@example.test' })).toBe(
    'otpauth://totp/Banque%20D%C3%A9mo:alix%40example.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Banque%20D%C3%A9mo&algorithm=SHA1&digits=6&period=30',
  );
});
