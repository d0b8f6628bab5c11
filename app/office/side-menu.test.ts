import { expect, it } from 'vitest';
import { readSideMenu } from './side-menu.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 20);

it.each([
  ['a folded menu is remembered', `folded@${now - day}`, 'folded'],
  ['an open menu is remembered', `open@${now - 6.9 * day}`, 'open'],
  ['after 7 days it is forgotten', `folded@${now - 7 * day}`, null],
  ['anything else is nothing', 'closed@1', null],
  ['nothing stored is nothing', null, null],
])('%s', (_promise, stored, expected) => {
  expect(readSideMenu(stored, now)).toBe(expected);
});
