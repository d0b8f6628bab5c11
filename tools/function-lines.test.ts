import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFunctions, MAX_LINES } from './function-lines.mjs';

const root = join(import.meta.dirname, '..');

/** The files of the product: tests and the tools of testing are lists of cases. */
const PRODUCT = ['domain', 'contract', 'content', 'server', 'app'].flatMap((floor) =>
  readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
    .map((name) => `${floor}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(tsx?|js)$/.test(file) && !/\.test\.tsx?$|^server\/testing\//.test(file)),
);

const found = PRODUCT.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  // A file that is short as a whole needs no reading.
  return text.split('\n').length > MAX_LINES ? longFunctions(file, text) : [];
});

test('a function has at most 70 lines, or a comment above it says why it stays longer', () => {
  const unargued = found.filter(({ isArgued }) => !isArgued);
  expect(unargued.map(({ place, count }) => `${place} has ${count} lines`)).toEqual([]);
});

test('nothing says that it is longer than 70 lines without being so', () => {
  const argued = PRODUCT.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/Longer than 70 lines: /g)].map(() => file),
  );
  expect(argued).toEqual(found.flatMap(({ place, isArgued }) => (isArgued ? [place.split(':')[0]] : [])));
});

const MAX_FILE_LINES = 400;

/** Files that people write; migrations are generated, and Lighthouse is installed where the bench needs it. */
const WRITTEN = ['domain', 'contract', 'content', 'server', 'app', 'e2e', 'tools', 'bench'].flatMap((floor) =>
  readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
    .map((name) => `${floor}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(tsx?|m?js|css|sql)$/.test(file) && !/\/(?:migrations|node_modules)\//.test(file)),
);

test('a file has at most 400 lines, or a comment in its head says why it stays longer; nothing else says so', () => {
  const faults = WRITTEN.filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n');
    const isArgued = lines.slice(0, 40).some((line) => /^(?:\/\/|--) Longer than 400 lines: /.test(line));
    return isArgued !== lines.length > MAX_FILE_LINES;
  });
  expect(faults).toEqual([]);
});

const BODY = (lines: number) => Array.from({ length: lines }, (_, at) => `  tell('« ${at} »');`).join('\n');

test.each([
  ['69 lines inside', `function brief() {\n${BODY(68)}\n}\n`, []],
  ['one line more', `function long() {\n${BODY(69)}\n}\n`, [{ count: 71, isArgued: false }]],
  ['blank lines and comments', `function brief() {\n${BODY(68)}\n\n// one\n/* two\n three */\n}\n`, []],
  [
    'an arrow after others',
    `// « é »\nconst short = 1;\nconst long = () => {\n${BODY(69)}\n};\n`,
    [{ count: 71, isArgued: false }],
  ],
  [
    'an argued one',
    `/** Does one thing. */\n// Longer than 70 lines: it is the table of all kinds of things.\nexport function long() {\n${BODY(69)}\n}\n`,
    [{ count: 71, isArgued: true }],
  ],
  [
    'an argument without a reason',
    `// Longer than 70 lines: it is.\nfunction long() {\n${BODY(69)}\n}\n`,
    [{ count: 71, isArgued: false }],
  ],
])('%s', (_, text, expected) => {
  expect(longFunctions('probe.ts', text).map(({ count, isArgued }) => ({ count, isArgued }))).toEqual(
    expected,
  );
});
