import { expect, test } from 'vitest';
import demo from './demo.ts';
import { shownOf } from './shown.ts';

test('a browser gets no account, limit, policy or approval of the institution', () => {
  const file = {
    ...demo,
    transferLimits: { operation: { EUR: 1 }, day: { EUR: 1 }, thirtyDays: { EUR: 1 } },
    templateApprovals: { offer: { version: '1', by: 'Maître Essai' } },
    approvalPolicies: [{ operation: 'x', rows: [] }],
  };
  const shown = shownOf(file);
  expect(shown).toMatchObject({ mode: 'demo', status: demo.status, brandName: demo.brandName });
  const kept = Object.keys(file).filter((name) => !(name in shown));
  expect(kept).toEqual(
    expect.arrayContaining([
      'houseIban',
      'houseBic',
      'creditorIdentifier',
      'ibanRange',
      'accountingNumbers',
      'transferLimits',
      'templateApprovals',
      'approvalPolicies',
    ]),
  );
});
