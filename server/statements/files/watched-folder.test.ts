import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BANK_FILE_LIMITS } from '#domain/statements/bank-file-limits.ts';
import { rowsOf } from '../../db/database.ts';
import { adoptAccount, fixture } from '../../testing/bank-files.ts';
import { openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { importBankFilesStep } from './import-step.ts';

let bank: TestBank;
let folder: string;

beforeEach(async () => {
  bank = await openTestBank();
  folder = await mkdtemp(join(tmpdir(), 'guichet-bank-files-'));
  await adoptAccount(await bank.administrator(), 510_000);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await bank.close();
});

/** One look of the job into the folder, so many seconds from now by the machine's clock. */
const look = async (seconds: number) => {
  bank.setNow(new Date(Date.now() + seconds * 1000));
  const { config, ...rest } = bank.bank;
  return importBankFilesStep({ ...rest, config: { ...config, bankFilesDir: folder } });
};
const put = (name: string, content: Uint8Array) => writeFile(join(folder, name), content);
const inFolder = async (path = '') => (await readdir(join(folder, path))).sort();
const states = () =>
  rowsOf(bank.database.db, sql`select name, source, state, code from bank_files order by received_at, name`);

test('PAY-17 a file of the watched folder is taken once it lies still for 30 seconds, and moved away', async () => {
  await put('b.xml', fixture('chain-2.xml'));
  await put('a.xml', fixture('chain-1.xml'));
  await put('c.xml', fixture('13-truncated.xml'));
  await put('.partial', fixture('chain-3.xml'));
  await mkdir(join(folder, 'empty'));
  await symlink('/etc/passwd', join(folder, 'link.xml'));
  expect(await look(20)).toBe(0);
  expect(await look(3600)).toBe(3);
  expect(await inFolder()).toEqual(['.partial', 'done', 'empty', 'link.xml', 'refused']);
  expect(await inFolder('done')).toEqual(['a.xml', 'b.xml']);
  expect(await inFolder('refused')).toEqual(['c.xml', 'c.xml.reason.txt']);
  expect(await readFile(join(folder, 'refused', 'c.xml.reason.txt'), 'utf8')).toMatch(/^file\.malformed/);
  expect(await states()).toEqual([
    { name: 'a.xml', source: 'folder', state: 'read', code: null },
    { name: 'b.xml', source: 'folder', state: 'read', code: null },
    { name: 'c.xml', source: 'folder', state: 'refused', code: 'file.malformed' },
  ]);
  expect(
    await rowsOf(
      bank.database.db,
      sql`select statement_id as name, state from bank_statements order by posted_number`,
    ),
  ).toEqual([
    { name: 'CH1', state: 'posted' },
    { name: 'CH2', state: 'posted' },
  ]);
});

test('PAY-17 the same bytes again, an empty file and one of two nodes at once change nothing', async () => {
  await put('a.xml', fixture('chain-1.xml'));
  await Promise.all([look(60), look(60)]);
  await put('a.xml', fixture('chain-1.xml'));
  await put('nothing.xml', new Uint8Array());
  await look(120);
  expect(await states()).toEqual([{ name: 'a.xml', source: 'folder', state: 'read', code: null }]);
  expect((await inFolder('done')).filter((name) => name.startsWith('a.xml')).length).toBeGreaterThan(0);
  expect(await readFile(join(folder, 'refused', 'nothing.xml.reason.txt'), 'utf8')).toBe('file.empty\n');
  expect(await inFolder()).toEqual(['done', 'refused']);
});

test('PAY-17 a file that is still written, or has just got its name, waits; one dated to come, one too large and one in a sub-folder hold up none', async () => {
  const content = fixture('chain-1.xml');
  // Half of it, then the rest: 30 seconds count from the last byte.
  await put('a.xml', content.subarray(0, 900));
  const seconds = (from: number) => (Date.now() - from) / 1000;
  const begun = Date.now();
  expect(await look(29)).toBe(0);
  await appendFile(join(folder, 'a.xml'), content.subarray(900));
  expect(await look(29 - seconds(begun))).toBe(0);
  // A new name is a change as well.
  await rename(join(folder, 'a.xml'), join(folder, 'b.xml'));
  expect(await look(29)).toBe(0);
  // The clock of its sender is ahead: its bytes have not moved all the same.
  await put('ahead.xml', fixture('chain-2.xml'));
  const tomorrow = new Date(Date.now() + 86_400_000);
  await utimes(join(folder, 'ahead.xml'), tomorrow, tomorrow);
  await put('c-large.xml', content);
  await truncate(join(folder, 'c-large.xml'), BANK_FILE_LIMITS.maxBytes + 1);
  await put('d-again.xml', content);
  await mkdir(join(folder, 'sub'));
  await put(join('sub', 'below.xml'), content);
  await put('e-nul.xml', new Uint8Array(2_000));
  expect(await look(60)).toBe(5);
  expect(await inFolder()).toEqual(['done', 'refused', 'sub']);
  expect(await inFolder('sub')).toEqual(['below.xml']);
  expect(await inFolder('done')).toEqual(['ahead.xml', 'b.xml', 'd-again.xml']);
  expect(await readFile(join(folder, 'refused', 'c-large.xml.reason.txt'), 'utf8')).toBe('file.too-large\n');
  expect(await inFolder('refused')).toContain('e-nul.xml.reason.txt');
  // Read in the order of their names, of which the second is the first again.
  expect(
    await rowsOf(
      bank.database.db,
      sql`select statement_id as name, state from bank_statements order by statement_id`,
    ),
  ).toEqual([
    { name: 'CH1', state: 'posted' },
    { name: 'CH2', state: 'posted' },
  ]);
});
