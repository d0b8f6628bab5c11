import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBank } from '../operations/watch.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { DatabaseNotReady, migrationState, requireKnownSchema } from './migrate.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'of a newer version'`),
  );
  await bank.close();
});

const upgradeElsewhere = () =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 9999999999999)`,
    ),
  );

test('a node whose database a newer version has migrated says that it is not ready, and tells its operator once', async () => {
  expect((await bank.visitor().get('/health')).status).toBe(200);
  await upgradeElsewhere();
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const watch = watchBank({
    database: bank.database,
    openStreams: () => 0,
    hashing: () => ({ running: 0, waiting: 0 }),
    version: '1',
    mode: 'demo',
    isDraining: () => false,
  });
  try {
    expect(await watch.unready()).toBe('the database belongs to a newer version of the product');
    const { status, body } = await bank.visitor().get('/health');
    expect([status, body.code]).toEqual([503, 'service.unavailable']);
    expect(told.mock.calls.filter(([line]) => String(line).includes('newer version'))).toHaveLength(1);
  } finally {
    watch.stop();
    told.mockRestore();
  }
});

test('a start on a newer schema is refused in words', async () => {
  const { applied } = await migrationState(bank.database.db);
  await upgradeElsewhere();
  const state = await migrationState(bank.database.db);
  expect(state).toEqual({ applied: applied + 1, pending: 0, unknown: 1 });
  expect(() => requireKnownSchema(state)).toThrow(DatabaseNotReady);
  expect(() => requireKnownSchema(state)).toThrow('newer version of the product');
  expect(() => requireKnownSchema({ applied, pending: 0, unknown: 0 })).not.toThrow();
});
