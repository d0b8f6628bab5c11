import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { dueOn, TIMETABLES } from '#domain/jobs/timetable.ts';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../../db/database.ts';
import { runOccurrence } from '../../jobs/run-occurrence.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { inTransaction } from '../../work/work.ts';
import { collectInstalments } from './collect-instalments.ts';

const DAY = '2029-03-05';
const LOANS = 20;
const MONTHS = 24;

let bank: TestBank;
let client: ClientPerson;

/** A client with twenty loans of which no instalment was ever collected: all of them are due. */
beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2027-03-04T10:00:00Z'));
    const administrator = await bank.administrator();
    client = await bank.client();
    for (let index = 0; index < LOANS; index += 1) {
      const asked = await client.post('/loans', {
        amountMinor: 1_000_00 + index,
        purpose: 'Un projet',
        durationMonths: MONTHS,
        monthlyIncomeMinor: 2_000_00,
      });
      await administrator.post(`/admin/loans/${asked.body.loan.id}/decision`, { action: 'approve' });
    }
    await bank.fund(client, 90_000_00);
    await bank.travelTo(new Date(`${DAY}T12:00:00Z`));
  }),
);
// The books are proved when the bank is closed.
afterEach(() => bank.close());

const collect = (db: Db) =>
  inTransaction(
    db,
    bank.bank.surroundings,
    { kind: 'bank', job: 'collect-morning' },
    (work) => collectInstalments(work, { day: DAY, time: 'morning', today: DAY }),
    null,
    true,
  );

async function collectAll(db: Db): Promise<void> {
  while ((await collect(db)) > 0);
}

/** Instalments that are paid, movements of collections, and what they took. */
const outcome = () =>
  rowsOf<{ settled: number; movements: number; taken: number; owed: number }>(
    bank.database.db,
    sql`select (select count(*)::int from loan_instalments where settled_on is not null) as settled,
      (select count(*)::int from transactions where event = 'instalment-collection') as movements,
      (select -sum(amount)::int from transactions where event = 'instalment-collection') as taken,
      (select sum(amount)::int from loan_instalments) as owed`,
  );

async function expectOnce(): Promise<void> {
  const [{ settled, movements, taken, owed } = { settled: 0, movements: 0, taken: 0, owed: 1 }] =
    await outcome();
  expect([settled, movements]).toEqual([LOANS * MONTHS, LOANS * MONTHS]);
  expect(taken).toBe(owed);
}

describe('each instalment is taken exactly once', () => {
  test('by two nodes at once, and by the same day run again', async () => {
    await Promise.all([collectAll(bank.database.db), collectAll(bank.database.db)]);
    await collectAll(bank.database.db);
    await expectOnce();
  });

  test('by nodes whose clocks differ, and by a clock that is put back and on again', async () => {
    const at = (moment: string) => bank.setNow(new Date(moment));
    const ahead = async () => {
      at(`${DAY}T23:30:00Z`);
      await collect(bank.database.db);
    };
    const behind = async () => {
      at('2029-03-04T23:30:00Z');
      await collect(bank.database.db);
    };
    await ahead();
    await behind();
    await ahead();
    at('2029-02-28T12:00:00Z');
    await collectAll(bank.database.db);
    at(`${DAY}T12:00:00Z`);
    await collectAll(bank.database.db);
    await expectOnce();
  });

  test('by a step whose transaction failed at its end, run again', async () => {
    const undone = new Error('the connection was lost');
    await inTransaction(
      bank.database.db,
      bank.bank.surroundings,
      { kind: 'bank', job: 'collect-morning' },
      async (work) => {
        await collectInstalments(work, { day: DAY, time: 'morning', today: DAY });
        throw undone;
      },
      null,
      true,
    ).catch((error) => expect(error).toBe(undone));
    await collectAll(bank.database.db);
    await expectOnce();
  });

  /** PostgreSQL only: the embedded database has one process, whose death ends every run. */
  test.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
    'by a node that was killed (SIGKILL) in the middle of a collection, and by the one that goes on',
    async () => {
      const [{ name } = { name: '' }] = await rowsOf<{ name: string }>(
        bank.database.db,
        sql`select current_database() as name`,
      );
      const url = new URL(inject('postgresUrl'));
      url.pathname = `/${name}`;
      const node = new URL('../../testing/job-node.ts', import.meta.url).pathname;
      const child = spawn(process.execPath, [node, url.href, DAY], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      // Five loans a step; a step says so before it commits, and the node stands still in its third.
      for await (const chunk of child.stdout) {
        said += String(chunk);
        if (said.includes('step 3')) break;
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      const [before] = await outcome();
      expect(before?.settled).toBe(10 * MONTHS);
      const dueAt = dueOn(TIMETABLES['collect-morning'], DAY) ?? new Date();
      const errors: unknown[] = [];
      const runner = { bank: bank.bank, logger: { error: (about: object) => errors.push(about) } };
      await expect
        .poll(() => runOccurrence(runner, { job: 'collect-morning', dueAt }), { interval: 200 })
        .toBe('done');
      expect(errors).toEqual([]);
      await expectOnce();
      const runs = await rowsOf(bank.database.db, sql`select state, attempts from job_runs`);
      expect(runs).toEqual([{ state: 'done', attempts: 2 }]);
    },
    120_000,
  );
});
