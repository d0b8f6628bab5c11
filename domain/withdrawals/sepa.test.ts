import { expect, test } from 'vitest';
import { isSepaIban, MAX_SEPA_MINOR, sepaObstacle } from './sepa.ts';

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
