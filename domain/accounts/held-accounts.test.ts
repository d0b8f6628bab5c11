import { expect, test } from 'vitest';
import { accountTypesOf } from './account-types.ts';
import { holdsAccounts, isBank } from './held-accounts.ts';

test.each([
  ['demo', 'finance-company', ['courant', 'epargne', 'credit'], true, true],
  ['live', 'credit-institution', ['courant', 'epargne', 'credit'], true, true],
  ['live', 'payment-institution', ['courant'], true, false],
  ['live', 'finance-company', ['credit'], false, false],
  ['live', 'iobsp-broker', ['credit'], false, false],
] as const)(
  'LC-6 CMF L511-5: a %s house that is a %s opens accounts %j, holds deposits or payment accounts: %j, calls itself a bank: %j',
  (mode, status, types, holds, bank) => {
    expect(accountTypesOf({ mode, status })).toEqual(types);
    expect(holdsAccounts({ mode, status })).toBe(holds);
    expect(isBank({ mode, status })).toBe(bank);
  },
);
