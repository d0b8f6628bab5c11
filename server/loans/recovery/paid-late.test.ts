import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import {
  accelerated,
  act,
  administrator,
  bank,
  client,
  empty,
  lateUntil,
  missUntil,
  noticed,
  ok,
  ownRecovery,
  post,
  recoveryOf,
  refused,
  withLateLoans,
} from '../../testing/late-loans.ts';
import { collectUntil, lendOn, morningOf, runJobOn } from '../../testing/lent-loan.ts';

/** A borrower who was late and paid: what was paid is not asked again, and what was asked for is over (LC-76 to LC-83, LC-94, LC-99). */

withLateLoans();

const loanOf = async (id: string) => (await client.get(`/loans/${id}`)).body.loan;
const pay = (id: string, amountMinor: number) => client.post(`/loans/${id}/payments`, { amountMinor });

/** Pays everything that is late, and leaves nothing on the account. */
async function payAll(id: string): Promise<void> {
  await bank.fund(client, 1_000_00);
  const { position } = await loanOf(id);
  expect((await pay(id, position.arrears.totalMinor)).status).toBe(200);
  await empty();
}

/** 1,000.00 over six months, the fifth instalment missed, its tries over, and the last one collected. */
async function lastCollectedFirst(): Promise<string> {
  const terms = {
    principalMinor: 1_000_00,
    annualRateBps: 590,
    durationMonths: 6,
    payoutDay: '2027-01-12',
    dueDay: 15,
  };
  const id = await lendOn(bank, { client, administrator }, terms);
  await collectUntil(bank, id, '2027-05-15');
  await empty();
  await missUntil(id, '2027-06-15');
  for (const day of ['2027-06-16', '2027-06-17', '2027-06-18', '2027-06-21', '2027-06-22'])
    await runJobOn(bank, 'collect-evening', day);
  await bank.fund(client, 169_53);
  await runJobOn(bank, 'collect-morning', '2027-07-15');
  return id;
}

test('row 19, LC-99: a loan ends with its last payment, also when that is of an older instalment', async () => {
  const id = await lastCollectedFirst();
  await bank.travelTo(morningOf('2027-07-20'));
  await bank.fund(client, 500_00);
  const { position } = await loanOf(id);
  expect(position).toMatchObject({ next: null, arrears: { instalments: 1, since: '2027-06-15' } });
  expect((await pay(id, position.arrears.totalMinor)).body.loan).toMatchObject({
    phase: 'repaid',
    endedOn: '2027-07-20',
  });
  expect((await client.get(`/loans/${id}/settlement.pdf`)).status).toBe(200);
});

test('LC-76, LC-82 the database lets no loan owe late interest that no instalment bore, nor again what was paid, whatever the code', async () => {
  const id = await accelerated();
  const change = (statement: string) =>
    bank.work(administrator.userId, (work) =>
      work.tx.execute(sql`update loans set ${sql.raw(statement)} where id = ${id}::uuid`),
    );
  // The embedded database wraps no error of a commit.
  const changed = (statement: string) =>
    change(statement).then(
      () => null,
      (error) => (error.cause ?? error).constraint,
    );
  // What the four missed instalments, 480.50 of capital, bore until the acceleration: 3.85 (`late-04`), and at most from their due dates.
  const [loan] = await rowsOf<{ before: number }>(
    bank.database.db,
    sql`select late_interest_before::int as before from loans where id = ${id}::uuid`,
  );
  expect(loan).toEqual({ before: 3_85 });
  expect(await changed('late_interest_before = late_interest_before + 10')).toBe('loans_late_interest_borne');
  expect(await changed('late_interest_before = 100000')).toBe('loans_late_interest_borne');
  await bank.travelTo(morningOf('2027-07-21'));
  await bank.fund(client, 5_000_00);
  const { position } = await loanOf(id);
  expect((await pay(id, position.arrears.totalMinor - 1)).status).toBe(200);
  expect(await changed('late_interest_paid = late_interest_paid - 1')).toBe('loans_sums_asked');
  expect(await changed('late_interest_waived = late_interest_waived - 1')).toBe('loans_sums_asked');
});

test('LC-76, LC-82: an acceleration does not ask again for late interest that was paid', async () => {
  const id = await lateUntil('2027-05-20');
  await bank.travelTo(morningOf('2027-06-10'));
  await payAll(id);
  await missUntil(id, '2027-06-15');
  await runJobOn(bank, 'watch-arrears', '2027-06-24');
  await missUntil(id, '2027-07-20');
  await bank.travelTo(morningOf('2027-08-01'));
  await ok(post(administrator, id, 'formal-notice', {}));
  await missUntil(id, '2027-08-31');
  await bank.travelTo(morningOf('2027-09-02'));
  const { claimToday } = await recoveryOf(id);
  await act(id, 'acceleration');
  expect((await recoveryOf(id)).claim).toEqual(claimToday);
});

test('LC-94: after a judgment no late interest is asked for, neither of paid instalments nor of unpaid ones', async () => {
  const id = await lateUntil('2027-05-20');
  await bank.travelTo(morningOf('2027-06-10'));
  await payAll(id);
  await missUntil(id, '2027-07-20');
  await bank.travelTo(morningOf('2027-08-02'));
  expect((await loanOf(id)).position.arrears.lateInterestMinor).toBeGreaterThan(0);
  await act(id, 'interest-forfeiture', { amountMinor: 1_00 });
  expect((await loanOf(id)).position.arrears).toBeNull();
});

describe('LC-81 the formal notice is over once what it asked for is paid', () => {
  test('whatever was missed since', async () => {
    const id = await noticed();
    const { notice } = await ownRecovery(id);
    await missUntil(id, '2027-06-16');
    await bank.travelTo(morningOf('2027-06-20'));
    await bank.fund(client, 2_000_00);
    expect((await pay(id, notice.amountMinor)).status).toBe(200);
    expect(await ownRecovery(id)).toMatchObject({ notice: null, lateSince: '2027-06-15' });
    expect((await recoveryOf(id)).notices[0]).toMatchObject({ endedOn: '2027-06-20', outcome: 'paid' });
    await bank.travelTo(morningOf('2027-07-12'));
    expect((await recoveryOf(id)).mayAccelerate).toBe(false);
    expect(await refused(post(administrator, id, 'acceleration', { reason: 'Impayés' }))).toEqual([
      409,
      'acceleration.not-possible',
    ]);
  });

  test('and not before', async () => {
    const id = await noticed();
    await bank.fund(client, 2_000_00);
    expect((await pay(id, 140_00)).status).toBe(200);
    expect((await ownRecovery(id)).notice).toMatchObject({ lastDay: '2027-07-10' });
    await bank.travelTo(morningOf('2027-07-12'));
    expect((await recoveryOf(id)).mayAccelerate).toBe(true);
  });
});

test('LC-83: who paid is not declared, nor declared any longer, from the moment of the payment', async () => {
  const id = await lateUntil('2027-05-20');
  await bank.travelTo(morningOf('2027-06-16'));
  const declare = (action: string) => post(administrator, id, 'ficp-declarations', { action });
  expect((await recoveryOf(id)).declarations[0]).toMatchObject({ declareFrom: '2027-06-16' });
  await missUntil(id, '2027-06-16');
  await payAll(id);
  expect((await recoveryOf(id)).declarations[0]).toMatchObject({
    declaredOn: null,
    regularisedOn: '2027-06-15',
  });
  await bank.travelTo(morningOf('2027-06-17'));
  expect(await refused(declare('declare'))).toEqual([409, 'ficp.none']);
});

test('LC-71, LC-92: a freeze keeps nothing of what was paid in advance', async () => {
  const id = await lateUntil('2027-03-15');
  await bank.travelTo(morningOf('2027-03-20'));
  await bank.fund(client, 500_00);
  expect((await pay(id, 100_00)).body.advanceMinor).toBe(100_00);
  const freeze = { action: 'freeze', kind: 'overindebtedness', fromDay: '2027-03-20', document: 'Lettre' };
  await ok(post(administrator, id, 'freeze', freeze));
  const returned = await client.post(`/loans/${id}/advance-return`, {});
  expect([returned.status, returned.body.returnedMinor]).toEqual([200, 100_00]);
});
