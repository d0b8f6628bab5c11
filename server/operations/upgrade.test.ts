import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Db, rowsOf } from '../db/database.ts';
import { applyMigrations, knownMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../ids.ts';
import { freshDatabaseUrl } from '../testing/test-database.ts';
import { startHistory } from './restore.ts';

const MIGRATION_OF_PROVED_ADDRESSES = 27;

test('people from before addresses were proved count as proved, those who come later do not (migration 0027)', async () => {
  const isOnServer = process.env.GUICHET_TEST_DATABASE === 'postgresql';
  const database = await openDatabase(
    isOnServer ? { kind: 'postgresql', url: await freshDatabaseUrl('upgrade') } : { kind: 'memory' },
    { migrates: false },
  );
  try {
    const known = knownMigrations();
    const insert = (tx: Db, email: string) =>
      tx.execute(sql`insert into users (id, name, email) values (${newUuid()}, 'Alix', ${email})`);
    const isProved = async (email: string) => {
      const [row] = await rowsOf<{ proved: boolean }>(
        database.db,
        sql`select email_verified as proved from users where email = ${email}`,
      );
      return row?.proved;
    };
    await database.db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await startHistory(tx);
      await applyMigrations(tx, known.slice(0, MIGRATION_OF_PROVED_ADDRESSES));
      await insert(tx, 'before@example.test');
    });
    expect(await isProved('before@example.test')).toBe(false);
    await database.db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await applyMigrations(tx, known.slice(MIGRATION_OF_PROVED_ADDRESSES));
      await insert(tx, 'after@example.test');
    });
    expect([await isProved('before@example.test'), await isProved('after@example.test')]).toEqual([
      true,
      false,
    ]);
  } finally {
    await database.close();
  }
});
