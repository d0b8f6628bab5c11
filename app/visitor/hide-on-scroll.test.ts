import { expect, it } from 'vitest';
import { afterScroll } from './hide-on-scroll.ts';

it.each([
  ['a movement down of more than 10 px hides the header', 100, 111, 'hide'],
  ['10 px is not more than 10 px', 100, 110, null],
  ['any movement up shows it', 100, 99, 'show'],
  ['the top shows it', 200, 0, 'show'],
  ['a page pulled beyond its top shows it', 0, -40, 'show'],
  ['leaving the top by more than 10 px hides it', 0, 11, 'hide'],
] as const)('%s', (_promise, from, to, expected) => {
  expect(afterScroll(from, to)).toBe(expected);
});
