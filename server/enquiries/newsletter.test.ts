import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newsletterSubscriptions, outbox } from '../db/schema/index.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { tokenOfLink } from '../testing/token-of-link.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let visitor: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    visitor = bank.visitor();
  }),
);
afterEach(() => bank.close());

const EMAIL = 'lectrice@example.test';

const ask = (email = EMAIL) => visitor.post('/newsletter/subscriptions', { email });
const confirm = (token: string) => visitor.post('/newsletter/confirmations', { token });
const leave = (token: string) => visitor.post('/newsletter/unsubscriptions', { token });

/** The mails an address was sent, oldest first. */
async function mailsTo(email = EMAIL) {
  return bank.database.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(asc(outbox.id));
}

/** The token in the link of the last mail to an address. */
async function lastToken(email = EMAIL): Promise<string> {
  const params = (await mailsTo(email)).at(-1)?.params ?? {};
  return tokenOfLink(String(params.link));
}

const subscriptions = () => bank.database.db.select().from(newsletterSubscriptions);

describe('POST /newsletter/subscriptions', () => {
  test('200: writes to the address and begins nothing before the answer', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([200, {}]);
    const [mail] = await mailsTo();
    expect(mail?.template).toBe('newsletter-confirmation');
    expect(mail?.params.link).toMatch(/^http:\/\/bank\.test\/newsletter\/confirmation#token=[\w-]{43}$/);
    expect(await subscriptions()).toMatchObject([{ email: EMAIL, confirmedAt: null }]);
  });

  test('the token of the mail is not in the database', async () => {
    await ask();
    const token = await lastToken();
    expect(JSON.stringify(await subscriptions())).not.toContain(token);
  });

  test('an address that receives the newsletter gets the same answer, and a mail that says so', async () => {
    const first = await ask();
    await confirm(await lastToken());
    const second = await ask(EMAIL.toUpperCase());
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect((await mailsTo()).at(-1)?.template).toBe('newsletter-already');
    expect(await subscriptions()).toMatchObject([{ email: EMAIL, confirmedAt: expect.any(Date) }]);
  });

  test('asking again before confirming sends a new link, and the old one stops working', async () => {
    await ask();
    const old = await lastToken();
    await ask();
    expect((await confirm(old)).status).toBe(400);
    expect((await confirm(await lastToken())).status).toBe(200);
    expect(await subscriptions()).toHaveLength(1);
  });

  test('a mailbox cannot be flooded: after two mails the answer is the same and none is sent', async () => {
    for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(200);
    expect(await mailsTo()).toHaveLength(2);
  });

  test('asking for the newsletter does not use up the mails of a forgotten password', async () => {
    const client = await bank.client({ email: EMAIL });
    for (let time = 0; time < 5; time += 1) await ask();
    expect((await visitor.post('/password-reset', { email: client.email })).status).toBe(200);
    expect((await mailsTo()).at(-1)?.template).toBe('password-reset');
  });

  test.each([
    ['nothing', {}],
    ['no address', { email: ' ' }],
    ['half an address', { email: 'lectrice@' }],
    ['two addresses', { email: 'a@example.test,b@example.test' }],
  ])('400: refuses %s beside its field', async (_, input) => {
    const { status, body } = await visitor.post('/newsletter/subscriptions', input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(['email']);
    expect(await subscriptions()).toEqual([]);
  });

  test('403 from another site', async () => {
    const { status } = await visitor.post(
      '/newsletter/subscriptions',
      { email: EMAIL },
      { headers: { origin: 'https://elsewhere.test' } },
    );
    expect(status).toBe(403);
    expect(await mailsTo()).toEqual([]);
  });
});

describe('POST /newsletter/confirmations', () => {
  test('200: records the consent with its moment and sends the way out; twice changes nothing', async () => {
    bank.setNow(new Date('2026-11-20T08:00:00Z'));
    await ask();
    const token = await lastToken();
    bank.setNow(new Date('2026-11-22T08:00:00Z'));
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect(await subscriptions()).toMatchObject([{ confirmedAt: new Date('2026-11-22T08:00:00Z') }]);
    expect((await mailsTo()).map((mail) => mail.template)).toEqual([
      'newsletter-confirmation',
      'newsletter-welcome',
    ]);
  });

  test('400 after 48 hours', async () => {
    bank.setNow(new Date('2026-11-20T08:00:00.000Z'));
    await ask();
    bank.setNow(new Date('2026-11-22T08:00:00.001Z'));
    const { status, body } = await confirm(await lastToken());
    expect([status, body.code]).toEqual([400, 'auth.invalid-token']);
    expect(await subscriptions()).toMatchObject([{ confirmedAt: null }]);
  });

  test('400 for an unknown token, and without one', async () => {
    expect((await confirm('inconnu')).body.code).toBe('auth.invalid-token');
    expect((await confirm('')).body.code).toBe('request.invalid');
  });

  test('what is not confirmed in time is forgotten by a job of the night', async () => {
    bank.setNow(new Date('2026-11-20T08:00:00Z'));
    await ask('oubliee@example.test');
    bank.setNow(new Date('2026-11-22T08:00:01Z'));
    await ask();
    await bank.runJobs();
    expect((await subscriptions()).map(({ email }) => email)).toEqual([EMAIL]);
  });
});

describe('POST /newsletter/unsubscriptions', () => {
  test('200: one call forgets the address, from the oldest mail as from the last', async () => {
    await ask();
    await confirm(await lastToken());
    const welcome = await lastToken();
    await ask();
    expect(await lastToken()).toBe(welcome);
    expect((await leave(welcome)).status).toBe(200);
    expect(await subscriptions()).toEqual([]);
  });

  test('the token of a confirmation does not end a subscription, and the way out does not begin one', async () => {
    await ask();
    const confirmation = await lastToken();
    await leave(confirmation);
    expect(await subscriptions()).toHaveLength(1);
    await confirm(confirmation);
    const out = await lastToken();
    await leave(out);
    expect((await confirm(confirmation)).status).toBe(400);
    expect((await confirm(out)).status).toBe(400);
  });

  test('200 for an unknown token: the answer tells nothing; 400 for none', async () => {
    const { status, body } = await leave('inconnu');
    expect([status, body]).toEqual([200, {}]);
    expect((await leave('')).status).toBe(400);
  });

  test('after an unsubscription a new subscription works', async () => {
    await ask();
    await confirm(await lastToken());
    await leave(await lastToken());
    await ask();
    expect((await confirm(await lastToken())).status).toBe(200);
    expect(await subscriptions()).toHaveLength(1);
  });
});
