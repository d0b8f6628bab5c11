import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Limits } from '#domain/staff/limits.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** STAFF-42: how much a member does alone, by role and by person, and who answers for what is beyond. */

let bank: TestBank;
let administrator: Person;
let payments: Person;
let client: ClientPerson;

const CREDIT = { operation: 'accounts.credit', perActEurMinor: 1_000_00, perDayEurMinor: 1_500_00 } as const;

const limitRole = (code: string, limits: Limits) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update roles set limits = ${JSON.stringify(limits)}::jsonb where code = ${code}`),
  );
const limitPerson = async (of: Person, limits: Limits) =>
  accepted(await administrator.put(`/admin/staff/${of.userId}/limits`, { limits }));

const credit = (amountMinor: number) => ({
  amountMinor,
  currency: 'EUR',
  description: 'Versement au guichet',
});
const creditBy = (person: Person, amountMinor: number) =>
  person.post(`/admin/clients/${client.accountId}/credits`, credit(amountMinor));
const command = (amountMinor: number) => ({
  operation: 'accounts.credit',
  input: { ...credit(amountMinor), id: client.accountId },
});
async function propose(by: Person, about: { operation: string; input: object }) {
  const { seen } = accepted(await by.post('/admin/approval-requirements', about));
  return by.post('/admin/proposals', { ...about, seen });
}
const approve = (by: Person, { id, inputHash }: { id: string; inputHash: string }) =>
  by.post(`/admin/proposals/${id}/approval`, { inputHash });

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
    payments = await memberWith(bank, ['payments']);
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

describe('STAFF-42 a credit beyond the limit', () => {
  beforeEach(() => limitRole('payments', [CREDIT]));

  test('exactly the limit is done; a cent more is refused with the limit, and nothing is written', async () => {
    const refused = await creditBy(payments, 1_000_01);
    expect(code(refused)).toEqual([409, 'staff.above-limit']);
    expect(refused.body.params).toMatchObject({ limitMinor: 1_000_00 });
    expect(await balance()).toBe(0);
    expect((await creditBy(payments, 1_000_00)).status).toBe(200);
    expect((await creditBy(administrator, 9_000_00)).status).toBe(200);
  });

  test('acts of one day count together', async () => {
    expect((await creditBy(payments, 1_000_00)).status).toBe(200);
    const refused = await creditBy(payments, 500_01);
    expect([code(refused), refused.body.params.limitMinor]).toEqual([[409, 'staff.above-limit'], 1_500_00]);
    expect((await creditBy(payments, 500_00)).status).toBe(200);
    expect((await creditBy(payments, 1)).status).toBe(409);
  });

  test('fifty at once never pass the limit of the day', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => creditBy(payments, 100_00)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(answers.filter(({ body }) => body.code === 'staff.above-limit')).toHaveLength(35);
    expect(await balance()).toBe(1_500_00);
  });

  test('the smaller of role and person counts, and the session tells it before the act', async () => {
    await limitPerson(payments, [{ ...CREDIT, perActEurMinor: 200_00, perDayEurMinor: null }]);
    expect(code(await creditBy(payments, 200_01))).toEqual([409, 'staff.above-limit']);
    const { session } = accepted(await payments.get('/session'));
    expect(session.limits).toEqual([{ ...CREDIT, perActEurMinor: 200_00 }]);
    await limitPerson(payments, [{ ...CREDIT, perActEurMinor: 5_000_00 }]);
    expect(code(await creditBy(payments, 1_000_01))).toEqual([409, 'staff.above-limit']);
  });

  test('is proposed although four eyes are off: to a role whose limit covers it, and executed by its approval', async () => {
    await limitRole('accountant', [{ ...CREDIT, perActEurMinor: 2_000_00, perDayEurMinor: null }]);
    const accountant = await memberWith(bank, ['accountant']);
    const needed = accepted(await payments.post('/admin/approval-requirements', command(1_200_00)));
    expect(needed).toMatchObject({ isOn: false, isBeyondLimit: true, slots: [{ roles: ['accountant'] }] });
    expect(accepted(await payments.post('/admin/approval-requirements', command(900_00)))).toMatchObject({
      isBeyondLimit: false,
      slots: [],
    });
    const { proposal } = accepted(await propose(payments, command(1_200_00)));
    expect((await approve(accountant, proposal)).status).toBe(200);
    expect(await balance()).toBe(1_200_00);
  });

  test('with four eyes on, one of those who approve covers the amount by their own limit', async () => {
    const small = await memberWith(bank, ['accountant']);
    await limitPerson(small, [{ ...CREDIT, perActEurMinor: 100_00, perDayEurMinor: null }]);
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    const { proposal } = accepted(await propose(payments, command(1_200_00)));
    expect(code(await approve(small, proposal))).toEqual([409, 'proposal.beyond-limit']);
    expect(await balance()).toBe(0);
    expect((await approve(await memberWith(bank, ['accountant']), proposal)).status).toBe(200);
    expect(await balance()).toBe(1_200_00);
  });

  test('a limit that was lowered since counts at the last approval: one of those who approve covers the amount', async () => {
    const small = await memberWith(bank, ['accountant']);
    await limitPerson(small, [{ ...CREDIT, perActEurMinor: 100_00, perDayEurMinor: null }]);
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    await limitRole('payments', [{ ...CREDIT, perActEurMinor: 2_000_00, perDayEurMinor: null }]);
    const { proposal } = accepted(await propose(payments, command(1_200_00)));
    await limitRole('payments', [CREDIT]);
    expect(code(await approve(small, proposal))).toEqual([409, 'proposal.beyond-limit']);
    expect((await approve(await memberWith(bank, ['accountant']), proposal)).status).toBe(200);
    expect(await balance()).toBe(1_200_00);
  });

  describe('by proposals of one day, each within it when it was made', () => {
    /** Accountants who may do next to nothing alone: they answer for nobody. */
    let approvers: Person[];
    const about = ({ accountId }: ClientPerson, amountMinor: number) => ({
      operation: 'accounts.credit',
      input: { ...credit(amountMinor), id: accountId },
    });
    const proposedFor = async (of: ClientPerson, amountMinor: number) =>
      accepted(await propose(payments, about(of, amountMinor))).proposal;
    const small = async () => {
      const person = await memberWith(bank, ['accountant']);
      await limitPerson(person, [{ ...CREDIT, perActEurMinor: 1_00, perDayEurMinor: null }]);
      return person;
    };

    beforeEach(async () => {
      approvers = [];
      for (let n = 0; n < 5; n += 1) approvers.push(await small());
      const rows = [{ above: 0, approvers: [['accountant']] }];
      accepted(
        await administrator.put('/admin/policies/accounts.credit', {
          seenVersion: 0,
          rows,
          isCumulative: false,
        }),
      );
      accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    });

    test('of fifty approved at one moment those are executed that stay within it, the others wait', async () => {
      const waiting: { id: string; inputHash: string }[] = [];
      for (let n = 0; n < 50; n += 1) waiting.push(await proposedFor(await bank.client(), 100_00));
      const answers = await Promise.all(
        waiting.map((proposal, index) => approve(approvers[index % 5] as Person, proposal)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
      expect(answers.filter(({ body }) => body.code === 'proposal.beyond-limit')).toHaveLength(35);
      const { proposals } = accepted(await payments.get('/admin/proposals?list=mine&limit=100'));
      const statuses = proposals.map(({ status }: { status: string }) => status);
      expect(statuses.filter((status: string) => status === 'executed')).toHaveLength(15);
      expect(statuses.filter((status: string) => status === 'awaiting')).toHaveLength(35);
      // What was executed by proposals counts for what its maker does alone as well.
      const alone = await payments.post('/admin/approval-requirements', about(client, 1_00));
      expect(accepted(alone)).toMatchObject({ isBeyondLimit: true });
    });

    test('beyond it one of those who approve answers for it, within their own limit of the day', async () => {
      const [one, two, three] = [await bank.client(), await bank.client(), await bank.client()];
      const waiting = [
        await proposedFor(one, 900_00),
        await proposedFor(two, 800_00),
        await proposedFor(three, 700_00),
      ];
      const answering = await memberWith(bank, ['accountant']);
      await asOwner(bank.database.db, (tx) =>
        tx.execute(sql`insert into staff_members (user_id, status, limits) values (${answering.userId}::uuid, 'active',
          '[{"operation":"accounts.credit","perActEurMinor":null,"perDayEurMinor":100000}]')
          on conflict (user_id) do update set limits = excluded.limits`),
      );
      const [first, second, third] = waiting as [
        (typeof waiting)[0],
        (typeof waiting)[0],
        (typeof waiting)[0],
      ];
      expect((await approve(approvers[0] as Person, first)).status).toBe(200);
      expect(code(await approve(approvers[0] as Person, second))).toEqual([409, 'proposal.beyond-limit']);
      // Within the maker's limit it counted on nobody else.
      expect((await approve(answering, second)).status).toBe(200);
      expect(code(await approve(answering, third))).toEqual([409, 'proposal.beyond-limit']);
      expect(code(await answering.post(`/admin/clients/${one.accountId}/credits`, credit(201_00)))).toEqual([
        409,
        'staff.above-limit',
      ]);
      expect(accepted(await two.get('/overview')).account.balanceMinor).toBe(800_00);
      expect(accepted(await three.get('/overview')).account.balanceMinor).toBe(0);
    });

    test('the approval of a person who was suspended answers for nothing', async () => {
      accepted(await administrator.put('/admin/four-eyes', { isOn: false }));
      const rows = [{ above: 0, approvers: [['accountant'], ['accountant']] }];
      accepted(await administrator.put('/admin/policies/accounts.credit', { seenVersion: 1, rows }));
      accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
      const proposal = await proposedFor(await bank.client(), 5_000_00);
      const unlimited = await memberWith(bank, ['accountant']);
      expect((await approve(unlimited, proposal)).status).toBe(200);
      accepted(
        await administrator.post(`/admin/staff/${unlimited.userId}/suspension`, { reason: 'Absence' }),
      );
      expect((await approve(approvers[0] as Person, proposal)).status).toBe(200);
      expect(code(await approve(approvers[1] as Person, proposal))).toEqual([409, 'proposal.beyond-limit']);
      expect((await approve(await memberWith(bank, ['accountant']), proposal)).status).toBe(200);
    });

    test('on the next legal day it begins anew', async () => {
      const [one, two] = [await bank.client(), await bank.client()];
      const waiting = [await proposedFor(one, 900_00), await proposedFor(two, 900_00)];
      expect((await approve(approvers[0] as Person, waiting[0])).status).toBe(200);
      expect(code(await approve(approvers[1] as Person, waiting[1]))).toEqual([409, 'proposal.beyond-limit']);
      const midnight = startOfDayIn(LEGAL_TIME_ZONE, addDays(legalDay(new Date()), 1));
      await bank.travelTo(midnight);
      const late = await memberWith(bank, ['accountant']);
      await asOwner(bank.database.db, (tx) =>
        tx.execute(sql`insert into staff_members (user_id, status, limits) values (${late.userId}::uuid, 'active',
          '[{"operation":"accounts.credit","perActEurMinor":100,"perDayEurMinor":null}]')
          on conflict (user_id) do update set limits = excluded.limits`),
      );
      expect((await approve(late, waiting[1])).status).toBe(200);
    });
  });

  test('is not proposed when nobody else could cover it', async () => {
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    await limitRole('accountant', [{ ...CREDIT, perActEurMinor: 1 }]);
    await memberWith(bank, ['accountant']);
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into staff_members (user_id, status)
        select user_id, 'suspended' from user_roles where role = 'admin' and user_id <> ${administrator.userId}::uuid
        on conflict (user_id) do update set status = 'suspended'`),
    );
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
        values (${administrator.userId}::uuid, ${client.accountId}::uuid, 'relative', ${administrator.userId}::uuid, now())`),
    );
    expect(code(await propose(payments, command(1_200_00)))).toEqual([409, 'proposal.nobody']);
  });
});

describe('STAFF-42 other limited operations', () => {
  test.each([
    ['withdrawals.decide.approve', 'payments'],
    ['loans.decide.approve', 'credit-analyst'],
  ] as const)('%s', async (operation, role) => {
    await limitRole(role, [{ operation, perActEurMinor: 50_00, perDayEurMinor: null }]);
    const person = await memberWith(bank, [role]);
    await bank.fund(client, 1_000_00);
    const withdrawal = {
      amountMinor: 50_01,
      iban: 'FR7630006000011234567890189',
      bankName: 'Banque du Marais',
    };
    const loan = {
      amountMinor: 1_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 2_000_00,
    };
    const path =
      role === 'payments'
        ? `/admin/withdrawals/${accepted(await client.post('/withdrawals', withdrawal)).withdrawal.id}/decision`
        : `/admin/loans/${accepted(await client.post('/loans', loan)).loan.id}/decision`;
    expect(code(await person.post(path, { action: 'approve' }))).toEqual([409, 'staff.above-limit']);
  });

  test('an operation without limits is done as before', async () => {
    await limitRole('payments', [CREDIT]);
    const iban = { iban: nextIban(), bankName: 'Banque du Marais' };
    expect((await payments.put(`/admin/clients/${client.accountId}/iban`, iban)).status).toBe(200);
  });
});

describe('STAFF-42 changing limits', () => {
  const path = () => `/admin/staff/${payments.userId}/limits`;

  test('stands on the page of the person and in the trail; nobody changes their own', async () => {
    await limitPerson(payments, [CREDIT]);
    expect(accepted(await administrator.get(`/admin/staff/${payments.userId}`)).limits).toEqual([CREDIT]);
    const { entries } = accepted(await administrator.get(`/admin/audit?actorId=${administrator.userId}`));
    expect(entries[0]).toMatchObject({ operation: 'staff.changeLimits', outcome: 'done' });
    const own = `/admin/staff/${administrator.userId}/limits`;
    expect(code(await administrator.put(own, { limits: [] }))).toEqual([409, 'staff.own-access']);
  });

  test.each([
    ['a negative limit', [{ ...CREDIT, perActEurMinor: -1 }]],
    ['a fraction', [{ ...CREDIT, perActEurMinor: 0.5 }]],
    ['above safe integers', [{ ...CREDIT, perDayEurMinor: 2 ** 53 }]],
    ['an operation without limits', [{ ...CREDIT, operation: 'fees.create' }]],
    ['an operation twice', [CREDIT, CREDIT]],
  ])('STAFF-43 %s is refused, and nothing is written', async (_, limits) => {
    const answer = await administrator.put(path(), { limits });
    expect(code(answer)).toEqual([400, 'request.invalid']);
    expect(answer.body.errors[0].field).toMatch(/^limits/);
    expect(accepted(await administrator.get(`/admin/staff/${payments.userId}`)).limits).toEqual([]);
  });

  test('FOUR-22 with four eyes on it is proposed, and approved by compliance', async () => {
    const compliance = await memberWith(bank, ['compliance']);
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    expect(code(await administrator.put(path(), { limits: [CREDIT] }))).toEqual([409, 'approval.required']);
    const about = { operation: 'staff.changeLimits', input: { id: payments.userId, limits: [CREDIT] } };
    const { proposal } = accepted(await propose(administrator, about));
    expect((await approve(compliance, proposal)).status).toBe(200);
    expect(accepted(await administrator.get(`/admin/staff/${payments.userId}`)).limits).toEqual([CREDIT]);
  });

  test('STAFF-41, STAFF-42 a role is defined with both, in its next version', async () => {
    const role = { label: 'Agence', description: '', permissions: ['accounts.credit'], seenVersion: 0 };
    accepted(
      await administrator.put('/admin/roles/agency', { ...role, assignedOnly: true, limits: [CREDIT] }),
    );
    const { roles } = accepted(await administrator.get('/admin/roles'));
    expect(roles.find((one: { code: string }) => one.code === 'agency')).toMatchObject({
      assignedOnly: true,
      limits: [CREDIT],
    });
  });
});
