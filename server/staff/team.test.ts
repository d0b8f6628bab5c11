import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#domain/operations.ts';
import { homeOf, needsSecondFactor } from '#domain/permissions.ts';
import { sessionLimitsOf } from '#domain/sessions/limits.ts';
import { DEFAULT_ROLE_CODES } from '#domain/staff/permission-table.ts';
import { addAdministrator } from '../clients/create-administrator.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import { openTestBank, type Person, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** Who is staff, what « Équipe » says of them, and the figures of their work that are data. */

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

test('STAFF-0 the deadlines of queues are dated data with a source, in force on the day of the event', async () => {
  const rows = await rowsOf<{ key: string; source: string }>(
    bank.database.db,
    sql`select distinct key, source from legal_parameters where key like 'queue.%' order by key`,
  );
  expect(rows.map(({ key }) => key)).toEqual([
    'queue.activationDays',
    'queue.documentDays',
    'queue.feeDays',
    'queue.loanDays',
    'queue.withdrawalDays',
  ]);
  for (const { source } of rows) expect(source.length).toBeGreaterThan(0);
});

test('STAFF-24 who is made beside enough people, by the operator with a reason, is told to the whole staff and stands in the trail', async () => {
  const colleague = await memberWith(bank, ['adviser']);
  const because = 'Les deux autres sont injoignables';
  const person = { email: 'troisieme@example.test', name: 'Ada Troisième', password: TEST_PASSWORD };
  const id = await addAdministrator(bank.bank, person, 'create-administrator', { because });
  const mails = await rowsOf<{ user_id: string; reason: string }>(
    bank.database.db,
    sql`select user_id, params->>'reason' as reason from outbox where template = 'staff-administrator-added'`,
  );
  const told = new Set(mails.map(({ user_id }) => user_id));
  expect([told.has(colleague.userId), told.has(administrator.userId), told.has(id)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(new Set(mails.map(({ reason }) => reason))).toEqual(new Set([because]));
  const { entries } = accepted(await administrator.get('/admin/audit?limit=1'));
  expect(entries[0]).toMatchObject({ operation: 'administrators.create', after: { reason: because } });
  // A member of their own address is none anew.
  await expect(addAdministrator(bank.bank, person, 'create-administrator', { because })).rejects.toThrow();
});

describe('STAFF-4 a person with any role is staff, not only one with « admin »', () => {
  test.each(DEFAULT_ROLE_CODES)(
    '%s: the entrance, the session, no client’s route, a stream',
    async (role) => {
      const person = await memberWith(bank, [role]);
      const { session } = accepted(await person.get('/session'));
      expect(session).toMatchObject({ isAdministrator: true, hasAccount: false, home: '/admin-dashboard' });
      expect(session.roles.map((one: { code: string }) => one.code)).toEqual([role]);
      expect(session.permissions.length).toBeGreaterThan(0);
      // A client's routes and entrance are not theirs.
      expect((await person.get('/overview')).status).toBe(403);
      expect((await person.post('/loans', {})).status).not.toBe(200);
      const { email } = session;
      const visitor = bank.visitor();
      const entered = await visitor.post('/admin/session', { email, password: TEST_PASSWORD });
      expect(entered.status).toBe(200);
    },
  );

  test('the length of a session, the second factor and the home follow from being staff', () => {
    const [staff, client] = [
      { isStaff: true, hasAccount: false },
      { isStaff: false, hasAccount: true },
    ];
    expect(homeOf(staff)).toBe('/admin-dashboard');
    expect(homeOf(client)).toBe('/client-dashboard');
    expect(sessionLimitsOf('live', staff)).not.toEqual(sessionLimitsOf('live', client));
    const policy = { mode: 'live', clientSecondFactor: 'optional' } as unknown as Parameters<
      typeof needsSecondFactor
    >[0];
    expect(needsSecondFactor(policy, staff)).toBe(true);
  });

  test('a person without any role is nobody of the staff', async () => {
    const client = await bank.client();
    expect(accepted(await client.get('/session')).session).toMatchObject({
      isAdministrator: false,
      roles: [],
      permissions: [],
    });
    expect((await client.get('/admin/counts')).status).toBe(403);
  });
});

test('STAFF-13 « Équipe » says of each person their roles with since and by, status, second factor, last sign-in, sessions and files', async () => {
  const person = await staffWith(bank, PERMISSIONS);
  const client = await bank.client();
  const task = { assigneeId: person.userId, seenAssigneeId: null };
  accepted(await administrator.put(`/admin/assignments/client/${client.accountId}/assignee`, task));
  const { members } = accepted(await administrator.get('/admin/staff'));
  const listed = members.find(({ id }: { id: string }) => id === person.userId);
  expect(listed).toMatchObject({
    status: 'active',
    secondFactors: [],
    assigned: 1,
    suspendedAt: null,
    leftAt: null,
  });
  expect(listed.openSessions).toBeGreaterThan(0);
  expect(listed.lastSignInAt).not.toBeNull();
  expect(Object.keys(listed.roles[0]).sort()).toEqual(['code', 'grantedBy', 'label', 'since']);
  const shown = accepted(await administrator.get(`/admin/staff/${person.userId}`));
  expect(shown).toMatchObject({ member: { assigned: 1 }, linkCount: 0 });
  expect(shown.sessions).toHaveLength(listed.openSessions);
});

describe('STAFF-13 title and telephone of a person are changed on their page', () => {
  const DETAILS = { title: 'Responsable d’agence', phone: '01 99 00 12 34' };
  const pathOf = (id: string) => `/admin/staff/${id}/details`;
  const memberOf = async (id: string) => accepted(await administrator.get(`/admin/staff/${id}`)).member;

  test('they stand there and in the trail, before and after; one’s own too, since they give no right', async () => {
    const person = await memberWith(bank, ['adviser']);
    accepted(await administrator.put(pathOf(person.userId), DETAILS));
    expect(await memberOf(person.userId)).toMatchObject(DETAILS);
    accepted(await administrator.put(pathOf(person.userId), { title: 'Conseiller' }));
    expect(await memberOf(person.userId)).toMatchObject({ title: 'Conseiller', phone: null });
    const { entries } = accepted(await administrator.get(`/admin/audit?actorId=${administrator.userId}`));
    expect(entries[0]).toMatchObject({
      operation: 'staff.changeDetails',
      outcome: 'done',
      before: DETAILS,
      after: { title: 'Conseiller', phone: null },
    });
    accepted(await administrator.put(pathOf(administrator.userId), DETAILS));
    expect(await memberOf(administrator.userId)).toMatchObject(DETAILS);
  });

  test.each([
    ['title', { title: 'a'.repeat(81) }],
    ['phone', { phone: 'appelez-moi' }],
  ])('STAFF-43 a %s out of shape is refused, and nothing is written', async (field, details) => {
    const answer = await administrator.put(pathOf(administrator.userId), { ...DETAILS, ...details });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    expect(await memberOf(administrator.userId)).toMatchObject({ title: null, phone: null });
  });

  test('without the permission, of nobody and of somebody who has left it is refused', async () => {
    const compliance = await memberWith(bank, ['compliance']);
    const person = await memberWith(bank, ['adviser']);
    expect((await compliance.put(pathOf(person.userId), DETAILS)).status).toBe(403);
    expect((await administrator.put(pathOf(newUuid()), DETAILS)).status).toBe(404);
    accepted(
      await administrator.post(`/admin/staff/${person.userId}/departure`, { reason: 'Fin de contrat' }),
    );
    const { status, body } = await administrator.put(pathOf(person.userId), DETAILS);
    expect([status, body.code]).toEqual([409, 'staff.wrong-status']);
  });
});
