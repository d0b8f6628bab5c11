import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** docs/security.md says what is met and by which test: the list has to be whole, and what it names has to be there. */

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
const rows = text
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (\S+) \| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, id = '', level = '', requirement = '', status = '', proof = '']) => ({
    id,
    level,
    requirement,
    status,
    proof,
  }));

/** A file of this repository, as a text names it between backticks. */
const filesIn = (words: string) =>
  [...words.matchAll(/`((?:app|bench|content|contract|docs|domain|e2e|server|tools)\/[^`\s]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  );

test('every level 1 and level 2 requirement of the chapters that apply has one row', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(65);
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(152);
  // In the standard's own order, chapter by chapter.
  const chapters = [...new Set(rows.map(({ id }) => Number(id.split('.')[0])))];
  expect(chapters).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16]);
});

describe.each(rows)('$id $requirement', ({ status, proof }) => {
  test(`is ${status}, and what it names is there`, () => {
    expect(['met', 'operator', 'open', 'n/a']).toContain(status);
    for (const file of filesIn(proof))
      expect({ file, isThere: existsSync(join(root, file)) }).toEqual({ file, isThere: true });
  });
});

test('what is met by rules of behaviour names a test; the rest says where it is plain to see', () => {
  const untested = rows.filter(({ status, proof }) => status === 'met' && !/\.(test|spec)\.ts`/.test(proof));
  // Properties of the language, decisions written on the page itself, and settings that are read rather than run.
  expect(untested.map(({ id }) => id)).toEqual([
    '1.3.6',
    '1.4.1',
    '6.2.7',
    '7.1.2',
    '11.1.2',
    '12.3.2',
    '13.1.1',
    '14.1.1',
    '14.1.2',
    '15.1.1',
    '15.1.3',
    '16.1.1',
  ]);
});

/** Written by `npm run bench` on a quiet machine. */
const WRITTEN_BY_A_COMMAND = join(root, 'bench', 'RESULTS.md');

test.each([
  'docs/security.md',
  'docs/operating.md',
  'docs/growing.md',
  'SECURITY.md',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
])('the links and files of %s lead somewhere', (page) => {
  const words = readFileSync(join(root, page), 'utf8');
  const links = [...words.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) =>
    join(root, page, '..', link),
  );
  for (const link of [
    ...links,
    ...filesIn(words)
      .filter((file) => !/[<*…]/.test(file))
      .map((file) => join(root, file)),
  ])
    if (link !== WRITTEN_BY_A_COMMAND)
      expect({ link, isThere: existsSync(link) }).toEqual({ link, isThere: true });
});
