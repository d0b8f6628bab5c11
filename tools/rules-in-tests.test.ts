import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Each numbered rule of a loan's life (LC-1 to LC-107) stands in the title of at least one test that tries it. A range in a title counts for its two
 * ends alone.
 */

const LAST_RULE = 107;
const ROOMS = ['domain', 'contract', 'content', 'server', 'app', 'e2e', 'tools'];
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const QUOTED = /(['"`])((?:(?!\1).)*)\1/g;

function rulesInTitles(source: string): number[] {
  return source
    .split('\n')
    .filter((line) => !COMMENT.test(line))
    .flatMap((line) => [...line.matchAll(QUOTED)].map(([, , text = '']) => text))
    .flatMap((text) => [...text.matchAll(/LC-(\d+)/g)].map(([, number]) => Number(number)));
}

test('every rule of a loan’s life has a test named by it', () => {
  const tested = new Set(
    globSync(`{${ROOMS.join(',')}}/**/*.{test,spec}.{ts,tsx}`).flatMap((file) =>
      rulesInTitles(readFileSync(file, 'utf8')),
    ),
  );
  const missing = Array.from({ length: LAST_RULE }, (_, index) => index + 1).filter(
    (rule) => !tested.has(rule),
  );
  expect(missing).toEqual([]);
});
