import { expect, test } from 'vitest';
import { missingHere } from './missing-here.ts';

test.each([
  ['a finance company, nothing ready', 212_42, 0, false, 212_42],
  ['a finance company, a part ready', 212_42, 100_00, false, 112_42],
  ['a finance company, enough ready', 212_42, 300_00, false, 0],
  ['a finance company, not read yet', 212_42, undefined, false, 0],
  ['a bank, whose account says it', 212_42, 0, true, 0],
])(
  'LC-6 what is to be transferred before an instalment is paid: %s',
  (_, typed, available, hasAccounts, missing) => {
    expect(missingHere(typed, available, hasAccounts)).toBe(missing);
  },
);
