import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import type { HoldRuleSetting } from '#domain/parameters/hold-rules.ts';
import { instantIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { inTransaction } from '../../work/work.ts';
import { refuseLateOrders } from '../refuse-late-orders.ts';
import { endExpiredHolds } from './end-holds.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

const at = (day: string, time: string) => instantIn(LEGAL_TIME_ZONE, day, time);
const ORDER = {
  iban: 'FR7630006000011234567890189',
  bankName: 'Banque du Marais',
  recipientName: 'Zoé Renard',
};

/** Dated data is kept from one test to the next: what a test adds goes with it. */
const RULES_FROM = '2026-01-01';
async function putRules(demo: readonly HoldRuleSetting[]): Promise<void> {
  const value = JSON.stringify({ demo, live: [] });
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('hold.rules', ${RULES_FROM}, ${value}::jsonb, 'test', 'decision')`),
  );
}

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(at('2026-11-23', '10:00'));
  client = await bank.client();
  administrator = await bank.administrator();
  await bank.fund(client, 10_000_00);
});
afterEach(async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`delete from legal_parameters where key = 'hold.rules' and "from" = ${RULES_FROM}`),
  );
  await bank.close();
});

const transfer = (amountMinor: number, more: object = {}) =>
  client.post('/withdrawals', { ...ORDER, amountMinor, ...more });
const holds = async () => (await administrator.get('/admin/withdrawal-holds')).body.holds;
const answer = (id: string, decision: object) =>
  administrator.post(`/admin/withdrawals/${id}/hold-decision`, decision);
const kinds = async (): Promise<string[]> =>
  (
    await rowsOf<{ kind: string }>(
      bank.database.db,
      sql`select kind from notifications where user_id = ${client.userId}::uuid and kind like 'withdrawal%' order by created_at, id`,
    )
  ).map(({ kind }) => kind);

test('PAY-60 a demonstration holds nothing', async () => {
  expect((await transfer(5_000_00)).body.withdrawal).toMatchObject({ phase: 'requested', status: 'pending' });
  expect(await holds()).toEqual([]);
});

describe('PAY-60 an order that meets a rule', () => {
  beforeEach(() => putRules([{ rule: 'new-payee-large', fromMinor: 1_000_00 }]));

  test('is held with its amount; its client reads by when, and no rule', async () => {
    const { body } = await transfer(1_000_00);
    expect(body).toMatchObject({
      withdrawal: { phase: 'held', status: 'processing', days: { answerBy: '2026-11-24' } },
      availableMinor: 9_000_00,
    });
    expect(await kinds()).toEqual(['withdrawal-held']);
    const { queues } = (await administrator.get('/admin/queues')).body;
    expect(queues).toContainEqual({
      name: 'holds-to-decide',
      count: 1,
      late: 0,
      nextDueAt: (await holds())[0].decideBy,
    });
    const read = JSON.stringify([
      (await client.get('/withdrawals')).body,
      (await client.get('/notifications')).body,
      body,
    ]);
    expect(read).not.toContain('new-payee-large');
    await expect(
      bank.database.of(client.userId).execute(sql`select * from withdrawal_holds`),
    ).rejects.toThrow();
    expect(await holds()).toMatchObject([
      {
        id: body.withdrawal.id,
        amountMinor: 1_000_00,
        rules: ['new-payee-large'],
        decideBy: '2026-11-24T23:00:00.000Z',
        isAlarming: false,
      },
    ]);
    // The second order to the payee is known.
    expect((await transfer(1_000_00)).body.withdrawal.phase).toBe('requested');
    await bank.travelTo(at('2026-11-24', '12:00'));
    expect((await holds())[0].isAlarming).toBe(true);
  });

  test('PAY-61 is let go: validated like any other, once', async () => {
    const { id } = (await transfer(1_000_00)).body.withdrawal;
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(id, { action: 'release' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 200)?.body.withdrawal).toMatchObject({
      phase: 'validated',
      status: 'approved',
    });
    expect(await holds()).toEqual([]);
    expect((await answer(id, { action: 'refuse', reasonCode: 'other', reasonNote: 'x' })).body.code).toBe(
      'transfer.wrong-phase',
    );
    expect(await kinds()).toEqual(['withdrawal-held', 'withdrawal-approved']);
  });

  test('PAY-61 is refused with a reason, and its amount is free again', async () => {
    const { id } = (await transfer(1_000_00)).body.withdrawal;
    expect((await answer(id, { action: 'refuse' })).body.code).toBe('withdrawal.reason-required');
    const refused = await answer(id, { action: 'refuse', reasonCode: 'reported-fraud-suspicion' });
    expect(refused.body.withdrawal).toMatchObject({ phase: 'refused', status: 'rejected' });
    expect((await client.get('/overview')).body.account.availableMinor).toBe(10_000_00);
    const [hold] = await rowsOf(bank.database.db, sql`select outcome from withdrawal_holds`);
    expect(hold).toEqual({ outcome: 'refused' });
  });

  test('PAY-61 that nobody answered is refused at its instant in live, and not before', async () => {
    const { id } = (await transfer(1_000_00)).body.withdrawal;
    const end = (mode: 'demo' | 'live') =>
      inTransaction(bank.database.db, bank.bank.surroundings, { kind: 'bank', job: 'end-holds' }, (work) =>
        endExpiredHolds(work, { institution: { ...bank.bank.institution, mode } }),
      );
    await bank.travelTo(new Date('2026-11-24T22:59:59Z'));
    expect(await end('live')).toBe(0);
    await bank.travelTo(new Date('2026-11-24T23:00:00Z'));
    expect(await end('demo')).toBe(0);
    expect(await end('live')).toBe(1);
    expect(await end('live')).toBe(0);
    const [row] = (await client.get('/withdrawals')).body.withdrawals;
    expect(row).toMatchObject({
      id,
      status: 'rejected',
      reasonCode: 'reported-fraud-suspicion',
      reasonNote: null,
    });
  });

  const decide = (id: string, decision: object) =>
    administrator.post(`/admin/withdrawals/${id}/decision`, decision);

  test('PAY-61, section 18 row 3: taken in hand, it stays under its check until it is answered', async () => {
    const { id } = (await transfer(1_000_00)).body.withdrawal;
    expect(await holds()).toMatchObject([{ id, isInHand: false, followedBy: null }]);
    const taken = await decide(id, { action: 'process', seenStatus: 'processing' });
    expect(taken.body.withdrawal).toMatchObject({ phase: 'in-hand', status: 'processing' });
    expect((await decide(id, { action: 'process' })).body.code).toBe('withdrawal.already-decided');
    // Everybody sees who has it.
    const followedBy = { id: administrator.userId, name: expect.any(String), since: expect.any(String) };
    expect(await holds()).toMatchObject([{ id, isInHand: true, followedBy }]);
    const { queues } = (await administrator.get('/admin/queues')).body;
    expect(queues).toContainEqual(expect.objectContaining({ name: 'holds-to-decide', count: 1 }));
    expect((await client.get('/overview')).body.account.availableMinor).toBe(9_000_00);
    expect((await answer(id, { action: 'release' })).body.withdrawal).toMatchObject({ phase: 'validated' });
    expect(await holds()).toEqual([]);
  });

  test('PAY-61 an order that was never held has no check to answer once it is in hand', async () => {
    const { id } = (await transfer(1_00)).body.withdrawal;
    await decide(id, { action: 'process' });
    expect((await answer(id, { action: 'release' })).body.code).toBe('transfer.wrong-phase');
  });

  test('PAY-61, PAY-39 taken in hand and unanswered, it is refused by the end of its check, not as late', async () => {
    const { id } = (await transfer(1_000_00)).body.withdrawal;
    await decide(id, { action: 'process' });
    await bank.travelTo(new Date('2026-11-24T23:00:00Z'));
    const live = { institution: { ...bank.bank.institution, mode: 'live' as const } };
    const run = (step: typeof endExpiredHolds) =>
      inTransaction(bank.database.db, bank.bank.surroundings, { kind: 'bank', job: 'end-holds' }, (work) =>
        step(work, live),
      );
    expect(await run(refuseLateOrders)).toBe(0);
    expect(await run(endExpiredHolds)).toBe(1);
    const [row] = (await client.get('/withdrawals')).body.withdrawals;
    expect(row).toMatchObject({ id, status: 'rejected', reasonCode: 'reported-fraud-suspicion' });
    const [hold] = await rowsOf(bank.database.db, sql`select outcome from withdrawal_holds`);
    expect(hold).toEqual({ outcome: 'expired' });
  });

  test('a client and a stranger answer no hold', async () => {
    const { id } = (await transfer(1_000_00)).body.withdrawal;
    expect((await client.post(`/admin/withdrawals/${id}/hold-decision`, { action: 'release' })).status).toBe(
      403,
    );
    expect((await bank.visitor().get('/admin/withdrawal-holds')).status).toBe(401);
    expect((await answer(id, { action: 'forget' })).status).toBe(400);
  });
});

test.each<[string, HoldRuleSetting, () => Promise<unknown>]>([
  ['many', { rule: 'many', orders: 2, hours: 24 }, () => transfer(1_00)],
  [
    'details-changed',
    { rule: 'details-changed', hours: 72 },
    async () => {
      const profile = { firstName: 'Alix', lastName: 'Fictif' };
      await client.put('/profile', { ...profile, phone: '+33 6 12 34 56 78' });
      await client.put('/profile', { ...profile, phone: '+33 6 99 99 99 99' });
    },
  ],
  [
    'listed-iban',
    { rule: 'listed-iban' },
    async () => {
      const other = await bank.client();
      await bank.fund(other, 10_00);
      const { body } = await other.post('/withdrawals', { ...ORDER, amountMinor: 1_00 });
      await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, {
        action: 'reject',
        reasonCode: 'reported-fraud-suspicion',
      });
    },
  ],
])('PAY-60 the rule %s', async (rule, setting, before) => {
  await before();
  await putRules([setting]);
  expect((await transfer(1_00)).body.withdrawal.phase).toBe('held');
  expect((await holds())[0].rules).toEqual([rule]);
});

test('PAY-60 an order confirmed against no match is held; so is one to a client of the house, before it is posted', async () => {
  await putRules([{ rule: 'name-mismatch', fromMinor: 1 }]);
  const payee = await bank.client({ firstName: 'Yann', lastName: 'Payé' });
  const iban = frenchIban({ bank: '00000', branch: '00001', account: '00000000001' });
  await administrator.put(`/admin/clients/${payee.accountId}/iban`, { iban, bankName: 'Guichet' });
  await administrator.post(`/admin/clients/${payee.accountId}/activation`, { receivedMinor: 0 });
  const order = { iban, recipientName: 'Paul Dupont' };
  const asked = await transfer(5_00, order);
  const knowing = { payeeCheckId: asked.body.params.payeeCheckId, acceptedResult: 'no-match' };
  const { body } = await transfer(5_00, { ...order, ...knowing });
  expect(body.withdrawal).toMatchObject({ phase: 'held' });
  expect((await payee.get('/overview')).body.account.balanceMinor).toBe(0);
});
