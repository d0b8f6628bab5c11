import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted, LOAN_REQUEST } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** What can be proposed, withdrawn and voted on at the moment of the call, and what is told of it. */

let bank: TestBank;
let admin: Person;
let maker: Person;
let client: ClientPerson;

interface Command {
  readonly operation: string;
  readonly input: object;
}

const creditOf = (amountMinor: number): Command => ({
  operation: 'accounts.credit',
  input: { id: client.accountId, amountMinor, currency: 'EUR', description: 'Versement au guichet' },
});
const order = () => ({
  amountMinor: 6_000_00,
  iban: nextIban(),
  bankName: 'Banque du Port',
  recipientName: 'Alix',
});

async function propose(by: Person, about: Command) {
  const { seen } = accepted(await by.post('/admin/approval-requirements', about));
  return by.post('/admin/proposals', { ...about, seen });
}
const proposed = async (by: Person, about: Command) => accepted(await propose(by, about)).proposal;
const approve = (by: Person, { id, inputHash }: { id: string; inputHash: string }) =>
  by.post(`/admin/proposals/${id}/approval`, { inputHash });
const statusOf = async ({ id }: { id: string }) =>
  accepted(await admin.get(`/admin/proposals/${id}`)).proposal.status;
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const kindsOf = async (person: Person): Promise<string[]> =>
  accepted(await person.get('/notifications')).notifications.map(({ kind }: { kind: string }) => kind);

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    admin = await bank.administrator();
    maker = await memberWith(bank, ['payments']);
    client = await bank.client();
    await bank.fund(client, 50_000_00);
    accepted(await admin.put('/admin/four-eyes', { isOn: true }));
  }),
);
afterEach(() => bank.close());

test('FOUR-25 what its route would refuse today is refused before others are asked, and nothing of the attempt stays', async () => {
  const [technical, manager, adviser] = [
    await memberWith(bank, ['technical-admin']),
    await memberWith(bank, ['credit-manager']),
    await memberWith(bank, ['adviser']),
  ];
  await memberWith(bank, ['compliance']);
  const invitation = {
    email: 'nouvelle@example.test',
    firstName: 'Ana',
    lastName: 'Neuve',
    roles: ['adviser'],
  };
  const { id: loanId } = accepted(
    await client.post('/loans', { ...LOAN_REQUEST, amountMinor: 20_000_00 }),
  ).loan;
  const refusal = { action: 'reject', reasonCode: 'other', reasonNote: 'Doublon' };
  accepted(await manager.post(`/admin/loans/${loanId}/decision`, refusal));
  const { id: transferId } = accepted(await client.post('/withdrawals', order())).withdrawal;
  accepted(await maker.post(`/admin/withdrawals/${transferId}/decision`, refusal));
  const cases: readonly (readonly [Person, string, object, string])[] = [
    [technical, 'staff.invite', { ...invitation, email: client.email }, 'staff.email-taken'],
    [technical, 'staff.invite', { ...invitation, roles: ['no-such-role'] }, 'request.invalid'],
    [technical, 'staff.invite', { ...invitation, roles: ['auditor', 'payments'] }, 'staff.role-conflict'],
    [technical, 'staff.changeRoles', { id: adviser.userId, roles: ['no-such-role'] }, 'request.invalid'],
    [technical, 'staff.changeRoles', { id: client.userId, roles: ['adviser'] }, 'not-found'],
    [technical, 'staff.resume', { id: adviser.userId }, 'staff.wrong-status'],
    [manager, 'loans.decide.approve', { id: loanId, action: 'approve' }, 'loan.already-decided'],
    [
      maker,
      'withdrawals.decide.approve',
      { id: transferId, action: 'approve' },
      'withdrawal.already-decided',
    ],
  ];
  for (const [by, operation, input, refused] of cases)
    expect([operation, (await propose(by, { operation, input })).body.code]).toEqual([operation, refused]);
  expect(accepted(await admin.get('/admin/proposals?list=all')).count).toBe(0);

  // What is possible is tried and undone: neither the person, nor a mail, nor a line of the trail stays of the attempt.
  const mails = () => rowsOf(bank.database.db, sql`select 1 from outbox where template = 'staff-invited'`);
  const waiting = await proposed(technical, { operation: 'staff.invite', input: invitation });
  const isThere = () => rowsOf(bank.database.db, sql`select 1 from users where email = ${invitation.email}`);
  expect([await isThere(), await mails()]).toEqual([[], []]);
  accepted(await approve(admin, waiting));
  expect([(await isThere()).length, (await mails()).length]).toEqual([1, 1]);
  const lines = await rowsOf<{ operation: string }>(
    bank.database.db,
    sql`select operation from audit_entries where operation = 'staff.invite' and outcome = 'done'`,
  );
  expect(lines).toHaveLength(1);
  const balance = async () =>
    accepted(await admin.get(`/admin/clients/${client.accountId}`)).client.balanceMinor;
  const before = await balance();
  await proposed(maker, creditOf(1_500_00));
  expect(await balance()).toBe(before);
});

test('FOUR-18 from its end on a proposal is expired for whoever acts, before the job comes, and stands in the file of its client', async () => {
  const credit = await proposed(maker, creditOf(1_500_00));
  const { id } = accepted(await client.post('/withdrawals', order())).withdrawal;
  const input = { id, action: 'approve' };
  const transfer = await proposed(maker, { operation: 'withdrawals.decide.approve', input });
  await bank.travelTo(new Date(Date.parse(credit.expiresAt)));
  expect(code(await maker.post(`/admin/proposals/${credit.id}/withdrawal`))).toEqual([
    409,
    'proposal.expired',
  ]);
  accepted(
    await admin.post(`/admin/withdrawals/${id}/decision`, {
      action: 'reject',
      reasonCode: 'other',
      reasonNote: 'Doublon',
    }),
  );
  expect(await statusOf(transfer)).toBe('expired');
  expect(await kindsOf(maker)).toEqual(['proposal-expired']);
  await bank.runJobs();
  expect(await kindsOf(maker)).toEqual(['proposal-expired', 'proposal-expired']);
  const { entries } = accepted(await admin.get(`/admin/clients/${client.accountId}/timeline?group=requests`));
  const expired = entries.filter(({ kind }: { kind: string }) => kind === 'approval-expired');
  expect(expired.map((entry: Record<string, unknown>) => [entry.text, entry.reference, entry.by])).toEqual(
    expect.arrayContaining([
      ['accounts.credit', credit.reference, 'Dominique Gestion'],
      ['withdrawals.decide.approve', transfer.reference, 'Dominique Gestion'],
    ]),
  );
});

test('FOUR-21 only those who could fill what is still open are reminded, and nobody who has approved', async () => {
  const [accountant, compliance] = [
    await memberWith(bank, ['accountant']),
    await memberWith(bank, ['compliance']),
  ];
  const waiting = await proposed(maker, creditOf(15_000_00));
  accepted(await approve(accountant, waiting));
  const colleague = await memberWith(bank, ['payments']);
  await bank.travelTo(new Date(Date.parse(waiting.expiresAt) - 3_600_000));
  await bank.runJobs();
  const told = 'proposal-to-approve';
  expect([await kindsOf(accountant), await kindsOf(compliance), await kindsOf(colleague)]).toEqual([
    [told],
    [told, told],
    [],
  ]);
});

test('STAFF-21 who was given the role that a proposal changes meanwhile does not vote on it, and an approval of theirs fills no slot', async () => {
  const [technical, voter] = [
    await memberWith(bank, ['technical-admin']),
    await memberWith(bank, ['compliance']),
  ];
  const role = { code: 'desk-help', label: 'Accueil', description: '', permissions: ['clients.list'] };
  const define = (permissions: readonly string[], seenVersion: number) => ({
    operation: 'roles.define',
    input: { ...role, permissions, seenVersion },
  });
  accepted(await approve(admin, await proposed(technical, define(['clients.list'], 0))));
  const waiting = await proposed(technical, define(['clients.list', 'fees.settle'], 1));
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into user_roles (user_id, role) values (${voter.userId}::uuid, 'desk-help')`),
  );
  expect(accepted(await voter.get(`/admin/proposals/${waiting.id}`)).proposal.canVote).toBe(false);
  expect(code(await approve(voter, waiting))).toEqual([409, 'staff.own-access']);
  expect(accepted(await approve(admin, waiting)).proposal.status).toBe('executed');
});
