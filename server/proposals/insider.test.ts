import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#domain/operations.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** What a member of the staff tries who would like to do more alone than they may. */

let bank: TestBank;
let admin: Person;
let maker: Person;
let client: ClientPerson;

const command = (amountMinor: number) => ({
  operation: 'accounts.credit',
  input: { id: client.accountId, amountMinor, currency: 'EUR', description: 'Versement au guichet' },
});

async function propose(by: Person, about: { operation: string; input: object }) {
  const { seen } = accepted(await by.post('/admin/approval-requirements', about));
  return by.post('/admin/proposals', { ...about, seen });
}
const proposed = async (by: Person, about: { operation: string; input: object }) =>
  accepted(await propose(by, about)).proposal;
const approve = (by: Person, { id, inputHash }: { id: string; inputHash: string }) =>
  by.post(`/admin/proposals/${id}/approval`, { inputHash });
const refuse = (by: Person, { id }: { id: string }) =>
  by.post(`/admin/proposals/${id}/refusal`, { reason: 'Non.' });
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const rolesOf = async (person: Person) =>
  accepted(await admin.get(`/admin/staff/${person.userId}`)).member.roles.map(
    (role: { code: string }) => role.code,
  );

/** Leaves only these people the role with all permissions, which fits every slot. */
const administratorsAre = (...people: Person[]) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update user_roles set role = 'technical-admin'
      where role = 'admin' and user_id::text <> all (string_to_array(${people.map(({ userId }) => userId).join(',')}, ','))`),
  );

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    admin = await bank.administrator();
    maker = await memberWith(bank, ['payments']);
    client = await bank.client();
    accepted(await admin.put('/admin/four-eyes', { isOn: true }));
  }),
);
afterEach(() => bank.close());

describe('STAFF-42 an emergency', () => {
  const declare = (amountMinor: number) =>
    maker.post('/admin/emergencies', {
      ...command(amountMinor),
      category: 'team-outage',
      reason: 'Personne d’autre n’est là ce matin, le client attend au guichet.',
    });

  test('widens no limit of its maker, of one act or of a day', async () => {
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into staff_members (user_id, status, limits) values (${maker.userId}::uuid, 'active',
        '[{"operation":"accounts.credit","perActEurMinor":200000,"perDayEurMinor":300000}]')
        on conflict (user_id) do update set limits = excluded.limits`),
    );
    const refused = await declare(2_000_01);
    expect([code(refused), refused.body.params.limitMinor]).toEqual([[409, 'staff.above-limit'], 2_000_00]);
    expect((await declare(2_000_00)).status).toBe(200);
    const beyondDay = await declare(1_500_00);
    expect([code(beyondDay), beyondDay.body.params.limitMinor]).toEqual([
      [409, 'staff.above-limit'],
      3_000_00,
    ]);
    expect(accepted(await client.get('/overview')).account.balanceMinor).toBe(2_000_00);
  });
});

test('FOUR-24, Q-8 « Urgences à revoir » holds what one may review: one’s own is in neither list nor queue', async () => {
  const declared = await admin.post('/admin/emergencies', {
    ...command(2_000_00),
    category: 'client-risk',
    reason: 'Le client ne peut pas payer son loyer sans ce versement.',
  });
  expect(declared.status).toBe(200);
  const compliance = await memberWith(bank, ['compliance']);
  const seenBy = async (person: Person) => {
    const { count, proposals } = accepted(await person.get('/admin/proposals?list=emergencies'));
    const { queues } = accepted(await person.get('/admin/queues'));
    const queue = queues.find(({ name }: { name: string }) => name === 'emergencies-to-review');
    return [count, proposals.length, queue.count];
  };
  expect(await seenBy(compliance)).toEqual([1, 1, 1]);
  expect(await seenBy(admin)).toEqual([0, 0, 0]);
});

test('FOUR-18 the proposal of a transfer ends with the last day of its order, though it could wait a day longer', async () => {
  await asOwner(bank.database.db, (tx) => tx.execute(sql`update four_eyes set is_on = false`));
  await bank.fund(client, 9_000_00);
  const order = {
    amountMinor: 6_000_00,
    iban: nextIban(),
    bankName: 'Banque du Port',
    recipientName: 'Alix',
  };
  // Asked on a Saturday, received on Monday, executed or refused by Tuesday.
  await bank.travelTo(new Date('2027-01-09T10:00:00Z'));
  const { id } = accepted(await client.post('/withdrawals', order)).withdrawal;
  await bank.travelTo(new Date('2027-01-12T09:00:00Z'));
  const late = await memberWith(bank, ['payments']);
  await asOwner(bank.database.db, (tx) => tx.execute(sql`update four_eyes set is_on = true`));
  const waiting = await proposed(late, {
    operation: 'withdrawals.decide.approve',
    input: { id, action: 'approve', seenStatus: 'pending' },
  });
  expect(waiting.expiresAt).toBe('2027-01-12T23:00:00.000Z');
});

test('FOUR-12 an approval fills no slot once the roles of its person no longer permit to approve', async () => {
  const [first, second, compliance] = [
    await memberWith(bank, ['accountant']),
    await memberWith(bank, ['payments']),
    await memberWith(bank, ['compliance']),
  ];
  const waiting = await proposed(maker, command(12_000_00));
  expect((await approve(first, waiting)).status).toBe(200);
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update roles set permissions = array_remove(permissions, 'proposals.approve') where code = 'accountant'`,
    ),
  );
  expect(accepted(await approve(compliance, waiting)).proposal.status).toBe('awaiting');
  expect(accepted(await approve(second, waiting)).proposal.status).toBe('executed');
});

test('FOUR-11, FOUR-12, FOUR-13 the database weakens no slot, executes nothing without its approvals, and takes no vote afterwards', async () => {
  const [other, compliance] = [
    await memberWith(bank, ['accountant']),
    await memberWith(bank, ['compliance']),
  ];
  const waiting = await proposed(maker, command(12_000_00));
  const { db } = bank.database;
  const change = (set: ReturnType<typeof sql>) =>
    db.execute(sql`update proposals set ${set} where id = ${waiting.id}::uuid`);
  const refusedBy = (message: string) => ({ cause: { message } });
  const rise = refusedBy('the approvals of a proposal only rise');
  await expect(change(sql`slots = '[["adviser"],["adviser"]]'`)).rejects.toMatchObject(rise);
  await expect(change(sql`slots = '[["payments"]]'`)).rejects.toMatchObject(rise);
  expect((await approve(other, waiting)).status).toBe(200);
  await expect(change(sql`status = 'executed', ended_at = now()`)).rejects.toMatchObject(
    refusedBy('a proposal is executed by its approvals'),
  );
  expect(accepted(await approve(compliance, waiting)).proposal.status).toBe('executed');
  const late = await memberWith(bank, ['payments']);
  await expect(
    db.execute(sql`insert into proposal_votes (proposal_id, user_id, decision, at)
      values (${waiting.id}::uuid, ${late.userId}::uuid, 'refuse', now())`),
  ).rejects.toMatchObject(refusedBy('a vote is on what waits for it'));
});

describe('STAFF-21 of their own rights', () => {
  test('nobody approves, refuses or proposes a change: of roles, of limits, of a role that they hold', async () => {
    const [subject, other] = [await memberWith(bank, ['compliance']), await memberWith(bank, ['compliance'])];
    const technical = await memberWith(bank, ['technical-admin']);
    const roles = (list: readonly string[]) => ({
      operation: 'staff.changeRoles',
      input: {
        id: subject.userId,
        roles: list,
        conflictReason: 'Petite équipe pendant les congés de fin d’année.',
      },
    });
    const limits = {
      operation: 'staff.changeLimits',
      input: {
        id: subject.userId,
        limits: [{ operation: 'accounts.credit', perActEurMinor: null, perDayEurMinor: 1 }],
      },
    };
    const raise = await proposed(technical, roles(['compliance', 'payments']));
    const limit = await proposed(technical, limits);
    const definition = await proposed(technical, {
      operation: 'roles.define',
      input: {
        code: 'compliance',
        label: 'Conformité',
        description: '',
        permissions: ['accounts.credit', 'proposals.approve'],
        seenVersion: 1,
      },
    });
    for (const proposal of [raise, limit, definition]) {
      // The database as well.
      await expect(
        bank.database.db.execute(sql`insert into proposal_votes (proposal_id, user_id, decision, at)
          values (${proposal.id}::uuid, ${subject.userId}::uuid, 'approve', now())`),
      ).rejects.toMatchObject({ cause: { message: 'a proposal is voted on by others' } });
      expect(code(await approve(subject, proposal))).toEqual([409, 'staff.own-access']);
      expect(code(await refuse(subject, proposal))).toEqual([409, 'staff.own-access']);
    }
    expect(accepted(await subject.get('/admin/proposals?list=to-approve'))).toMatchObject({
      count: 0,
      proposals: [],
    });
    // A colleague of the same role holds the role that is defined as well, and not the rights of the other person.
    expect(code(await approve(other, definition))).toEqual([409, 'staff.own-access']);
    expect((await approve(admin, definition)).status).toBe(200);
    expect((await approve(admin, raise)).status).toBe(200);
    expect((await rolesOf(subject)).sort()).toEqual(['compliance', 'payments']);
    for (const about of [
      { ...roles(['admin']), input: { ...roles(['admin']).input, id: technical.userId } },
      { ...limits, input: { ...limits.input, id: technical.userId } },
    ])
      expect(code(await propose(technical, about))).toEqual([409, 'staff.own-access']);
  });

  test('FOUR-19 a change that only the person themselves could approve is not proposed', async () => {
    const compliance = await memberWith(bank, ['compliance']);
    const technical = await memberWith(bank, ['technical-admin']);
    await administratorsAre(technical);
    const about = { operation: 'staff.changeRoles', input: { id: compliance.userId, roles: ['admin'] } };
    expect(code(await propose(technical, about))).toEqual([409, 'proposal.nobody']);
  });
});

describe('FOUR-22 a rate that moves far', () => {
  test('is approved by another, typed or in a file: the file is no way around it', async () => {
    const [accountant, other] = [
      await memberWith(bank, ['accountant']),
      await memberWith(bank, ['accountant']),
    ];
    const text = (usd: string) => `Date, USD, GBP, \n20 November 2026, ${usd}, 0.86, \n`;
    expect((await accountant.post('/admin/rates/import', { text: text('1.09') })).status).toBe(200);
    const typed = { rate: '1.2', asOf: '2026-11-20' };
    expect(code(await accountant.put('/admin/rates/USD', typed))).toEqual([409, 'approval.required']);
    expect(code(await accountant.post('/admin/rates/import', { text: text('1.2') }))).toEqual([
      409,
      'approval.required',
    ]);
    const waiting = await proposed(accountant, { operation: 'rates.import', input: { text: text('1.2') } });
    expect(waiting.seen).toMatchObject({ asOf: '2026-11-20', rates: 'USD 1.09 → 1.2' });
    expect((await approve(other, waiting)).status).toBe(200);
    const { rates } = accepted(await accountant.get('/admin/rates'));
    expect(rates.find(({ currency }: { currency: string }) => currency === 'USD')).toMatchObject({
      eurRate: '1.2',
    });
  });
});

test('FOUR-22 a rate that moves far in small steps within a day is approved by another as well; what was approved, and the next day, begin anew', async () => {
  const [accountant, other] = [
    await memberWith(bank, ['accountant']),
    await memberWith(bank, ['accountant']),
  ];
  const change = async (rate: string) => {
    const { status, body } = await accountant.put('/admin/rates/USD', { rate, asOf: '2026-11-20' });
    return status === 200 ? 'done' : body.code;
  };
  const imported = (usd: string) =>
    accountant.post('/admin/rates/import', { text: `Date, USD, \n20 November 2026, ${usd}, \n` });
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update currency_rates set eur_to_local_rate = 1 where currency_code = 'USD'`),
  );
  expect([await change('1.01'), await change('1.02'), await change('1.0201')]).toEqual([
    'done',
    'done',
    'approval.required',
  ]);
  expect(code(await imported('1.021'))).toEqual([409, 'approval.required']);
  // Back and forth is no way either: it is measured from the same.
  expect([await change('0.98'), await change('1.01')]).toEqual(['approval.required', 'done']);
  const waiting = await proposed(accountant, {
    operation: 'rates.change',
    input: { currencyCode: 'USD', rate: '1.04', asOf: '2026-11-20' },
  });
  expect((await approve(other, waiting)).status).toBe(200);
  expect([await change('1.06'), await change('1.08')]).toEqual(['done', 'approval.required']);
  await bank.travelTo(new Date(Date.now() + 86_400_001));
  const next = await memberWith(bank, ['accountant']);
  expect((await next.put('/admin/rates/USD', { rate: '1.08', asOf: '2026-11-20' })).status).toBe(200);
});

describe('FOUR-12 what one can vote on now', () => {
  test('leaves out what others filled: in the list, its count, the badge and the queue', async () => {
    const [first, second] = [await memberWith(bank, ['payments']), await memberWith(bank, ['accountant'])];
    const compliance = await memberWith(bank, ['compliance']);
    const both = await memberWith(bank, ['accountant', 'compliance']);
    const waiting = await proposed(maker, command(15_000_00));
    const seenBy = async (person: Person) => {
      const { count, proposals } = accepted(await person.get('/admin/proposals?list=to-approve'));
      const { toApprove } = accepted(await person.get('/admin/counts'));
      const { queues } = accepted(await person.get('/admin/queues'));
      const queue = queues.find(({ name }: { name: string }) => name === 'to-approve');
      return [count, proposals.length, toApprove, queue.count];
    };
    expect(await seenBy(second)).toEqual([1, 1, 1, 1]);
    accepted(await approve(first, waiting));
    expect(await seenBy(second)).toEqual([0, 0, 0, 0]);
    for (const person of [compliance, both, admin]) expect(await seenBy(person)).toEqual([1, 1, 1, 1]);
    accepted(await admin.post(`/admin/staff/${first.userId}/suspension`, { reason: 'Compte compromis' }));
    expect(await seenBy(second)).toEqual([1, 1, 1, 1]);
  });
});

describe('FOUR-15 who votes', () => {
  const LARGE = 15_000_00;

  test('counts by the roles and the status of the moment; an earlier approval of a suspended person counts no more', async () => {
    const [first, second] = [await memberWith(bank, ['payments']), await memberWith(bank, ['accountant'])];
    const compliance = await memberWith(bank, ['compliance']);
    const waiting = await proposed(maker, command(LARGE));
    expect((await approve(first, waiting)).status).toBe(200);
    expect(code(await approve(second, waiting))).toEqual([409, 'proposal.slot-filled']);
    accepted(await admin.post(`/admin/staff/${first.userId}/suspension`, { reason: 'Compte compromis' }));
    expect(accepted(await approve(compliance, waiting)).proposal).toMatchObject({
      status: 'awaiting',
      slots: [{ filledBy: null }, { filledBy: expect.any(String) }],
    });
    expect(accepted(await approve(second, waiting)).proposal.status).toBe('executed');
  });

  test('FOUR-19, FOUR-23 who may not approve at all fills no slot, and is not told of it', async () => {
    const slow = await staffWith(
      bank,
      PERMISSIONS.filter((name) => name !== 'proposals.approve'),
    );
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update roles set permissions = array_remove(permissions, 'proposals.approve')
        where code in ('accountant', 'payments')`),
    );
    const accountant = await memberWith(bank, ['accountant']);
    await administratorsAre();
    expect(code(await propose(maker, command(1_500_00)))).toEqual([409, 'proposal.nobody']);
    const isUnfillable = async () =>
      accepted(await slow.get('/admin/policies')).policies.find(
        (one: { operation: string }) => one.operation === 'accounts.credit',
      ).isUnfillable;
    expect(await isUnfillable()).toBe(true);
    await asOwner(bank.database.db, (tx) =>
      tx.execute(
        sql`update roles set permissions = permissions || '{proposals.approve}' where code = 'accountant'`,
      ),
    );
    expect((await propose(maker, command(1_500_00))).status).toBe(200);
    expect(
      accepted(await accountant.get('/notifications')).notifications.map(
        ({ kind }: { kind: string }) => kind,
      ),
    ).toEqual(['proposal-to-approve']);
  });
});
