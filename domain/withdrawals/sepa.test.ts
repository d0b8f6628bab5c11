import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSepaIban, MAX_SEPA_MINOR, sepaObstacle, sepaText } from './sepa.ts';

test.each([
  ['FR7600000000000000000000194', true],
  ['DE89370400440532013000', true],
  ['CH9300762011623852957', true],
  ['GB29NWBK60161331926819', true],
  ['FR7600000000000000000000195', false],
  ['BR1800360305000010009795493C1', false],
  ['TR330006100519786457841326', false],
  ['', false],
])('%s is reached by a SEPA credit transfer: %s', (iban, reached) => {
  expect(isSepaIban(iban)).toBe(reached);
});

test.each([
  ['fits', {}, null],
  ['the largest amount fits', { amountMinor: MAX_SEPA_MINOR }, null],
  ['one cent more does not', { amountMinor: MAX_SEPA_MINOR + 1 }, 'too-large'],
  ['another currency', { currency: 'CHF', clientIban: 'CH9300762011623852957' }, 'other-currency'],
  ['an IBAN whose checksum is wrong', { clientIban: 'FR7600000000000000000000195' }, 'invalid-iban'],
  ['an IBAN that was judged wrong when it was typed', { ibanValid: false }, 'invalid-iban'],
  ['no IBAN', { clientIban: '' }, 'invalid-iban'],
  ['a country outside SEPA', { clientIban: 'TR330006100519786457841326' }, 'outside-sepa'],
])('a withdrawal in a SEPA file: %s', (_, change, obstacle) => {
  const withdrawal = {
    currency: 'EUR',
    ibanValid: true,
    clientIban: 'FR7600000000000000000000194',
    amountMinor: 1,
  };
  expect(sepaObstacle({ ...withdrawal, ...change })).toBe(obstacle);
});

describe('a text that every bank carries', () => {
  test.each([
    ['Hélène Œuvrard-Straße', 'Helene Oeuvrard-Strasse'],
    ['Łukasz Þórsson', 'Lukasz Thorsson'],
    ['L’Atelier « Fictif »', "L'Atelier . Fictif ."],
    ['Dupont & fils', 'Dupont + fils'],
    ['12\u00a0rue\tdes\nLilas', '12 rue des Lilas'],
    ['//a//b//', 'a/b'],
    ['Ιωάννα Παπαδοπούλου', 'Ioanna Papadopoulou'],
    ['Юлия Щерева', 'Yuliya Shtereva'],
    ['田中', '..'],
    ['a😀b', 'a.b'],
  ])('%j is %j', (text, carried) => {
    expect(sepaText(text, 70)).toBe(carried);
  });

  test('is cut without a space or slash at its end', () => {
    expect(sepaText('abc / def', 5)).toBe('abc');
  });

  test('never holds anything else, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const carried = sepaText(text, 35);
        expect(carried).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]{0,35}$/);
        expect(carried).not.toMatch(/^\/|\/$|\/\//);
        expect(sepaText(carried, 35)).toBe(carried);
      }),
    );
  });
});
