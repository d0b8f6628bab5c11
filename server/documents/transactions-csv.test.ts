import { expect, test } from 'vitest';
import { harmless } from './transactions-csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+33 6', "'+33 6"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\uff1d1', "'\uff1d1"],
  ['Loyer = 500', 'Loyer = 500'],
  ['Virement', 'Virement'],
  ['', ''],
])('a spreadsheet reads %j as the text %j', (text, expected) => {
  expect(harmless(text)).toBe(expected);
});
