import { expect, it } from 'vitest';
import { budgets, excesses } from './sizes.ts';

const page = {
  path: '/',
  kind: 'text',
  document: 14_000,
  scripts: 3_000,
  styles: 10_000,
  font: 13_000,
  requests: 8,
} as const;

it('lets a page within its budget pass', () => {
  expect(excesses(page)).toEqual([]);
});

it.each(['document', 'scripts', 'styles', 'font', 'requests'] as const)(
  'refuses a page over its budget of %s',
  (part) => {
    expect(excesses({ ...page, [part]: 200_000 })).toEqual([
      `/: ${part} 200000 > ${part === 'requests' ? budgets.text.requests : budgets.text[part] * 1000}`,
    ]);
  },
);

it('allows a page with an island 95 KB of scripts, and a page to read 8', () => {
  expect(excesses({ ...page, kind: 'island', scripts: 95_000 })).toEqual([]);
  expect(excesses({ ...page, kind: 'island', scripts: 95_001 })).toHaveLength(1);
  expect(excesses({ ...page, scripts: 90_000 })).toHaveLength(1);
});
