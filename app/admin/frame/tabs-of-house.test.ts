import { expect, test } from 'vitest';
import { partsByStatus } from '#domain/desk/house-parts.ts';
import { allSections } from './sections.ts';
import { isTabOfHouse } from './tabs-of-house.ts';

test.each([
  ['credit-institution', [], []],
  ['payment-institution', [], []],
  ['finance-company', [], ['rates']],
  ['finance-company', ['currencies'], []],
  ['iobsp-broker', [], ['withdrawals', 'statements', 'rates']],
  ['iobsp-broker', ['transfers', 'bank-statements'], ['rates']],
] as const)('LC-6 the tabs that a %s lacks, with %o left from before', (status, left, missing) => {
  const parts = [...partsByStatus({ mode: 'live', status }), ...left];
  expect(allSections.filter((section) => !isTabOfHouse(section, parts))).toEqual(missing);
});
