import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientPerson, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { type Db, rowsOf } from './database.ts';
import { awaitAtCommit } from './transaction-connection.ts';

const isPostgres = process.env.GUICHET_TEST_DATABASE === 'postgresql';

let bank: TestBank;
let client: ClientPerson;
beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

const speak = (of: Db, language: string) =>
  rowsOf(of, sql`update users set language = ${language} where id = ${client.userId}::uuid`);
const divide = (of: Db, by: number) => rowsOf(of, sql`select 1 / ${by}::int as result`);
const DIVISION_BY_ZERO = '22012';
/** What the database answered, however the drivers wrap it. */
const codeOf = (error: { code?: string; cause?: { code?: string } }) => error.code ?? error.cause?.code;
const language = async (of: Db = bank.database.db) =>
  (
    await rowsOf<{ language: string }>(of, sql`select language from users where id = ${client.userId}::uuid`)
  )[0]?.language;

/** The house and a person ask in transactions of the same kind. */
const askers = {
  'of the house': () => bank.database.db,
  'of a person': () => bank.database.of(client.userId),
};

describe.each(Object.entries(askers))('a transaction %s', (_, asker) => {
  const inTransaction = <T>(work: (tx: Db) => Promise<T>) =>
    asker().transaction((tx) => work(tx as unknown as Db));

  test('keeps what was left to its end', async () => {
    await inTransaction(async (tx) => {
      awaitAtCommit(speak(tx, 'de'));
    });
    expect(await language()).toBe('de');
  });

  test('fails with a statement whose answer was not awaited, and undoes the rest', async () => {
    const before = await language();
    for (let round = 0; round < 5; round += 1) {
      const failing = inTransaction(async (tx) => {
        await speak(tx, 'it');
        awaitAtCommit(divide(tx, 0));
      });
      expect(await failing.catch(codeOf)).toBe(DIVISION_BY_ZERO);
      const failingEarlier = inTransaction(async (tx) => {
        awaitAtCommit(speak(tx, 'it'));
        awaitAtCommit(divide(tx, 0));
        await new Promise((resolve) => setTimeout(resolve, 20));
      });
      expect(await failingEarlier.catch(codeOf)).toBe(DIVISION_BY_ZERO);
      const failingBefore = inTransaction(async (tx) => {
        awaitAtCommit(divide(tx, 0));
        await new Promise((resolve) => process.nextTick(resolve));
        awaitAtCommit(speak(tx, 'it'));
      });
      expect(await failingBefore.catch(codeOf)).toBe(DIVISION_BY_ZERO);
      expect(await language()).toBe(before);
    }
  });

  test('in which somebody gives up leaves nothing, whether it had asked something or not', async () => {
    const before = await language();
    const giveUp = new Error('given up');
    await expect(inTransaction(() => Promise.reject(giveUp))).rejects.toBe(giveUp);
    const later = inTransaction(async (tx) => {
      await speak(tx, 'es');
      throw giveUp;
    });
    await expect(later).rejects.toBe(giveUp);
    expect(await language()).toBe(before);
    await inTransaction((tx) => speak(tx, 'pt'));
    expect(await language()).toBe('pt');
  });

  test('takes nothing more once it has ended', async () => {
    const before = await language();
    const late = await inTransaction(async (tx) => {
      await speak(tx, before ?? '');
      return { ask: () => speak(tx, 'ro') };
    });
    await expect(late.ask()).rejects.toThrow();
    expect(await language()).toBe(before);
  });

  test('may be of one moment', async () => {
    const seen = await asker().transaction(
      async (transaction) => {
        const tx = transaction as unknown as Db;
        const first = await language(tx);
        if (isPostgres) await speak(bank.database.db, 'hu');
        return [first, await language(tx)];
      },
      { isolationLevel: 'repeatable read' },
    );
    expect(seen[1]).toBe(seen[0]);
  });
});

/** Lets what was asked be sent. */
const nextTurn = () => new Promise<void>((resolve) => process.nextTick(() => process.nextTick(resolve)));

describe.runIf(isPostgres)('what is asked', () => {
  test('goes ahead of the answers to what was asked before', async () => {
    const order = await bank.database.db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      const steps: string[] = [];
      const first = divide(tx, 1).then(() => steps.push('first'));
      await nextTurn();
      const second = divide(tx, 2).then(() => steps.push('second'));
      steps.push('both asked');
      await Promise.all([first, second]);
      return steps;
    });
    expect(order).toEqual(['both asked', 'first', 'second']);
  });

  test('after a fault is not done either, and the connection serves the next one', async () => {
    const said = (of: Db) => rowsOf(of, sql`select ${'said'}::text as behind`);
    for (let round = 0; round < 5; round += 1) {
      const failing = bank.database.db.transaction(async (transaction) => {
        const tx = transaction as unknown as Db;
        awaitAtCommit(divide(tx, 0));
        await nextTurn();
        awaitAtCommit(speak(tx, 'it'));
        await nextTurn();
        awaitAtCommit(said(tx));
      });
      expect(await failing.catch(codeOf)).toBe(DIVISION_BY_ZERO);
      expect(await language()).not.toBe('it');
      expect(await Promise.all([1, 2, 3].map(() => said(bank.database.db)))).toEqual(
        [1, 2, 3].map(() => [{ behind: 'said' }]),
      );
    }
  });

  test('does not make the driver believe that a statement is known which came after a fault', async () => {
    const afterwards = (of: Db) => rowsOf(of, sql`select ${'afterwards'}::text as said`);
    for (let round = 0; round < 5; round += 1) {
      const failing = bank.database.db.transaction(async (transaction) => {
        const tx = transaction as unknown as Db;
        await Promise.all([divide(tx, 0), afterwards(tx)]);
      });
      await expect(failing).rejects.toThrow();
    }
    expect(await afterwards(bank.database.db)).toEqual([{ said: 'afterwards' }]);
  });
});
