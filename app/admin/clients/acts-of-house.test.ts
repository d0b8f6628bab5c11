import { expect, test } from 'vitest';
import { isActOfHouse } from './acts-of-house.ts';

const ACTS = ['credit', 'iban', 'fee', 'activate', 'remove'];
const IBAN = 'FR7630006000011234567890189';

test.each([
  ['a bank', { hasAccounts: true, lends: true }, null, ACTS],
  ['a payment institution', { hasAccounts: true, lends: false }, null, ACTS],
  ['a finance company', { hasAccounts: false, lends: true }, null, ['credit', 'fee', 'activate', 'remove']],
  ['a finance company', { hasAccounts: false, lends: true }, IBAN, ACTS],
  ['an intermediary', { hasAccounts: false, lends: false }, null, ['fee', 'activate', 'remove']],
])('LC-6 the acts of %s on a client: %o, IBAN %s', (_, house, iban, acts) => {
  expect(ACTS.filter((act) => isActOfHouse(act, { iban }, house))).toEqual(acts);
});
