import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import vectors from './vectors/payments-accounting.json' with { type: 'json' };

/** Families of accounting's own rules (ACC-n), which no rule of payments names. */
const OF_ACCOUNTING = ['fec', 'trial', 'periods', 'portfolio', 'csv'];

const domain = join(import.meta.dirname, '..');
const tests = readdirSync(domain, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(domain, name), 'utf8'))
  .filter((text) => text.includes('payments-accounting.json'));

test.each(
  [...new Set(vectors.cases.map(({ family }) => family))].filter((one) => !OF_ACCOUNTING.includes(one)),
)('the worked cases of « %s » are those of the file in a test', (family) => {
  expect(tests.filter((text) => new RegExp(`['"]${family}['"]`).test(text)).length).toBeGreaterThan(0);
});
