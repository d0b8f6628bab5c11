import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { type Db, rowsOf } from './database.ts';
import { applyFunctions, functionFiles, statementsOf } from './database-functions.ts';
import { bringUpToDate, lastMigration, migrationState } from './migrate.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

const liveFunctions = (db: Db) =>
  rowsOf<{ name: string; body: string; definition: string }>(
    db,
    sql`select proname as name, prosrc as body, pg_get_functiondef(oid) as definition
      from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
  );

const liveTriggers = (db: Db) =>
  rowsOf<{ name: string; definition: string }>(
    db,
    sql`select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by tgname`,
  );

/** Names made by a kind of statement, in every function file. */
const made = (pattern: RegExp) =>
  functionFiles().flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name));

test('each function of the database stands in one file, and its live body is that text', async () => {
  const functions = await liveFunctions(bank.database.db);
  expect(made(/^CREATE OR REPLACE FUNCTION (\w+)\(/gm).sort()).toEqual(functions.map(({ name }) => name));
  for (const { name, body } of functions)
    expect([name, functionFiles().filter(({ text }) => text.includes(`$$${body}$$`)).length]).toEqual([
      name,
      1,
    ]);
});

test('each trigger of the database stands in one file', async () => {
  const triggers = await liveTriggers(bank.database.db);
  expect(made(/^CREATE (?:OR REPLACE |CONSTRAINT )TRIGGER (\w+)/gm).sort()).toEqual(
    triggers.map(({ name }) => name).sort(),
  );
});

test('applying the files again changes no function, trigger or grant', async () => {
  const grants = (db: Db) =>
    rowsOf(
      db,
      sql`select proname, proowner::regrole::text as owner, proacl::text as grants from pg_proc
      where pronamespace = 'public'::regnamespace order by proname`,
    );
  const before = [
    await liveFunctions(bank.database.db),
    await liveTriggers(bank.database.db),
    await grants(bank.database.db),
  ];
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`savepoint before`);
    await applyFunctions(tx, lastMigration());
    expect([await liveFunctions(tx), await liveTriggers(tx), await grants(tx)]).toEqual(before);
    await tx.execute(sql`rollback to before`);
  });
});

test('a function that somebody replaced by hand is the text again once the files are applied', async () => {
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`savepoint before`);
    await tx.execute(
      sql`create or replace function current_person() returns uuid language sql stable as 'select null::uuid'`,
    );
    await tx.execute(sql`insert into drizzle.applied_functions (hash) values ('of an older version')`);
    await tx.execute(sql`delete from drizzle.applied_functions where hash <> 'of an older version'`);
    expect((await migrationState(tx)).pending).toBe(1);
    await bringUpToDate(tx);
    expect(await migrationState(tx)).toMatchObject({ pending: 0, unknown: 0 });
    const live = (await liveFunctions(tx)).find(({ name }) => name === 'current_person');
    expect(live?.body).toContain('guichet.person');
    await tx.execute(sql`rollback to before`);
  });
});

test('functions that a newer version has applied are not replaced by an older one', async () => {
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`savepoint before`);
    await tx.execute(sql`insert into drizzle.applied_functions (hash) values ('of a newer version')`);
    expect(await migrationState(tx)).toMatchObject({ pending: 0, unknown: 1 });
    await expect(bringUpToDate(tx)).rejects.toThrow('newer version of the product');
    await tx.execute(sql`rollback to before`);
  });
});

test('a statement ends at the end of its line, and a body is not cut', () => {
  expect(statementsOf('-- One; two.\nselect 1;\n\ncreate x as $$\n a;\n b;\n$$;\ngrant y;\n')).toEqual([
    '-- One; two.\nselect 1',
    '\ncreate x as $$\n a;\n b;\n$$',
    'grant y',
  ]);
});

test('migrations change tables and data: none repeats a function any more', () => {
  const folder = join(import.meta.dirname, 'migrations');
  const repeating = readdirSync(folder).filter(
    (name) =>
      name.endsWith('.sql') &&
      name > '0028' &&
      /CREATE (OR REPLACE )?(FUNCTION|CONSTRAINT TRIGGER|TRIGGER)/i.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
  );
  expect(repeating).toEqual([]);
});

/** Migrations from the first on that was written after these triggers. */
const SINCE = '0100';

test('a migration that drops a column drops first the triggers whose condition reads it: a bank that is older has them', () => {
  const folder = join(import.meta.dirname, 'migrations');
  const triggers = functionFiles().flatMap(({ text }) =>
    [...text.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+)[^;]*? ON (\w+)[^;]*?WHEN \(([^;]*)\)/gm)].map(
      ([, name = '', table = '', condition = '']) => ({ name, table, condition }),
    ),
  );
  expect(triggers.map(({ name }) => name)).toContain('loan_requests_go_with_their_client');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= SINCE)) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const { 0: statement, 1: table, 2: column, index } of text.matchAll(
      /ALTER TABLE "(\w+)" drop column "(\w+)"/gi,
    ))
      for (const trigger of triggers)
        if (trigger.table === table && new RegExp(`\\b(old|new)\\.${column}\\b`, 'i').test(trigger.condition))
          expect([file, statement, text.slice(0, index)]).toEqual([
            file,
            statement,
            expect.stringContaining(`DROP TRIGGER IF EXISTS ${trigger.name} ON ${table};`),
          ]);
  }
});
