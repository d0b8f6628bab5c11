import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALL_TOPICS, type Topic } from '#domain/notifications/topics.ts';
import { newUuid } from '../ids.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** What each change tells the open screens of the client and of administrators, and that no other person hears of it. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let stranger: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    stranger = await bank.client();
    administrator = await bank.administrator();
    await bank.fund(client, 1_000_00);
  }),
);
afterEach(() => bank.close());

/** Collects the topics that reach someone until they are asked for. */
function listen(userId: string, staffTopics: readonly Topic[]) {
  const heard = new Set<string>();
  const stop = new AbortController();
  const ended = (async () => {
    for await (const topics of bank.bank.live.subscribe(
      { userId, sessionId: newUuid(), staffTopics },
      stop.signal,
    ))
      for (const topic of topics) heard.add(topic);
  })();
  return async () => {
    stop.abort();
    await ended;
    return [...heard].sort();
  };
}

/** Waits until everything announced before has been delivered: announcements arrive in order, and this makes one to wait for. */
async function delivered(): Promise<void> {
  const stop = new AbortController();
  const marker = (async () => {
    for await (const topics of bank.bank.live.subscribe(
      { userId: stranger.userId, sessionId: newUuid(), staffTopics: [] },
      stop.signal,
    ))
      if (topics.includes('profile')) return;
  })();
  await stranger.put('/profile', { firstName: 'Marque', lastName: 'Page' });
  await marker;
  stop.abort();
}

async function topicsOf(change: () => Promise<{ status: number; body: unknown }>) {
  const [hearClient, hearAdministrator, hearStranger] = [
    listen(client.userId, []),
    listen(administrator.userId, ALL_TOPICS),
    listen(stranger.userId, []),
  ];
  const { status, body } = await change();
  expect(status, JSON.stringify(body)).toBe(200);
  await delivered();
  const heard = {
    client: await hearClient(),
    administrator: await hearAdministrator(),
    stranger: await hearStranger(),
  };
  // The mark itself reaches the stranger, and administrators as a change of a client.
  expect(heard.stranger).toEqual(['clients', 'profile', 'session']);
  return heard;
}

const IBAN = 'FR7630006000011234567890189';
const requestWithdrawal = () =>
  client.post('/withdrawals', { amountMinor: 1_00, iban: IBAN, bankName: 'Banque' });
const ofClient = () => `/admin/clients/${client.accountId}`;

async function withdrawalPath(...actions: string[]): Promise<string> {
  const { body } = await requestWithdrawal();
  const path = `/admin/withdrawals/${body.withdrawal.id}/decision`;
  for (const action of actions) await administrator.post(path, { action });
  return path;
}

async function feeId(): Promise<string> {
  return (await administrator.post(`${ofClient()}/fees`, { amountMinor: 1_00, description: 'Carte' })).body
    .fee.id;
}

test.each<[string, () => Promise<() => Promise<{ status: number; body: unknown }>>, string[], string[]]>([
  [
    'a withdrawal is asked for',
    async () => requestWithdrawal,
    ['account', 'withdrawals'],
    ['account', 'withdrawals'],
  ],
  [
    'a withdrawal is validated',
    async () => {
      const path = await withdrawalPath();
      return () => administrator.post(path, { action: 'approve' });
    },
    ['account', 'withdrawals'],
    ['account', 'withdrawals'],
  ],
  [
    'a withdrawal is executed',
    async () => {
      const path = await withdrawalPath('approve');
      return () => administrator.post(path, { action: 'complete' });
    },
    ['account', 'transactions', 'withdrawals'],
    ['account', 'transactions', 'withdrawals'],
  ],
  [
    'an account is credited',
    async () => () =>
      administrator.post(`${ofClient()}/credits`, { amountMinor: 1_00, currency: 'EUR', description: 'Don' }),
    ['account', 'clients', 'transactions'],
    ['account', 'clients', 'transactions'],
  ],
  [
    'an account is activated',
    async () => () => administrator.post(`${ofClient()}/activation`, { receivedMinor: 1_00 }),
    ['account', 'clients', 'transactions'],
    ['account', 'clients', 'transactions'],
  ],
  [
    'an IBAN is assigned',
    async () => () => administrator.put(`${ofClient()}/iban`, { iban: IBAN, bankName: 'Guichet' }),
    ['account', 'clients'],
    ['account', 'clients'],
  ],
  [
    'a fee is created',
    async () => () => administrator.post(`${ofClient()}/fees`, { amountMinor: 1_00, description: 'Carte' }),
    ['fees'],
    ['fees'],
  ],
  [
    'a fee is declared paid',
    async () => {
      const id = await feeId();
      return () => client.post(`/fees/${id}/declaration`);
    },
    ['fees'],
    ['fees'],
  ],
  [
    'a fee is settled',
    async () => {
      const id = await feeId();
      return () => administrator.post(`/admin/fees/${id}/settlement`);
    },
    ['fees'],
    ['fees'],
  ],
])('when %s', async (_, prepare, forClient, forAdministrators) => {
  const change = await prepare();
  await delivered();
  const heard = await topicsOf(change);
  expect(heard.client).toEqual([...forClient, 'notifications'].sort());
  expect(heard.administrator).toEqual(
    [...new Set([...forAdministrators, 'clients', 'profile', 'session'])].sort(),
  );
});

test('a client who is removed hears that their session ended', async () => {
  await delivered();
  const heard = await topicsOf(() => administrator.delete(ofClient()));
  expect(heard.client).toContain('session');
  expect(heard.administrator).toEqual(expect.arrayContaining(['clients', 'loans', 'withdrawals', 'fees']));
});

test('a refused call announces nothing', async () => {
  await delivered();
  const hear = listen(client.userId, []);
  expect(
    (await client.post('/withdrawals', { amountMinor: 9_999_00, iban: IBAN, bankName: 'B' })).status,
  ).toBe(409);
  await delivered();
  expect(await hear()).toEqual([]);
});
