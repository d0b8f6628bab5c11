import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '../http/app.ts';
import { openTestBank, TEST_ORIGIN, type TestBank } from '../testing/test-bank.ts';
import { announce } from './live.ts';

let bank: TestBank;

beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());

const someone = '01a1f9b6-0000-7000-8000-000000000001';
const other = '01a1f9b6-0000-7000-8000-000000000002';

/** Reads what one listener hears, one batch at a time. */
function hear(userId: string, isAdministrator = false) {
  const stop = new AbortController();
  const stream = bank.bank.live.subscribe({ userId, isAdministrator }, stop.signal);
  return { next: async () => (await stream.next()).value ?? null, stop: () => stop.abort() };
}

test('a person hears what concerns them, administrators what concerns all', async () => {
  const client = hear(someone);
  const stranger = hear(other);
  const administrator = hear(other, true);
  const first = [client.next(), administrator.next(), stranger.next()] as const;
  await bank.work(someone, (work) => announce(work, { userId: someone, administrators: true }, ['loans']));
  expect(await first[0]).toEqual(['loans']);
  expect(await first[1]).toEqual(['loans']);
  await bank.work(someone, (work) => announce(work, { userId: other }, ['fees']));
  expect(await first[2]).toEqual(['fees']);
  for (const listener of [client, stranger, administrator]) listener.stop();
});

test('nothing is heard of a transaction that is rolled back', async () => {
  const client = hear(someone);
  const first = client.next();
  await expect(
    bank.work(someone, async (work) => {
      await announce(work, { userId: someone }, ['account']);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await bank.work(someone, (work) => announce(work, { userId: someone }, ['profile']));
  expect(await first).toEqual(['profile']);
  client.stop();
});

test('what happens while a reader is busy arrives together', async () => {
  const client = hear(someone);
  const first = client.next();
  await bank.work(someone, (work) => announce(work, { userId: someone }, ['account']));
  expect(await first).toEqual(['account']);
  await bank.work(someone, (work) => announce(work, { userId: someone }, ['loans']));
  await bank.work(someone, (work) => announce(work, { userId: someone }, ['fees']));
  const heard = new Set<string>();
  while (heard.size < 2) for (const topic of (await client.next()) ?? []) heard.add(topic);
  expect(heard).toEqual(new Set(['loans', 'fees']));
  client.stop();
});

test('GET /live is 401 for nobody', async () => {
  expect((await bank.visitor().get('/live')).status).toBe(401);
});

test('the first event of GET /live comes when the stream hears', async () => {
  const { cookies } = await bank.client();
  const stop = new AbortController();
  const answer = await createApp(bank.bank, pino({ level: 'silent' })).request(`${TEST_ORIGIN}/api/live`, {
    headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    signal: stop.signal,
  });
  let open = 0;
  for await (const chunk of answer.body ?? []) {
    open = bank.bank.live.openStreams();
    if (new TextDecoder().decode(chunk).includes('topics')) break;
  }
  expect(open).toBe(1);
  stop.abort();
});

test('a stream ends when its reader goes, and is forgotten', async () => {
  const before = bank.bank.live.openStreams();
  const client = hear(someone);
  const first = client.next();
  expect(bank.bank.live.openStreams()).toBe(before + 1);
  client.stop();
  expect(await first).toBeNull();
  expect(bank.bank.live.openStreams()).toBe(before);
});
