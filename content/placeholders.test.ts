import { expect, test } from 'vitest';
import { allPlaceholders, fillPlaceholders, placeholderNames } from './placeholders.ts';

test('fills each name with its value, as often as it appears', () => {
  expect(fillPlaceholders('{{a.b}} et {{a.b}}, {{c}}', { 'a.b': '10\u00a0€', c: '' })).toBe(
    '10\u00a0€ et 10\u00a0€, ',
  );
});

test('a value is never read again: braces and dollar signs in it stay as they are', () => {
  expect(fillPlaceholders('{{a}}', { a: '$& {{b}}', b: 'no' })).toBe('$& {{b}}');
});

test.each([
  ['an unknown name', '{{inconnu}}'],
  ['a name that every object inherits', '{{constructor}}'],
  ['a name with spaces around it', '{{ a }}'],
  ['braces left open', 'Taux {{a'],
  ['braces closed twice', 'Taux a}}'],
  ['an empty name', '{{}}'],
])('refuses %s', (_case, text) => {
  expect(() => fillPlaceholders(text, { a: '1' })).toThrow();
});

test('lists the names of a text once each', () => {
  expect(placeholderNames('{{a}} {{b.c}} {{a}} {d}')).toEqual(['a', 'b.c']);
});

test('no name is listed twice', () => {
  expect(new Set(allPlaceholders).size).toBe(allPlaceholders.length);
});
