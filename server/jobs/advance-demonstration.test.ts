import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JOB_NAMES, type JobName, TIMETABLES } from '#domain/jobs/timetable.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { sizeFor } from '../testing/size.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { type DemonstrationClock, openDemonstrationClock } from '../work/demonstration-clock.ts';
import { deviceTime } from '../work/work.ts';
import { advanceCommand } from './advance-demonstration.ts';
import type { JobRunner } from './run-occurrence.ts';

const REAL = new Date('2026-12-05T12:00:00Z');

/**
 * The days that are lived, and those of each calendar in them with the one before: Good Friday is a working day and no payment day. Either has Easter
 * and the change of clocks; 120 days take a year's end as well.
 */
const LIFE = sizeFor({
  small: {
    from: new Date('2027-03-19T12:00:00Z'),
    days: 12,
    until: '2027-03-31',
    of: { 'every-day': 13, 'target-days': 7, 'working-days': 8 },
  },
  whole: {
    from: REAL,
    days: 120,
    until: '2027-04-04',
    of: { 'every-day': 121, 'target-days': 82, 'working-days': 83 },
  },
});

let bank: TestBank;
let client: ClientPerson;
let clock: DemonstrationClock;
let runner: JobRunner;
const errors: unknown[] = [];

beforeEach(() => openAt(REAL));
afterEach(() => bank.close());

/** A bank with one client on a day, whose clock can be advanced. */
async function openAt(real: Date): Promise<void> {
  bank = await openTestBank();
  bank.setNow(real);
  client = await bank.client();
  clock = await openDemonstrationClock(bank.database, () => real);
  errors.length = 0;
  const { database, institution, files, config } = bank.bank;
  const now = () => new Date(real.getTime() + clock.aheadMs());
  runner = {
    bank: {
      database,
      institution,
      files,
      config,
      surroundings: { now, newId: newUuid, demonstrationClock: clock },
    },
    logger: { error: (about) => errors.push(about) },
  };
}

describe('npm run demo:advance', () => {
  test(`lives through ${LIFE.days} days with a change of clocks, running each job once on each, at its own moment`, async () => {
    await bank.close();
    await openAt(LIFE.from);
    const [said] = await advanceCommand(runner, [`${LIFE.days}d`]);
    expect(said).toContain(`The demonstration's day is now ${LIFE.until}`);
    expect(errors).toEqual([]);
    const runs = await rowsOf<{ job: string; runs: number; days: number; punctual: number }>(
      bank.database.db,
      sql`select job, count(*)::int as runs, count(distinct (due_at at time zone 'Europe/Paris')::date)::int as days,
          count(*) filter (where started_at - due_at < interval '1 minute')::int as punctual
        from job_runs where state = 'done' group by job`,
    );
    expect(runs.map(({ job }) => job).sort()).toEqual([...JOB_NAMES].sort());
    // The first is the one that was due last; jobs of TARGET days run on those alone.
    for (const run of runs.filter(({ job }) => !TIMETABLES[job as JobName].everyMinute)) {
      const days = LIFE.of[TIMETABLES[run.job as JobName].calendar];
      expect(run).toMatchObject({ runs: days, days, punctual: days - 1 });
    }
  }, 600_000);

  test('leaves people signed in, on their screens as on the server', async () => {
    await advanceCommand(runner, ['10d']);
    bank.setNow(runner.bank.surroundings.now());
    const { session } = (await client.get('/session')).body;
    expect(session.now).toBe('2026-12-15T12:00:00.000Z');
    expect(session.userId).toBe(client.userId);
  });

  test('is heard by every node, and outlives a restart', async () => {
    const other = await openDemonstrationClock(bank.database, () => REAL);
    await advanceCommand(runner, ['2d']);
    await expect.poll(() => other.aheadMs()).toBe(2 * 86_400_000);
    const later = await openDemonstrationClock(bank.database, () => REAL);
    expect(later.aheadMs()).toBe(2 * 86_400_000);
  });

  test('goes on from its own moment when it hears late of one before', async () => {
    const { db } = bank.database;
    const readings: Promise<unknown>[] = [];
    const watched = Object.create(db, {
      execute: {
        value: (statement: SQL) => {
          const reading = db.execute(statement);
          readings.push(reading);
          return reading;
        },
      },
    });
    let hear = () => {};
    const listen: Database['listen'] = async (_, listener) => {
      hear = () => listener('');
      return async () => {};
    };
    const moving = await openDemonstrationClock({ db: watched, listen }, () => REAL);
    const day = (count: number) => new Date(REAL.getTime() + count * 86_400_000);
    await moving.moveTo(day(1), day(2));
    hear();
    await moving.moveTo(day(3), day(4));
    await Promise.all(readings);
    hear();
    await Promise.all(readings);
    expect(moving.aheadMs()).toBe(3 * 86_400_000);
  });

  test('does not move the time of devices, by which authenticator apps count', async () => {
    await advanceCommand(runner, ['2d']);
    expect(deviceTime(runner.bank.surroundings)).toEqual(REAL);
  });

  test('goes forward only', async () => {
    await advanceCommand(runner, ['2d']);
    await expect(clock.moveTo(REAL)).rejects.toThrow('forward only');
  });

  test('is refused in a live institution', async () => {
    const live = {
      ...runner,
      bank: { ...runner.bank, institution: { ...bank.bank.institution, mode: 'live' as const } },
    };
    await expect(advanceCommand(live, ['90d'])).rejects.toThrow('Only a demonstration');
    expect(clock.aheadMs()).toBe(0);
  });

  test.each([[[]], [['90']], [['0d']], [['-3d']], [['9999d']], [['90d', 'now']]])(
    'refuses %j',
    async (args) => {
      await expect(advanceCommand(runner, args)).rejects.toThrow('Usage');
      expect(clock.aheadMs()).toBe(0);
    },
  );
});
