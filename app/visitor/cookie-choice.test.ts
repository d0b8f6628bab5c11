import { expect, it } from 'vitest';
import { readCookieChoice } from './cookie-choice.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 20);

it.each([
  ['an acceptance is remembered', `accepted@${now - day}`, 'accepted'],
  ['a refusal is remembered as long', `rejected@${now - 181 * day}`, 'rejected'],
  ['after six months it is asked again', `accepted@${now - 183 * day}`, null],
  ['a value that nobody chose is no choice', 'maybe@1', null],
  ['a choice without its day is no choice', 'accepted', null],
  ['nothing stored is no choice', null, null],
])('%s', (_promise, stored, expected) => {
  expect(readCookieChoice(stored, now)).toBe(expected);
});
