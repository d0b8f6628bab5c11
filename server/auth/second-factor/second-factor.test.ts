import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { type Institution, institutionSchema } from '#content/institution/schema.ts';
import { actorIdOf } from '#domain/actors.ts';
import { verifyChainAfter } from '../../audit/chain.ts';
import { rowsOf } from '../../db/database.ts';
import { secretOf } from '../../testing/authenticator-app.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { tokenOfLink } from '../../testing/token-of-link.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { codeOf, stepAt } from './totp.ts';

/** The steps of RFC 6238 are half minutes: the tests choose theirs, so that none begins at the end of one. */
const NOW = new Date('2026-11-20T12:00:10Z');

let bank: TestBank;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(NOW);
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

/** What an authenticator app shows, so many steps from the test's moment. */
const codeFor = (secret: string, steps = 0) => codeOf(secretOf(secret), stepAt(NOW) + steps);

/** Sets an app up and confirms it with the code of the step before, so that the present one is still to be used. */
async function setUp(person: Person): Promise<{ secret: string; codes: string[] }> {
  const { body } = await person.post('/two-factor/secret', { currentPassword: TEST_PASSWORD });
  const activated = await person.post('/two-factor/activation', { code: codeFor(body.secret, -1) });
  expect(activated.status).toBe(200);
  return { secret: body.secret, codes: activated.body.recoveryCodes };
}

const signIn = (email: string, more: object = {}) =>
  bank.visitor().post('/session', { email, password: TEST_PASSWORD, ...more });
const lastMail = async () =>
  (
    await rowsOf<{ recipient: string; template: string }>(
      bank.database.db,
      sql`select recipient, template from outbox order by created_at desc, id desc limit 1`,
    )
  )[0];

describe('setting an app up', () => {
  test('200: the secret is inactive until a code confirms it; then ten recovery codes are shown once', async () => {
    const { status, body } = await client.post('/two-factor/secret', { currentPassword: TEST_PASSWORD });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toContain(`secret=${body.secret}&issuer=`);
    expect((await client.get('/two-factor')).body).toEqual({
      activatedAt: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      isRequired: false,
    });
    expect((await signIn(client.email)).status).toBe(200);

    const wrong = await client.post('/two-factor/activation', { code: '000000' });
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].field]).toEqual([
      400,
      'auth.wrong-code',
      'code',
    ]);
    const { body: activated } = await client.post('/two-factor/activation', { code: codeFor(body.secret) });
    expect(new Set(activated.recoveryCodes).size).toBe(10);
    for (const code of activated.recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await client.get('/two-factor')).body).toMatchObject({
      activatedAt: NOW.toISOString(),
      recoveryCodesLeft: 10,
    });
    expect(await lastMail()).toMatchObject({ recipient: client.email, template: 'second-factor-on' });
  });

  test('every other session ends, this one goes on', async () => {
    const other = bank.visitor();
    await other.post('/session', { email: client.email, password: TEST_PASSWORD });
    await setUp(client);
    expect((await other.get('/profile')).status).toBe(401);
    expect((await client.get('/profile')).status).toBe(200);
  });

  test('400 without the password, 409 when one is active or none was begun, 401 without a session', async () => {
    const wrong = await client.post('/two-factor/secret', { currentPassword: 'ce-n-est-pas-le-bon' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'auth.wrong-password']);
    const early = await client.post('/two-factor/activation', { code: '123456' });
    expect([early.status, early.body.code]).toEqual([409, 'auth.second-factor-inactive']);
    await setUp(client);
    for (const [path, body] of [
      ['/two-factor/secret', { currentPassword: TEST_PASSWORD }],
      ['/two-factor/activation', { code: '123456' }],
    ] as const)
      expect((await client.post(path, body)).body.code).toBe('auth.second-factor-active');
    for (const path of ['/secret', '/activation', '/recovery-codes', '/deactivation'])
      expect((await bank.visitor().post(`/two-factor${path}`, {})).status).toBe(401);
    expect((await bank.visitor().get('/two-factor')).status).toBe(401);
    expect((await client.post('/two-factor/activation', { code: 'abc' })).status).toBe(400);
  });

  test('neither the secret nor a recovery code stands in the database', async () => {
    const { secret, codes } = await setUp(client);
    const rows = await rowsOf<{ text: string }>(
      bank.database.db,
      sql`select (select json_agg(f)::text from second_factors f) || (select json_agg(r)::text from recovery_codes r) as text`,
    );
    const text = rows[0]?.text ?? '';
    for (const kept of [
      secret,
      secretOf(secret).toString('base64url'),
      ...codes,
      ...codes.map((code) => code.replaceAll('-', '')),
    ])
      expect(text).not.toContain(kept);
    expect(text).toContain('argon2id');
  });
});

describe('signing in with a second factor', () => {
  test('401 after the password alone, which is no failure; then the code lets in', async () => {
    const { secret } = await setUp(client);
    const first = await signIn(client.email);
    expect([first.status, first.body.code]).toEqual([401, 'auth.second-factor-required']);
    expect(first.headers.getSetCookie()).toEqual([]);
    const { status, body } = await signIn(client.email, { code: codeFor(secret) });
    expect([status, body.session?.home]).toEqual([200, '/client-dashboard']);
    const failures = await rowsOf(bank.database.db, sql`select 1 from sign_ins where not succeeded`);
    expect(failures).toEqual([]);
  });

  test('a wrong password is never asked for a code', async () => {
    const { secret } = await setUp(client);
    const { status, body } = await signIn(client.email, {
      password: 'non-et-non-et-non',
      code: codeFor(secret),
    });
    expect([status, body.code]).toEqual([401, 'auth.invalid-credentials']);
  });

  test('a code is used once, also by two at the same moment, and none older than it', async () => {
    const { secret } = await setUp(client);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => signIn(client.email, { code: codeFor(secret) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await signIn(client.email, { code: codeFor(secret, -1) })).body.code).toBe('auth.wrong-code');
    bank.setNow(new Date(NOW.getTime() + 30_000));
    expect((await signIn(client.email, { code: codeFor(secret, 1) })).status).toBe(200);
  });

  test('a code of two steps ago or ahead is none', async () => {
    const { secret } = await setUp(client);
    for (const steps of [-2, 2])
      expect((await signIn(client.email, { code: codeFor(secret, steps) })).status).toBe(400);
  });

  test('429 after five wrong codes, even with the right one; the password alone forgives none', async () => {
    const { secret } = await setUp(client);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await signIn(client.email, { code: '000000' })).status).toBe(400);
      await signIn(client.email);
    }
    const { status, body } = await signIn(client.email, { code: codeFor(secret) });
    expect([status, body.code]).toEqual([429, 'auth.too-many-attempts']);
  });

  test('a recovery code lets in once, however it is typed, and its owner gets a mail with the number left', async () => {
    const { codes } = await setUp(client);
    const code = ` ${(codes[3] ?? '').toLowerCase().replaceAll('-', ' ')}`;
    const answers = await Promise.all([1, 2].map(() => signIn(client.email, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await client.get('/two-factor')).body.recoveryCodesLeft).toBe(9);
    expect(await lastMail()).toMatchObject({ template: 'recovery-code-used' });
    const stranger = await bank.client();
    await setUp(stranger);
    expect((await signIn(stranger.email, { code: codes[4] })).status).toBe(400);
  });

  test('a new password by mail leaves it in place', async () => {
    const { secret } = await setUp(client);
    await bank.visitor().post('/password-reset', { email: client.email });
    const [mail] = await rowsOf<{ link: string }>(
      bank.database.db,
      sql`select params ->> 'link' as link from outbox where template = 'password-reset'`,
    );
    const token = tokenOfLink(mail?.link ?? '');
    const password = 'sept moulins sous la neige';
    await bank.visitor().post('/password-reset/completion', { token, password });
    expect((await signIn(client.email, { password })).body.code).toBe('auth.second-factor-required');
    expect((await signIn(client.email, { password, code: codeFor(secret) })).status).toBe(200);
  });
});

describe('recovery codes and switching off', () => {
  test('new codes replace the old ones, for the password and a code', async () => {
    const { secret, codes } = await setUp(client);
    const proof = { currentPassword: TEST_PASSWORD, code: codeFor(secret) };
    const { status, body } = await client.post('/two-factor/recovery-codes', proof);
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    expect((await signIn(client.email, { code: codes[0] })).status).toBe(400);
    expect((await signIn(client.email, { code: body.recoveryCodes[0] })).status).toBe(200);
    // The code that was shown to the form cannot be shown again.
    expect((await client.post('/two-factor/recovery-codes', proof)).body.code).toBe('auth.wrong-code');
  });

  test('switching off takes the password and a code, ends the other sessions, and sends a mail', async () => {
    const { secret, codes } = await setUp(client);
    const off = (proof: object) => client.post('/two-factor/deactivation', proof);
    expect((await off({ currentPassword: TEST_PASSWORD })).status).toBe(400);
    expect((await off({ currentPassword: 'faux-faux-faux', code: codeFor(secret) })).body.code).toBe(
      'auth.wrong-password',
    );
    expect((await off({ currentPassword: TEST_PASSWORD, code: '000000' })).body.code).toBe('auth.wrong-code');
    const other = bank.visitor();
    await other.post('/session', { email: client.email, password: TEST_PASSWORD, code: codes[0] });
    expect((await off({ currentPassword: TEST_PASSWORD, code: codeFor(secret) })).status).toBe(200);
    expect((await other.get('/profile')).status).toBe(401);
    expect(await lastMail()).toMatchObject({ recipient: client.email, template: 'second-factor-off' });
    expect((await signIn(client.email)).status).toBe(200);
    expect((await off({ currentPassword: TEST_PASSWORD, code: codes[1] })).body.code).toBe(
      'auth.second-factor-inactive',
    );
    expect(await rowsOf(bank.database.db, sql`select 1 from recovery_codes`)).toEqual([]);
  });
});

describe('changing the password or the address with a second factor', () => {
  const NEW_PASSWORD = 'quatre-mots-bien-choisis-ici';
  const changePassword = (more: object = {}) =>
    client.put('/profile/password', { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, ...more });
  const changeEmail = (more: object = {}) =>
    client.put('/profile/email', { currentPassword: TEST_PASSWORD, email: 'neuve@example.test', ...more });

  test('400 for the password alone and for a code that was used: nothing changes and no mail leaves', async () => {
    const { secret } = await setUp(client);
    const told = await lastMail();
    for (const change of [changePassword, changeEmail])
      for (const more of [{}, { code: codeFor(secret, -1) }]) {
        const { status, body } = await change(more);
        expect([status, body.code, body.errors[0].field]).toEqual([400, 'auth.wrong-code', 'code']);
      }
    expect(await lastMail()).toEqual(told);
    expect((await signIn(client.email)).body.code).toBe('auth.second-factor-required');
  });

  test('200 with a code, which serves once; a recovery code will do', async () => {
    const { secret, codes } = await setUp(client);
    const code = codeFor(secret);
    expect((await changeEmail({ code })).body).toEqual({ sentTo: 'neuve@example.test' });
    expect((await changePassword({ code })).body.code).toBe('auth.wrong-code');
    expect((await changePassword({ code: codes[0] })).status).toBe(200);
    expect((await client.get('/two-factor')).body.recoveryCodesLeft).toBe(9);
  });
});

describe('an administrator', () => {
  const operations = () =>
    rowsOf<{ operation: string; actor_id: string | null }>(
      bank.database.db,
      sql`select operation, actor_id from audit_entries where operation like 'secondFactor.%' order by number`,
    );

  test('may have one in a demonstration, and every change of it stands in the audit trail', async () => {
    const administrator = await bank.administrator();
    expect((await administrator.get('/two-factor')).body.isRequired).toBe(false);
    const { codes } = await setUp(administrator);
    await administrator.post('/two-factor/recovery-codes', {
      currentPassword: TEST_PASSWORD,
      code: codes[0],
    });
    expect((await operations()).map(({ operation }) => operation)).toEqual([
      'secondFactor.activate',
      'secondFactor.renewRecoveryCodes',
    ]);
  });

  test("loses it by the operator's hand: sessions end, a mail says so, and the trail names nobody who signed in", async () => {
    const administrator = await bank.administrator();
    const [row] = await rowsOf<{ email: string }>(
      bank.database.db,
      sql`select email from users where id = ${administrator.userId}::uuid`,
    );
    const email = row?.email ?? '';
    const { db } = bank.database;
    expect(await resetSecondFactor(db, bank.bank.surroundings, email)).toBe('none');
    await setUp(administrator);
    expect(await resetSecondFactor(db, bank.bank.surroundings, 'personne@example.test')).toBe('unknown');
    expect(await resetSecondFactor(db, bank.bank.surroundings, ` ${email.toUpperCase()}`)).toBe('reset');
    expect((await administrator.get('/admin/loans')).status).toBe(401);
    expect((await bank.visitor().post('/admin/session', { email, password: TEST_PASSWORD })).status).toBe(
      200,
    );
    expect(await lastMail()).toMatchObject({ recipient: email, template: 'second-factor-off' });
    // The line names the operator's command: before, it named nobody.
    expect((await operations()).at(-1)).toEqual({
      operation: 'secondFactor.reset',
      actor_id: actorIdOf({ kind: 'operator', command: 'reset-second-factor' }),
    });
    expect(await verifyChainAfter(db, 0)).toMatchObject({ isEnd: true, faults: [] });
  });
});

describe('in a live institution', () => {
  const LIVE: Institution = { ...institutionSchema.parse(demonstration), mode: 'live' };

  test('an administrator without a second factor can do nothing but set it up', async () => {
    const live = await openTestBank({ institution: LIVE });
    live.setNow(NOW);
    const administrator = await live.administrator();
    expect((await administrator.get('/session')).body.session.mustSetUpSecondFactor).toBe(true);
    for (const path of ['/admin/loans', '/admin/clients', '/sessions', '/profile/export', '/live']) {
      const { status, body } = await administrator.get(path);
      expect([path, status, body.code]).toEqual([path, 403, 'auth.second-factor-missing']);
    }
    expect((await administrator.get('/two-factor')).body.isRequired).toBe(true);
    await setUp(administrator);
    expect((await administrator.get('/session')).body.session.mustSetUpSecondFactor).toBe(false);
    expect((await administrator.get('/admin/loans')).status).toBe(200);
    await live.bank.live.close();
  });

  test('a client without one is free', async () => {
    const live = await openTestBank({ institution: LIVE });
    const someone = await live.client();
    expect((await someone.get('/overview')).status).toBe(200);
    await live.bank.live.close();
  });

  test('a client without one can do nothing but set it up where the institution demands it, and keeps it then', async () => {
    const strict = await openTestBank({ institution: { ...LIVE, clientSecondFactor: 'required' } });
    strict.setNow(NOW);
    const someone = await strict.client();
    expect((await someone.get('/session')).body.session.mustSetUpSecondFactor).toBe(true);
    for (const path of ['/overview', '/transactions', '/sessions', '/profile/export', '/live']) {
      const { status, body } = await someone.get(path);
      expect([path, status, body.code]).toEqual([path, 403, 'auth.second-factor-missing']);
    }
    expect((await someone.get('/two-factor')).body.isRequired).toBe(true);
    const { codes } = await setUp(someone);
    expect((await someone.get('/session')).body.session.mustSetUpSecondFactor).toBe(false);
    expect((await someone.get('/overview')).status).toBe(200);
    const off = await someone.post('/two-factor/deactivation', {
      currentPassword: TEST_PASSWORD,
      code: codes[0],
    });
    expect([off.status, off.body.code]).toEqual([409, 'auth.second-factor-needed']);
    await strict.bank.live.close();
  });
});
