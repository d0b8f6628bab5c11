import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test.each([
  ['fields in another order', { b: 1, a: [{ d: 2, c: 3 }] }, '{"a":[{"c":3,"d":2}],"b":1}'],
  ['a field that is undefined', { a: undefined, b: null }, '{"b":null}'],
  ['an order of a list, which counts', [2, 1], '[2,1]'],
  ['a text with quotation marks', { 'é"': '"' }, '{"é\\"":"\\""}'],
  ['nothing', undefined, 'null'],
])('%s is written in one way', (_, value, written) => {
  expect(canonicalJson(value)).toBe(written);
});
