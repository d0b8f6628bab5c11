import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '../../db/schema/index.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../../testing/test-bank.ts';
import { tokenOfLink } from '../../testing/token-of-link.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

const NEW_PASSWORD = 'sept moulins sous la neige';

let bank: TestBank;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

/** The tokens of the links that were mailed, the oldest first. */
async function tokensFor(email: string): Promise<string[]> {
  const mails = await bank.database.db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, email))
    .orderBy(outbox.createdAt);
  return mails
    .filter(({ template }) => template === 'password-reset')
    .map(({ params }) => tokenOfLink(String(params.link)));
}

const signIn = (email: string, password: string) => bank.visitor().post('/session', { email, password });
const complete = (token: string, password = NEW_PASSWORD) =>
  bank.visitor().post('/password-reset/completion', { token, password });

describe('POST /password-reset', () => {
  test('200: a known and an unknown address get the same answer, and one mail is written', async () => {
    const { email } = await bank.client();
    const known = await bank.visitor().post('/password-reset', { email: ` ${email.toUpperCase()} ` });
    const unknown = await bank.visitor().post('/password-reset', { email: 'personne@example.test' });
    expect(known.status).toBe(200);
    expect(known.body).toEqual(unknown.body);
    expect(await tokensFor(email)).toHaveLength(1);
    expect(await tokensFor('personne@example.test')).toEqual([]);
  });

  test('a mailbox cannot be flooded, and the answer stays the same', async () => {
    const { email } = await bank.client();
    for (let each = 0; each < 5; each += 1)
      expect((await bank.visitor().post('/password-reset', { email })).status).toBe(200);
    expect(await tokensFor(email)).toHaveLength(2);
  });

  test('400: no address', async () => {
    const { status, body } = await bank.visitor().post('/password-reset', { email: '' });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'email', message: 'validation.required' }]);
  });
});

describe('POST /password-reset/completion', () => {
  test('200: the new password opens, the old one no longer does, every session has ended, the link is spent', async () => {
    const client = await bank.client();
    await bank.visitor().post('/password-reset', { email: client.email });
    const [token = ''] = await tokensFor(client.email);
    expect((await complete(token)).status).toBe(200);
    expect((await client.get('/session')).body.session).toBeNull();
    expect((await signIn(client.email, TEST_PASSWORD)).status).toBe(401);
    expect((await signIn(client.email, NEW_PASSWORD)).status).toBe(200);
    expect((await complete(token, 'huit moulins sous la neige')).body.code).toBe('auth.invalid-token');
  });

  test('a blocked sign-in opens again', async () => {
    const { email } = await bank.client();
    for (let each = 0; each < 5; each += 1) await signIn(email, 'pas-le-bon-mot');
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(429);
    await bank.visitor().post('/password-reset', { email });
    const [token = ''] = await tokensFor(email);
    await complete(token);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('400: a weak password is refused beside its field, and the link still works', async () => {
    const { email } = await bank.client();
    await bank.visitor().post('/password-reset', { email });
    const [token = ''] = await tokensFor(email);
    const weak = await complete(token, 'motdepasse2026');
    expect(weak.status).toBe(400);
    expect(weak.body).toMatchObject({
      code: 'auth.weak-password',
      errors: [{ field: 'password', message: 'validation.password.common' }],
    });
    expect((await complete(token)).status).toBe(200);
  });

  test('400: an invented link', async () => {
    const { status, body } = await complete('inventé');
    expect(status).toBe(400);
    expect(body.code).toBe('auth.invalid-token');
  });

  test('of two completions at once, one succeeds', async () => {
    const { email } = await bank.client();
    await bank.visitor().post('/password-reset', { email });
    const [token = ''] = await tokensFor(email);
    const answers = await Promise.all([complete(token), complete(token, 'huit moulins sous la neige')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
