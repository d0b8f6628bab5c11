import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { createApp } from '../http/app.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { createAttempts } from './attempts.ts';
import { createAuth, evenly } from './auth.ts';

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

  test('block an address that nobody has just the same', async () => {
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
    await expect(otherNode.requireOpen(email, '192.0.2.1')).rejects.toMatchObject({
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

describe('what must not be told by the time it takes', () => {
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
