import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const migrations = join(import.meta.dirname, '..', 'server', 'db', 'migrations');

test('each migration is one file of the journal, and the snapshot of the newest alone is kept', () => {
  const { entries } = JSON.parse(readFileSync(join(migrations, 'meta', '_journal.json'), 'utf8')) as {
    entries: { idx: number; tag: string }[];
  };
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, index) => index));
  const newest = entries.at(-1)?.tag.slice(0, 4);
  expect(readdirSync(join(migrations, 'meta')).sort()).toEqual([`${newest}_snapshot.json`, '_journal.json']);
});
