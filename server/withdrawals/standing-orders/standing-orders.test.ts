import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import { rowsOf } from '../../db/database.ts';
import { runDue } from '../../jobs/run-due.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { at, MONDAY, ORDER, standingOrderSteps, TRANSFER_JOBS } from '../../testing/standing-order-steps.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(at(MONDAY, '09:00'));
    client = await bank.client();
    administrator = await bank.administrator();
    // The jobs of before have run.
    await bank.runJobs(TRANSFER_JOBS);
  }),
);
afterEach(() => bank.close());

const { program, order, transfers, goTo } = standingOrderSteps(
  () => bank,
  () => client,
);

/** What the client was told of programmed transfers, in order. */
const told = async (): Promise<[string, string | null][]> =>
  (
    await rowsOf<{ kind: string; why: string | null }>(
      bank.database.db,
      sql`select kind, coalesce(params ->> 'failure', params ->> 'suspension') as why from notifications
        where user_id = ${client.userId}::uuid and kind like 'standing-order%' order by created_at, id`,
    )
  ).map(({ kind, why }) => [kind.slice('standing-order-'.length), why]);

describe('PAY-44 a programmed transfer', () => {
  test('is listed, holds nothing and says its next day', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ dayOfMonth: 31, lastDay: '2027-05-31' });
    expect(await order(id)).toMatchObject({
      amountMinor: 100_00,
      recipientName: 'Zoé Renard',
      frequency: 'monthly',
      state: 'active',
      nextDay: '2026-11-30',
      endsOn: '2027-05-31',
      isChangeable: true,
      last: null,
    });
    expect((await client.get('/overview')).body.account.availableMinor).toBe(500_00);
    expect(await transfers()).toEqual([]);
    expect(await told()).toEqual([['made', null]]);
  });

  test('« Plus tard » is asked for as any transfer, with its day', async () => {
    await bank.fund(client, 500_00);
    const { frequency: _, firstDay: __, ...now } = ORDER;
    const later = await client.post('/withdrawals', { ...now, executionDay: '2026-12-25' });
    expect([later.status, later.body.withdrawal, later.body.availableMinor]).toEqual([200, null, 500_00]);
    expect(later.body.standingOrder).toMatchObject({ frequency: 'once', nextDay: '2026-12-28' });
    const today = await client.post('/withdrawals', { ...now, executionDay: MONDAY });
    expect([today.status, today.body.standingOrder, today.body.availableMinor]).toEqual([200, null, 400_00]);
    for (const executionDay of ['2026-11-22', '2027-11-24']) {
      const refused = await client.post('/withdrawals', { ...now, executionDay });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'executionDay']);
    }
  });

  test.each<[string, object, string]>([
    ['begins today', { firstDay: MONDAY }, 'firstDay'],
    ['begins on no day', { firstDay: '2026-02-30' }, 'firstDay'],
    ['has an unknown rhythm', { frequency: 'daily' }, 'frequency'],
    ['has two ends', { lastDay: '2027-11-30', times: 3 }, 'times'],
    ['ends before it begins', { lastDay: '2026-11-29' }, 'lastDay'],
    ['has no times', { times: 0 }, 'times'],
    ['sends nothing', { amountMinor: 0 }, 'amountMinor'],
    ['sends more than the maximum', { amountMinor: 1_000_000_000_000 }, 'amountMinor'],
    ['has a field of its own', { colour: 'green' }, 'colour'],
  ])('is refused when it %s', async (_, overrides, field) => {
    const { status, body } = await client.post('/standing-orders', { ...ORDER, ...overrides });
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  test('of another client does not exist for anybody else', async () => {
    const id = await program();
    const stranger = await bank.client();
    expect((await stranger.get('/standing-orders')).body.standingOrders).toEqual([]);
    for (const answer of [
      await stranger.put(`/standing-orders/${id}`, ORDER),
      await stranger.post(`/standing-orders/${id}/pause`, { from: MONDAY }),
      await stranger.post(`/standing-orders/${id}/resume`),
      await stranger.post(`/standing-orders/${id}/end`),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
  });

  test('PAY-12 is verified when it is made, and when its name or IBAN changes; not when only its amount does', async () => {
    const inconnu = { ...ORDER, recipientName: 'Paul Inconnu' };
    const refused = await client.post('/standing-orders', inconnu);
    expect([refused.status, refused.body.code]).toEqual([409, 'transfer.payee-check-required']);
    const knowing = {
      payeeCheckId: refused.body.params.payeeCheckId,
      acceptedResult: 'no-match',
    };
    const id = await program({ ...inconnu, ...knowing });
    const change = (input: object) => client.put(`/standing-orders/${id}`, { ...ORDER, ...input });
    expect((await change({ recipientName: 'Paul Inconnu', amountMinor: 120_00 })).status).toBe(200);
    expect((await change({ recipientName: 'Anne Inconnu' })).body.code).toBe('transfer.payee-check-required');
    expect((await change({ recipientName: 'Zoé Renard' })).status).toBe(200);
    const [row] = await rowsOf<{ count: number }>(
      bank.database.db,
      sql`select count(*)::int as count from payee_checks where withdrawal_id = ${id}::uuid and order_kind = 'standing-order'`,
    );
    expect(row?.count).toBe(2);
  });
});

describe('PAY-48 the transfer of a day', () => {
  test('is an ordinary order, made once, after which the next month is planned', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ dayOfMonth: 31 });
    await goTo('2026-11-29');
    await goTo('2026-11-30', '08:29');
    expect(await transfers()).toEqual([]);
    await goTo('2026-11-30', '08:31');
    expect(await transfers()).toMatchObject([
      { amountMinor: 100_00, status: 'pending', recipientName: 'Zoé Renard' },
    ]);
    expect((await client.get('/overview')).body.account.availableMinor).toBe(400_00);
    expect(await order(id)).toMatchObject({
      nextDay: '2026-12-31',
      counted: 1,
      last: { day: '2026-11-30', failure: null },
    });
    await goTo('2026-12-01');
    expect(await transfers()).toHaveLength(1);
    expect(await told()).toEqual([
      ['made', null],
      ['tomorrow', null],
      ['executed', null],
    ]);
  });

  test('is tried at 08:30 and 18:30 and on the next payment day, then fails without a fee', async () => {
    await bank.fund(client, 99_99);
    const id = await program({ firstDay: '2026-12-24' });
    await goTo('2026-12-23');
    await goTo('2026-12-24', '09:00');
    await goTo('2026-12-24', '19:00');
    await goTo('2026-12-27');
    expect(await order(id)).toMatchObject({ nextDay: '2026-12-24', last: null, isChangeable: false });
    await goTo('2026-12-28', '09:00');
    expect(await order(id)).toMatchObject({
      nextDay: '2027-01-25',
      last: { day: '2026-12-24', failure: 'insufficient-balance' },
    });
    expect(await transfers()).toEqual([]);
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(99_99);
    expect(await told()).toEqual([
      ['made', null],
      ['tomorrow', null],
      ['failed', 'insufficient-balance'],
    ]);
  });

  test('succeeds in the evening when the money came in between', async () => {
    await program({ firstDay: '2026-11-24' });
    await goTo('2026-11-24', '09:00');
    await bank.fund(client, 100_00);
    await goTo('2026-11-24', '19:00');
    expect(await transfers()).toHaveLength(1);
  });

  test('fails three times in a row: suspended until the client resumes it', async () => {
    const id = await program({ frequency: 'weekly', firstDay: '2026-11-24' });
    await goTo('2026-11-25');
    await goTo('2026-12-02');
    expect((await order(id)).state).toBe('active');
    await goTo('2026-12-09');
    expect(await order(id)).toMatchObject({
      state: 'suspended',
      suspensionReason: 'failures',
      nextDay: null,
      counted: 3,
    });
    expect((await told()).at(-1)).toEqual(['suspended', 'failures']);
    await goTo('2026-12-16');
    await bank.fund(client, 500_00);
    const resumed = await client.post(`/standing-orders/${id}/resume`);
    // What was left out on 15 December is not made up for.
    expect(resumed.body.standingOrder).toMatchObject({ state: 'active', nextDay: '2026-12-22' });
    await goTo('2026-12-22');
    expect(await transfers()).toHaveLength(1);
  });

  test('that a stopped bank missed is made up for two payment days, and fails when it is older', async () => {
    await bank.fund(client, 500_00);
    const recent = await program({ firstDay: '2026-11-27', frequency: 'once' });
    const old = await program({ firstDay: '2026-11-24', frequency: 'weekly', amountMinor: 10_00 });
    // Nobody ran between Monday and the Tuesday after: 1 December.
    await goTo('2026-12-01', '12:00');
    expect((await order(recent)).endReason).toBe('finished');
    expect((await transfers()).map(({ amountMinor }) => amountMinor).sort((a, b) => a - b)).toEqual([
      10_00, 100_00,
    ]);
    expect(await order(old)).toMatchObject({ counted: 2, last: { day: '2026-12-01', failure: null } });
    expect((await told()).filter(([kind]) => kind === 'failed')).toEqual([['failed', 'too-late']]);
  });

  test('is made once, however many nodes run the job at once', async () => {
    await bank.fund(client, 50_000_00);
    for (let count = 0; count < 5; count += 1) await program({ firstDay: '2026-11-24' });
    await bank.travelTo(at('2026-11-24', '08:45'));
    const runner = { bank: bank.bank, logger: { error: () => {} }, jobs: TRANSFER_JOBS };
    await Promise.all(Array.from({ length: 10 }, () => runDue(runner)));
    await bank.runJobs(TRANSFER_JOBS);
    expect(await transfers()).toHaveLength(5);
  });

  test('to another client of the house is posted at once, by the name that was verified', async () => {
    const payee = await bank.client({ firstName: 'Yann', lastName: 'Payé' });
    const iban = frenchIban({ bank: '00000', branch: '00001', account: '00000000001' });
    await administrator.put(`/admin/clients/${payee.accountId}/iban`, { iban, bankName: 'Guichet' });
    await administrator.post(`/admin/clients/${payee.accountId}/activation`, { receivedMinor: 0 });
    await bank.fund(client, 500_00);
    await program({ iban, recipientName: 'Yann Payé', firstDay: '2026-11-24' });
    await goTo('2026-11-24', '09:00');
    expect(await transfers()).toMatchObject([{ status: 'completed', recipientName: 'Yann Payé' }]);
    expect((await payee.get('/overview')).body.account.balanceMinor).toBe(100_00);
    expect((await told()).at(-1)).toEqual(['executed', null]);
  });
});

test('PAY-49 the end is told thirty days before', async () => {
  await bank.fund(client, 500_00);
  await program({ frequency: 'monthly', firstDay: '2026-11-30', lastDay: '2027-02-28' });
  await goTo('2027-01-28');
  expect((await told()).map(([kind]) => kind)).not.toContain('ending');
  await goTo('2027-01-31');
  expect((await told()).filter(([kind]) => kind === 'ending')).toHaveLength(1);
  await goTo('2027-02-05');
  expect((await told()).filter(([kind]) => kind === 'ending')).toHaveLength(1);
});

test("PAY-49 a refusal of the payee's account suspends the order it came from, once", async () => {
  await bank.fund(client, 500_00);
  const id = await program({ firstDay: '2026-11-24' });
  await goTo('2026-11-24');
  await goTo('2026-12-24');
  for (const [index, reasonCode] of ['missing-document', 'account-closed'].entries()) {
    const { id: withdrawalId } = (await client.get('/withdrawals')).body.withdrawals[index];
    expect((await order(id)).state).toBe('active');
    const decision = { action: 'reject', reasonCode };
    await administrator.post(`/admin/withdrawals/${withdrawalId}/decision`, decision);
  }
  expect(await order(id)).toMatchObject({ state: 'suspended', suspensionReason: 'payee-refused' });
  expect((await told()).filter(([kind]) => kind === 'suspended')).toEqual([['suspended', 'payee-refused']]);
});

test('PAY-67 programmed transfers end with their client', async () => {
  const gone = await bank.client();
  await gone.post('/standing-orders', { ...ORDER, iban: nextIban() });
  expect((await administrator.delete(`/admin/clients/${gone.accountId}`)).status).toBe(200);
  expect(await rowsOf(bank.database.db, sql`select 1 from standing_orders`)).toEqual([]);
});

test('a visitor and a member of the staff reach none of it', async () => {
  const visitor = bank.visitor();
  expect((await visitor.get('/standing-orders')).status).toBe(401);
  expect((await administrator.post('/standing-orders', ORDER)).status).toBe(403);
});
