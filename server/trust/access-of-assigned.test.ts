import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#domain/operations.ts';
import { rowsOf } from '../db/database.ts';
import { summaryOf } from '../testing/access-requests.ts';
import { accepted, type Customer, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { type StaffPerson, staffWith } from '../testing/staff.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/**
 * STAFF-41: a member of the staff whose role is set to assigned files reaches these and no other file. Each route by itself:
 * access-matrix.test.ts. The role holds every permission, so that only the restriction is left to refuse.
 */

let bank: TestBank;
let world: PopulatedBank;
let person: StaffPerson;
let assigned: Customer;
let foreign: Customer;

const restrict = (of: StaffPerson, isOn = true) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update roles set assigned_only = ${isOn}
      where code in (select role from user_roles where user_id = ${of.userId}::uuid)`),
  );

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  ({ customer: assigned, stranger: foreign } = world);
  person = await staffWith(bank, PERMISSIONS);
  await restrict(person);
  const task = { assigneeId: person.userId, seenAssigneeId: null };
  accepted(await world.administrator.put(`/admin/assignments/client/${assigned.accountId}/assignee`, task));
});
afterAll(() => bank.close());

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString('latin1');

describe('STAFF-41 a person with assigned files only', () => {
  test('STAFF-43 counts, lists, queues and searches hold no other row', async () => {
    const [own] = await rowsOf<{ loans: number; withdrawals: number; fees: number }>(
      bank.database.db,
      sql`select (select count(*)::int from loan_requests where client_account_id = ${assigned.accountId}::uuid) as loans,
        (select count(*)::int from withdrawal_requests where client_account_id = ${assigned.accountId}::uuid) as withdrawals,
        (select count(*)::int from fees where client_account_id = ${assigned.accountId}::uuid) as fees`,
    );
    const counts = accepted(await person.get('/admin/counts'));
    expect(counts).toMatchObject({ ...own, clients: 1, newEnquiries: 0 });
    expect(Object.values<number>(counts.loansByStatus).reduce((a, b) => a + b, 0)).toBe(own?.loans);
    const { clients } = accepted(await person.get('/admin/clients'));
    expect(clients).toHaveLength(1);
    expect(JSON.stringify(clients)).toContain(assigned.accountId);
    const found = async (of: Customer) => accepted(await person.get(`/admin/find?q=${of.email}`)).clients;
    expect([(await found(assigned)).length, (await found(foreign)).length]).toEqual([1, 0]);
    for (const { count, name } of accepted(await person.get('/admin/queues')).queues)
      expect([name, count <= (own?.loans ?? 0) + (own?.withdrawals ?? 0) + (own?.fees ?? 0) + 1]).toEqual([
        name,
        true,
      ]);
    const overview = accepted(await person.get('/admin/overview'));
    expect([overview.flows, overview.trialBalance]).toEqual([null, null]);
    const exported = await person.get('/admin/exports/clients');
    expect(textOf(exported)).toContain(assigned.accountId);
    expect(textOf(exported)).not.toContain(foreign.accountId);
  });

  test('proposes nothing on a foreign file, in no form of the id', async () => {
    const command = (accountId: string) => ({
      operation: 'accounts.assignIban',
      input: { id: accountId, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' },
    });
    const asked = (accountId: string) => person.post('/admin/approval-requirements', command(accountId));
    expect(summaryOf(await asked(foreign.accountId))).toBe('404 not-found');
    expect(summaryOf(await asked(foreign.accountId.toUpperCase()))).toBe('404 not-found');
    expect((await asked(assigned.accountId)).status).toBe(200);
  });

  test('a right that another role gives without the restriction is whole: rights add up', async () => {
    const both = await staffWith(bank, ['fees.review']);
    await restrict(both);
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into user_roles (user_id, role) values (${both.userId}::uuid, 'credit-analyst')`),
    );
    expect((await both.get(`/admin/loans/${foreign.loanId}`)).status).toBe(200);
    expect(accepted(await both.get('/admin/fees')).fees).toEqual([]);
  });

  test('what ends with the assignment ends at the next call', async () => {
    expect((await person.get(`/admin/clients/${assigned.accountId}`)).status).toBe(200);
    await world.administrator.delete(`/admin/assignments/client/${assigned.accountId}`);
    expect(summaryOf(await person.get(`/admin/clients/${assigned.accountId}`))).toBe('404 not-found');
  });
});

describe('STAFF-41 the database behind a mistaken guard', () => {
  test('shows none of a foreign file whatever a query forgets, and lets nothing be written', async () => {
    const theirs = bank.database.assignedTo(person.userId);
    for (const table of [
      'client_accounts',
      'loan_requests',
      'withdrawal_requests',
      'fees',
      'transactions',
      'profiles',
    ])
      expect([table, await rowsOf(theirs, sql`select 1 from ${sql.identifier(table)}`)]).toEqual([table, []]);
    await expect(
      rowsOf(theirs, sql`update fees set status = 'paid' where id = ${foreign.feeId}::uuid`),
    ).rejects.toThrow();
    await expect(rowsOf(theirs, sql`select password from credentials`)).rejects.toThrow();
    expect(
      await rowsOf(bank.database.assignedTo(world.administrator.userId), sql`select 1 from fees`),
    ).toEqual([]);
  });
});
