import { expect, it } from 'vitest';
import { budgets, excesses } from './sizes.ts';

const page = {
  path: '/',
  kind: 'content',
  scripts: 80_000,
  styles: 10_000,
  font: 30_000,
  requests: 14,
} as const;

it('lets a page within its budget pass', () => {
  expect(excesses(page)).toEqual([]);
});

it.each(['scripts', 'styles', 'font', 'requests'] as const)(
  'refuses a page over its budget of %s',
  (part) => {
    expect(excesses({ ...page, [part]: 200_000 })).toEqual([
      `/: ${part} 200000 > ${part === 'requests' ? budgets.content.requests : budgets.content[part] * 1000}`,
    ]);
  },
);

it('allows a page with a form more scripts than a page to read', () => {
  expect(excesses({ ...page, kind: 'form', scripts: 140_000 })).toEqual([]);
  expect(excesses({ ...page, scripts: 140_000 })).toHaveLength(1);
});
