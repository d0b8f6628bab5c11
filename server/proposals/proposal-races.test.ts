import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/** Fifty calls of one moment on what only one of them may do, in one bank. Each test has a client of its own. */

const CALLS = 50;
const PEOPLE = 5;

let bank: TestBank;
let makers: Person[];
let approvers: Person[];
/** Has money from before others had to approve it. */
let funded: ClientPerson;
/** The same, with fifty transfers of 250.00 to come. */
let payer: ClientPerson;

const code = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'done' : `${status} ${body.code}`;
/** The answers by what they say, with how often. */
function tallyOf(answers: readonly { status: number; body: { code?: string } }[]): Record<string, number> {
  const counted = Map.groupBy(answers, code);
  return Object.fromEntries([...counted].map(([said, those]) => [said, those.length]));
}
/** Fifty calls at once, by the people in turn. */
const atOnce = <Answer>(
  people: readonly Person[],
  call: (person: Person, index: number) => Promise<Answer>,
) =>
  Promise.all(
    Array.from({ length: CALLS }, (_, index) => call(people[index % people.length] as Person, index)),
  );

const creditOf = ({ accountId }: ClientPerson, amountMinor: number) => ({
  operation: 'accounts.credit',
  input: { id: accountId, amountMinor, currency: 'EUR', description: 'Versement au guichet' },
});
const seenOf = async (by: Person, about: object) =>
  accepted(await by.post('/admin/approval-requirements', about)).seen;
async function proposed(by: Person, about: object) {
  return accepted(await by.post('/admin/proposals', { ...about, seen: await seenOf(by, about) })).proposal;
}
const balanceOf = async ({ accountId }: ClientPerson) =>
  accepted(await (makers[0] as Person).get(`/admin/clients/${accountId}`)).client.balanceMinor;

/** People with these roles, one after the other: a change of roles locks those who manage access. */
async function teamOf(roles: readonly string[]): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await memberWith(bank, roles));
  return people;
}

beforeAll(async () => {
  bank = await openTestBank();
  const admin = await bank.administrator();
  makers = await teamOf(['payments']);
  approvers = await teamOf(['payments']);
  funded = await bank.client();
  await bank.fund(funded, 9_000_00);
  payer = await bank.client();
  await bank.fund(payer, CALLS * 250_00);
  accepted(await admin.put('/admin/four-eyes', { isOn: true }));
});
afterAll(() => bank.close());

test('FOUR-15 fifty approvals of one moment execute a proposal once', async () => {
  const client = await bank.client();
  const waiting = await proposed(makers[0] as Person, creditOf(client, 1_500_00));
  const answers = await atOnce(approvers, (one) =>
    one.post(`/admin/proposals/${waiting.id}/approval`, { inputHash: waiting.inputHash }),
  );
  expect(tallyOf(answers)).toEqual({ done: 1, '409 proposal.already-decided': CALLS - 1 });
  expect(await balanceOf(client)).toBe(1_500_00);
  const done = await rowsOf(
    bank.database.db,
    sql`select 1 from audit_entries where operation = 'accounts.credit' and outcome = 'done' and client_account_id = ${client.accountId}::uuid`,
  );
  expect(done).toHaveLength(1);
});

test('FOUR-10 of fifty proposals of one moment on one transfer one waits', async () => {
  const order = {
    amountMinor: 6_000_00,
    iban: nextIban(),
    bankName: 'Banque du Port',
    recipientName: 'Alix',
  };
  const { id } = accepted(await funded.post('/withdrawals', order)).withdrawal;
  const about = {
    operation: 'withdrawals.decide.approve',
    input: { id, action: 'approve', seenStatus: 'pending' },
  };
  const seen = await seenOf(makers[0] as Person, about);
  const answers = await atOnce(makers, (one) => one.post('/admin/proposals', { ...about, seen }));
  expect(tallyOf(answers)).toEqual({ done: 1, '409 proposal.already-there': CALLS - 1 });
});

test('FOUR-6 of fifty credits of one moment on one client those pass that stay below together', async () => {
  const client = await bank.client();
  const { input } = creditOf(client, 300_00);
  const { id, ...body } = input;
  const answers = await atOnce(makers, (one) => one.post(`/admin/clients/${id}/credits`, body));
  expect(tallyOf(answers)).toEqual({ done: 3, '409 approval.required': CALLS - 3 });
  expect(await balanceOf(client)).toBe(900_00);
});

test('FOUR-22 of fifty transfers to a new payee that are validated at one moment those pass that stay at 1,000.00 together', async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into withdrawal_requests (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name,
        created_at, due_at, amount_eur)
      select gen_random_uuid(), ${payer.accountId}::uuid, 25000, 'EUR', 'FR7630006000011234567890189', true, 'Banque du Port',
        now() - n * interval '1 minute', now() + interval '1 day', 25000 from generate_series(1, ${CALLS}::int) n`),
  );
  const ordersIn = (status: string) =>
    rowsOf<{ id: string }>(
      bank.database.db,
      sql`select id from withdrawal_requests where client_account_id = ${payer.accountId}::uuid and status = ${status} order by created_at`,
    );
  const orders = await ordersIn('pending');
  const answers = await atOnce(makers, (one, index) =>
    one.post(`/admin/withdrawals/${orders[index]?.id}/decision`, {
      action: 'approve',
      seenStatus: 'pending',
    }),
  );
  // Exactly the threshold needs nobody.
  expect(tallyOf(answers)).toEqual({ done: 4, '409 approval.required': CALLS - 4 });
  expect(await ordersIn('approved')).toHaveLength(4);
});

test('FOUR-22 of fifty changes of one policy that are proposed and approved at one moment one is in force', async () => {
  const admin = await bank.administrator();
  const compliance = await teamOf(['compliance']);
  const about = (above: number) => ({
    operation: 'policies.change',
    input: {
      operation: 'accounts.activate',
      seenVersion: 0,
      rows: [{ above, approvers: [['compliance']] }],
    },
  });
  const seen = await seenOf(admin, about(1_00));
  const proposedAtOnce = await atOnce([admin, await bank.administrator()], (one, index) =>
    one.post('/admin/proposals', { ...about(index), seen }),
  );
  expect(tallyOf(proposedAtOnce)).toEqual({ done: 1, '409 proposal.already-there': CALLS - 1 });
  const { proposal } = accepted(proposedAtOnce.find(({ status }) => status === 200) as Answer);
  const approvedAtOnce = await atOnce(compliance, (one) =>
    one.post(`/admin/proposals/${proposal.id}/approval`, { inputHash: proposal.inputHash }),
  );
  expect(tallyOf(approvedAtOnce)).toEqual({ done: 1, '409 proposal.already-decided': CALLS - 1 });
  const policy = accepted(await admin.get('/admin/policies')).policies.find(
    (one: { operation: string }) => one.operation === 'accounts.activate',
  );
  expect(policy).toMatchObject({ version: 1, rows: [{ above: proposal.input.rows[0].above }] });
});

test('FOUR-13, FOUR-20 of fifty approvals, refusals and withdrawals of one moment one ends the proposal', async () => {
  const client = await bank.client();
  const maker = makers[0] as Person;
  const waiting = await proposed(maker, creditOf(client, 2_500_00));
  const path = `/admin/proposals/${waiting.id}`;
  const answers = await atOnce(approvers, (one, index) => {
    if (index % 3 === 0) return maker.post(`${path}/withdrawal`);
    if (index % 3 === 1) return one.post(`${path}/refusal`, { reason: 'Pièce illisible.' });
    return one.post(`${path}/approval`, { inputHash: waiting.inputHash });
  });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { proposal } = accepted(await maker.get(path));
  expect(['executed', 'refused', 'withdrawn']).toContain(proposal.status);
  expect(await balanceOf(client)).toBe(proposal.status === 'executed' ? 2_500_00 : 0);
});

test('FOUR-12 two slots and fifty votes of one moment: two distinct people fill them, and it is executed once', async () => {
  const client = await bank.client();
  const compliance = await teamOf(['compliance']);
  const waiting = await proposed(makers[0] as Person, creditOf(client, 12_000_00));
  const answers = await atOnce([...approvers, ...compliance], (one) =>
    one.post(`/admin/proposals/${waiting.id}/approval`, { inputHash: waiting.inputHash }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await balanceOf(client)).toBe(12_000_00);
});

test('FOUR-24 of fifty emergencies of one moment those are done that stay within its limit together', async () => {
  const client = await bank.client();
  const admin = await bank.administrator();
  const emergency = {
    ...creditOf(client, 3_000_00),
    category: 'client-risk',
    reason: 'Le loyer du client doit partir ce soir, équipe absente.',
  };
  const answers = await atOnce([admin], (one) => one.post('/admin/emergencies', emergency));
  // Up to 10 000,00: three of them.
  expect(tallyOf(answers)).toEqual({ done: 3, '409 proposal.above-emergency': CALLS - 3 });
  expect(await balanceOf(client)).toBe(9_000_00);
});

test('FOUR-18 an approval of the very instant of its end comes too late, whoever else ends it', async () => {
  const client = await bank.client();
  const waiting = await proposed(makers[0] as Person, creditOf(client, 1_500_00));
  await bank.travelTo(new Date(waiting.expiresAt));
  const late = await teamOf(['payments']);
  const answers = await atOnce(late, (one) =>
    one.post(`/admin/proposals/${waiting.id}/approval`, { inputHash: waiting.inputHash }),
  );
  expect(tallyOf(answers)).toEqual({ '409 proposal.expired': CALLS });
  expect(
    accepted(await (await bank.administrator()).get(`/admin/clients/${client.accountId}`)).client
      .balanceMinor,
  ).toBe(0);
});
