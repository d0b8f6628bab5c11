import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { invitationInput } from '#domain/staff/member.ts';
import { joinAfterSecondFactor } from '../auth/queries.ts';
import { resetSecondFactor } from '../auth/second-factor/reset-second-factor.ts';
import { tokenHashOf } from '../auth/sessions/session-cookie.ts';
import { rowsOf } from '../db/database.ts';
import { violates } from '../db/violates.ts';
import { newUuid } from '../ids.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import {
  type Answer,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { expireInvitations } from './expire-invitations.ts';
import { inviteMember, renewInvitation } from './invite-member.ts';

// Longer than 400 lines: a member of the staff from the invitation to the last right, with one team for all cases.

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const PERSON = { email: 'anne@example.test', firstName: 'Anne', lastName: 'Roy', roles: ['adviser'] };
const said = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const invite = (more: object = {}) => administrator.post('/admin/staff', { ...PERSON, ...more });
const members = async () => (await administrator.get('/admin/staff')).body.members;
const memberOf = async (id: string) => (await administrator.get(`/admin/staff/${id}`)).body.member;

/** The token of the only invitation whose link holds. */
async function tokenOfMail(): Promise<string> {
  const [mails, open] = await Promise.all([
    rowsOf<{ link: string }>(
      bank.database.db,
      sql`select params->>'link' as link from outbox where template = 'staff-invited'`,
    ),
    rowsOf<{ hash: string }>(
      bank.database.db,
      sql`select invitation_hash as hash from staff_members where invitation_hash is not null`,
    ),
  ]);
  const tokens = mails.map(({ link }) => new URL(link).searchParams.get('invitation') ?? '');
  return tokens.find((token) => open.some(({ hash }) => hash === tokenHashOf(token))) ?? '';
}

const accept = (token: string, password = TEST_PASSWORD) =>
  bank.visitor().post(`/staff-invitations/${token}`, { password });
const signIn = async (email = PERSON.email) => {
  const visitor = bank.visitor();
  const answer = await visitor.post('/admin/session', { email, password: TEST_PASSWORD });
  return { visitor, answer };
};

/** A person who has joined by their invitation and is signed in. */
async function joined(roles: readonly string[] = PERSON.roles) {
  const { id } = (await invite({ roles })).body;
  await accept(await tokenOfMail());
  return { id: id as string, person: (await signIn()).visitor };
}

describe('STAFF-14 an invitation', () => {
  test('200: names who invites and no role, and its link shows whom it is for', async () => {
    const { status, body } = await invite({ title: 'Agence de Lyon', phone: '01 99 00 12 34' });
    expect(status).toBe(200);
    expect(await memberOf(body.id)).toMatchObject({
      name: 'Anne Roy',
      email: PERSON.email,
      title: 'Agence de Lyon',
      // STAFF-13: where colleagues reach them.
      phone: '01 99 00 12 34',
      status: 'invited',
      secondFactors: [],
      lastSignInAt: null,
      roles: [{ code: 'adviser', label: 'Conseiller', grantedBy: 'Dominique Gestion' }],
    });
    const [mail] = await rowsOf<{ recipient: string; params: object }>(
      bank.database.db,
      sql`select recipient, params from outbox where template = 'staff-invited'`,
    );
    expect(mail?.recipient).toBe(PERSON.email);
    expect(JSON.stringify(mail?.params)).toContain('Dominique Gestion');
    expect(JSON.stringify(mail?.params)).not.toContain('Conseiller');
    const shown = await bank.visitor().get(`/staff-invitations/${await tokenOfMail()}`);
    expect(shown.body).toEqual({ name: 'Anne Roy', email: PERSON.email });
  });

  test.each([
    ['of a client', 'client@example.test'],
    ['of a colleague, written otherwise', ' ANNE@example。test'],
  ])('409 staff.email-taken: the address %s', async (_, email) => {
    await bank.client({ email: 'client@example.test' });
    await invite();
    const { status, body } = await invite({ email });
    expect([status, body.code, body.errors[0].field]).toEqual([409, 'staff.email-taken', 'email']);
  });

  test.each([
    ['an unknown role', { roles: ['loans.decide'] }, 400, 'request.invalid'],
    ['roles that never go together', { roles: ['auditor', 'payments'] }, 409, 'staff.role-conflict'],
    ['a warned conflict without a reason', { roles: ['accountant', 'payments'] }, 400, 'request.invalid'],
  ])('STAFF-10 %s is refused, and nothing is written', async (_, more, status, code) => {
    const { body, ...answer } = await invite(more);
    expect([answer.status, body.code]).toEqual([status, code]);
    expect((await members()).length).toBe(1);
  });

  test('STAFF-10 a warned conflict is accepted with a reason, which is shown', async () => {
    const conflictReason = 'Remplacement jusqu’à la fin du mois';
    const { body } = await invite({ roles: ['accountant', 'payments'], conflictReason });
    expect((await memberOf(body.id)).conflictReason).toBe(conflictReason);
  });

  test('a renewed invitation ends the earlier link, a cancelled one its own', async () => {
    const { id } = (await invite()).body;
    const first = await tokenOfMail();
    expect((await administrator.post(`/admin/staff/${id}/invitation`)).status).toBe(200);
    const second = await tokenOfMail();
    expect(second).not.toBe(first);
    expect(said(await accept(first))).toBe('400 staff.invitation-expired');
    expect((await administrator.delete(`/admin/staff/${id}/invitation`)).status).toBe(200);
    expect(said(await accept(second))).toBe('400 staff.invitation-expired');
    expect(await memberOf(id)).toMatchObject({ status: 'revoked', email: null, roles: [] });
    expect(said(await administrator.post(`/admin/staff/${id}/invitation`))).toBe('409 staff.wrong-status');
    // The address is free for a new person.
    expect((await invite()).status).toBe(200);
  });

  test('holds for 72 hours, to the millisecond, and the job ends it', async () => {
    const begin = new Date('2026-11-20T09:00:00Z');
    await bank.travelTo(begin);
    const { id } = (await invite()).body;
    const token = await tokenOfMail();
    const end = begin.getTime() + 72 * 3_600_000;
    bank.setNow(new Date(end - 1));
    expect((await bank.visitor().get(`/staff-invitations/${token}`)).status).toBe(200);
    bank.setNow(new Date(end));
    expect(said(await accept(token))).toBe('400 staff.invitation-expired');
    await bank.travelTo(new Date(end + 24 * 3_600_000));
    await bank.runJobs();
    expect((await memberOf(id)).status).toBe('revoked');
  });
});

describe('STAFF-15 the first sign-in', () => {
  test('in a demonstration the password is enough; the link works once', async () => {
    await invite();
    const token = await tokenOfMail();
    expect((await accept(token, 'court')).status).toBe(400);
    expect((await accept(token)).status).toBe(200);
    expect(said(await accept(token))).toBe('400 staff.invitation-expired');
    const { answer } = await signIn();
    expect(answer.body.session).toMatchObject({
      isAdministrator: true,
      roles: [{ code: 'adviser', label: 'Conseiller' }],
      home: '/admin-dashboard',
    });
    expect((await members()).find((one: { name: string }) => one.name === 'Anne Roy').status).toBe('active');
  });

  test('a link that was cut, or that nobody sent, says the same as an expired one', async () => {
    await invite();
    const sent = await tokenOfMail();
    for (const token of ['x', sent.slice(0, 20), `${sent}.`, 'y'.repeat(43)])
      expect([
        said(await bank.visitor().get(`/staff-invitations/${token}`)),
        said(await accept(token)),
      ]).toEqual(['400 staff.invitation-expired', '400 staff.invitation-expired']);
  });

  test('fifty acceptances at once: one', async () => {
    await invite();
    const token = await tokenOfMail();
    const answers = await Promise.all(Array.from({ length: 50 }, () => accept(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('nobody signs in, or resets a password, before', async () => {
    await invite();
    expect(said((await signIn()).answer)).toBe('401 auth.invalid-credentials');
    await bank.visitor().post('/password-reset', { email: PERSON.email });
    expect(said((await signIn()).answer)).toBe('401 auth.invalid-credentials');
  });

  test('in a live institution nothing is open before a second factor', async () => {
    const live = await openTestBank({
      institution: { ...institutionSchema.parse(demonstration), mode: 'live' },
    });
    const first = await live.administrator();
    await live.database.db.execute(
      sql`insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
        values (${newUuid()}, ${first.userId}::uuid, 'x', ${newUuid()}, 'x', 0, 'internal', now())`,
    );
    bank = live;
    administrator = first;
    // An invitation needs a second person there (FOUR-22): what it does is asked of the use case.
    const house = { mode: 'live' as const, brandName: 'Guichet', publicUrl: 'http://bank.test' };
    const id = await live.work(first.userId, (work) =>
      inviteMember(work, house, invitationInput.parse(PERSON)),
    );
    await accept(await tokenOfMail());
    const { visitor, answer } = await signIn();
    expect(answer.body.session.mustSetUpSecondFactor).toBe(true);
    expect(said(await visitor.get('/admin/counts'))).toBe('403 auth.second-factor-missing');
    expect((await memberOf(id)).status).toBe('invited');
    // By a new link the new password alone opens, and what was open is closed.
    await live.work(first.userId, (work) => renewInvitation(work, house, id));
    expect((await accept(await tokenOfMail(), 'Un-autre-mot-de-passe-2026')).status).toBe(200);
    expect(said(await visitor.get('/admin/counts'))).toBe('401 auth.required');
    expect(said((await signIn()).answer)).toBe('401 auth.invalid-credentials');
    const again = await bank
      .visitor()
      .post('/admin/session', { email: PERSON.email, password: 'Un-autre-mot-de-passe-2026' });
    expect(again.status).toBe(200);
    // STAFF-14: 72 hours without a second factor end it, the password with it.
    const late = new Date(Date.now() + 73 * 3_600_000);
    await live.travelTo(late);
    expect(await live.work(first.userId, expireInvitations)).toBe(1);
    const gone = await bank
      .visitor()
      .post('/admin/session', { email: PERSON.email, password: 'Un-autre-mot-de-passe-2026' });
    expect(said(gone)).toBe('401 auth.invalid-credentials');
    const [row] = await rowsOf<{ status: string }>(
      live.database.db,
      sql`select status from staff_members where user_id = ${id}::uuid`,
    );
    expect(row?.status).toBe('revoked');
  });
});

test('STAFF-15 in a live institution a second factor opens nothing while the invitation was sent again, or once it is over', async () => {
  const live = await openTestBank({
    institution: { ...institutionSchema.parse(demonstration), mode: 'live' },
  });
  bank = live;
  administrator = await live.administrator();
  const { db } = live.database;
  const factorFor = (userId: string) =>
    db.execute(sql`insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
      values (${newUuid()}, ${userId}::uuid, 'x', ${newUuid()}, 'x', 0, 'internal', now())`);
  const statusOf = async (userId: string) =>
    (
      await rowsOf<{ status: string }>(
        db,
        sql`select status from staff_members where user_id = ${userId}::uuid`,
      )
    )[0]?.status;
  await factorFor(administrator.userId);
  const house = { mode: 'live' as const, brandName: 'Guichet', publicUrl: 'http://bank.test' };
  const invited = (email: string) =>
    live.work(administrator.userId, (work) =>
      inviteMember(work, house, invitationInput.parse({ ...PERSON, email })),
    );
  const again = await invited('again@example.test');
  await accept(await tokenOfMail());
  const begun = (await signIn('again@example.test')).visitor;
  // What the earlier link began ends with it: the session and the password.
  await live.work(administrator.userId, (work) => renewInvitation(work, house, again));
  expect(said(await begun.get('/admin/counts'))).toBe('401 auth.required');
  expect(said((await signIn('again@example.test')).answer)).toBe('401 auth.invalid-credentials');
  // Whose factor was set up at that moment is active by the new link.
  await factorFor(again);
  await live.work(administrator.userId, (work) => joinAfterSecondFactor(work.tx, again, work.now));
  expect(await statusOf(again)).toBe('invited');
  expect((await accept(await tokenOfMail())).status).toBe(200);
  expect(await statusOf(again)).toBe('active');
  // After 72 hours, before the job has come.
  const late = await invited('late@example.test');
  await accept(await tokenOfMail());
  const { visitor } = await signIn('late@example.test');
  await live.travelTo(new Date(Date.now() + 73 * 3_600_000));
  await live.work(late, (work) => joinAfterSecondFactor(work.tx, late, work.now));
  await factorFor(late);
  expect(await statusOf(late)).toBe('invited');
  expect(said(await visitor.get('/admin/counts'))).toBe('403 auth.suspended');
  await live.close();
});

describe('STAFF-16 access', () => {
  test('a suspension ends every session at once, and only the right password is told of it', async () => {
    const { id, person } = await joined();
    expect((await person.get('/admin/counts')).status).toBe(200);
    expect(
      (await administrator.post(`/admin/staff/${id}/suspension`, { reason: 'Congé sans solde' })).status,
    ).toBe(200);
    expect(said(await person.get('/admin/counts'))).toBe('401 auth.required');
    const wrong = await bank
      .visitor()
      .post('/admin/session', { email: PERSON.email, password: 'non-non-non' });
    expect(said(wrong)).toBe('401 auth.invalid-credentials');
    expect(said((await signIn()).answer)).toBe('403 auth.suspended');
    expect(await memberOf(id)).toMatchObject({
      status: 'suspended',
      suspensionReason: 'Congé sans solde',
      openSessions: 0,
    });
    expect((await administrator.post(`/admin/staff/${id}/resumption`)).status).toBe(200);
    expect((await signIn()).answer.status).toBe(200);
  });

  test('a departure is for good; the name stays', async () => {
    const { id, person } = await joined();
    const gone = await administrator.post(`/admin/staff/${id}/departure`, { reason: 'Fin de contrat' });
    expect(gone.status).toBe(200);
    expect(said(await person.get('/admin/counts'))).toBe('401 auth.required');
    expect(said((await signIn()).answer)).toBe('401 auth.invalid-credentials');
    expect(await memberOf(id)).toMatchObject({ name: 'Anne Roy', status: 'left', email: null, roles: [] });
    for (const path of ['resumption', 'invitation'])
      expect(said(await administrator.post(`/admin/staff/${id}/${path}`))).toBe('409 staff.wrong-status');
    expect((await invite()).body.id).not.toBe(id);
  });

  test('the sessions of a member are closed by a colleague', async () => {
    const { id, person } = await joined();
    expect((await administrator.delete(`/admin/staff/${id}/sessions`)).body).toEqual({ ended: 1 });
    expect((await person.get('/admin/counts')).status).toBe(401);
  });

  test('404 for nobody, and for a client; 400 without a reason', async () => {
    const client = await bank.client();
    for (const id of [newUuid(), client.userId]) {
      expect((await administrator.get(`/admin/staff/${id}`)).status).toBe(404);
      expect((await administrator.post(`/admin/staff/${id}/suspension`, { reason: 'Essai' })).status).toBe(
        404,
      );
    }
    expect((await administrator.post(`/admin/staff/${newUuid()}/suspension`, {})).status).toBe(400);
  });
});

describe('STAFF-22 a change of roles', () => {
  test('holds from the next call; a role that is added ends no session, one that is taken away ends all', async () => {
    const { id, person } = await joined();
    expect(said(await person.get('/admin/rates'))).toBe('403 auth.permission-required');
    const change = (roles: readonly string[]) => administrator.put(`/admin/staff/${id}/roles`, { roles });
    expect((await change(['adviser', 'payments'])).status).toBe(200);
    expect((await person.get('/admin/rates')).status).toBe(200);
    expect((await change(['payments'])).status).toBe(200);
    expect((await person.get('/admin/rates')).status).toBe(401);
    const mails = await rowsOf<{ roles: string }>(
      bank.database.db,
      sql`select params->>'roles' as roles from outbox where template = 'staff-rights-changed'`,
    );
    expect(mails.map(({ roles }) => roles).sort()).toEqual([
      'Conseiller, Opérations et paiements',
      'Opérations et paiements',
    ]);
  });
});

describe('STAFF-21 nobody raises themselves', () => {
  test('not by their roles, suspension or departure, also as admin', async () => {
    const own = `/admin/staff/${administrator.userId}`;
    await bank.administrator();
    for (const answer of [
      await administrator.put(`${own}/roles`, { roles: ['admin', 'auditor'] }),
      await administrator.post(`${own}/suspension`, { reason: 'Essai' }),
      await administrator.post(`${own}/resumption`),
      await administrator.post(`${own}/departure`, { reason: 'Essai' }),
    ])
      expect(said(answer)).toBe('409 staff.own-access');
  });

  test('not by the definition of a role that they hold, nor of the role with all permissions', async () => {
    const technical = await memberWith(bank, ['technical-admin']);
    const [role] = (await technical.get('/admin/roles')).body.roles.filter(
      ({ code }: { code: string }) => code === 'technical-admin',
    );
    const definition = { label: role.label, description: '', seenVersion: role.version };
    const change = (person: Person, code: string, more: object = {}) =>
      person.put(`/admin/roles/${code}`, { ...definition, permissions: ['accounts.credit'], ...more });
    expect(said(await change(technical, 'technical-admin'))).toBe('409 staff.own-access');
    expect(said(await change(technical, 'admin'))).toBe('409 staff.own-access');
    expect(said(await change(technical, 'auditor', { seenVersion: 9 }))).toBe('409 role.changed');
  });
});

describe('STAFF-8 a role', () => {
  test('defined on the screen holds from the next call, and a start leaves it alone', async () => {
    const auditor = await memberWith(bank, ['auditor']);
    expect((await auditor.get('/admin/jobs')).status).toBe(200);
    const change = (seenVersion: number) =>
      administrator.put('/admin/roles/auditor', {
        label: 'Audit interne',
        description: 'Lit le journal.',
        permissions: ['audit.list', 'overview.administrator'],
        seenVersion,
      });
    expect((await change(1)).status).toBe(200);
    expect((await auditor.get('/admin/jobs')).status).toBe(403);
    expect(said(await change(1))).toBe('409 role.changed');
    const { entries } = (await administrator.get('/admin/audit?area=staff')).body;
    expect(
      entries.map(({ operation, outcome }: Record<string, string>) => `${operation} ${outcome}`).sort(),
    ).toEqual(['roles.define done', 'roles.define refused']);
    const { roles } = (await administrator.get('/admin/roles')).body;
    expect(roles.find(({ code }: { code: string }) => code === 'auditor')).toMatchObject({
      label: 'Audit interne',
      permissions: ['overview.administrator', 'audit.list'],
      source: 'screen',
      version: 2,
      changedBy: 'Dominique Gestion',
      holders: 1,
    });
  });

  test('STAFF-10 is not defined so that a holder could not be given it beside their other roles', async () => {
    const define = (code: string, permissions: readonly string[], seenVersion: number) =>
      administrator.put(`/admin/roles/${code}`, {
        label: 'Visites',
        description: '',
        permissions,
        seenVersion,
      });
    expect((await define('visits', ['clients.list'], 0)).status).toBe(200);
    await memberWith(bank, ['auditor', 'visits']);
    const refused = await define('visits', ['clients.list', 'fees.create'], 1);
    expect([said(refused), refused.body.params]).toEqual([
      '409 staff.role-conflict',
      { a: 'Auditeur (lecture seule)', b: 'Visites' },
    ]);
    expect((await define('visits', ['clients.list', 'fees.review'], 1)).status).toBe(200);
    // Nor is it asked of others.
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    await memberWith(bank, ['compliance']);
    const about = {
      operation: 'roles.define',
      input: {
        code: 'visits',
        label: 'Visites',
        description: '',
        permissions: ['fees.create'],
        seenVersion: 2,
      },
    };
    const { seen } = accepted(await administrator.post('/admin/approval-requirements', about));
    expect(said(await administrator.post('/admin/proposals', { ...about, seen }))).toBe(
      '409 staff.role-conflict',
    );
  });

  test.each([
    ['a code that is none', 'Pas-un-code', {}],
    ['no label', 'agency', { label: ' ' }],
    ['an operation that is not there', 'agency', { permissions: ['loans.shred'] }],
    ['a fraction of a version', 'agency', { seenVersion: 0.5 }],
  ])('400: %s', async (_, code, more) => {
    const definition = { label: 'Agence', description: '', permissions: [], seenVersion: 0, ...more };
    expect((await administrator.put(`/admin/roles/${code}`, definition)).status).toBe(400);
  });
});

/** Whether a failure of a statement or of a commit is this rule's: the drivers tell a commit's differently. */
const isLastManager = (error: unknown) => violates(error, 'staff_last_manager');

describe('STAFF-20 somebody can always manage access', () => {
  test('the last manager is neither suspended nor loses the right, by whatever way', async () => {
    const { id, person } = await joined(['technical-admin']);
    // From now on the invited person is the only one who manages access.
    expect(
      (await person.post(`/admin/staff/${administrator.userId}/suspension`, { reason: 'Essai' })).status,
    ).toBe(200);
    const compliance = await joinedOther();
    for (const answer of [
      await compliance.post(`/admin/staff/${id}/suspension`, { reason: 'Essai' }),
      await compliance.post(`/admin/staff/${id}/departure`, { reason: 'Essai' }),
    ])
      expect(said(answer)).toBe('409 staff.last-manager');
    await expect(
      bank.database.db.execute(sql`delete from user_roles where user_id = ${id}::uuid`),
    ).rejects.toSatisfy(isLastManager);
    // One who has had no row yet.
    await expect(
      asOwner(bank.database.db, async (tx) => {
        await tx.execute(sql`delete from staff_members where user_id = ${id}::uuid`);
        await tx.execute(sql`insert into staff_members (user_id, status) values (${id}::uuid, 'suspended')`);
      }),
    ).rejects.toSatisfy(isLastManager);
    await expect(
      bank.database.db.execute(sql`update roles set permissions = '{}' where code = 'technical-admin'`),
    ).rejects.toSatisfy(isLastManager);
    async function joinedOther() {
      const other = { ...PERSON, email: 'claire@example.test', roles: ['compliance'] };
      await person.post('/admin/staff', other);
      await accept(await tokenOfMail());
      return (await signIn(other.email)).visitor;
    }
  });

  test('the second factors that two managers of a live institution need are not removed, by whatever statement', async () => {
    const live = await openTestBank({
      institution: { ...institutionSchema.parse(demonstration), mode: 'live' },
    });
    const { db } = live.database;
    const [one, other] = [await live.administrator(), await live.administrator()];
    for (const { userId } of [one, other])
      await db.execute(sql`insert into second_factors (user_id, secret, created_at, activated_at)
        values (${userId}::uuid, 'sealed', now(), now())`);
    const ofOne = sql`where user_id = ${one.userId}::uuid`;
    for (const statement of [
      sql`delete from second_factors ${ofOne}`,
      sql`update second_factors set activated_at = null ${ofOne}`,
    ])
      await expect(db.execute(statement)).rejects.toSatisfy(isLastManager);
    // With another factor, or with another manager, it may go.
    await db.execute(sql`insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
      values (gen_random_uuid(), ${one.userId}::uuid, 'Clé', 'clef-de-un', 'clef', 0, '', now())`);
    await db.execute(sql`delete from second_factors ${ofOne}`);
    await expect(db.execute(sql`delete from passkeys ${ofOne}`)).rejects.toSatisfy(isLastManager);
    const third = await live.administrator();
    await db.execute(sql`insert into second_factors (user_id, secret, created_at, activated_at)
      values (${third.userId}::uuid, 'sealed', now(), now())`);
    await db.execute(sql`delete from passkeys ${ofOne}`);
    expect(await rowsOf(db, sql`select * from access_managers()`)).toHaveLength(2);
    // The operator gives a lost one back whatever is left.
    const [{ email } = { email: '' }] = await rowsOf<{ email: string }>(
      db,
      sql`select email from users where id = ${other.userId}::uuid`,
    );
    expect(await resetSecondFactor(db, live.bank.surroundings, email)).toBe('reset');
  });

  test('two last managers who suspend each other at once: one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await openTestBank();
      const [one, other] = [await own.administrator(), await own.administrator()];
      const answers = await Promise.all([
        one.post(`/admin/staff/${other.userId}/suspension`, { reason: 'Essai' }),
        other.post(`/admin/staff/${one.userId}/suspension`, { reason: 'Essai' }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const active = await rowsOf(own.database.db, sql`select * from access_managers()`);
      expect(active).toHaveLength(1);
    }
  });
});

test('STAFF-6 the streams of who gains a role open again, and those of a suspended person end', async () => {
  const { id } = await joined();
  const [session] = (await administrator.get(`/admin/staff/${id}`)).body.sessions;
  const listen = () =>
    bank.bank.live.subscribe({ userId: id, sessionId: session.id, staffTopics: ['clients'] });
  const first = listen();
  const heard = first.next();
  await administrator.put(`/admin/staff/${id}/roles`, { roles: ['adviser', 'payments'] });
  expect((await heard).value).toEqual(['session']);
  expect(await first.next()).toEqual({ done: true, value: 'rights-changed' });
  const second = listen();
  const last = second.next();
  await administrator.post(`/admin/staff/${id}/suspension`, { reason: 'Essai' });
  expect((await last).value).toEqual(['session']);
  expect(await second.next()).toEqual({ done: true, value: 'session-ended' });
});
