import { describe, expect, test } from 'vitest';
import { holderVerdict, mayGivePayoutAccount, paysOutside } from './payout-account.ts';
import { LOAN_PHASES } from './phases.ts';

describe('LC-6: the payout of a finance company', () => {
  test('LC-6 a finance company alone pays outside: a credit institution has the account', () => {
    expect(paysOutside('finance-company')).toBe(true);
    for (const status of ['credit-institution', 'payment-institution', 'iobsp-broker'])
      expect(paysOutside(status)).toBe(false);
  });

  test.each([
    ['match', 'own'],
    ['no-match', 'other'],
    ['close-match', 'unsure'],
    ['not-possible', 'unsure'],
    [null, 'unsure'],
  ] as const)('LC-6, PAY-12 an account whose check says %s is %s', (result, verdict) => {
    expect(holderVerdict(result)).toBe(verdict);
  });

  test('LC-6 the account is given from the acceptance to the payout, and again only when the transfer came back', () => {
    expect(LOAN_PHASES.filter((phase) => mayGivePayoutAccount(phase, false))).toEqual(['accepted', 'agreed']);
    expect(LOAN_PHASES.filter((phase) => mayGivePayoutAccount(phase, true))).toEqual([
      'accepted',
      'agreed',
      'active',
    ]);
  });
});
