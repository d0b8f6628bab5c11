import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, type Db, rowsOf } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { type Customer, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/** The second wall (decision 0015) on one connection that serves many callers: it asks as each of them, and keeps nothing of the one before. */

let bank: TestBank;
let world: PopulatedBank;
let customer: Customer;
let stranger: Customer;
/** The database as the house reaches it. */
let house: Db;

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  ({ customer, stranger } = world);
  house = bank.database.db;
});
afterAll(() => bank.close());

/** Why a statement was refused, in the database's words; null when it was not. */
async function refusalOf(db: Db, statement: SQL): Promise<string | null> {
  try {
    await db.execute(statement);
    return null;
  } catch (error) {
    return ((error as Error).cause as Error).message;
  }
}

describe('a connection', () => {
  /** A database with one connection, so that state left on it would reach the next caller. */
  async function withOneConnection(use: (database: Database) => Promise<void>): Promise<void> {
    if (bank.database.kind === 'pglite') return use(bank.database);
    const [row] = await rowsOf<{ name: string }>(house, sql`select current_database() as name`);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${row?.name}`;
    const database = await openDatabase({ kind: 'postgresql', url: url.href, poolSize: 1 });
    try {
      await use(database);
    } finally {
      await database.close();
    }
  }
  const whoAmI = async (db: Db) =>
    (
      await rowsOf<{ role: string; person: string | null; seen: string | number }>(
        db,
        sql`select current_user as role, nullif(current_setting('guichet.person', true), '') as person,
          (select count(*)::int from client_accounts) as seen`,
      )
    )[0];
  const HOUSE = { role: 'guichet_staff', person: null, seen: 2 };
  const as = ({ userId }: Customer) => ({ role: 'guichet_client', person: userId, seen: 1 });

  test('keeps nothing of the person before, after reads, faults, transactions and their undoing', () =>
    withOneConnection(async (database) => {
      const [own, other] = [database.of(customer.userId), database.of(stranger.userId)];
      expect(await whoAmI(own)).toEqual(as(customer));
      expect(await whoAmI(database.db)).toEqual(HOUSE);
      expect(await whoAmI(other)).toEqual(as(stranger));
      for (const fault of [
        sql`select 1 / 0`,
        sql`select nonsense`,
        sql`no statement`,
        sql`select ${'x'}::int`,
      ]) {
        expect(await refusalOf(own, fault)).not.toBeNull();
        expect(await whoAmI(database.db)).toEqual(HOUSE);
        expect(await whoAmI(other)).toEqual(as(stranger));
      }
      await own.transaction(async (tx) => expect(await whoAmI(tx as unknown as Db)).toEqual(as(customer)));
      expect(await whoAmI(database.db)).toEqual(HOUSE);
      await expect(
        own.transaction(async (tx) => {
          await tx.execute(sql`update users set language = 'en'`);
          throw new Error('undone');
        }),
      ).rejects.toThrow('undone');
      expect(await whoAmI(database.db)).toEqual(HOUSE);
      await expect(other.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
      expect(await whoAmI(own)).toEqual(as(customer));
      // A statement within a transaction that failed is undone to its savepoint, and the transaction goes on as theirs.
      await own.transaction(async (tx) => {
        await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => {});
        expect(await whoAmI(tx as unknown as Db)).toEqual(as(customer));
      });
      expect(await whoAmI(database.db)).toEqual(HOUSE);
    }));

  test('serves a hundred callers at once, each as who they are', () =>
    withOneConnection(async (database) => {
      const callers = Array.from(
        { length: 100 },
        (_, index) =>
          [
            [database.of(customer.userId), as(customer)] as const,
            [database.of(stranger.userId), as(stranger)] as const,
            [database.db, HOUSE] as const,
          ][index % 3],
      );
      await Promise.all(
        callers.map(async (caller, index) => {
          if (!caller) return;
          const [db, expected] = caller;
          const seen =
            index % 2 ? await whoAmI(db) : await db.transaction((tx) => whoAmI(tx as unknown as Db));
          expect(seen).toEqual(expected);
        }),
      );
    }));

  test('that is cancelled in the middle of a statement is the house’s again', async () => {
    if (bank.database.kind === 'pglite') return;
    await withOneConnection(async (database) => {
      for (const slow of [
        () => database.of(customer.userId).execute(sql`select pg_sleep(10), 'cancelled'`),
        () =>
          database.of(customer.userId).transaction((tx) => tx.execute(sql`select pg_sleep(10), 'cancelled'`)),
      ]) {
        const asked = slow().then(
          () => 'answered',
          (error: Error) => (error.cause as Error).message,
        );
        await expect
          .poll(() =>
            asOwner(house, (tx) =>
              rowsOf(
                tx,
                sql`select pg_cancel_backend(pid) from pg_stat_activity
                  where query like '%''cancelled''%' and pid <> pg_backend_pid() and state = 'active'`,
              ),
            ),
          )
          .not.toEqual([]);
        expect(await asked).toContain('canceling statement');
        expect(await whoAmI(database.db)).toEqual(HOUSE);
        expect(await whoAmI(database.of(stranger.userId))).toEqual(as(stranger));
      }
    });
  });
});
