import { expect, test } from 'vitest';
import { withOrdinalFirst } from './french-day.ts';

test.each([
  ['1 octobre 2026', '1er octobre 2026'],
  ['1\u00a0octobre 2026', '1er\u00a0octobre 2026'],
  ['11 octobre 2026', '11 octobre 2026'],
  ['10 octobre 2026 à 01:00', '10 octobre 2026 à 01:00'],
])('%s is read %s', (written, read) => {
  expect(withOrdinalFirst(written)).toBe(read);
});
