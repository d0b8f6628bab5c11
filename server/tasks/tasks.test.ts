import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { inTransaction } from '../work/work.ts';
import { endIdleTasks } from './end-tasks.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
const WITHDRAWAL = { amountMinor: 1_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };

const newLoan = async (): Promise<string> => (await client.post('/loans', LOAN)).body.loan.id;
const at = (kind: string, id: string) => `/admin/assignments/${kind}/${id}`;
const take = (person: Person, kind: string, id: string, seenAssigneeId: string | null = null) =>
  person.put(at(kind, id), { seenAssigneeId });
const followerOfLoan = async (id: string) =>
  (await administrator.get(`/admin/loans/${id}`)).body.loan.followedBy;

describe('Q-4 one person follows a thing', () => {
  test('who takes a request is shown in its list and panel, and gives it back', async () => {
    const id = await newLoan();
    expect(await followerOfLoan(id)).toBeNull();
    const { status, body } = await take(administrator, 'loan', id);
    expect([status, body.followedBy.id]).toEqual([200, administrator.userId]);
    expect(await followerOfLoan(id)).toEqual(body.followedBy);
    const { loans } = (await administrator.get('/admin/loans')).body;
    expect(loans[0].followedBy).toEqual(body.followedBy);
    expect((await administrator.delete(at('loan', id))).body).toEqual({ followedBy: null });
    expect(await followerOfLoan(id)).toBeNull();
    // Nobody follows it: giving it back again changes nothing.
    expect((await administrator.delete(at('loan', id))).status).toBe(200);
  });

  test('409: one that a colleague took since it was seen; taken anyway by who saw that', async () => {
    const id = await newLoan();
    const colleague = await bank.administrator();
    await take(colleague, 'loan', id);
    const refused = await take(administrator, 'loan', id);
    expect([refused.status, refused.body.code]).toEqual([409, 'task.taken']);
    expect(refused.body.params.by).not.toBe('');
    expect(await followerOfLoan(id)).toMatchObject({ id: colleague.userId });
    // STAFF-5: who may not read names of the staff is told that somebody did.
    const nameless = await take(await staffWith(bank, ['tasks.take', 'loans.review']), 'loan', id);
    expect([nameless.body.code, nameless.body.params.by]).toEqual(['task.taken', '']);
    expect((await take(administrator, 'loan', id, colleague.userId)).status).toBe(200);
    expect(await followerOfLoan(id)).toMatchObject({ id: administrator.userId });
  });

  test('fifty who take at once: one follows it', async () => {
    const id = await newLoan();
    const people = await Promise.all(Array.from({ length: 5 }, () => bank.administrator()));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => take(people[index % 5] as Person, 'loan', id)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const open = await rowsOf<{ assignee_id: string }>(
      bank.database.db,
      sql`select assignee_id from assignments where ended_at is null`,
    );
    expect(open).toHaveLength(1);
    const takers = answers.filter(({ status }) => status === 200).map(({ body }) => body.followedBy.id);
    expect(new Set(takers)).toEqual(new Set([open[0]?.assignee_id]));
  });

  test('given to a colleague who is active, and to nobody else', async () => {
    const id = await newLoan();
    const colleague = await memberWith(bank, ['credit-analyst']);
    const give = (assigneeId: string) =>
      administrator.put(`${at('loan', id)}/assignee`, { assigneeId, seenAssigneeId: null });
    const refused = await give(client.userId);
    expect([refused.status, refused.body.code]).toEqual([409, 'task.unknown-colleague']);
    expect((await give(colleague.userId)).status).toBe(200);
    expect(await followerOfLoan(id)).toMatchObject({ id: colleague.userId });
    const { colleagues } = (await administrator.get('/admin/assignees')).body;
    const ids = colleagues.map((one: { id: string }) => one.id);
    expect(ids).toContain(colleague.userId);
    expect(ids).not.toContain(client.userId);
  });

  test('400, 403, 404', async () => {
    const id = await newLoan();
    expect((await take(administrator, 'house', id)).status).toBe(400);
    expect((await administrator.put(at('loan', id), {})).status).toBe(400);
    expect((await take(administrator, 'loan', newUuid())).status).toBe(404);
    expect((await administrator.delete(at('client', newUuid()))).status).toBe(404);
    const reader = await staffWith(bank, ['loans.review']);
    expect((await take(reader, 'loan', id)).status).toBe(403);
    // Who takes may not give to others.
    const taker = await staffWith(bank, ['tasks.take']);
    const given = await taker.put(`${at('loan', id)}/assignee`, {
      assigneeId: taker.userId,
      seenAssigneeId: null,
    });
    expect(given.status).toBe(403);
  });

  test('taking in hand takes it as well; a decision ends it, also one of the client', async () => {
    await bank.fund(client, 100_00);
    const loanId = await newLoan();
    const decide = (kind: string, id: string, decision: object) =>
      administrator.post(`/admin/${kind}/${id}/decision`, decision);
    await decide('loans', loanId, { action: 'process' });
    expect(await followerOfLoan(loanId)).toMatchObject({ id: administrator.userId });
    await decide('loans', loanId, { action: 'reject', reasonCode: 'amount-not-offered' });
    expect(await followerOfLoan(loanId)).toBeNull();

    const newWithdrawal = async () => (await client.post('/withdrawals', WITHDRAWAL)).body.withdrawal.id;
    const followerOf = async (id: string) =>
      (await administrator.get(`/admin/withdrawals/${id}`)).body.withdrawal.followedBy;
    const decided = await newWithdrawal();
    await decide('withdrawals', decided, { action: 'process' });
    expect(await followerOf(decided)).toMatchObject({ id: administrator.userId });
    await decide('withdrawals', decided, { action: 'approve' });
    expect(await followerOf(decided)).toBeNull();
    const cancelled = await newWithdrawal();
    await take(administrator, 'withdrawal', cancelled);
    expect((await client.post(`/withdrawals/${cancelled}/cancellation`)).status).toBe(200);
    expect(await followerOf(cancelled)).toBeNull();

    await take(administrator, 'client', client.accountId);
    const shown = async () => (await administrator.get(`/admin/clients/${client.accountId}`)).body.client;
    expect((await shown()).followedBy).toMatchObject({ id: administrator.userId });
    await administrator.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 0 });
    expect((await shown()).followedBy).toBeNull();

    const { body } = await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 1_00,
      description: 'Carte',
    });
    await take(administrator, 'fee', body.fee.id);
    expect((await administrator.get('/admin/fees')).body.fees[0].followedBy).not.toBeNull();
    const settled = await administrator.post(`/admin/fees/${body.fee.id}/settlement`);
    expect(settled.body.fee.followedBy).toBeNull();
  });

  test('a suspension gives everything back', async () => {
    const id = await newLoan();
    const colleague = await memberWith(bank, ['credit-analyst']);
    await take(colleague, 'loan', id);
    const suspended = await administrator.post(`/admin/staff/${colleague.userId}/suspension`, {
      reason: 'Absence longue',
    });
    expect(suspended.status).toBe(200);
    expect(await followerOfLoan(id)).toBeNull();
  });

  test('five working days without an act of the person end it, and they are told by mail', async () => {
    // A Monday.
    await bank.travelTo(new Date('2027-03-01T09:00:00.000Z'));
    const [idle, worked] = [await newLoan(), await newLoan()];
    const other = await bank.client();
    const { body } = await other.post('/loans', LOAN);
    await take(administrator, 'loan', idle);
    await take(administrator, 'loan', worked);
    await take(administrator, 'loan', body.loan.id);
    const run = () =>
      inTransaction(
        bank.database.db,
        bank.bank.surroundings,
        { kind: 'bank', job: 'end-idle-tasks' },
        endIdleTasks,
      );
    await bank.travelTo(new Date('2027-03-05T09:00:00.000Z'));
    await administrator.post(`/admin/clients/${other.accountId}/notes`, { text: 'Appelé.' });
    await bank.travelTo(new Date('2027-03-08T02:40:00.000Z'));
    expect(await run()).toBe(0);
    await bank.travelTo(new Date('2027-03-09T02:40:00.000Z'));
    expect(await run()).toBe(2);
    expect(await followerOfLoan(idle)).toBeNull();
    expect(await followerOfLoan(body.loan.id)).not.toBeNull();
    const mails = await rowsOf<{ params: { count: number } }>(
      bank.database.db,
      sql`select params from outbox where template = 'tasks-idle' and user_id = ${administrator.userId}::uuid`,
    );
    expect(mails.map(({ params }) => params.count)).toEqual([2]);
    expect(await run()).toBe(0);
  });
});

test('STAFF-41 one condition says which accounts a person follows something of', async () => {
  const id = await newLoan();
  const other = await bank.client();
  await take(administrator, 'loan', id);
  const followed = await rowsOf<{ id: string }>(
    bank.database.assignedTo(administrator.userId),
    sql`select id from client_accounts`,
  );
  expect(followed).toEqual([{ id: client.accountId }]);
  expect(other.accountId).not.toBe(client.accountId);
});

test('who follows what goes with the client', async () => {
  await take(administrator, 'client', client.accountId);
  expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);
  expect(await rowsOf(bank.database.db, sql`select 1 from assignments`)).toEqual([]);
});
