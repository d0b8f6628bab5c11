import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TRANSFER_STEPS } from '#domain/withdrawals/phases.ts';

/** Numbers of the rules of payments (docs/rules.md). */
const LAST_RULE = 73;

/** Titles of tests, with those of their groups: what stands between the quotation marks after `test`, `it` and `describe`. */
const TITLE =
  /\b(?:test|it|describe)(?:\.each(?:<[^(]*>)?\([\s\S]*?\)|\.skipIf\([^)]*\))?\(\s*(['"`])(.*?)\1/g;

test('every rule of payments has a test by its number', () => {
  const files = globSync('{domain,contract,server,app,content,tools,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: new URL('..', import.meta.url).pathname,
  });
  const tested = new Set(
    files.flatMap((file) =>
      [...readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').matchAll(TITLE)].flatMap(
        ([, , title = '']) => title.match(/PAY-\d+/g) ?? [],
      ),
    ),
  );
  const rules = Array.from({ length: LAST_RULE }, (_, index) => `PAY-${index + 1}`);
  expect(rules.filter((rule) => !tested.has(rule))).toEqual([]);
});

test('PAY-35 docs/rules.md lists every step of a transfer, and no other', () => {
  const rules = readFileSync(new URL('../docs/rules.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## States of a transfer\n([\s\S]*?)^## /m.exec(rules) ?? [];
  const listed = [...section.matchAll(/^\| (.+) \| `(.+)` \| (.+) \| (.+) \|$/gm)].flatMap(
    ([, phases = '', event, to, by = '']) =>
      phases.split(', ').map((from) => ({ from, event, to, by: by.split(', ') })),
  );
  expect(listed).toEqual(TRANSFER_STEPS);
});
