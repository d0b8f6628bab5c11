import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

test('a value is made once while it is kept', () => {
  const cache = createBoundedCache<number>(2);
  let made = 0;
  for (let i = 0; i < 3; i++) expect(cache.of('a', () => ++made)).toBe(1);
});

test('it never holds more than it may, and forgets what was used longest ago', () => {
  const cache = createBoundedCache<string>(2);
  cache.of('a', () => 'a');
  cache.of('b', () => 'b');
  cache.of('a', () => 'other');
  cache.of('c', () => 'c');
  expect(cache.size).toBe(2);
  expect(cache.of('a', () => 'made again')).toBe('a');
  expect(cache.of('b', () => 'made again')).toBe('made again');
  for (let i = 0; i < 1_000; i++) cache.of(`key ${i}`, () => '');
  expect(cache.size).toBe(2);
});

test('what cannot be made is not kept', () => {
  const cache = createBoundedCache<string>(2);
  expect(() =>
    cache.of('a', () => {
      throw new RangeError('no');
    }),
  ).toThrow('no');
  expect(cache.size).toBe(0);
});
