import { expect, test } from 'vitest';
import { confirmationSubject } from './confirmation.ts';

const payment = { amountMinor: 500, iban: 'FR76', bankName: 'Banque' };
const subject = confirmationSubject('withdrawals.request', payment);

test('the same request in another order is the same subject', () => {
  expect(
    confirmationSubject('withdrawals.request', {
      bankName: 'Banque',
      iban: 'FR76',
      amountMinor: 500,
      note: undefined,
    }),
  ).toBe(subject);
});

test.each([
  { ...payment, amountMinor: 501 },
  { ...payment, amountMinor: '500' },
  { ...payment, iban: 'DE12' },
  { ...payment, extra: 1 },
  null,
])('%j is another one', (other) => {
  expect(confirmationSubject('withdrawals.request', other)).not.toBe(subject);
});

test('the same fields of another operation are another subject', () => {
  expect(confirmationSubject('accounts.credit', payment)).not.toBe(subject);
});
