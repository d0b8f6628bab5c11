import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '../db/schema/index.ts';
import { openTestBank, type Person, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { tokenOfLink } from '../testing/token-of-link.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** Secrets that open something: how long they are, that each is new, and when they end (ASVS 5.0, 6.2.10, 6.4.1, 7.2.3, 9.2.1, 11.5.1). */

const BEGIN = new Date('2026-11-20T08:00:00Z');
const HOUR_MS = 3_600_000;

let bank: TestBank;
beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(BEGIN);
  }),
);
afterEach(() => bank.close());

/** The secrets of the links that were mailed to an address, the oldest first. */
async function linkTokens(email: string): Promise<string[]> {
  const mails = await bank.database.db.select().from(outbox).orderBy(asc(outbox.createdAt), asc(outbox.id));
  return mails
    .filter(({ recipient, params }) => recipient === email && typeof params.link === 'string')
    .map(({ params }) => tokenOfLink(String(params.link)))
    .filter((token) => token !== '');
}

const bitsOf = (token: string) => Buffer.from(token, 'base64url').length * 8;

async function signedInAgain(email: string): Promise<Person> {
  const device = bank.visitor();
  expect((await device.post('/session', { email, password: TEST_PASSWORD })).status).toBe(200);
  return device;
}

test('the token of every session has 256 bits of its own', async () => {
  const { email } = await bank.client();
  const tokens: string[] = [];
  for (let each = 0; each < 20; each += 1) tokens.push((await signedInAgain(email)).cookies.get('sid') ?? '');
  for (const token of tokens) expect([token, bitsOf(token)]).toEqual([token, 256]);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('the link of every mail carries 256 bits of its own', async () => {
  const client = await bank.client();
  const newAddress = 'nouvelle.adresse@example.test';
  await bank.visitor().post('/password-reset', { email: client.email });
  await client.put('/profile/email', { currentPassword: TEST_PASSWORD, email: newAddress });
  await bank.visitor().post('/newsletter/subscriptions', { email: 'lettre@example.test' });
  const tokens = [
    ...(await linkTokens(client.email)),
    ...(await linkTokens(newAddress)),
    ...(await linkTokens('lettre@example.test')),
  ];
  expect(tokens.length).toBeGreaterThanOrEqual(3);
  // A link may name its row before its secret, with a point between them.
  for (const token of tokens) expect(bitsOf(token.split('.').at(-1) ?? '')).toBeGreaterThanOrEqual(256);
  expect(new Set(tokens).size).toBe(tokens.length);
});

describe('the link that sets a new password', () => {
  test.each([
    ['one millisecond before its hour is over', HOUR_MS - 1, 200],
    ['after its hour', HOUR_MS, 400],
  ])('%s', async (_, elapsedMs, status) => {
    const { email } = await bank.client();
    await bank.visitor().post('/password-reset', { email });
    const [token = ''] = await linkTokens(email);
    bank.setNow(new Date(BEGIN.getTime() + elapsedMs));
    const answer = await bank
      .visitor()
      .post('/password-reset/completion', { token, password: 'sept moulins sous la neige' });
    expect(answer.status).toBe(status);
  });
});

test('a password that was never changed still opens after ten years', async () => {
  const { email } = await bank.client();
  bank.setNow(new Date('2036-11-20T08:00:00Z'));
  const device = await signedInAgain(email);
  expect((await device.get('/profile')).status).toBe(200);
});

test('no source of the server takes chance from Math.random', () => {
  const root = join(import.meta.dirname, '..', '..');
  const sources = ['server', 'domain', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'))
      .map((name) => join(root, folder, name)),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('Math.random'))).toEqual([]);
});
