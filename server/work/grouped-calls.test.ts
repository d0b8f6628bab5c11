import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { createGroupedCalls, type SharedUseCase } from './grouped-calls.ts';
import type { Call } from './work.ts';

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
  client = await bank.client();
});
afterEach(() => bank.close());

const credit = (accountId: string, amountMinor: number, key = newUuid(), currency = 'EUR'): Promise<Answer> =>
  administrator.post(
    `/admin/clients/${accountId}/credits`,
    { amountMinor, currency, description: 'Versement' },
    { key },
  );

const balance = async () => (await client.get('/overview')).body.account.balanceMinor as number;

/** How many transactions of the database wrote the entries of an event. */
async function transactionsBehind(event: string): Promise<{ entries: number; transactions: number }> {
  const [row] = await rowsOf<{ entries: number; transactions: number }>(
    bank.database.db,
    sql`select count(*)::int as entries, count(distinct xmin::text)::int as transactions
      from ledger_transactions where event = ${event}`,
  );
  if (!row) throw new Error('no row');
  return row;
}

describe('simultaneous calls', () => {
  test('share transactions, and each gets its own answer', async () => {
    const amounts = Array.from({ length: 40 }, (_, index) => index + 1);
    const answers = await Promise.all(amounts.map((amount) => credit(client.accountId, amount)));
    expect(answers.map(({ status }) => status)).toEqual(amounts.map(() => 200));
    expect(answers.map(({ body }) => body.creditedMinor)).toEqual(amounts);
    for (const { body } of answers)
      expect(body.balanceMinor - body.creditedMinor).toBe(body.balanceBeforeMinor);
    expect(new Set(answers.map(({ body }) => body.referenceNumber)).size).toBe(40);
    expect(await balance()).toBe(820);
    const { entries, transactions } = await transactionsBehind('account-credit');
    expect(entries).toBe(40);
    expect(transactions).toBeLessThan(20);
  });

  test('are refused, repeated or answered with a reused key one by one', async () => {
    const [first, other] = [newUuid(), newUuid()];
    await credit(client.accountId, 10, first);
    const [fine, unknown, repeated, reused, worthless] = await Promise.all([
      credit(client.accountId, 7, other),
      credit(newUuid(), 7),
      credit(client.accountId, 10, first),
      credit(client.accountId, 11, first),
      credit(client.accountId, 1, newUuid(), 'HUF'),
    ]);
    expect([fine.status, fine.body.creditedMinor]).toEqual([200, 7]);
    expect(unknown.body.code).toBe('not-found');
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(reused.body.code).toBe('idempotency.key-reused');
    expect(worthless.body.code).toBe('request.invalid');
    expect(await balance()).toBe(17);
  });

  test('with one key take effect once', async () => {
    const key = newUuid();
    const answers = await Promise.all(Array.from({ length: 32 }, () => credit(client.accountId, 5, key)));
    expect(new Set(answers.map(({ body }) => body.referenceNumber)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await balance()).toBe(5);
  });

  test('a refused call gives its key back', async () => {
    const key = newUuid();
    const account = newUuid();
    expect((await credit(account, 5, key)).status).toBe(404);
    expect((await credit(client.accountId, 5, key)).status).toBe(200);
  });
});

describe('a use case', () => {
  const run = <T>(useCase: SharedUseCase<{ readonly name: string }, T>, name: string) =>
    bank.bank.groupedCalls.run(
      {
        actor: { kind: 'staff', personId: administrator.userId },
        key: newUuid(),
        operation: 'a-test',
        input: { name },
        origin: null,
        movesMoney: false,
      },
      useCase,
    );

  test('that throws for one call is run again for each of the others alone', async () => {
    const sizes: number[] = [];
    const poisoned = async (calls: readonly Call<{ readonly name: string }>[]) => {
      sizes.push(calls.length);
      if (calls.some(({ input }) => input.name === 'poison')) throw new Error('poisoned');
      return calls.map(({ input }) => ({ result: input.name }));
    };
    const names = ['a', 'b', 'poison', 'c'];
    const ends = await Promise.allSettled(names.map((name) => run(poisoned, name)));
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.result : 'failed'))).toEqual([
      'a',
      'b',
      'failed',
      'c',
    ]);
    expect(Math.max(...sizes)).toBeGreaterThan(1);
  });

  test('groups the calls of one burst over several turns of the event loop', async () => {
    const groups: number[] = [];
    const counting = async (calls: readonly Call<{ readonly name: string }>[]) => {
      groups.push(calls.length);
      return calls.map(({ input }) => ({ result: input.name }));
    };
    const calls: Promise<unknown>[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      calls.push(run(counting, `call ${turn}`));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(calls);
    expect(groups).toEqual([6]);
  });

  test('that two nodes run for one key at the same moment takes effect once, and both get that answer', async () => {
    const nodes = [bank.bank.groupedCalls, createGroupedCalls(bank.database.db, bank.bank.surroundings)];
    const key = newUuid();
    // The embedded database runs transactions one after the other. On PostgreSQL both have read the key before either continues.
    const expectedRuns = bank.database.kind === 'postgresql' ? 2 : 1;
    let runs = 0;
    let openGate = () => {};
    const allRun = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const answers = await Promise.all(
      nodes.map((node, index) =>
        node.run(
          {
            actor: { kind: 'staff', personId: administrator.userId },
            key,
            operation: 'a-test',
            input: {},
            origin: null,
            movesMoney: false,
          },
          async (calls) => {
            runs += 1;
            if (runs === expectedRuns) openGate();
            await allRun;
            return calls.map(() => ({ result: `of node ${index}` }));
          },
        ),
      ),
    );
    expect(new Set(answers.map(({ result }) => result)).size).toBe(1);
    expect(answers.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
    expect(runs).toBe(expectedRuns);
  });

  test('begins for waiting calls while the previous ones commit; a repetition waits for its first sending', async () => {
    const starts: string[] = [];
    const slow: SharedUseCase<{ readonly name: string }, string> = async (calls) => {
      starts.push(calls.map(({ input }) => input.name).join());
      await rowsOf(calls[0]?.work.tx as Db, sql`select pg_sleep(0.05)`);
      return calls.map(({ input }) => ({ result: input.name }));
    };
    const key = newUuid();
    const call = (name: string, own = newUuid()) =>
      bank.bank.groupedCalls.run(
        {
          actor: { kind: 'staff', personId: administrator.userId },
          key: own,
          operation: 'a-test',
          input: { name },
          origin: null,
          movesMoney: false,
        },
        slow,
      );
    const first = call('first', key);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [, again, second] = await Promise.all([first, call('first', key), call('second')]);
    expect(again).toEqual({ result: 'first', replayed: true });
    expect(second).toEqual({ result: 'second', replayed: false });
    expect(starts).toEqual(['first', 'second']);
  });

  test('is not run again for a repetition while its first sending is unanswered, even when a later call is answered', async () => {
    const { db } = bank.database;
    let ends = 0;
    // The end of the first transaction takes longer than the whole of the second.
    const slowToEnd = {
      transaction: async (work: (tx: unknown) => Promise<unknown>) => {
        const result = await db.transaction(work);
        ends += 1;
        if (ends === 1) await new Promise((resolve) => setTimeout(resolve, 100));
        return result;
      },
    };
    const groupedCalls = createGroupedCalls(slowToEnd as unknown as Db, bank.bank.surroundings);
    const names: string[] = [];
    const call = (key: string, name: string) =>
      groupedCalls.run(
        {
          actor: { kind: 'staff', personId: administrator.userId },
          key,
          operation: 'a-test',
          input: { name },
          origin: null,
          movesMoney: false,
        },
        async (calls: readonly Call<{ readonly name: string }>[]) =>
          calls.map(({ input }) => {
            names.push(input.name);
            return { result: input.name };
          }),
      );
    const key = newUuid();
    const first = call(key, 'first');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const answers = await Promise.all([first, call(newUuid(), 'second'), call(key, 'first')]);
    expect(answers.map(({ result, replayed }) => [result, replayed])).toEqual([
      ['first', false],
      ['second', false],
      ['first', true],
    ]);
    expect(names).toEqual(['first', 'second']);
  });

  test('that refuses one call keeps the writes of the others only', async () => {
    const picky: SharedUseCase<{ readonly name: string }, string> = async (calls) =>
      calls.map(({ input }) =>
        input.name === 'no' ? { refusal: new Refusal('not-found') } : { result: input.name },
      );
    const [yes, no] = await Promise.allSettled([run(picky, 'yes'), run(picky, 'no')]);
    expect(yes).toMatchObject({ value: { result: 'yes', replayed: false } });
    expect(no).toMatchObject({ reason: { code: 'not-found' } });
    const kept = await rowsOf(
      bank.database.db,
      sql`select response from idempotency_keys where operation = 'a-test'`,
    );
    expect(kept).toEqual([{ response: 'yes' }]);
  });
});
