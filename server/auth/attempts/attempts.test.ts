import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { createApp } from '../../app.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../../testing/test-bank.ts';
import { tokenOfLink } from '../../testing/token-of-link.ts';
import { createAuth, evenly } from '../auth.ts';
import { createAttempts } from './attempts.ts';

let bank: TestBank;

beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());

const signIn = (email: string, password: string) => bank.visitor().post('/session', { email, password });

describe('five wrong passwords', () => {
  test('block, however many arrive at once', async () => {
    const { email } = await bank.client();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, each) => signIn(email, `faux-${each}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  test('block an unknown address in the same way', async () => {
    for (let each = 0; each < 5; each += 1)
      expect((await signIn('nul@example.test', 'faux')).status).toBe(401);
    expect((await signIn('nul@example.test', 'faux')).status).toBe(429);
  });

  test('block for a quarter of an hour from the last one', async () => {
    const { email } = await bank.client();
    const start = Date.now();
    for (let each = 0; each < 5; each += 1) {
      bank.setNow(new Date(start + each * 60_000));
      await signIn(email, 'faux');
    }
    bank.setNow(new Date(start + (4 + 14) * 60_000));
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(429);
    bank.setNow(new Date(start + (4 + 16) * 60_000));
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(200);
  });

  test('are forgiven by a sign-in, four at a time', async () => {
    const { email } = await bank.client();
    for (let round = 0; round < 3; round += 1) {
      for (let each = 0; each < 4; each += 1) expect((await signIn(email, 'faux')).status).toBe(401);
      expect((await signIn(email, TEST_PASSWORD)).status).toBe(200);
    }
  });

  test('count on every node, and after a new start', async () => {
    const { email } = await bank.client();
    for (let each = 0; each < 5; each += 1) await signIn(email, 'faux');
    const otherNode = createAttempts(bank.database.db, bank.bank.surroundings.now);
    const who = { email, address: '192.0.2.1', device: null };
    const check = vi.fn();
    await expect(otherNode.atTheDoor(who, check)).rejects.toMatchObject({
      code: 'auth.too-many-attempts',
    });
  });

  test('leave neither the e-mail nor the network address in the table that counts them', async () => {
    await signIn('quelqu.un@example.test', 'faux');
    const rows = await rowsOf<{ key: string }>(bank.database.db, sql`select key from attempts order by key`);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/example|unknown|127/);
  });
});

describe('a client whom a stranger tries to keep out', () => {
  /** A browser that has signed in before and has no session now. */
  async function knownDevice() {
    const { email } = await bank.client();
    const device = bank.visitor();
    await device.post('/session', { email, password: TEST_PASSWORD });
    await device.delete('/session');
    return { email, come: (password: string) => device.post('/session', { email, password }) };
  }
  const guess = async (email: string, times = 5) => {
    for (let each = 0; each < times; each += 1) await signIn(email, `faux-${each}`);
  };

  test('comes in from a device that has signed in before, however often the door is blocked', async () => {
    const { email, come } = await knownDevice();
    const start = Date.now();
    for (let quarter = 0; quarter < 4; quarter += 1) {
      bank.setNow(new Date(start + quarter * 16 * 60_000));
      await guess(email);
      expect((await signIn(email, TEST_PASSWORD)).status).toBe(429);
      expect((await come(TEST_PASSWORD)).status).toBe(200);
      // Nor does their coming in open the door to the stranger.
      expect((await signIn(email, TEST_PASSWORD)).status).toBe(429);
    }
  });

  test('comes in although fifty failures blocked their network address', async () => {
    const { come } = await knownDevice();
    for (let each = 0; each < 50; each += 1) await signIn(`nul-${each}@example.test`, 'faux');
    expect((await signIn('nul@example.test', 'faux')).status).toBe(429);
    expect((await come(TEST_PASSWORD)).status).toBe(200);
  });

  test('has five failures of their own on that device, and no more', async () => {
    const { email, come } = await knownDevice();
    for (let each = 0; each < 5; each += 1) expect((await come(`faux-${each}`)).status).toBe(401);
    expect((await come(TEST_PASSWORD)).status).toBe(429);
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(200);
  });

  test('a device is known for the account it signed in to, for half a year', async () => {
    const { email, come } = await knownDevice();
    const other = await bank.client();
    const stranger = bank.visitor();
    await stranger.post('/session', { email: other.email, password: TEST_PASSWORD });
    await guess(email);
    expect((await stranger.post('/session', { email, password: TEST_PASSWORD })).status).toBe(429);
    const later = new Date(Date.now() + 181 * 86_400_000);
    bank.setNow(later);
    await guess(email);
    expect((await come(TEST_PASSWORD)).status).toBe(429);
  });

  test('comes in on a new device by a new password, whatever the stranger does meanwhile', async () => {
    const { email } = await bank.client();
    await guess(email);
    const device = bank.visitor();
    await device.post('/password-reset', { email });
    const [mail] = await rowsOf<{ link: string }>(
      bank.database.db,
      sql`select params ->> 'link' as link from outbox where template = 'password-reset'`,
    );
    const password = 'quatre-mots-bien-choisis-ici';
    const token = tokenOfLink(mail?.link ?? '');
    expect((await device.post('/password-reset/completion', { token, password })).status).toBe(200);
    await guess(email);
    expect((await device.post('/session', { email, password })).status).toBe(200);
  });
});

describe('what a session does is counted apart from what strangers try', () => {
  const NEW_PASSWORD = 'quatre-mots-bien-choisis-ici';
  const change = (person: { put: TestPut }, currentPassword: string) =>
    person.put('/profile/password', { currentPassword, newPassword: NEW_PASSWORD });
  type TestPut = (path: string, body: object) => Promise<{ status: number; body: { code: string } }>;

  test('five wrong passwords from anywhere stop neither the confirmations nor the password change of a client', async () => {
    const client = await bank.client();
    for (let each = 0; each < 60; each += 1) await signIn(client.email, `faux-${each}`);
    for (let each = 0; each < 50; each += 1) await signIn(`nul-${each}@example.test`, 'faux');
    expect((await signIn(client.email, TEST_PASSWORD)).status).toBe(429);
    const { status } = await client.post('/session/confirmation', {
      operation: 'withdrawals.request',
      subject: 'withdrawals.request\n{}',
      currentPassword: TEST_PASSWORD,
    });
    expect(status).toBe(200);
    expect((await change(client, TEST_PASSWORD)).status).toBe(200);
  });

  test('five failures in a row end what the session may confirm; another session goes on, and signing in stays possible', async () => {
    const client = await bank.client();
    const other = bank.visitor();
    await other.post('/session', { email: client.email, password: TEST_PASSWORD });
    for (let each = 0; each < 5; each += 1)
      expect((await change(client, `faux-${each}`)).body.code).toBe('auth.wrong-password');
    const locked = await change(client, TEST_PASSWORD);
    expect([locked.status, locked.body.code]).toEqual([429, 'auth.session-locked']);
    // Not for a quarter of an hour, but for as long as the session lasts.
    for (let minutes = 10; minutes <= 40; minutes += 10) {
      bank.setNow(new Date(Date.now() + minutes * 60_000));
      expect((await client.get('/overview')).status).toBe(200);
      await other.get('/overview');
    }
    expect((await change(client, TEST_PASSWORD)).status).toBe(429);
    expect((await signIn(client.email, TEST_PASSWORD)).status).toBe(200);
    expect((await change(other, TEST_PASSWORD)).status).toBe(200);
  });

  test('several sessions have ten guesses together in a quarter of an hour', async () => {
    const client = await bank.client();
    const sessions = [client, bank.visitor(), bank.visitor()];
    for (const one of sessions.slice(1))
      await one.post('/session', { email: client.email, password: TEST_PASSWORD });
    const codes: string[] = [];
    for (const one of sessions)
      for (let each = 0; each < 5; each += 1) codes.push((await change(one, `faux-${each}`)).body.code);
    expect(codes.filter((code) => code === 'auth.wrong-password')).toHaveLength(10);
    expect(codes.slice(10)).toEqual(Array.from({ length: 5 }, () => 'auth.too-many-attempts'));
  });

  test('of fifty guesses that arrive together five are looked at', async () => {
    const client = await bank.client();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, each) => change(client, `faux-${each}`)),
    );
    expect(answers.filter(({ body }) => body.code === 'auth.wrong-password')).toHaveLength(5);
  });

  test('four failures and a success, again and again, are forgiven', async () => {
    const client = await bank.client();
    for (let round = 0; round < 3; round += 1) {
      for (let each = 0; each < 4; each += 1)
        await client.post('/two-factor/secret', { currentPassword: 'x' });
      const { status } = await client.post('/two-factor/secret', { currentPassword: TEST_PASSWORD });
      expect(status).toBe(200);
    }
  });
});

describe('guesses that arrive together', () => {
  test('over many accounts from one network: fifty are looked at', async () => {
    const verify = vi.spyOn(bank.bank.auth.passwords, 'verify');
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, each) => signIn(`nul-${each}@example.test`, 'faux')),
    );
    expect(verify.mock.calls).toHaveLength(50);
    verify.mockRestore();
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(70);
  });

  test('on several nodes: five are looked at in one session, and none is forgiven by being refused', async () => {
    const nodes = [1, 2, 3].map(() => createAttempts(bank.database.db, bank.bank.surroundings.now));
    const who = { sessionId: newUuid(), userId: newUuid() };
    const check = vi.fn(async () => ({
      end: 'failed' as const,
      refusal: new Refusal('auth.wrong-code'),
    }));
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, each) =>
        nodes[each % 3]?.inside(who, check).catch((error: Refusal) => error.code),
      ),
    );
    expect(check).toHaveBeenCalledTimes(5);
    expect(codes.filter((code) => code === 'auth.session-locked')).toHaveLength(25);
  });

  test('what was not looked at is no failure: too many waited, or the second step is still missing', async () => {
    const attempts = createAttempts(bank.database.db, bank.bank.surroundings.now);
    const who = { email: 'quelqu.un@example.test', address: '192.0.2.7', device: null };
    const busy = new Refusal('service.busy');
    const missing = new Refusal('auth.second-factor-required');
    for (let each = 0; each < 60; each += 1) {
      await expect(attempts.atTheDoor(who, () => Promise.reject(busy))).rejects.toBe(busy);
      await expect(
        attempts.atTheDoor(who, async () => ({ end: 'undecided', refusal: missing })),
      ).rejects.toBe(missing);
    }
    expect(await attempts.atTheDoor(who, async () => ({ end: 'proved', result: 'in' }))).toBe('in');
  });
});

test('fifty failures from one network address block it, for accounts that have none of their own', async () => {
  const { email } = await bank.client();
  for (let each = 0; each < 50; each += 1) await signIn(`nul-${each}@example.test`, 'faux');
  expect((await signIn(email, TEST_PASSWORD)).status).toBe(429);
});

describe('the network address of a call', () => {
  /** Signs in wrongly through a connection from `from`, claiming `forwarded`, and says which address was kept of it. */
  async function addressKept(
    proxies: readonly string[],
    from: string,
    forwarded?: string,
  ): Promise<string | null> {
    const { email } = await bank.client();
    const config = { ...bank.bank.config, trustedProxies: proxies };
    const app = createApp({ ...bank.bank, config }, pino({ level: 'silent' }));
    await app.request(
      'http://bank.test/api/session',
      {
        method: 'POST',
        headers: {
          origin: 'http://bank.test',
          'content-type': 'application/json',
          ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
        },
        body: JSON.stringify({ email, password: 'faux' }),
      },
      { incoming: { socket: { remoteAddress: from } } },
    );
    const rows = await rowsOf<{ address: string | null }>(
      bank.database.db,
      sql`select s.address from sign_ins s join users u on u.id = s.user_id where u.email = ${email} and not s.succeeded`,
    );
    return rows[0]?.address ?? null;
  }

  test.each([
    ['no proxy is named: a header is not believed', [], '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['the proxy is not the one that is named', ['10.0.0.1'], '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['the named proxy vouches', ['10.0.0.1'], '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'a network of proxies vouches',
      ['10.0.0.0/8'],
      '::ffff:10.1.2.3',
      '203.0.113.9, 10.9.9.9',
      '203.0.113.9',
    ],
    [
      'what stands before the caller is the caller’s own writing',
      ['10.0.0.1'],
      '10.0.0.1',
      '1.2.3.4, 203.0.113.9',
      '203.0.113.9',
    ],
    ['what is no address ends the reading', ['10.0.0.1'], '10.0.0.1', '203.0.113.9, <script>', '10.0.0.1'],
    ['no header', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
    ['IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ] as const)('%s', async (_, proxies, from, forwarded, kept) => {
    expect(await addressKept(proxies, from, forwarded)).toBe(kept);
  });
});

describe('response times that must not reveal whether an address is known', () => {
  const auth = createAuth({
    publicUrl: 'http://bank.test',
    secrets: { secret: 's', previous: [] },
    passwordCost: { memoryKib: 8, passes: 1 },
    evenMs: 80,
  });
  const timeOf = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await evenly(auth, work).catch(() => undefined);
    return performance.now() - started;
  };

  test('a quick answer, good or bad, comes no sooner than the slow one', async () => {
    for (const work of [
      async () => 'done',
      async () => {
        throw new Error('refused');
      },
    ])
      expect(await timeOf(work)).toBeGreaterThanOrEqual(80);
  });

  test('a new password and a sign-up are asked for as slowly by a known address as by an unknown one', async () => {
    const even = await openTestBank({ evenMs: 300 });
    const { email } = await even.client();
    const person = { firstName: 'Zoé', lastName: 'Roy', country: 'FR', password: TEST_PASSWORD };
    for (const address of [email, 'personne@example.test'])
      for (const [path, body] of [
        ['/password-reset', { email: address }],
        ['/sign-up', { ...person, email: address }],
      ] as const) {
        const started = performance.now();
        const { status } = await even.visitor().post(path, body);
        expect([path, address, status]).toEqual([path, address, 200]);
        expect(performance.now() - started, `${path} of ${address}`).toBeGreaterThanOrEqual(300);
      }
    await even.bank.live.close();
  });

  test('signing in compares one password, known address or not', async () => {
    const { email } = await bank.client();
    const { passwords } = bank.bank.auth;
    const compared = vi.spyOn(passwords, 'verify');
    for (const address of [email, 'personne@example.test']) {
      compared.mockClear();
      const answer = await bank
        .visitor()
        .post('/session', { email: address, password: 'ce n’est pas le bon' });
      expect([answer.status, compared.mock.calls.length]).toEqual([401, 1]);
    }
    compared.mockRestore();
  });

  test('a password is compared with something even where there is no hash to compare it with', async () => {
    expect(await auth.passwords.verify('anything', null)).toBe(false);
    expect(await auth.passwords.verify('right', await auth.passwords.hash('right'))).toBe(true);
  });
});
