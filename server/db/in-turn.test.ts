import { expect, test } from 'vitest';
import type { Db } from './database.ts';
import { inTurn } from './in-turn.ts';

/** A question whose answers are given by hand; each is the number of times it was put. */
function question() {
  const put: PromiseWithResolvers<number>[] = [];
  const ask = inTurn(() => {
    put.push(Promise.withResolvers<number>());
    return put[put.length - 1]?.promise ?? Promise.reject();
  });
  return { ask, put, settle: () => new Promise((done) => setImmediate(done)) };
}

const db = {} as Db;

test('who asks while the database is being asked shares the next answer, and never one that was read before', async () => {
  const { ask, put, settle } = question();
  const first = ask(db);
  const [second, third] = [ask(db), ask(db)];
  expect(put).toHaveLength(1);
  put[0]?.resolve(1);
  expect(await first).toBe(1);
  await settle();
  expect(put).toHaveLength(2);
  const fourth = ask(db);
  put[1]?.resolve(2);
  expect([await second, await third]).toEqual([2, 2]);
  await settle();
  put[2]?.resolve(3);
  expect(await fourth).toBe(3);
  await settle();
  // Nobody asks any more: the next is asked for at once.
  const fifth = ask(db);
  expect(put).toHaveLength(4);
  put[3]?.resolve(4);
  expect(await fifth).toBe(4);
});

test('a question that fails fails for those who shared it, and the next is asked all the same', async () => {
  const { ask, put, settle } = question();
  const first = ask(db);
  const second = ask(db);
  put[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settle();
  put[1]?.resolve(2);
  expect(await second).toBe(2);
});

test('another database, or a transaction, is asked for itself', () => {
  const { ask, put } = question();
  void ask(db);
  void ask({} as Db);
  expect(put).toHaveLength(2);
});
