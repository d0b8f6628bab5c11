import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ALL_TOPICS, type Topic } from '#domain/notifications/topics.ts';
import { createApp } from '../app.ts';
import { watchBank } from '../operations/watch.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_ORIGIN,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { announce, STREAMS_PER_PERSON, STREAMS_PER_SESSION } from './live.ts';

let bank: TestBank;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

const sessionOf = async (person: Person): Promise<string> =>
  (await person.get('/sessions')).body.sessions.find((one: { isCurrent: boolean }) => one.isCurrent).id;

/** Reads what one listener hears, one batch at a time. */
function hear(userId: string, sessionId: string, staffTopics: readonly Topic[] = []) {
  const stop = new AbortController();
  const stream = bank.bank.live.subscribe({ userId, sessionId, staffTopics }, stop.signal);
  return { next: async () => (await stream.next()).value ?? null, stop: () => stop.abort() };
}

/** Two people who are signed in; a listener of one of them. */
let someone: string;
let other: string;
let ofSomeone: string;
let ofOther: string;
beforeEach(async () => {
  const [one, two] = [await bank.client(), await bank.client()];
  [someone, other] = [one.userId, two.userId];
  [ofSomeone, ofOther] = [await sessionOf(one), await sessionOf(two)];
});

test('a person hears what concerns them, administrators what concerns all', async () => {
  const client = hear(someone, ofSomeone);
  const stranger = hear(other, ofOther);
  const administrator = hear(other, ofOther, ALL_TOPICS);
  const first = [client.next(), administrator.next(), stranger.next()] as const;
  await bank.work(someone, (work) => announce(work, { userId: someone, staff: true }, ['loans']));
  expect(await first[0]).toEqual(['loans']);
  expect(await first[1]).toEqual(['loans']);
  await bank.work(someone, (work) => announce(work, { userId: other }, ['fees']));
  expect(await first[2]).toEqual(['fees']);
  for (const listener of [client, stranger, administrator]) listener.stop();
});

test('nothing is heard of a transaction that is rolled back', async () => {
  const client = hear(someone, ofSomeone);
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
  const client = hear(someone, ofSomeone);
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

test('GET /live is 401 without a session', async () => {
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
  const client = hear(someone, ofSomeone);
  const first = client.next();
  expect(bank.bank.live.openStreams()).toBe(before + 1);
  client.stop();
  expect(await first).toBeNull();
  expect(bank.bank.live.openStreams()).toBe(before);
});

const cookieOf = (person: Person) => [...person.cookies].map((pair) => pair.join('=')).join('; ');

/** The product's web face on a port, asked over connections as a browser or a script would. */
async function onPort<T>(use: (port: number) => Promise<T>): Promise<T> {
  const app = createApp(bank.bank, pino({ level: 'silent' }));
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.close();
    (server as unknown as { closeAllConnections(): void }).closeAllConnections();
  }
}

/** A stream of live updates: its text so far, and whether the server has ended it. */
function openStream(port: number, person: Person, headers: Record<string, string> = {}) {
  const stream = { text: '', isEnded: false, leave: () => {}, answered: Promise.resolve() };
  stream.answered = new Promise<void>((resolve, reject) => {
    const question = get(
      { port, path: '/api/live', agent: false, headers: { cookie: cookieOf(person), ...headers } },
      (answer: IncomingMessage) => {
        answer.on('data', (chunk) => {
          stream.text += chunk;
          resolve();
        });
        answer.on('end', () => {
          stream.isEnded = true;
        });
        answer.on('error', () => {});
      },
    );
    question.on('error', reject);
    stream.leave = () => question.destroy();
  });
  return stream;
}

async function openStreams(): Promise<number> {
  const watch = watchBank({
    database: bank.database,
    openStreams: bank.bank.live.openStreams,
    hashing: bank.bank.auth.hashing.state,
    version: '1',
    mode: 'demo',
    isDraining: () => false,
  });
  try {
    return Number(/^guichet_live_streams (\d+)$/m.exec(await watch.metrics())?.[1]);
  } finally {
    watch.stop();
  }
}

test.each([
  ['as a browser asks', { accept: 'text/event-stream' }],
  ['without saying what they accept', {}],
  ['accepting anything', { accept: '*/*' }],
  ['accepting JSON', { accept: 'application/json' }],
])('a caller who goes away leaves no stream behind, %s', async (_, headers) => {
  const client = await bank.client();
  await onPort(async (port) => {
    for (let round = 0; round < 3; round += 1) {
      const streams = Array.from({ length: 4 }, () => openStream(port, client, headers));
      await Promise.all(streams.map(({ answered }) => answered));
      expect(await openStreams()).toBe(4);
      for (const { leave } of streams) leave();
      await expect.poll(openStreams).toBe(0);
    }
  });
});

describe('a session that ends closes its streams', () => {
  const ends: Record<string, (client: ClientPerson, elsewhere: Person) => Promise<unknown>> = {
    'by signing out': (client) => client.delete('/session'),
    'ended from another device': async (client, elsewhere) =>
      elsewhere.delete(`/sessions/${await sessionOf(client)}`),
    'with all others': (_, elsewhere) => elsewhere.delete('/sessions'),
    'by a new password': (_, elsewhere) =>
      elsewhere.put('/profile/password', {
        currentPassword: TEST_PASSWORD,
        newPassword: 'quatre mots sans rapport',
      }),
    'by the house': async (client) =>
      (await bank.administrator()).delete(`/admin/clients/${client.accountId}/sessions`),
    'by a deletion': async (client) =>
      (await bank.administrator()).delete(`/admin/clients/${client.accountId}`),
  };

  test.each(Object.keys(ends))('%s, on whatever node it is, and tells it nothing more', async (how) => {
    const client = await bank.client();
    const elsewhere = bank.visitor();
    await elsewhere.post('/session', { email: client.email, password: TEST_PASSWORD });
    await onPort(async (port) => {
      const stream = openStream(port, client);
      await stream.answered;
      const answer = (await ends[how]?.(client, elsewhere)) as { status: number };
      expect(answer.status).toBe(200);
      await expect.poll(() => stream.isEnded).toBe(true);
      const said = stream.text;
      // A topic that opening an account does not announce: its message may reach a stream that opened just after.
      await bank.work(client.userId, (work) => announce(work, { userId: client.userId }, ['fees']));
      expect(stream.text).toBe(said);
      expect(said).not.toContain('fees');
      // Its last word is what makes another window leave the screen.
      expect(said).toContain('session');
    });
    expect(await openStreams()).toBe(0);
  });

  test('also when it ended before the stream could hear of it', async () => {
    const client = await bank.client();
    const sessionId = await sessionOf(client);
    await client.delete('/session');
    const late = hear(client.userId, sessionId);
    const first = late.next();
    await bank.bank.live.endIfGone(sessionId);
    expect(await first).toEqual(['session']);
    expect(await late.next()).toBe('session-ended');
    expect(bank.bank.live.openStreams()).toBe(0);
  });

  test('and leaves the streams of the same person elsewhere open', async () => {
    const client = await bank.client();
    const elsewhere = bank.visitor();
    await elsewhere.post('/session', { email: client.email, password: TEST_PASSWORD });
    await onPort(async (port) => {
      const [here, there] = [openStream(port, client), openStream(port, elsewhere)];
      await Promise.all([here.answered, there.answered]);
      await client.delete('/session');
      await expect.poll(() => here.isEnded).toBe(true);
      expect(there.isEnded).toBe(false);
      expect(await openStreams()).toBe(1);
    });
  });
});

test('a session has so many streams and a person so many: one more closes the oldest, with a longer retry delay', async () => {
  const client = await bank.client();
  await onPort(async (port) => {
    const first = openStream(port, client);
    await first.answered;
    const more = Array.from({ length: STREAMS_PER_SESSION }, () => openStream(port, client));
    await Promise.all(more.map(({ answered }) => answered));
    await expect.poll(() => first.isEnded).toBe(true);
    expect(first.text).toContain('retry: 60000');
    expect(more.every(({ isEnded }) => !isEnded)).toBe(true);
    await expect.poll(openStreams).toBe(STREAMS_PER_SESSION);
    for (let session = 0; session * STREAMS_PER_SESSION < STREAMS_PER_PERSON; session += 1) {
      const device = bank.visitor();
      await device.post('/session', { email: client.email, password: TEST_PASSWORD });
      const ofDevice = Array.from({ length: STREAMS_PER_SESSION }, () => openStream(port, device));
      await Promise.all(ofDevice.map(({ answered }) => answered));
    }
    await expect.poll(openStreams).toBe(STREAMS_PER_PERSON);
    await expect.poll(() => more.every(({ isEnded }) => isEnded)).toBe(true);
  });
  await expect.poll(openStreams).toBe(0);
});
