import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { rowsOf } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../ids.ts';
import { at, IDLE, runnerOf, runsOf } from '../testing/job-trial.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner, migratedDatabaseUrl } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { writeAtEnd } from '../work/work.ts';
import { isClaimLost, STEPS_DONE } from './queries.ts';
import { type JobRunner, runOccurrence } from './run-occurrence.ts';
import type { JobStep } from './steps.ts';

let bank: TestBank;
const runner = runnerOf(() => bank);
const runs = runsOf(() => bank);

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

describe('a node that dies or stalls in a job', () => {
  const dueAt = new Date('2026-12-05T02:20:00Z');

  test('is followed by another once its lease is over, and writes nothing more when it wakes up', async () => {
    bank.setNow(at('2026-12-05'));
    const takenOver = Promise.withResolvers<void>();
    const stalled = Promise.withResolvers<void>();
    let isFirst = true;
    const stalls: JobStep = async () => {
      if (!isFirst) return 0;
      isFirst = false;
      return 1;
    };
    const slow = runOccurrence(
      runner(
        { 'purge-mails': stalls },
        {
          isStopping: () => false,
          bank: {
            ...bank.bank,
            surroundings: bank.bank.surroundings,
            database: {
              ...bank.bank.database,
              // Between its first and its second step this node stalls.
              db: new Proxy(bank.bank.database.db, {
                get(db, name) {
                  const value = Reflect.get(db, name);
                  if (name !== 'transaction') return typeof value === 'function' ? value.bind(db) : value;
                  return async (...args: unknown[]) => {
                    if (!isFirst) {
                      stalled.resolve();
                      await takenOver.promise;
                    }
                    return (value as (...passed: unknown[]) => unknown).apply(db, args);
                  };
                },
              }),
            },
          },
        },
      ),
      { job: 'purge-mails', dueAt },
    );
    await stalled.promise;
    expect(await runOccurrence(runner(), { job: 'purge-mails', dueAt })).toBe('held');
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update job_runs set lease_until = clock_timestamp() where job = 'purge-mails'`),
    );
    expect(await runOccurrence(runner(), { job: 'purge-mails', dueAt })).toBe('done');
    takenOver.resolve();
    expect(await slow).toBe('held');
    expect(await runs('purge-mails')).toMatchObject([{ state: 'done', attempts: 2, handled: 1 }]);
  });

  test('gives its job back when it is told to stop', async () => {
    bank.setNow(at('2026-12-05'));
    let steps = 0;
    const many: JobStep = async () => {
      steps += 1;
      return 1;
    };
    const stopping = runner({ 'purge-mails': many }, { isStopping: () => steps === 2 });
    expect(await runOccurrence(stopping, { job: 'purge-mails', dueAt })).toBe('stopped');
    expect(await runOccurrence(runner(), { job: 'purge-mails', dueAt })).toBe('done');
    expect(await runs('purge-mails')).toMatchObject([{ state: 'done', attempts: 2, handled: 2 }]);
  });

  test('a claim that another node took cannot be kept', async () => {
    const claim = { job: 'purge-mails' as const, dueAt, id: newUuid(), attempts: 1, leaseMs: 1_000 };
    const stepOfAnother = bank.work(newUuid(), async (work) =>
      writeAtEnd(work, STEPS_DONE, { claim, handled: 1, end: null }),
    );
    expect(await stepOfAnother.catch(isClaimLost)).toBe(true);
  });
});

/**
 * PostgreSQL only: the embedded database has one process, whose death ends every run. In `npm test` a collection goes on where its node was killed
 * (loans/servicing/faults.test.ts). Not `runIf`, which runs a test in spite of its tag.
 */
(process.env.GUICHET_TEST_DATABASE === 'postgresql' ? test : test.skip)(
  'a job goes on where a node was killed (SIGKILL): everything is done, and nothing twice',
  { tags: ['whole'] },
  async () => {
    const url = await migratedDatabaseUrl('killed_job');
    const open = () => openDatabase({ kind: 'postgresql', url, poolSize: 3 });
    const database = await open();
    const institution = institutionSchema.parse(demonstration);
    try {
      await asOwner(database.db, async (tx) => {
        await tx.execute(
          sql`create table todo (n integer primary key, done_by text, times integer not null default 0)`,
        );
        await tx.execute(sql`insert into todo (n) select generate_series(1, 40)`);
        await tx.execute(sql`grant select, update on todo to guichet_staff`);
      });
      const child = spawn(
        process.execPath,
        [new URL('../testing/job-node.ts', import.meta.url).pathname, url],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      // It says each step, and is killed in the middle of the sixth.
      let said = '';
      for await (const chunk of child.stdout) {
        said += String(chunk);
        if (said.includes('step 6')) break;
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      const surroundings = { now: () => at('2026-12-05'), newId: newUuid };
      const { todoStep } = await import('../testing/job-node.ts');
      const other: JobRunner = {
        bank: { database, surroundings, institution },
        logger: { error: () => {} },
        steps: { ...IDLE, 'purge-mails': todoStep('other') },
      };
      for (let outcome = 'held'; outcome === 'held'; ) {
        outcome = await runOccurrence(other, {
          job: 'purge-mails',
          dueAt: new Date('2026-12-05T02:20:00Z'),
        });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const [result] = await rowsOf<{ once: number; first: number; handled: number; attempts: number }>(
        database.db,
        sql`select count(*) filter (where times = 1)::int as once, count(*) filter (where done_by = 'killed')::int as first,
          (select handled from job_runs) as handled, (select attempts from job_runs) as attempts from todo`,
      );
      expect(result).toMatchObject({ once: 40, handled: 40, attempts: 2 });
      expect(result?.first).toBe(10);
    } finally {
      await database.close();
    }
  },
);
