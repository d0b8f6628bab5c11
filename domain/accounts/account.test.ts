import { expect, test } from 'vitest';
import type { CurrencyCode } from '../money/currencies.ts';
import { accountTypeInput, assignIbanInput, creditInput } from './account.ts';
import { activateAccountInput, activationDepositMinor } from './activation.ts';

const messages = (result: { error?: { issues: { message: string }[] } }) =>
  (result.error?.issues ?? []).map((issue) => issue.message);

test.each<[CurrencyCode | undefined, string | undefined, number]>([
  [undefined, undefined, 25_000],
  ['EUR', '1', 25_000],
  ['USD', '1.0843', 27_108],
  ['GBP', '0.8421', 21_053],
  ['JPY', '163.25', 40_813],
  ['KRW', '1462.5', 365_625],
  ['HUF', '389.123', 9_728_075],
])('the first deposit in %s at %s', (currency, rate, expected) => {
  expect(activationDepositMinor(currency, rate)).toBe(expected);
});

test('nothing received is a valid activation, a negative amount is not', () => {
  expect(activateAccountInput.safeParse({ receivedMinor: 0 }).success).toBe(true);
  expect(messages(activateAccountInput.safeParse({ receivedMinor: -1 }))).toEqual([
    'validation.amount.notNegative',
  ]);
});

test('account types', () => {
  for (const accountType of ['courant', 'epargne', 'credit']) {
    expect(accountTypeInput.safeParse({ accountType }).success).toBe(true);
  }
  expect(messages(accountTypeInput.safeParse({ accountType: 'livret' }))).toEqual(['validation.accountType']);
});

test.each<[string, string, string[]]>([
  ['FR76 3000 6000 0112 3456 7890 189', 'Banque Exemple', []],
  ['', 'Banque Exemple', ['validation.required']],
  ['   ', '  ', ['validation.required', 'validation.required']],
  ['FR76 3000 6000 0112 3456 7890 188', 'Banque Exemple', ['validation.iban.invalid']],
])('assigning %j at %j', (iban, bankName, expected) => {
  const result = assignIbanInput.safeParse({ iban, bankName });
  expect(messages(result)).toEqual(expected);
  if (result.success) expect(result.data.iban).toBe('FR7630006000011234567890189');
});

test.each<[Record<string, unknown>, string[]]>([
  [{ amountMinor: 1, currency: 'JPY', description: 'Virement' }, []],
  [{ amountMinor: 0, currency: 'EUR', description: 'Virement' }, ['validation.amount.positive']],
  [{ amountMinor: 1, currency: 'XPF', description: 'Virement' }, ['validation.currency']],
  [{ amountMinor: 1, currency: 'EUR', description: ' ' }, ['validation.required']],
  [{ amountMinor: 1, currency: 'EUR', description: 'x'.repeat(201) }, ['validation.tooLong']],
])('a credit of %j', (input, expected) => {
  expect(messages(creditInput.safeParse(input))).toEqual(expected);
});
