import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAILY_JOBS, JOB_NAMES, lastDueUpTo, nextDueAfter, TIMETABLES } from '#domain/jobs/timetable.ts';
import { legalDay } from '#domain/time/days.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { at, IDLE, runnerOf, runsOf } from '../testing/job-trial.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { jobsCommand } from './command.ts';
import { runDue } from './run-due.ts';
import { pauseAfter } from './run-occurrence.ts';
import type { JobStep } from './steps.ts';

let bank: TestBank;
let administrator: Person;
const errors: string[] = [];

beforeEach(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
  errors.length = 0;
});
afterEach(() => bank.close());

const runner = runnerOf(() => bank, errors);
const runs = runsOf(() => bank);

describe('what is due', () => {
  test('runs once for each of its days, in order, and makes up for days on which no node ran', async () => {
    const ran: string[] = [];
    const tell: JobStep = async ({ actor }, { day }) => {
      ran.push(`${day} ${actor.kind === 'bank' ? actor.job : actor.kind}`);
      return 0;
    };
    const daily = { jobs: DAILY_JOBS };
    const all = Object.fromEntries(JOB_NAMES.map((name) => [name, tell]));
    const days = (from: string, to: string) =>
      DAILY_JOBS.flatMap((name) => {
        const timetable = TIMETABLES[name];
        const due: { readonly at: Date; readonly line: string }[] = [];
        for (
          let next = nextDueAfter(timetable, at(from));
          next <= at(to);
          next = nextDueAfter(timetable, next)
        )
          due.push({ at: next, line: `${legalDay(next)} ${name}` });
        return due;
      });
    const inTurn = (due: readonly { readonly at: Date; readonly line: string }[]) =>
      [...due].sort((one, other) => one.at.getTime() - other.at.getTime()).map(({ line }) => line);
    bank.setNow(at('2026-12-05'));
    await runDue(runner(all, daily));
    // A bank that never ran a job begins with the last moment at which it was due.
    const first = DAILY_JOBS.map((name) => {
      const due = lastDueUpTo(TIMETABLES[name], at('2026-12-05'));
      return { at: due, line: `${legalDay(due)} ${name}` };
    });
    expect(ran).toEqual(inTurn(first));
    await runDue(runner(all, daily));
    expect(ran).toHaveLength(DAILY_JOBS.length);
    bank.setNow(at('2026-12-08'));
    await runDue(runner(all, daily));
    expect(ran.slice(DAILY_JOBS.length)).toEqual(inTurn(days('2026-12-05', '2026-12-08')));
  });

  test('PAY-17 a job of every minute runs in the present one, whatever was missed, and keeps its last run alone', async () => {
    let ran = 0;
    const outside = async () => {
      ran += 1;
      return 0;
    };
    const look = () => runDue(runner({}, { steps: { ...IDLE, 'import-bank-files': { outside } } }));
    for (const time of ['12:00:00', '12:00:40', '12:01:00', '18:30:20']) {
      bank.setNow(at('2026-12-05', time));
      await look();
    }
    expect(ran).toBe(3);
    expect(await runs('import-bank-files')).toMatchObject([{ due: '2026-12-05 19:30', state: 'done' }]);
  });

  test.each([
    ['forward', '2027-03-26', '2027-03-30', ['2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30']],
    ['back', '2026-10-23', '2026-10-27', ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']],
  ])('runs once on each day when the clocks go %s', async (_, from, to, days) => {
    const one = { jobs: ['purge-sign-in'] as const };
    bank.setNow(at(from));
    await runDue(runner({}, one));
    for (let hour = at(from).getTime(); hour <= at(to).getTime(); hour += 3_600_000) {
      bank.setNow(new Date(hour));
      await runDue(runner({}, one));
    }
    expect((await runs('purge-sign-in')).map(({ due }) => due)).toEqual(
      [from, ...days].map((day) => `${day} 03:00`),
    );
  });

  test('runs on one of several nodes only', async () => {
    bank.setNow(at('2026-12-05'));
    let ran = 0;
    const count: JobStep = async () => {
      ran += 1;
      return 0;
    };
    await Promise.all([1, 2, 3, 4].map(() => runDue(runner({ 'purge-mails': count }))));
    expect(ran).toBe(1);
    expect(await runs('purge-mails')).toMatchObject([{ state: 'done', attempts: 1 }]);
  });
});

describe('a job that fails', () => {
  const fail: JobStep = async () => {
    throw new Error('the file of the bank is not there');
  };

  test('is tried again later, holds up no other, and says why; its next day waits for it', async () => {
    bank.setNow(at('2026-12-05'));
    await runDue(runner({ 'purge-sign-ups': fail }));
    expect(await runs('purge-sign-ups')).toMatchObject([
      { state: 'failed', attempts: 1, failure: 'the file of the bank is not there' },
    ]);
    expect(await runs('purge-mails')).toMatchObject([{ state: 'done' }]);
    expect(errors).toEqual(['a job failed']);
    await runDue(runner({ 'purge-sign-ups': fail }));
    expect(await runs('purge-sign-ups')).toMatchObject([{ attempts: 1 }]);
    bank.setNow(at('2026-12-05', '12:01:00'));
    await runDue(runner({ 'purge-sign-ups': fail }));
    expect(await runs('purge-sign-ups')).toMatchObject([{ state: 'failed', attempts: 2 }]);
    bank.setNow(at('2026-12-06'));
    await runDue(runner());
    expect(await runs('purge-sign-ups')).toMatchObject([
      { due: '2026-12-05 03:05', state: 'done', attempts: 3, failure: null },
      { due: '2026-12-06 03:05', state: 'done', attempts: 1 },
    ]);
  });

  test('keeps the steps that were done, and undoes the one that failed', async () => {
    bank.setNow(at('2026-12-05'));
    let steps = 0;
    const thirdFails: JobStep = async (work) => {
      steps += 1;
      if (steps === 3) {
        await work.tx.execute(sql`insert into secrets (name, value) values ('of the third step', 'x')`);
        throw new Error('third');
      }
      return steps < 5 ? 10 : 0;
    };
    await runDue(runner({ 'purge-mails': thirdFails }));
    expect(await runs('purge-mails')).toMatchObject([{ state: 'failed', handled: 20 }]);
    expect(
      await rowsOf(bank.database.db, sql`select 1 from secrets where name = 'of the third step'`),
    ).toEqual([]);
    bank.setNow(at('2026-12-05', '13:00:00'));
    await runDue(runner({ 'purge-mails': thirdFails }));
    expect(await runs('purge-mails')).toMatchObject([{ state: 'done', handled: 30, attempts: 2 }]);
  });

  test.each([
    [1, 60_000],
    [2, 240_000],
    [3, 960_000],
    [4, 3_600_000],
    [9, 3_600_000],
  ])('after attempt %i it waits %i ms', (attempts, ms) => {
    expect(pauseAfter(attempts)).toBe(ms);
  });
});

describe('npm run jobs', () => {
  test('lists every job with its times and what became of it', async () => {
    bank.setNow(at('2026-12-05'));
    await runDue(runner({ 'purge-mails': async () => Promise.reject(new Error('no luck')) }));
    const lines = await jobsCommand(runner(), []);
    expect(lines).toHaveLength(JOB_NAMES.length + 1);
    expect(lines.join('\n')).toMatch(
      /purge-sign-in +every day 03:00 +last 2026-12-05 03:00 done, next 2026-12-06 03:00/,
    );
    expect(lines.join('\n')).toMatch(/purge-mails .*failed \(no luck\), next 2026-12-05 13:01/);
  });

  test('runs one for a day, again when it is done, at once when it failed', async () => {
    bank.setNow(at('2026-12-06'));
    const days: string[] = [];
    const tell: JobStep = async (_, { day }) => {
      days.push(day);
      return 0;
    };
    for (let time = 0; time < 2; time += 1) {
      const [said] = await jobsCommand(runner({ 'purge-mails': tell }), ['purge-mails', '2026-12-05']);
      expect(said).toMatch(/^purge-mails of 2026-12-05 is done/);
    }
    expect(days).toEqual(['2026-12-05', '2026-12-05']);
    expect(await runs('purge-mails')).toMatchObject([{ state: 'done', attempts: 2 }]);
  });

  test.each([
    [['purge-nothing', '2026-12-05'], 'There is no job purge-nothing'],
    [['purge-mails'], 'Usage'],
    [['purge-mails', '5 December'], 'Usage'],
    [['purge-mails', '2026-12-07'], 'has not come yet'],
  ])('refuses %j', async (args, words) => {
    bank.setNow(at('2026-12-06'));
    await expect(jobsCommand(runner(), args)).rejects.toThrow(words);
    expect(await runs('purge-mails')).toEqual([]);
  });
});

describe('GET /admin/jobs', () => {
  test('200: when each job runs and what became of it', async () => {
    bank.setNow(at('2026-12-05'));
    administrator = await bank.administrator();
    expect((await administrator.get('/admin/jobs')).body.jobs[0]).toEqual({
      name: 'purge-sign-in',
      calendar: 'every-day',
      at: '03:00',
      everyMinute: false,
      nextAt: '2026-12-05T02:00:00.000Z',
      last: null,
    });
    await runDue(runner({ 'purge-sign-in': async () => Promise.reject(new Error('no luck')) }));
    const { jobs } = (await administrator.get('/admin/jobs')).body;
    expect(jobs).toHaveLength(JOB_NAMES.length);
    expect(jobs[0]).toMatchObject({
      nextAt: '2026-12-05T12:01:00.000Z',
      last: { dueAt: '2026-12-05T02:00:00.000Z', state: 'failed', attempts: 1, failure: 'no luck' },
    });
    expect(jobs[4]).toMatchObject({
      nextAt: '2026-12-06T02:20:00.000Z',
      last: { state: 'done', handled: 0 },
    });
  });

  test('401 and 403 for others, 400 for a field', async () => {
    expect((await bank.visitor().get('/admin/jobs')).status).toBe(401);
    expect((await (await bank.client()).get('/admin/jobs')).status).toBe(403);
    expect((await administrator.get('/admin/jobs?day=2026-12-05')).status).toBe(400);
  });
});

test('jobs by themselves: those of the product delete what is too old and keep the rest', async () => {
  const { db } = bank.database;
  const client = await bank.client();
  bank.setNow(at('2026-12-05'));
  const aged = async (text: string) => asOwner(db, (tx) => tx.execute(sql.raw(text)));
  await aged(`insert into sign_ins (id, user_id, succeeded, created_at) values
    ('${newUuid()}', '${client.userId}', true, '2025-12-04T22:59:00Z'), ('${newUuid()}', '${client.userId}', true, '2025-12-05T12:00:00Z')`);
  await aged(`insert into verifications (id, identifier, value, expires_at) values
    ('${newUuid()}', 'old', 'x', '2026-12-05T11:59:00Z'), ('${newUuid()}', 'new', 'x', '2026-12-05T12:01:00Z')`);
  await aged(`insert into sessions (id, token_hash, user_id, expires_at) values
    ('${newUuid()}', 'old', '${client.userId}', '2026-12-05T11:59:00Z'), ('${newUuid()}', 'new', '${client.userId}', '2027-12-05T12:01:00Z')`);
  await aged(`insert into newsletter_subscriptions (id, email, confirmation_hash, unsubscription_token, requested_at, confirmed_at) values
    ('${newUuid()}', 'a@exemple.test', 'a', 'a', '2026-12-03T11:59:00Z', null), ('${newUuid()}', 'b@exemple.test', 'b', 'b', '2026-12-03T12:01:00Z', null),
    ('${newUuid()}', 'c@exemple.test', 'c', 'c', '2020-12-03T11:59:00Z', '2020-12-03T12:00:00Z')`);
  await runDue({ bank: bank.bank, logger: { error: (_, message) => errors.push(message) } });
  expect(errors).toEqual([]);
  const left = async (text: string) => (await rowsOf<{ it: string }>(db, sql.raw(text))).map(({ it }) => it);
  expect(await left(`select identifier as it from verifications where identifier in ('old', 'new')`)).toEqual(
    ['new'],
  );
  expect(await left(`select token_hash as it from sessions where token_hash in ('old', 'new')`)).toEqual([
    'new',
  ]);
  expect(await left(`select substr(email, 1, 1) as it from newsletter_subscriptions order by 1`)).toEqual([
    'b',
    'c',
  ]);
  expect(
    await left(`select created_at::date::text as it from sign_ins where created_at < '2026-01-01'`),
  ).toEqual(['2025-12-05']);
});
