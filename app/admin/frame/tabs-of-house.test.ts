import { expect, test } from 'vitest';
import { allSections } from './sections.ts';
import { isTabOfHouse } from './tabs-of-house.ts';

test('LC-6 an intermediary has no tab of transfers, batches and direct debits, unless some are left from before', () => {
  const missing = (house: Parameters<typeof isTabOfHouse>[1]) =>
    allSections.filter((section) => !isTabOfHouse(section, house));
  expect(missing({ movesMoney: true, transfers: 0 })).toEqual([]);
  expect(missing({ movesMoney: false, transfers: 0 })).toEqual(['withdrawals']);
  expect(missing({ movesMoney: false, transfers: 1 })).toEqual([]);
});
