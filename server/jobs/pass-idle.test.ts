import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobName } from '#domain/jobs/timetable.ts';
import { rowsOf } from '../db/database.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import type { Work } from '../work/work.ts';
import { passIdle } from './pass-idle.ts';
import { type JobRunner, runOccurrence } from './run-occurrence.ts';

let bank: TestBank;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-01T00:00:00Z'));
  }),
);
afterEach(() => bank.close());

const moments: Date[] = [];
let left = 2;
const idle = async ({ now }: Work) => {
  moments.push(now);
  return 0;
};
/** Does one of two things at each step. */
const busy = async () => {
  if (left === 0) return 0;
  left -= 1;
  return 1;
};
const runner = (steps: JobRunner['steps']): JobRunner => ({
  bank: bank.bank,
  logger: { error: () => {} },
  ...(steps ? { steps } : {}),
});
const due = (...jobs: JobName[]) =>
  jobs.map((job, hour) => ({ job, dueAt: new Date(Date.UTC(2026, 11, 1, 3 + hour)) }));
const runs = () =>
  rowsOf<{ job: string; state: string; handled: number }>(
    bank.database.db,
    sql`select job, state, handled from job_runs order by due_at`,
  );

test('what finds nothing is done together, each at its own moment; the first that does something is left to be gone on with', async () => {
  moments.length = 0;
  left = 2;
  const asked = due('purge-sign-in', 'purge-mails', 'check-loans', 'yearly-letters');
  const by = runner({
    'purge-sign-in': idle,
    'purge-mails': idle,
    'check-loans': busy,
    'yearly-letters': idle,
  });
  expect(await passIdle(by, asked)).toBe(2);
  expect(moments).toEqual(asked.slice(0, 2).map(({ dueAt }) => dueAt));
  expect(await runs()).toEqual([
    { job: 'purge-sign-in', state: 'done', handled: 0 },
    { job: 'purge-mails', state: 'done', handled: 0 },
    { job: 'check-loans', state: 'running', handled: 1 },
  ]);
  const [, , begun] = asked;
  if (!begun) throw new Error('the third was asked for');
  await bank.travelTo(begun.dueAt);
  expect(await runOccurrence(by, begun)).toBe('done');
  expect((await runs())[2]).toEqual({ job: 'check-loans', state: 'done', handled: 2 });
});

test('with one that fails, nothing is done', async () => {
  const fails = async () => {
    throw new Error('it fails');
  };
  const by = runner({ 'purge-sign-in': idle, 'purge-mails': fails });
  await expect(passIdle(by, due('purge-sign-in', 'purge-mails'))).rejects.toThrow('it fails');
  expect(await runs()).toEqual([]);
});

test('one that is more than a transaction is not begun', async () => {
  const by = runner({ 'purge-sign-in': idle, 'import-bank-files': { outside: async () => 1 } });
  expect(await passIdle(by, due('purge-sign-in', 'import-bank-files'))).toBe(1);
  expect(await passIdle(by, due('import-bank-files'))).toBe(0);
  expect(await runs()).toHaveLength(1);
});
