import { expect, it } from 'vitest';
import { budgets, excesses } from './sizes.ts';

const page = {
  path: '/',
  kind: 'text',
  scripts: 3_000,
  styles: 10_000,
  font: 30_000,
  requests: 8,
} as const;

it('lets a page within its budget pass', () => {
  expect(excesses(page)).toEqual([]);
});

it.each(['scripts', 'styles', 'font', 'requests'] as const)(
  'refuses a page over its budget of %s',
  (part) => {
    expect(excesses({ ...page, [part]: 200_000 })).toEqual([
      `/: ${part} 200000 > ${part === 'requests' ? budgets.text.requests : budgets.text[part] * 1000}`,
    ]);
  },
);

it('allows a page with an island more scripts than a page to read', () => {
  expect(excesses({ ...page, kind: 'island', scripts: 90_000 })).toEqual([]);
  expect(excesses({ ...page, scripts: 90_000 })).toHaveLength(1);
});
