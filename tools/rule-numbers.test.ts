import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** The numbered rules of the back office that are built, by family: first and last number of each run of numbers. */
const BUILT: Readonly<Record<string, readonly (readonly [first: number, last: number])[]>> = {
  STAFF: [
    [0, 16],
    [20, 24],
    [40, 43],
  ],
  FOUR: [[1, 25]],
  Q: [
    [1, 9],
    [20, 26],
    [30, 33],
    [40, 43],
  ],
};

/** The numbers of a family that a text names: « FOUR-5, FOUR-7 », and « FOUR-7 to FOUR-15 » with those between. */
function numbersIn(text: string, family: string): number[] {
  const single = [...text.matchAll(new RegExp(`\\b${family}-(\\d+)\\b`, 'g'))].map(([, number]) =>
    Number(number),
  );
  const runs = [...text.matchAll(new RegExp(`\\b${family}-(\\d+) to ${family}-(\\d+)\\b`, 'g'))].flatMap(
    ([, from, to]) => Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i),
  );
  return [...single, ...runs];
}

/** The titles of tests and groups of tests: the first text of the call, or of the call that a table of cases makes. */
const titles = globSync('{app,contract,content,domain,e2e,server,tools}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
})
  .filter((file) => !file.endsWith('rule-numbers.test.ts'))
  .flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:\b(?:test|it|describe)(?:\.\w+)?|\))\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g,
    ),
  ])
  .map(([, , title = '']) => title);

test.each(Object.entries(BUILT))('every built rule %s-n stands in the title of a test', (family, runs) => {
  const named = new Set(titles.flatMap((title) => numbersIn(title, family)));
  const missing = runs
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
    .filter((number) => !named.has(number));
  expect(missing.map((number) => `${family}-${number}`)).toEqual([]);
});
