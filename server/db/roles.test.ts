import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { sizeFor } from '../testing/size.ts';
import { rowsOf } from './database.ts';
import { DatabaseNotReady } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** The databases that come at once: to migrate each takes two seconds of a processor. */
const NUMBERS = sizeFor({ small: [1, 2], whole: [1, 2, 3, 4] });

/** Roles belong to a whole server: here one that has none of ours yet, and users who are no superusers. */
describe.skipIf(process.env.GUICHET_TEST_DATABASE !== 'postgresql')('the roles of a fresh server', () => {
  let server: PostgresServer;
  const asAdministrator = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}@127.0.0.1:${server.port}/${database}`;
  /** Opens a database to the end: migrated, asked as the house, closed. */
  async function open(user: string, name: string) {
    const database = await openDatabase({ kind: 'postgresql', url: urlOf(user, name), poolSize: 1 });
    try {
      return (await rowsOf<{ role: string }>(database.db, sql`select current_user as role`))[0]?.role;
    } finally {
      await database.close();
    }
  }

  beforeAll(async () => {
    server = await startPostgres();
    await asAdministrator(
      'create role modest login',
      'create database modest owner modest',
      'create role maker login createrole',
      ...NUMBERS.map((number) => `create database bank_${number} owner maker`),
    );
  });
  afterAll(() => server.stop());

  test('are named to the operator, with what to run, when the user may not make them', async () => {
    const refused = await open('modest', 'modest').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseNotReady);
    expect((refused as Error).message).toContain(
      'CREATE ROLE guichet_staff NOLOGIN; CREATE ROLE guichet_client NOLOGIN; GRANT guichet_staff, guichet_client TO modest;',
    );
  });

  test('are made by whichever of several databases comes first, and used by all', async () => {
    const opened = await Promise.all(NUMBERS.map((number) => open('maker', `bank_${number}`)));
    expect(opened).toEqual(NUMBERS.map(() => 'guichet_staff'));
  });

  test('need no more than what the message said', async () => {
    const { message } = (await open('modest', 'modest').catch((error: unknown) => error)) as Error;
    const statement = /GRANT .* TO modest;/.exec(message)?.[0] ?? '';
    expect(message).not.toContain('CREATE ROLE');
    await asAdministrator(statement);
    expect(await open('modest', 'modest')).toBe('guichet_staff');
  });
});
