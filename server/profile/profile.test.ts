import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { NEW_PASSWORD, profileSteps } from '../testing/profile-steps.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { tokenOfLink } from '../testing/token-of-link.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

const { signIn, queued, lastMail, lastMailTo } = profileSteps(() => bank);

describe('PUT /profile/password', () => {
  test('200: the new password holds, the old one does not, other devices are signed out and this one is not', async () => {
    const { device } = await signIn(client.email);
    const { status, body } = await client.put('/profile/password', {
      currentPassword: TEST_PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect([status, body]).toEqual([200, {}]);
    expect((await client.get('/profile')).status).toBe(200);
    expect((await device.get('/profile')).status).toBe(401);
    expect((await signIn(client.email)).status).toBe(401);
    expect((await signIn(client.email, NEW_PASSWORD)).status).toBe(200);
    expect(await lastMail()).toMatchObject({ recipient: client.email, template: 'password-changed' });
  });

  test('400: a wrong current password changes nothing and names the field', async () => {
    const { status, body } = await client.put('/profile/password', {
      currentPassword: 'ce-n-est-pas-le-bon',
      newPassword: NEW_PASSWORD,
    });
    expect([status, body.code, body.errors[0].field]).toEqual([
      400,
      'auth.wrong-password',
      'currentPassword',
    ]);
    expect(body.errors[0].detail).toBe("Ce n'est pas votre mot de passe actuel.");
    expect((await signIn(client.email)).status).toBe(200);
  });

  test.each([
    ['too short', 'court', 'request.invalid'],
    ['well known', 'motdepasse123', 'auth.weak-password'],
    ["the person's own address", 'client-fictif', 'auth.weak-password'],
  ])('400: a new password that is %s', async (_, newPassword, code) => {
    const someone = await bank.client({ email: 'client-fictif@example.test' });
    const { status, body } = await someone.put('/profile/password', {
      currentPassword: TEST_PASSWORD,
      newPassword,
    });
    expect([status, body.code, body.errors[0].field]).toEqual([400, code, 'newPassword']);
  });

  test('429 after five wrong ones, even with the right one; who signs in anew goes on', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await client.put('/profile/password', {
        currentPassword: `faux-${attempt}`,
        newPassword: NEW_PASSWORD,
      });
    const { status, body } = await client.put('/profile/password', {
      currentPassword: TEST_PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect([status, body.code]).toEqual([429, 'auth.session-locked']);
    expect((await signIn(client.email)).status).toBe(200);
  });

  test('401 without a session; an administrator may too', async () => {
    const input = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    expect((await bank.visitor().put('/profile/password', input)).status).toBe(401);
    expect((await (await bank.administrator()).put('/profile/password', input)).status).toBe(200);
  });
});

describe('PUT /profile/email and its confirmation', () => {
  const ask = (email: string, who: Person = client) =>
    who.put('/profile/email', { email, currentPassword: TEST_PASSWORD });
  const confirm = (token: string) => bank.visitor().post('/profile/email/confirmation', { token });

  async function tokenSent(to = 'nouvelle@exemple.fr'): Promise<string> {
    const link = (await lastMailTo(to))?.link ?? '';
    expect(link.startsWith(`${bank.bank.config.publicUrl}/confirmer-adresse#token=`)).toBe(true);
    return tokenOfLink(link);
  }

  test('200: the address changes once the link sent to the new one is followed, and the old one is told', async () => {
    const { status, body } = await ask('Nouvelle@Exemple.fr');
    expect([status, body]).toEqual([200, { sentTo: 'nouvelle@exemple.fr' }]);
    expect(await lastMailTo('nouvelle@exemple.fr')).toMatchObject({ template: 'email-change' });
    expect(await lastMailTo(client.email)).toMatchObject({ template: 'email-change-asked' });
    expect((await client.get('/profile')).body.profile.email).toBe(client.email);
    expect((await signIn('nouvelle@exemple.fr')).status).toBe(401);

    const confirmed = await confirm(await tokenSent());
    expect([confirmed.status, confirmed.body]).toEqual([
      200,
      { email: 'nouvelle@exemple.fr', isStaff: false },
    ]);
    expect((await client.get('/profile')).body.profile.email).toBe('nouvelle@exemple.fr');
    expect((await signIn('nouvelle@exemple.fr')).status).toBe(200);
    expect((await signIn(client.email)).status).toBe(401);
    expect(await lastMail()).toMatchObject({ recipient: client.email, template: 'email-changed' });
  });

  test('STAFF-21, STAFF-43 a member of the staff changes their own address: all their sessions end, and the audit trail tells it', async () => {
    await bank.administrator();
    const member = await bank.administrator();
    const lines = () =>
      rowsOf<{ operation: string; actor_id: string }>(
        bank.database.db,
        sql`select operation, actor_id from audit_entries where operation like 'profile.%' order by number`,
      );
    // Written in full-width letters with a full stop of another script, a known address is known.
    const disguised = client.email.replace(/[a-z]/g, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    );
    expect((await ask(disguised, member)).body).toEqual({ sentTo: client.email });
    expect(await lastMailTo(client.email)).toMatchObject({ template: 'email-change-known' });
    expect((await ask('un\uff0cdeux@exemple.fr', member)).status).toBe(400);

    await ask('Nouvelle@Exemple.fr', member);
    expect((await member.get('/admin/staff')).status).toBe(200);
    expect(await lines()).toEqual([]);
    const confirmed = await confirm(await tokenSent());
    expect([confirmed.status, confirmed.body]).toEqual([
      200,
      { email: 'nouvelle@exemple.fr', isStaff: true },
    ]);
    expect((await member.get('/admin/staff')).status).toBe(401);
    expect(await lastMail()).toMatchObject({ template: 'email-changed' });
    expect(await lines()).toEqual([{ operation: 'profile.changeEmail', actor_id: member.userId }]);
    const { status, device } = await signIn('nouvelle@exemple.fr');
    expect(status).toBe(200);
    expect(
      (await device.put('/profile/password', { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD }))
        .status,
    ).toBe(200);
    expect((await lines()).map(({ operation }) => operation)).toEqual([
      'profile.changeEmail',
      'profile.changePassword',
    ]);
  });

  test('STAFF-16 the link to a new address serves nobody whose access was suspended', async () => {
    const [manager, member] = [await bank.administrator(), await bank.administrator()];
    await ask('nouvelle@exemple.fr', member);
    const token = await tokenSent();
    const suspended = await manager.post(`/admin/staff/${member.userId}/suspension`, { reason: 'Départ.' });
    expect([suspended.status, (await confirm(token)).body.code]).toEqual([200, 'auth.invalid-token']);
  });

  test('400: a link works once', async () => {
    await ask('nouvelle@exemple.fr');
    const token = await tokenSent();
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('400: a link that a second request replaced, one that is an hour old, one that was made up', async () => {
    await ask('premiere@exemple.fr');
    const first = await tokenSent('premiere@exemple.fr');
    await ask('seconde@exemple.fr');
    const second = await tokenSent('seconde@exemple.fr');
    expect((await confirm(first)).body.code).toBe('auth.invalid-token');
    const [userId] = second.split('.');
    for (const token of [`${userId}.`, `${userId}.x`, `${newUuid()}.${second.split('.')[1]}`, 'x', '%'])
      expect((await confirm(token)).status).toBe(400);
    bank.setNow(new Date(Date.now() + 61 * 60_000));
    expect((await confirm(second)).body.code).toBe('auth.invalid-token');
  });

  test('200: an address that is somebody’s answers as a new one, as late; its owner is told and nothing changes', async () => {
    const other = await bank.client({ email: 'prise@example.test' });
    const answers = [];
    for (const address of ['PRISE@example.test', 'neuve@example.test']) {
      const { status, body, headers } = await ask(address);
      answers.push({
        status,
        body: JSON.stringify(body).replace(address.toLowerCase(), '-'),
        headers: [...headers.keys()],
        toldOld: (await lastMailTo(client.email))?.template,
      });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 200, toldOld: 'email-change-asked' });
    expect(await lastMailTo(other.email)).toMatchObject({ template: 'email-change-known' });
    expect((await lastMailTo(other.email))?.link).toBe(`${bank.bank.config.publicUrl}/auth`);
    expect((await other.get('/profile')).status).toBe(200);
  });

  test('a known address replaces what was pending just as a new one does, and is counted as one', async () => {
    const other = await bank.client({ email: 'prise@example.test' });
    await ask('nouvelle@exemple.fr');
    const first = await tokenSent();
    await ask(other.email);
    expect((await confirm(first)).body.code).toBe('auth.invalid-token');
    await ask(other.email);
    for (const address of [other.email, 'encore@exemple.fr', 'toujours@exemple.fr', 'enfin@exemple.fr'])
      await ask(address);
    const last = await ask('plus@exemple.fr');
    expect([last.status, last.body.code]).toEqual([429, 'auth.too-many-mails']);
    expect((await queued()).filter(({ template }) => template === 'email-change-known')).toHaveLength(2);
  });

  test('an unknown address waits as long as a known one', async () => {
    const even = await openTestBank({ evenMs: 250 });
    const person = await even.client();
    const { email } = await even.client();
    for (const address of [email, 'neuve@example.test']) {
      const started = performance.now();
      const answer = await person.put('/profile/email', { email: address, currentPassword: TEST_PASSWORD });
      expect(answer.status).toBe(200);
      expect(performance.now() - started).toBeGreaterThanOrEqual(250);
    }
    await even.close();
  });

  test('400: one’s own address', async () => {
    const { status, body } = await ask(client.email.toUpperCase());
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field: 'email', message: 'validation.emailUnchanged', detail: "C'est déjà votre adresse." }],
    ]);
  });

  test('409: an address that someone took meanwhile', async () => {
    await ask('libre@example.test');
    const token = await tokenSent('libre@example.test');
    await bank.client({ email: 'libre@example.test' });
    expect((await confirm(token)).status).toBe(409);
    expect((await client.get('/profile')).body.profile.email).toBe(client.email);
  });

  test('400: a wrong password sends nothing', async () => {
    const before = (await queued()).length;
    const { status, body } = await client.put('/profile/email', {
      email: 'nouvelle@exemple.fr',
      currentPassword: 'ce-n-est-pas-le-bon',
    });
    expect([status, body.code]).toEqual([400, 'auth.wrong-password']);
    expect((await ask('pas-une-adresse')).status).toBe(400);
    expect(await queued()).toHaveLength(before);
  });

  test("429: a stranger's mailbox cannot be flooded", async () => {
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await ask('inconnu@exemple.fr')).status).toBe(200);
    const { status, body } = await ask('inconnu@exemple.fr');
    expect([status, body.code]).toEqual([429, 'auth.too-many-mails']);
  });

  test('401 without a session', async () => {
    expect((await ask('nouvelle@exemple.fr', bank.visitor())).status).toBe(401);
  });

  test('the secret of the link is not in the database beside the mail', async () => {
    await ask('nouvelle@exemple.fr');
    const secret = (await tokenSent()).split('.')[1] ?? '';
    const rows = await rowsOf<{ value: string }>(bank.database.db, sql`select value from verifications`);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('DELETE /sessions', () => {
  test('200: every other session ends, the one that asks goes on; 401 without a session', async () => {
    const other = bank.visitor();
    await other.post('/session', { email: client.email, password: TEST_PASSWORD });
    expect((await client.delete('/sessions')).body).toEqual({ ended: 1 });
    expect((await other.get('/sessions')).status).toBe(401);
    expect((await client.get('/sessions')).body.sessions).toHaveLength(1);
    expect((await client.delete('/sessions')).body).toEqual({ ended: 0 });
    expect((await bank.visitor().delete('/sessions')).status).toBe(401);
  });
});

describe('GET /sessions and DELETE /sessions/{id}', () => {
  test('200: lists the devices, marks this one, and signs another out', async () => {
    const { device } = await signIn(client.email);
    const { status, body } = await client.get('/sessions');
    expect(status).toBe(200);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions.filter((row: { isCurrent: boolean }) => row.isCurrent)).toHaveLength(1);
    const other = body.sessions.find((row: { isCurrent: boolean }) => !row.isCurrent);
    expect(other).toMatchObject({ userAgent: 'Autre' });
    expect(JSON.stringify(body)).not.toContain('token');

    expect((await client.delete(`/sessions/${other.id}`)).status).toBe(200);
    expect((await device.get('/profile')).status).toBe(401);
    expect((await client.get('/sessions')).body.sessions).toHaveLength(1);
    expect((await client.delete(`/sessions/${other.id}`)).status).toBe(404);
  });

  test('200: ending the current one signs out', async () => {
    const [own] = (await client.get('/sessions')).body.sessions;
    expect((await client.delete(`/sessions/${own.id}`)).status).toBe(200);
    expect(client.cookies.has('sid')).toBe(false);
    expect((await client.get('/sessions')).status).toBe(401);
  });

  test("404: someone else's answers exactly as a missing one, and goes on", async () => {
    const stranger = await bank.client();
    const [theirs] = (await stranger.get('/sessions')).body.sessions;
    const foreign = await client.delete(`/sessions/${theirs.id}`);
    const missing = await client.delete(`/sessions/${newUuid()}`);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual(missing.body);
    expect((await stranger.get('/profile')).status).toBe(200);
  });

  test('400, 401', async () => {
    expect((await client.delete('/sessions/not-an-id')).status).toBe(400);
    expect((await bank.visitor().get('/sessions')).status).toBe(401);
    expect((await bank.visitor().delete(`/sessions/${newUuid()}`)).status).toBe(401);
  });
});

describe('/profile/preferences', () => {
  test('200: French until chosen, then as chosen', async () => {
    expect((await client.get('/profile/preferences')).body).toEqual({ language: 'fr' });
    expect((await client.put('/profile/preferences', { language: 'en' })).body).toEqual({ language: 'en' });
    expect((await client.get('/profile/preferences')).body).toEqual({ language: 'en' });
  });

  test('400, 401', async () => {
    expect((await client.put('/profile/preferences', { language: 'english' })).status).toBe(400);
    expect((await bank.visitor().get('/profile/preferences')).status).toBe(401);
    expect((await bank.visitor().put('/profile/preferences', { language: 'en' })).status).toBe(401);
  });
});
