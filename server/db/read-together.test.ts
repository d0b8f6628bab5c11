import { expect, test } from 'vitest';
import type { Db } from './database.ts';
import { readTogether } from './read-together.ts';

test('callers of one moment read in one statement, later ones in the next; a key without a row is null', async () => {
  const reads: (readonly string[])[] = [];
  const lengthOf = readTogether(async (_, words: readonly string[]) => {
    reads.push(words);
    return new Map(words.filter((word) => word !== 'none').map((word) => [word, word.length]));
  });
  const db = {} as Db;
  expect(await Promise.all(['a', 'bb', 'none', 'a'].map((word) => lengthOf(db, word)))).toEqual([
    1,
    2,
    null,
    1,
  ]);
  expect(await Promise.all([lengthOf(db, 'a'), lengthOf({} as Db, 'a')])).toEqual([1, 1]);
  expect(reads).toEqual([['a', 'bb', 'none'], ['a'], ['a']]);
});

test('all callers of one moment hear of a failure, and the next read is a new one', async () => {
  let isDown = true;
  const read = readTogether(async (_, keys: readonly number[]) => {
    if (isDown) throw new Error('down');
    return new Map(keys.map((key) => [key, key]));
  });
  const db = {} as Db;
  const failed = await Promise.allSettled([read(db, 1), read(db, 2)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await read(db, 1)).toBe(1);
});
