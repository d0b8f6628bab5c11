import { expect, test } from 'vitest';
import { accountTypesOf, accountWordsOf } from './account-types.ts';
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

test.each([
  ['demo', 'payment-institution', 'courant', 'credit'],
  ['live', 'credit-institution', 'courant', 'credit'],
  ['live', 'payment-institution', 'paiement', 'credit'],
  ['live', 'finance-company', 'courant', 'credit'],
  ['live', 'iobsp-broker', 'courant', 'espace'],
] as const)(
  'LC-6 CMF L314-1: a %s house that is a %s calls its account to pay from « %s », and what a request of a loan opens « %s »',
  (mode, status, courant, credit) => {
    const words = {
      courant: 'courant',
      epargne: 'epargne',
      credit: 'credit',
      paiement: 'paiement',
      espace: 'espace',
    };
    expect(accountWordsOf({ mode, status }, words)).toEqual({ courant, epargne: 'epargne', credit });
  },
);
