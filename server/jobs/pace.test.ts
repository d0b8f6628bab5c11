import { afterEach, expect, test } from 'vitest';
import { tell } from '../signals.ts';
import { type Pace, watchPace } from './pace.ts';

let pace: Pace | null = null;
afterEach(() => pace?.stop());

const answered = (route: string) => tell('guichet:request', { method: 'GET', route, status: 200, ms: 1 });

/** A clock that steps move, and steps that note when they began and ended by it. */
function bench() {
  let ms = 0;
  const wait = (of: number) => {
    ms += of;
  };
  const watched = watchPace({ now: () => ms, pause: async (of) => wait(of) });
  pace = watched;
  const log: string[] = [];
  const step = (name: string, takes: number) =>
    watched.turn(async () => {
      log.push(`${name} at ${ms}`);
      await new Promise((done) => setImmediate(done));
      wait(takes);
      return name;
    });
  return { watched, log, step, wait };
}

test('with nobody there, lanes work side by side without a pause', async () => {
  const { watched, log, step } = bench();
  answered('/api/health');
  expect(watched.isBesidePeople()).toBe(false);
  expect(await Promise.all([step('first', 40), step('second', 40)])).toEqual(['first', 'second']);
  expect(log).toEqual(['first at 0', 'second at 0']);
});

test('beside people one step runs at a time, and the next waits for half as long as it took', async () => {
  const { log, step } = bench();
  answered('/api/overview');
  await Promise.all([step('first', 40), step('second', 10), step('third', 10)]);
  expect(log).toEqual(['first at 0', 'second at 60', 'third at 75']);
});

test('a step that fails lets the next one begin', async () => {
  const { watched, log, step } = bench();
  answered('/api/overview');
  const failed = watched.turn(() => Promise.reject(new Error('no')));
  await Promise.all([expect(failed).rejects.toThrow('no'), step('next', 10)]);
  expect(log).toEqual(['next at 0']);
});

test('a few seconds after the last call, nobody is there any more', async () => {
  const { watched, wait } = bench();
  answered('/api/overview');
  wait(2_900);
  expect(watched.isBesidePeople()).toBe(true);
  wait(200);
  expect(watched.isBesidePeople()).toBe(false);
});
