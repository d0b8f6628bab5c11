import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../../testing/test-bank.ts';

let bank: TestBank;

beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());

describe('GET /session', () => {
  test('returns the signed-in person and their area, or null', async () => {
    expect((await bank.visitor().get('/session')).body).toEqual({ session: null });
    const client = await bank.client({ email: 'alix@example.test' });
    expect((await client.get('/session')).body.session).toMatchObject({
      userId: client.userId,
      email: 'alix@example.test',
      firstName: 'Alix',
      isAdministrator: false,
      hasAccount: true,
      home: '/client-dashboard',
    });
    const half = await bank.halfSignedUp();
    expect((await half.get('/session')).body.session.home).toBe('/client-account-selection');
    const administrator = await bank.administrator();
    expect((await administrator.get('/session')).body.session).toMatchObject({
      isAdministrator: true,
      home: '/admin-dashboard',
    });
  });

  test('a forged cookie has no session', async () => {
    const visitor = bank.visitor();
    visitor.cookies.set('sid', 'invented.signature');
    expect((await visitor.get('/session')).body).toEqual({ session: null });
  });
});

describe('POST /session', () => {
  test('200: sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const { email } = await bank.client();
    const { status, headers, body } = await bank
      .visitor()
      .post('/session', { email, password: TEST_PASSWORD });
    expect(status).toBe(200);
    expect(body.session.home).toBe('/client-dashboard');
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^sid=/);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(attribute);
  });

  test('the address may be typed in capitals', async () => {
    const { email } = await bank.client();
    expect(
      (await bank.visitor().post('/session', { email: ` ${email.toUpperCase()} `, password: TEST_PASSWORD }))
        .status,
    ).toBe(200);
  });

  test('401: a wrong password and an unknown address get the same answer', async () => {
    const { email } = await bank.client();
    const wrong = await bank.visitor().post('/session', { email, password: 'pas-le-bon-mot' });
    const unknown = await bank
      .visitor()
      .post('/session', { email: 'personne@example.test', password: 'pas-le-bon-mot' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('429: the sixth failure is blocked, the right password too, and a forwarding header does not help', async () => {
    const { email } = await bank.client();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await bank.visitor().post('/session', { email, password: 'non' })).status).toBe(401);
    const { status, body } = await bank
      .visitor()
      .post(
        '/session',
        { email, password: TEST_PASSWORD },
        { headers: { 'x-forwarded-for': '203.0.113.7' } },
      );
    expect([status, body.code]).toEqual([429, 'auth.too-many-attempts']);
  });

  test.each([
    [{}],
    [{ email: 'x', password: 'y' }],
    [{ email: 'a@b.test', password: '' }],
    [[]],
    ['text'],
    [null],
  ])('400: %j', async (input) => {
    expect((await bank.visitor().post('/session', input)).status).toBe(400);
  });

  test('403 from another site, or without saying from where', async () => {
    const { email } = await bank.client();
    const foreign = await bank
      .visitor()
      .post('/session', { email, password: TEST_PASSWORD }, { headers: { origin: 'https://evil.test' } });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'auth.foreign-origin']);
    const silent = await bank
      .visitor()
      .post('/session', { email, password: TEST_PASSWORD }, { headers: { origin: '' } });
    expect(silent.status).toBe(403);
  });
});

describe('POST /admin/session', () => {
  test('200 for an administrator', async () => {
    const administrator = await bank.administrator();
    expect((await administrator.get('/admin/loans')).status).toBe(200);
  });

  test('403 « Accès administrateur requis » for a client, who is signed out again', async () => {
    const { email } = await bank.client();
    const visitor = bank.visitor();
    const { status, body, headers } = await visitor.post('/admin/session', {
      email,
      password: TEST_PASSWORD,
    });
    expect(status).toBe(403);
    expect(body.detail).toBe('Accès administrateur requis');
    expect(headers.getSetCookie()).toEqual([]);
    expect((await visitor.get('/session')).body.session).toBeNull();
  });

  test('400 and 401', async () => {
    expect((await bank.visitor().post('/admin/session', {})).status).toBe(400);
    expect((await bank.visitor().post('/admin/session', { email: 'a@b.test', password: 'c' })).status).toBe(
      401,
    );
  });
});

describe('DELETE /session', () => {
  test('ends the session for good: the old cookie opens nothing', async () => {
    const client = await bank.client();
    const stolen = new Map(client.cookies);
    expect((await client.delete('/session')).status).toBe(200);
    expect((await client.get('/session')).body.session).toBeNull();
    const thief = bank.visitor();
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.get('/loans')).status).toBe(401);
  });
});
