import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../ids.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { announce } from './live.ts';
import { notifyClient } from './notify.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

/** Tells the client of so many fees, one second apart, after the opening of the account. */
async function tell(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await bank.work(administrator.userId, (work) =>
      notifyClient(
        { ...work, now: new Date(work.now.getTime() + index * 1000) },
        client.userId,
        'fee-created',
        { amountMinor: index * 100, currency: 'EUR', description: `Frais ${index}` },
      ),
    );
  }
}

const idsOf = (body: { notifications: { id: string }[] }) => body.notifications.map(({ id }) => id);

describe('GET /notifications', () => {
  test('200: what happened to the person, newest first, with what its sentence needs', async () => {
    await tell(1);
    const { status, body } = await client.get('/notifications');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      // The opening of the account was the client's own act.
      unreadCount: 1,
      nextCursor: null,
      notifications: [
        {
          kind: 'fee-created',
          params: { amountMinor: 100, currency: 'EUR', description: 'Frais 1' },
          readAt: null,
        },
        { kind: 'account-created', params: { accountType: 'courant' }, readAt: expect.any(String) },
      ],
    });
  });

  test('what the person did is read already; what touches how they sign in is unread even when they did it', async () => {
    for (const kind of ['loan-requested', 'fee-declared', 'password-changed'] as const)
      await bank.work(client.userId, (work) => notifyClient(work, client.userId, kind, {}));
    const { body } = await client.get('/notifications');
    const unread = body.notifications.filter((row: { readAt: string | null }) => row.readAt === null);
    expect(unread.map((row: { kind: string }) => row.kind)).toEqual(['password-changed']);
    expect(body.unreadCount).toBe(1);
  });

  test('page by page nothing is missing and nothing twice, also when something happens meanwhile', async () => {
    await tell(7);
    const all = idsOf((await client.get('/notifications?limit=100')).body);
    expect(all).toHaveLength(8);
    const first = (await client.get('/notifications?limit=3')).body;
    await bank.work(administrator.userId, (work) =>
      notifyClient({ ...work, now: new Date(work.now.getTime() + 60_000) }, client.userId, 'iban-assigned', {
        iban: 'FR7630006000011234567890189',
        bankName: 'Banque',
      }),
    );
    const read = idsOf(first);
    for (let cursor = first.nextCursor; cursor; ) {
      const { body } = await client.get(`/notifications?limit=3&cursor=${cursor}`);
      read.push(...idsOf(body));
      cursor = body.nextCursor;
    }
    expect(read).toEqual(all);
  });

  test("nobody sees someone else's", async () => {
    const stranger = await bank.client();
    await tell(1);
    expect((await stranger.get('/notifications')).body.unreadCount).toBe(0);
    expect(idsOf((await stranger.get('/notifications')).body)).not.toEqual(
      idsOf((await client.get('/notifications')).body),
    );
  });

  test('400 for a cursor that is none, 401 without a session', async () => {
    expect((await client.get('/notifications?cursor=nonsense')).status).toBe(400);
    expect((await client.get('/notifications?limit=1000')).status).toBe(400);
    expect((await bank.visitor().get('/notifications')).status).toBe(401);
  });
});

describe('POST /notifications/read', () => {
  test('200: all of them, and again without harm', async () => {
    await tell(3);
    expect((await client.post('/notifications/read')).body).toEqual({ unreadCount: 0 });
    const { body } = await client.get('/notifications');
    expect(body.unreadCount).toBe(0);
    const readAt = body.notifications.map((row: { readAt: string }) => row.readAt);
    expect(readAt.every(Boolean)).toBe(true);
    await client.post('/notifications/read');
    const again = (await client.get('/notifications')).body.notifications;
    expect(again.map((row: { readAt: string }) => row.readAt)).toEqual(readAt);
  });

  test('200: up to the one that was seen; what came later stays unread', async () => {
    await tell(3);
    const [newest, , second] = idsOf((await client.get('/notifications')).body);
    expect((await client.post('/notifications/read', { upTo: second })).body).toEqual({ unreadCount: 2 });
    const rows = (await client.get('/notifications')).body.notifications;
    expect(rows.map((row: { readAt: string | null }) => row.readAt !== null)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await client.post('/notifications/read', { upTo: newest })).body).toEqual({ unreadCount: 0 });
  });

  test("404: someone else's answers exactly as a missing one, and nothing is marked", async () => {
    await tell(1);
    const stranger = await bank.client();
    const [theirs] = idsOf((await stranger.get('/notifications')).body);
    const foreign = await client.post('/notifications/read', { upTo: theirs });
    const missing = await client.post('/notifications/read', { upTo: newUuid() });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual(missing.body);
    expect((await client.get('/notifications')).body.unreadCount).toBe(1);
  });

  test('400 for an id that is none, 401 without a session', async () => {
    expect((await client.post('/notifications/read', { upTo: 'x' })).status).toBe(400);
    expect((await bank.visitor().post('/notifications/read')).status).toBe(401);
  });

  test("the person's other screens hear of it", async () => {
    await tell(1);
    const stop = new AbortController();
    const stream = bank.bank.live.subscribe(
      { userId: client.userId, sessionId: newUuid(), staffTopics: [] },
      stop.signal,
    );
    // A stream hears from its first reading on. What was announced before may still be on its way; behind this mark nothing is.
    let heard = stream.next();
    await bank.work(client.userId, (work) => announce(work, { userId: client.userId }, ['rates']));
    while (!(await heard).value?.includes('rates')) heard = stream.next();
    heard = stream.next();
    await client.post('/notifications/read');
    expect((await heard).value).toEqual(['notifications']);
    stop.abort();
  });
});
