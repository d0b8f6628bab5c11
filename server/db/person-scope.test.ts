import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientPerson, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { type Db, rowsOf } from './database.ts';

const isPostgres = process.env.GUICHET_TEST_DATABASE === 'postgresql';

let bank: TestBank;
let client: ClientPerson;
let db: Db;
beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    db = bank.database.of(client.userId);
  }),
);
afterEach(() => bank.close());

const number = async (of: Db, value: number) =>
  (await rowsOf<{ value: number }>(of, sql`select ${value}::int as value`))[0]?.value;
const preference = (language: string) =>
  db.execute(sql`update users set language = ${language} where id = ${client.userId}::uuid`);
const language = async () =>
  (
    await rowsOf<{ language: string }>(
      bank.database.db,
      sql`select language from users where id = ${client.userId}::uuid`,
    )
  )[0]?.language;

describe('what a person asks at one moment', () => {
  test('is answered each for itself, also by a statement that comes several times', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [ten, names, ...others] = await Promise.all([
        number(db, 10),
        rowsOf<{ first_name: string }>(db, sql`select first_name from profiles`),
        number(db, 11),
        number(db, 12),
      ]);
      expect([ten, names.length, ...others]).toEqual([10, 1, 11, 12]);
    }
  });

  test('is all theirs, and leaves nothing for the next user of the connection', async () => {
    const who = (of: Db) =>
      rowsOf<{ role: string; person: string }>(
        of,
        sql`select current_user as role, current_setting('guichet.person', true) as person where ${1}::int = 1`,
      );
    const answers = await Promise.all([who(db), who(db), who(db)]);
    for (const [row] of answers) expect(row).toEqual({ role: 'guichet_client', person: client.userId });
    const houses = await Promise.all(Array.from({ length: 8 }, () => who(bank.database.db)));
    for (const [row] of houses) expect(row?.role).toBe('guichet_staff');
  });

  test.runIf(isPostgres)(
    'goes in one transaction: what fails undoes the rest, and each is told',
    async () => {
      const before = await language();
      for (let round = 0; round < 5; round += 1) {
        const outcomes = await Promise.allSettled([
          preference('en'),
          number(db, 1),
          rowsOf(db, sql`select 1 / ${0}::int as never`),
          rowsOf(db, sql`select ${'after the fault'}::text as value`),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
        expect(await language()).toBe(before);
      }
      expect(await rowsOf(db, sql`select ${'after the fault'}::text as value`)).toEqual([
        { value: 'after the fault' },
      ]);
      expect(await number(db, 2)).toBe(2);
    },
  );

  test.runIf(isPostgres)(
    'that the driver cannot write is refused whole, and the connection goes on',
    async () => {
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const outcomes = await Promise.allSettled([
        number(db, 1),
        rowsOf(db, sql`select ${sql.param(circular)}::json as never`),
        number(db, 3),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
      expect(await Promise.all([number(db, 4), number(db, 5)])).toEqual([4, 5]);
    },
  );
});
