import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { accountCredit } from '#domain/ledger/postings.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { post } from '../ledger/post.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { createGroupedCalls } from './grouped-calls.ts';
import type { Work } from './work.ts';

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
    client = await bank.client();
  }),
);
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
  const callOf = (key = newUuid()) => ({
    actor: { kind: 'staff' as const, personId: administrator.userId },
    key,
    operation: 'a-test',
    input: {},
    origin: null,
    movesMoney: false,
  });
  /** Names of the calls of each transaction, in order of their transactions. */
  function groupNames() {
    const groups = new Map<Db, string[]>();
    return {
      note: ({ tx }: Work, name: string) => groups.set(tx, [...(groups.get(tx) ?? []), name]),
      names: () => [...groups.values()],
    };
  }
  const run = <T>(useCase: (work: Work) => Promise<T>) => bank.bank.groupedCalls.run(callOf(), useCase);

  test('that throws for one call is run again for each of the others alone', async () => {
    const groups = groupNames();
    const names = ['a', 'b', 'poison', 'c'];
    const ends = await Promise.allSettled(
      names.map((name) =>
        run(async (work) => {
          groups.note(work, name);
          if (name === 'poison') throw new Error('poisoned');
          return name;
        }),
      ),
    );
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.result : 'failed'))).toEqual([
      'a',
      'b',
      'failed',
      'c',
    ]);
    expect(groups.names()).toEqual([names, ...names.map((name) => [name])]);
  });

  test('groups the calls of one burst over several turns of the event loop', async () => {
    const groups = groupNames();
    const calls: Promise<unknown>[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      calls.push(run(async (work) => groups.note(work, `call ${turn}`).size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(calls);
    expect(groups.names().map((group) => group.length)).toEqual([6]);
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
        node.run(callOf(key), async () => {
          runs += 1;
          if (runs === expectedRuns) openGate();
          await allRun;
          return `of node ${index}`;
        }),
      ),
    );
    expect(new Set(answers.map(({ result }) => result)).size).toBe(1);
    expect(answers.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
    expect(runs).toBe(expectedRuns);
  });

  test('begins for waiting calls while the previous ones commit; a repetition waits for its first sending', async () => {
    const groups = groupNames();
    const key = newUuid();
    const begun = Promise.withResolvers<void>();
    const call = (name: string, own = newUuid()) =>
      bank.bank.groupedCalls.run(callOf(own), async (work) => {
        groups.note(work, name);
        begun.resolve();
        await rowsOf(work.tx, sql`select pg_sleep(0.05)`);
        return name;
      });
    const first = call('first', key);
    await begun.promise;
    const [, again, second] = await Promise.all([first, call('first', key), call('second')]);
    expect(again).toEqual({ result: 'first', replayed: true });
    expect(second).toEqual({ result: 'second', replayed: false });
    expect(groups.names()).toEqual([['first'], ['second']]);
  });

  test('is not run again for a repetition while its first sending is unanswered, even when a later call is answered', async () => {
    const { db } = bank.database;
    const begun = Promise.withResolvers<void>();
    const isSecondAnswered = Promise.withResolvers<void>();
    let transactions = 0;
    // The end of the first transaction takes longer than the whole of the second. Counted where they begin: the second may commit first.
    const slowToEnd = {
      transaction: async (work: (tx: unknown) => Promise<unknown>) => {
        transactions += 1;
        const isFirst = transactions === 1;
        const result = await db.transaction(work);
        if (isFirst) await isSecondAnswered.promise;
        return result;
      },
    };
    const groupedCalls = createGroupedCalls(slowToEnd as unknown as Db, bank.bank.surroundings);
    const names: string[] = [];
    const call = (key: string, name: string) =>
      groupedCalls.run(callOf(key), async () => {
        names.push(name);
        begun.resolve();
        return name;
      });
    const key = newUuid();
    const first = call(key, 'first');
    await begun.promise;
    const second = call(newUuid(), 'second');
    void second.then(() => isSecondAnswered.resolve());
    const answers = await Promise.all([first, second, call(key, 'first')]);
    expect(answers.map(({ result, replayed }) => [result, replayed])).toEqual([
      ['first', false],
      ['second', false],
      ['first', true],
    ]);
    expect(names).toEqual(['first', 'second']);
  });

  test('that refuses one call keeps what the others leave to the end only', async () => {
    const [yes, no] = await Promise.allSettled([
      run(async () => 'yes'),
      run(async () => {
        throw new Refusal('not-found');
      }),
    ]);
    expect(yes).toMatchObject({ value: { result: 'yes', replayed: false } });
    expect(no).toMatchObject({ reason: { code: 'not-found' } });
    const kept = await rowsOf(
      bank.database.db,
      sql`select response from idempotency_keys where operation = 'a-test'`,
    );
    expect(kept).toEqual([{ response: 'yes' }]);
  });

  test('whose posting the books refuse is refused alone: the other calls of its transaction take effect', async () => {
    const [account] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}::uuid`,
    );
    const almostAll = { amountMinor: 10_000_000_000_000 - 5, currency: 'EUR' as const };
    await bank.work(administrator.userId, (work) =>
      post(
        work,
        accountCredit({ ledgerAccountId: account?.id ?? '', currency: 'EUR' }, almostAll, almostAll),
        client.accountId,
      ),
    );
    const [fine, tooMuch] = await Promise.all([
      credit((await bank.client()).accountId, 7),
      credit(client.accountId, 6),
    ]);
    expect([fine.status, fine.body.balanceMinor]).toEqual([200, 7]);
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'ledger.balance-too-high']);
  });
});
