import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { migratedDatabaseUrl } from '../testing/test-database.ts';
import { rowsOf } from './database.ts';
import { openDatabase } from './open-database.ts';
import { createStatementNames } from './statement-names.ts';

test('a text gets a name when it comes again, and keeps it; another text gets another', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 4 }, () => nameOf('select $1'));
  expect(names.slice(0, 2)).toEqual([undefined, undefined]);
  expect(names[2]).toBe(names[3]);
  for (let time = 0; time < 2; time += 1) nameOf('select $2');
  expect(nameOf('select $2')).not.toBe(names[3]);
});

test('the names have an end, so that connections do not keep statements without end', () => {
  const nameOf = createStatementNames();
  const named = new Set<string | undefined>();
  for (let n = 0; n < 2_000; n += 1) for (let time = 0; time < 4; time += 1) named.add(nameOf(`select ${n}`));
  named.delete(undefined);
  expect(named.size).toBe(1_000);
});

const onPostgres = test.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql');

onPostgres(
  'PostgreSQL keeps a statement that came often, and it answers for each of its values',
  async () => {
    // Not the one that the worker's tests share: its names may all be given.
    const database = await openDatabase({ kind: 'postgresql', url: await migratedDatabaseUrl('names') });
    onTestFinished(() => database.close());
    await database.db.transaction(async (tx) => {
      const answers: number[] = [];
      for (let n = 1; n <= 6; n += 1) {
        const result = (await tx.execute(sql`select ${n}::int * 2 as doubled`)) as unknown as {
          rows: { doubled: number }[];
        };
        answers.push(result.rows[0]?.doubled ?? 0);
      }
      expect(answers).toEqual([2, 4, 6, 8, 10, 12]);
      const kept = await rowsOf<{ statement: string }>(
        tx as never,
        sql`select statement from pg_prepared_statements`,
      );
      expect(kept.map(({ statement }) => statement)).toContain('select $1::int * 2 as doubled');
      // One without values too, and no other command.
      for (let n = 0; n < 4; n += 1) {
        await tx.execute(sql`select 2 as two`);
        await tx.execute(sql`set local work_mem = '4MB'`);
      }
      const more = await rowsOf<{ statement: string }>(
        tx as never,
        sql`select statement from pg_prepared_statements`,
      );
      expect(more.map(({ statement }) => statement)).toContain('select 2 as two');
      expect(more.filter(({ statement }) => statement.startsWith('set'))).toEqual([]);
    });
  },
);

onPostgres(
  'each opened database gives names of its own, even when another has given all of its',
  async () => {
    const url = await migratedDatabaseUrl('names');
    const countOfNames = async (texts: number) => {
      const { db, close } = await openDatabase({ kind: 'postgresql', url });
      onTestFinished(close);
      return db.transaction(async (tx) => {
        for (let n = 0; n < texts; n += 1)
          await Promise.all(Array.from({ length: 3 }, () => tx.execute(sql.raw(`select ${n}`))));
        const kept = await rowsOf<{ statement: string }>(
          tx as never,
          sql`select statement from pg_prepared_statements where statement ~ '^select \\d+$'`,
        );
        return kept.length;
      });
    };
    expect(await countOfNames(1_100)).toBeGreaterThan(900);
    expect(await countOfNames(100)).toBe(100);
  },
);
