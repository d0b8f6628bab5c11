import { expect, test } from 'vitest';
import { CURRENCY_CODES } from '#domain/money/currencies.ts';
import { isParameterValue } from '#domain/parameters/legal-parameters.ts';
import { fieldsOfValue, valueTyped } from './value-fields.ts';

const amounts = Object.fromEntries(CURRENCY_CODES.map((code) => [code, 1_000_00]));

test.each([
  ['maximum.loan', amounts],
  ['regime.max', 100_000_00],
  ['policy.debt-ratio', 35_25],
  ['rates.change-factor', '1.25'],
  ['policy.rest-to-live', { aloneMinor: 700_00, coupleMinor: 1_000_50, dependantMinor: 250_00 }],
  ['offer.validDays', 15],
  ['offer.extend', true],
  ['cutoff.sct', '15:00'],
  ['vop.required', '2025-10-09'],
  ['file.versions', ['camt.053.001.08', 'pain.002.001.10']],
  ['bankCharges.codes', []],
  ['bankCharges.codes', ['B1', '06']],
  ['policy.accruals', 'daily'],
  ['standing.attempts', [{ paymentDay: 0, at: '08:30' }]],
  [
    'standing.attempts',
    [
      { paymentDay: 0, at: '08:30' },
      { paymentDay: 1, at: '14:00' },
    ],
  ],
  ['limits.day', null],
  ['limits.day', { EUR: 5_000_00, CHF: 4_000_00 }],
  [
    'hold.rules',
    {
      demo: [],
      live: [
        { rule: 'new-payee-large', fromMinor: 1_000_00 },
        { rule: 'many', orders: 5, hours: 24 },
        { rule: 'listed-iban' },
      ],
    },
  ],
] as const)('%s is typed as it is shown, in French and in English', (key, value) => {
  for (const locale of ['fr-FR', 'en-GB']) {
    const typed = fieldsOfValue(key, value, locale);
    expect(valueTyped(key, typed, { locale, before: value })).toEqual(value);
  }
});

test('LC-37 the ceilings of a quarter are typed band by band, and nothing of the last quarter is proposed', () => {
  const before = {
    to: '2026-03-31',
    bands: [
      { upToMinor: 300_000, ceilingBps: 2356 },
      { upToMinor: null, ceilingBps: 867 },
    ],
  };
  expect(fieldsOfValue('usury.ceilings', before, 'fr-FR')).toEqual({ to: '', band0: '', band1: '' });
  const typed = { to: '2026-12-31', band0: '22,71', band1: '8,9' };
  expect(valueTyped('usury.ceilings', typed, { locale: 'fr-FR', before })).toEqual({
    to: '2026-12-31',
    bands: [
      { upToMinor: 300_000, ceilingBps: 2271 },
      { upToMinor: null, ceilingBps: 890 },
    ],
  });
});

test.each([
  ['offer.validDays', { value: 'quinze' }],
  ['offer.validDays', { value: '1,5' }],
  ['early.policy', { value: '0,125' }],
  ['regime.max', { value: '' }],
  ['offer.extend', { value: '' }],
  ['limits.day', { isOn: 'true' }],
  ['limits.day', { isOn: 'true', EUR: 'dix' }],
  ['hold.rules', { 'live-many-isOn': 'true', 'live-many-orders': '1', 'live-many-hours': '24' }],
  ['standing.attempts', { paymentDay0: '0', at0: '8h30' }],
] as const)('%s: %j is no value of the key', (key, typed) => {
  expect(isParameterValue(key, valueTyped(key, typed, { locale: 'fr-FR', before: null }))).toBe(false);
});
