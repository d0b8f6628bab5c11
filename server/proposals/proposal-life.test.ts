import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#domain/operations.ts';
import { rowsOf } from '../db/database.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

// Longer than 400 lines: the life of proposals, each part of it on the same few people.

/** What a proposal keeps, shows and tells from its making to a year after its end. */

let bank: TestBank;
let admin: Person;
let maker: Person;
let client: ClientPerson;

const credit = (amountMinor: number) => ({
  amountMinor,
  currency: 'EUR',
  description: 'Versement au guichet',
});
const creditOf = (amountMinor: number) => ({
  operation: 'accounts.credit',
  input: { ...credit(amountMinor), id: client.accountId },
});

async function proposed(by: Person, about: { operation: string; input: object }) {
  const { seen } = accepted(await by.post('/admin/approval-requirements', about));
  return accepted(await by.post('/admin/proposals', { ...about, seen })).proposal;
}

const approve = (by: Person, proposal: { id: string; inputHash: string }) =>
  by.post(`/admin/proposals/${proposal.id}/approval`, { inputHash: proposal.inputHash });
const shown = async (by: Person, id: string) => accepted(await by.get(`/admin/proposals/${id}`)).proposal;
const kindsOf = async (person: Person): Promise<string[]> =>
  accepted(await person.get('/notifications')).notifications.map(({ kind }: { kind: string }) => kind);
const toApprove = async (person: Person) => accepted(await person.get('/admin/counts')).toApprove;
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** Changes the policy of credits as the screen does: proposed by one person, approved by another. */
async function changePolicy(approver: Person, rows: readonly object[]) {
  const { policies } = accepted(await admin.get('/admin/policies'));
  const { version } = policies.find((one: { operation: string }) => one.operation === 'accounts.credit');
  const input = { operation: 'accounts.credit', seenVersion: version, rows };
  const waiting = await proposed(admin, { operation: 'policies.change', input });
  accepted(await approve(approver, waiting));
}

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    admin = await bank.administrator();
    maker = await memberWith(bank, ['payments']);
    client = await bank.client();
    await bank.fund(client, 9_000_00);
    accepted(await admin.put('/admin/four-eyes', { isOn: true }));
  }),
);
afterEach(() => bank.close());

test('FOUR-4 the policy stands before every way to a use case: its route, an act on many; a client’s own act and a job pass', async () => {
  const order = {
    amountMinor: 6_000_00,
    iban: nextIban(),
    bankName: 'Banque du Port',
    recipientName: 'Alix',
  };
  // The client asks, the job of the day runs, and nobody is asked.
  const { id } = accepted(await client.post('/withdrawals', order)).withdrawal;
  await bank.runJobs();
  const decision = { action: 'approve', seenStatus: 'pending' };
  expect(code(await maker.post(`/admin/withdrawals/${id}/decision`, decision))).toEqual([
    409,
    'approval.required',
  ]);
  const many = { operation: 'withdrawals.decide.approve', items: [{ id, seenStatus: 'pending' }] };
  const { run } = accepted(await maker.post('/admin/bulk', many));
  await expect
    .poll(async () => accepted(await maker.get(`/admin/bulk/${run.id}`)).run.rows[0])
    .toMatchObject({ state: 'needs-approval', refusal: { code: 'approval.required' } });
  expect(accepted(await maker.get(`/admin/withdrawals/${id}`)).withdrawal.status).toBe('pending');
});

describe('FOUR-11 the slots of a proposal are those of its making', () => {
  test('a policy that asks nobody any more leaves them; one that asks more raises them at the execution', async () => {
    const compliance = await memberWith(bank, ['compliance']);
    const accountant = await memberWith(bank, ['accountant']);
    const waiting = await proposed(maker, creditOf(1_500_00));
    expect(waiting.slots).toHaveLength(1);
    await changePolicy(compliance, [{ above: 50_000_00, approvers: [['accountant']] }]);
    expect((await shown(accountant, waiting.id)).slots).toEqual(waiting.slots);
    await changePolicy(compliance, [{ above: -1, approvers: [['accountant'], ['compliance']] }]);
    expect((await shown(accountant, waiting.id)).slots).toEqual(waiting.slots);
    expect(code(await approve(accountant, waiting))).toEqual([409, 'proposal.policy-raised']);
    expect((await shown(accountant, waiting.id)).slots).toHaveLength(2);
    expect(accepted(await approve(compliance, waiting)).proposal.status).toBe('executed');
  });
});

test('FOUR-14 the checker sees the command, what its maker saw and the same now, and the slots that are open', async () => {
  const order = {
    amountMinor: 6_000_00,
    iban: nextIban(),
    bankName: 'Banque du Port',
    recipientName: 'Alix',
  };
  const { id } = accepted(await client.post('/withdrawals', order)).withdrawal;
  const about = { operation: 'withdrawals.decide.approve', input: { id, action: 'approve' } };
  const checker = await memberWith(bank, ['payments']);
  const waiting = await proposed(maker, about);
  expect(await shown(checker, waiting.id)).toMatchObject({
    input: { id, action: 'approve' },
    seen: { status: 'pending' },
    now: { status: 'pending' },
    canVote: true,
    client: { accountId: client.accountId },
    slots: [{ filledBy: null }],
  });
  accepted(await checker.post(`/admin/withdrawals/${id}/decision`, { action: 'process' }));
  expect(await shown(checker, waiting.id)).toMatchObject({
    seen: { status: 'pending' },
    now: { status: 'processing' },
  });
});

test('FOUR-10 what is proposed about a client stands on their page and in the list, each operation by itself, until it ends', async () => {
  const awaited = async () => {
    const { clients } = accepted(await admin.get(`/admin/clients?q=${encodeURIComponent(client.email)}`));
    const { approvals } = accepted(await admin.get(`/admin/clients/${client.accountId}`)).client;
    expect(clients[0].approvals).toEqual(approvals);
    return approvals;
  };
  expect(await awaited()).toEqual([]);
  const waiting = await proposed(maker, creditOf(1_500_00));
  const iban = { id: client.accountId, iban: nextIban(), bankName: 'Banque du Port', replaces: null };
  await proposed(maker, { operation: 'accounts.assignIban', input: iban });
  expect(await awaited()).toEqual([
    { operation: 'accounts.credit', since: waiting.madeAt },
    { operation: 'accounts.assignIban', since: expect.any(String) },
  ]);
  accepted(await maker.post(`/admin/proposals/${waiting.id}/withdrawal`, {}));
  expect(await awaited()).toMatchObject([{ operation: 'accounts.assignIban' }]);
});

test('FOUR-10, FOUR-18 what nobody approved in time waits no more, before the job has written that it ended', async () => {
  const order = { amountMinor: 6_000_00, iban: nextIban(), bankName: 'Banque du Port' };
  const { id: withdrawalId } = accepted(await client.post('/withdrawals', order)).withdrawal;
  const request = { purpose: 'Travaux', durationMonths: 60, monthlyIncomeMinor: 9_000_00 };
  const { id: loanId } = accepted(await client.post('/loans', { ...request, amountMinor: 20_000_00 })).loan;
  const analyst = await memberWith(bank, ['credit-analyst']);
  const made = [
    await proposed(maker, creditOf(1_500_00)),
    await proposed(maker, {
      operation: 'withdrawals.decide.approve',
      input: { id: withdrawalId, action: 'approve' },
    }),
    await proposed(analyst, { operation: 'loans.decide.approve', input: { id: loanId, action: 'approve' } }),
  ];
  /** What stands on each of the three, and in each list of what waits for an approval. */
  const waiting = async () => {
    const [{ client: shownClient }, { withdrawal }, { loan }, ...lists] = await Promise.all(
      [
        `/admin/clients/${client.accountId}`,
        `/admin/withdrawals/${withdrawalId}`,
        `/admin/loans/${loanId}`,
        '/admin/clients?approval=asked',
        '/admin/withdrawals?approval=asked',
        '/admin/loans?approval=asked',
      ].map(async (path) => accepted(await admin.get(path))),
    );
    const [clients, withdrawals, loans] = lists;
    return [
      [shownClient.approvals.length, withdrawal.approvalSince !== null, loan.approvalSince !== null],
      [clients.clients.length, withdrawals.withdrawals.length, loans.loans.length],
    ];
  };
  expect(await waiting()).toEqual([
    [1, true, true],
    [1, 1, 1],
  ]);
  await bank.travelTo(new Date(Math.max(...made.map(({ expiresAt }) => Date.parse(expiresAt)))));
  expect(await waiting()).toEqual([
    [0, false, false],
    [0, 0, 0],
  ]);
});

test('FOUR-14 a change of somebody’s access names them, in its list and after its end; not for who reads no names of the staff', async () => {
  const member = await memberWith(bank, ['auditor']);
  const { members } = accepted(await admin.get('/admin/staff'));
  const { name } = members.find(({ id }: { id: string }) => id === member.userId);
  const input = { id: member.userId, roles: ['adviser'] };
  const waiting = await proposed(admin, { operation: 'staff.changeRoles', input });
  expect(waiting.memberName).toBe(name);
  const masked = await staffWith(bank, ['proposals.list', 'proposals.show']);
  expect(await shown(masked, waiting.id)).toMatchObject({ memberName: null, maker: { name: null } });
  accepted(await admin.post(`/admin/proposals/${waiting.id}/withdrawal`, {}));
  const { proposals } = accepted(await admin.get('/admin/proposals?list=mine'));
  expect(proposals[0]).toMatchObject({ id: waiting.id, status: 'withdrawn', memberName: name });
  expect((await proposed(maker, creditOf(1_500_00))).memberName).toBeNull();
});

test('STAFF-5 what is masked for its maker makes no proposal stale; a reader without the right sees that it changed, and neither value nor names', async () => {
  const masked = await staffWith(
    bank,
    PERMISSIONS.filter((name) => !name.startsWith('fields.')),
  );
  const path = `/admin/clients/${client.accountId}/iban`;
  accepted(await admin.put('/admin/four-eyes', { isOn: false }));
  accepted(await admin.put(path, { iban: nextIban(), bankName: 'Banque du Marais', replaces: null }));
  accepted(await admin.put('/admin/four-eyes', { isOn: true }));
  const stands = accepted(await admin.get(`/admin/clients/${client.accountId}`)).client.iban;
  const waiting = await proposed(masked, {
    operation: 'accounts.assignIban',
    input: { id: client.accountId, iban: nextIban(), bankName: 'Banque du Marais', replaces: stands },
  });
  expect((await shown(admin, waiting.id)).seen).toEqual({ iban: stands });
  const read = await shown(masked, waiting.id);
  expect([read.seen.iban, read.maker.name, read.changed]).toEqual([`•••• ${stands.slice(-4)}`, null, []]);
  // Other accounts of the same last four characters look alike to this reader.
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update client_accounts set iban = 'FR00' || substr(iban, 5) where id = ${client.accountId}::uuid`,
    ),
  );
  expect((await shown(masked, waiting.id)).changed).toEqual(['iban']);
});

test('FOUR-20 its maker alone withdraws it; a year after its end its command is blank, and who, what and when stay', async () => {
  const waiting = await proposed(maker, creditOf(1_500_00));
  expect((await admin.post(`/admin/proposals/${waiting.id}/withdrawal`)).status).toBe(404);
  const withdrawn = accepted(await maker.post(`/admin/proposals/${waiting.id}/withdrawal`)).proposal;
  const year = 366 * 86_400_000;
  const endedAt = Date.parse(withdrawn.endedAt);
  await bank.travelTo(new Date(endedAt + year - 2 * 86_400_000));
  await bank.runJobs();
  const kept = await rowsOf<{ blank: boolean }>(
    bank.database.db,
    sql`select input is null as blank from proposals where id = ${waiting.id}::uuid`,
  );
  expect(kept).toEqual([{ blank: false }]);
  await bank.travelTo(new Date(endedAt + year + 2 * 86_400_000));
  await bank.runJobs();
  const [row] = await rowsOf(
    bank.database.db,
    sql`select input, status, operation, maker_id = ${maker.userId}::uuid as "isOfMaker", input_hash = ${waiting.inputHash} as "isSame"
      from proposals where id = ${waiting.id}::uuid`,
  );
  expect(row).toEqual({
    input: null,
    status: 'withdrawn',
    operation: 'accounts.credit',
    isOfMaker: true,
    isSame: true,
  });
});

test('FOUR-20 with its client a waiting proposal ends, and what all of them say of the client goes', async () => {
  const compliance = await memberWith(bank, ['compliance']);
  const order = { id: client.accountId, iban: nextIban(), bankName: 'Banque du Marais' };
  const ended = await proposed(maker, { operation: 'accounts.assignIban', input: order });
  accepted(await maker.post(`/admin/proposals/${ended.id}/withdrawal`));
  const waiting = await proposed(maker, { operation: 'accounts.assignIban', input: order });
  const removal = await proposed(admin, { operation: 'clients.remove', input: { id: client.accountId } });
  accepted(await approve(compliance, removal));
  const rows = await rowsOf(
    bank.database.db,
    sql`select number, status, input, seen, input_hash <> '' as "hasHash" from proposals where client_account_id = ${client.accountId}::uuid order by number`,
  );
  const blank = { input: null, seen: {}, hasHash: true };
  expect(rows).toMatchObject([
    { ...blank, status: 'withdrawn' },
    { ...blank, status: 'withdrawn' },
    { ...blank, status: 'executed' },
  ]);
  expect(code(await approve(compliance, waiting))).toEqual([409, 'proposal.already-decided']);
  expect((await kindsOf(maker))[0]).toBe('proposal-stale');
});

describe('FOUR-24 an emergency', () => {
  const declare = async (amountMinor: number, by = maker) =>
    by.post('/admin/emergencies', {
      ...creditOf(amountMinor),
      category: 'team-outage',
      reason: 'Personne d’autre n’est là ce matin, le client attend au guichet.',
    });
  const mailsTo = async ({ userId }: Person) =>
    (
      await rowsOf<{ params: unknown }>(
        bank.database.db,
        sql`select params from outbox where template = 'emergencies-waiting' and user_id = ${userId}::uuid`,
      )
    ).map(({ params }) => params);

  test('is told to those who could have approved it and to compliance, by bell and by mail, with its number only', async () => {
    const [accountant, compliance, adviser] = [
      await memberWith(bank, ['accountant']),
      await memberWith(bank, ['compliance']),
      await memberWith(bank, ['adviser']),
    ];
    accepted(await declare(2_000_00));
    for (const person of [accountant, compliance]) {
      expect(await kindsOf(person)).toEqual(['emergency-to-review']);
      expect(await mailsTo(person)).toEqual([{ count: 1 }]);
    }
    expect([await kindsOf(adviser), await mailsTo(adviser)]).toEqual([[], []]);
    // At most one mail an hour.
    accepted(await declare(2_000_00));
    expect(await mailsTo(compliance)).toHaveLength(1);
  });

  test('that is contested alerts compliance and tells its maker; the third of one person in 30 days alerts compliance', async () => {
    const compliance = await memberWith(bank, ['compliance']);
    const first = accepted(await declare(2_000_00)).proposal;
    const review = { outcome: 'contest', reason: 'Le reçu manque au dossier.' };
    expect(code(await maker.post(`/admin/proposals/${first.id}/review`, review))[0]).toBe(403);
    accepted(await admin.post(`/admin/proposals/${first.id}/review`, review));
    for (const person of [compliance, maker]) expect((await kindsOf(person))[0]).toBe('emergency-contested');
    accepted(await declare(2_000_00));
    expect(await kindsOf(compliance)).not.toContain('emergencies-repeated');
    accepted(await declare(2_000_00));
    expect(await kindsOf(compliance)).toContain('emergencies-repeated');
    // Of another person there is one only.
    expect((await declare(2_000_00, admin)).status).toBe(200);
    expect((await kindsOf(compliance)).filter((kind) => kind === 'emergencies-repeated')).toHaveLength(1);
  });

  test('is possible for the operations of its column alone, for every other of the registry it is not', async () => {
    const { policies } = accepted(await admin.get('/admin/policies'));
    expect(
      policies.flatMap((one: { operation: string; emergencyUpToEurMinor: number | null }) =>
        one.emergencyUpToEurMinor === null ? [] : [[one.operation, one.emergencyUpToEurMinor]],
      ),
    ).toEqual([
      ['accounts.credit', 10_000_00],
      ['withdrawals.decide.approve', 5_000_00],
      ['corrections.decideDispute.refund', 10_000_00],
    ]);
  });
});

describe('FOUR-21 the bell', () => {
  test('tells who can approve at once and each time, the maker how it ended, and counts what one can vote on', async () => {
    const [accountant, adviser, relative] = [
      await memberWith(bank, ['accountant']),
      await memberWith(bank, ['adviser']),
      await memberWith(bank, ['accountant']),
    ];
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
        values (${relative.userId}::uuid, ${client.accountId}::uuid, 'relative', ${relative.userId}::uuid, now())`),
    );
    const first = await proposed(maker, creditOf(1_500_00));
    accepted(await approve(accountant, first));
    const second = await proposed(maker, creditOf(1_500_00));
    expect([await toApprove(accountant), await toApprove(maker), await toApprove(relative)]).toEqual([
      1, 0, 0,
    ]);
    // Without the permission to approve there is no such number.
    expect(await toApprove(adviser)).toBeNull();
    expect(await kindsOf(accountant)).toEqual(['proposal-to-approve', 'proposal-to-approve']);
    expect([await kindsOf(adviser), await kindsOf(relative)]).toEqual([[], []]);
    const path = `/admin/proposals/${second.id}/refusal`;
    accepted(await accountant.post(path, { reason: 'Le reçu manque au dossier.' }));
    expect((await kindsOf(maker)).sort()).toEqual(['proposal-executed', 'proposal-refused']);
    const { notifications, unreadCount } = accepted(await maker.get('/notifications'));
    expect(unreadCount).toBe(2);
    // Never an amount, a name or an IBAN.
    for (const { params } of notifications) expect(Object.keys(params)).toEqual(['reference']);
    const third = await proposed(maker, creditOf(1_500_00));
    await bank.travelTo(new Date(Date.parse(third.expiresAt)));
    await bank.runJobs();
    expect((await kindsOf(maker))[0]).toBe('proposal-expired');
    accepted(
      await admin.post('/admin/emergencies', {
        ...creditOf(2_000_00),
        category: 'team-outage',
        reason: 'Personne d’autre n’est là ce matin, le client attend au guichet.',
      }),
    );
    expect((await kindsOf(accountant))[0]).toBe('emergency-to-review');
  });
});

test('FOUR-23 an operation that one person could not have approved by anybody is named, until somebody can', async () => {
  const isUnfillable = async (operation: string) =>
    accepted(await admin.get('/admin/policies')).policies.find(
      (one: { operation: string }) => one.operation === operation,
    ).isUnfillable;
  // Administrators fit every slot: without them the maker is the only one for payments.
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update user_roles set role = 'technical-admin' where role = 'admin' and user_id <> ${admin.userId}::uuid`,
    ),
  );
  expect(await isUnfillable('accounts.credit')).toBe(true);
  await memberWith(bank, ['compliance']);
  await memberWith(bank, ['payments']);
  expect(await isUnfillable('accounts.credit')).toBe(false);
});

test('FOUR-25, STAFF-41 a person with assigned files only approves proposals on them, alone or many at once, and on no other', async () => {
  const restricted = await staffWith(bank, PERMISSIONS);
  const other = await bank.client();
  const elsewhere = await proposed(maker, {
    operation: 'accounts.assignIban',
    input: { id: other.accountId, iban: nextIban(), bankName: 'Banque du Marais' },
  });
  const here = await proposed(maker, {
    operation: 'accounts.assignIban',
    input: { id: client.accountId, iban: nextIban(), bankName: 'Banque du Marais' },
  });
  await asOwner(bank.database.db, async (tx) => {
    // The role fits the slot of the policy, and reaches assigned files only.
    await tx.execute(
      sql`update roles set assigned_only = true where code in (select role from user_roles where user_id = ${restricted.userId}::uuid)`,
    );
  });
  await pastTheGuards(bank.database.db, (tx) =>
    tx.execute(sql`update proposals set slots = jsonb_build_array(jsonb_build_array(
      (select role from user_roles where user_id = ${restricted.userId}::uuid)))`),
  );
  const task = { assigneeId: restricted.userId, seenAssigneeId: null };
  accepted(await admin.put(`/admin/assignments/client/${client.accountId}/assignee`, task));
  expect(await toApprove(restricted)).toBe(1);
  expect((await approve(restricted, elsewhere)).status).toBe(404);
  const items = (...rows: { id: string; inputHash: string }[]) => ({
    operation: 'proposals.approve',
    items: rows.map(({ id, inputHash }) => ({ id, inputHash })),
  });
  expect((await restricted.post('/admin/bulk', items(here, elsewhere))).status).toBe(404);
  const { run } = accepted(await restricted.post('/admin/bulk', items(here)));
  await expect
    .poll(async () => accepted(await restricted.get(`/admin/bulk/${run.id}`)).run.rows[0].state)
    .toBe('done');
  expect([(await shown(admin, here.id)).status, (await shown(admin, elsewhere.id)).status]).toEqual([
    'executed',
    'awaiting',
  ]);
});
