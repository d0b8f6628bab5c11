import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobName } from '#domain/jobs/timetable.ts';
import { dueOn, TIMETABLES } from '#domain/jobs/timetable.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { runOccurrence } from '../../jobs/run-occurrence.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';

/** Servicing through the API and the jobs, on a real database, with the clock as an argument. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  // Before the payout, so that people are there when time moves.
  bank.setNow(at('2027-01-11'));
  administrator = await bank.administrator();
  client = await bank.client();
});
afterEach(async () => {
  expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  await bank.close();
});

function at(day: string, time = '11:00:00'): Date {
  return new Date(`${day}T${time}Z`);
}

const TERMS = { amountMinor: 3_000_00, purpose: 'Un vélo', durationMonths: 24, monthlyIncomeMinor: 2_000_00 };

async function lend(of: ClientPerson, day: string, terms: Partial<typeof TERMS> = {}): Promise<string> {
  await bank.travelTo(at(day));
  const asked = await of.post('/loans', { ...TERMS, ...terms });
  expect(asked.status).toBe(200);
  const { id } = asked.body.loan;
  const decided = await administrator.post(`/admin/loans/${id}/decision`, { action: 'approve' });
  expect(decided.status).toBe(200);
  return id;
}

async function run(job: JobName, day: string): Promise<void> {
  const dueAt = dueOn(TIMETABLES[job], day);
  if (!dueAt) throw new Error(`${job} does not run on ${day}`);
  await bank.travelTo(new Date(Math.max(dueAt.getTime() + 1_000, bank.bank.surroundings.now().getTime())));
  const outcome = await runOccurrence(
    { bank: bank.bank, logger: { error: (about) => expect(about).toBeUndefined() } },
    { job, dueAt },
    true,
  );
  expect(outcome).toBe('done');
}

/** Both tries of a collection day. */
async function collect(day: string): Promise<void> {
  await run('collect-morning', day);
  await run('collect-evening', day);
}

/** Takes money out of the account, by an executed withdrawal. */
async function spend(of: ClientPerson, amountMinor: number): Promise<void> {
  const { body } = await of.post('/withdrawals', {
    amountMinor,
    iban: 'FR7630006000011234567890189',
    bankName: 'Banque du Marais',
  });
  for (const action of ['approve', 'complete'])
    expect(
      (await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action })).status,
    ).toBe(200);
}

const loanOf = async (id: string) => (await client.get(`/loans/${id}`)).body.loan;
const rowsOfLoan = async (id: string) => (await client.get(`/loans/${id}/schedule`)).body.schedule.rows;

const eventsOf = (id: string) =>
  rowsOf<{ event: string; day: string; entries: Record<string, number> }>(
    bank.database.db,
    sql`select t.event, t.booking_day::text as day, json_object_agg(a.chart_code, e.amount) as entries
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.cause_id = ${id}::uuid group by t.id, t.ctid order by t.occurred_at, t.ctid`,
  );

const noticesOf = (of: ClientPerson, kind: string) =>
  rowsOf<{ params: Record<string, unknown> }>(
    bank.database.db,
    sql`select params from notifications where user_id = ${of.userId} and kind = ${kind} order by created_at`,
  );

describe('collection', () => {
  test('LC-70, LC-101: an instalment is taken on its due date, after the accrual, once however often the day runs', async () => {
    const id = await lend(client, '2027-01-15');
    const [first] = await rowsOfLoan(id);
    await bank.fund(client, 1_000_00);
    await run('collect-morning', '2027-02-15');
    await run('collect-morning', '2027-02-15');
    await run('collect-evening', '2027-02-15');
    const events = (await eventsOf(id)).slice(1);
    expect(events.map(({ event, entries }) => [event, entries])).toEqual([
      [
        'interest-accrual',
        { 'interest-receivable': -first.interestMinor, 'interest-income': first.interestMinor },
      ],
      [
        'instalment-collection',
        {
          clients: -first.instalmentMinor,
          'interest-receivable': first.interestMinor,
          'loans-receivable': first.principalMinor,
        },
      ],
    ]);
    const [paid, second] = await rowsOfLoan(id);
    expect(paid).toMatchObject({ settledOn: '2027-02-15', paidMinor: first.instalmentMinor, isLate: false });
    expect((await loanOf(id)).position).toMatchObject({
      next: { number: 2, dueDate: second.dueDate, amountMinor: second.instalmentMinor },
      capitalLeftMinor: first.remainingMinor,
      arrears: null,
    });
    const { body } = await client.get('/transactions');
    expect(body.transactions[0]).toMatchObject({ amountMinor: -first.instalmentMinor });
    // Its movement names the loan that it repaid, and leads there.
    const { purpose } = await loanOf(id);
    const { body: shown } = await client.get(`/transactions/${body.transactions[0].id}`);
    expect(shown).toMatchObject({ loan: { id, purpose }, counterpart: null, transfer: null });
  });

  test('LC-70, LC-72: a due date on which TARGET is closed is collected on the next day, without arrears', async () => {
    const id = await lend(client, '2027-01-01');
    const [{ dueDate }] = await rowsOfLoan(id);
    expect(dueDate).toBe('2027-02-01');
    await bank.fund(client, 1_000_00);
    await collect('2027-02-01');
    // 1 May 2027 is a Saturday and TARGET is closed: Monday 3 May.
    for (const day of ['2027-03-01', '2027-04-01', '2027-05-03']) await collect(day);
    const row = (await rowsOfLoan(id))[3];
    expect(row).toMatchObject({ dueDate: '2027-05-01', settledOn: '2027-05-03', isLate: false });
    expect((await eventsOf(id)).at(-1)?.entries).not.toHaveProperty('late-interest-income');
  });

  test('LC-70, LC-71, LC-74: what cannot be paid in the morning is tried in the evening, then missed, told once, and tried on five more TARGET days', async () => {
    const id = await lend(client, '2027-01-15');
    await spend(client, TERMS.amountMinor);
    await run('collect-morning', '2027-02-15');
    expect(await noticesOf(client, 'loan-instalment-missed')).toEqual([]);
    await run('collect-evening', '2027-02-15');
    const [row] = await rowsOfLoan(id);
    expect(row).toMatchObject({ isLate: true, paidMinor: 0 });
    expect(await loanOf(id)).toMatchObject({
      sub: 'instalmentsLate',
      lateInstalments: 1,
      position: { arrears: { instalments: 1, since: '2027-02-15', totalMinor: row.instalmentMinor } },
    });
    // Row 20 of the state table: a miss posts the accrual and nothing else (LC-102).
    expect((await eventsOf(id)).slice(1).map(({ event }) => event)).toEqual(['interest-accrual']);
    const due = () =>
      rowsOf<{ at: string | null }>(
        bank.database.db,
        sql`select to_char(collect_at at time zone 'Europe/Paris', 'MM-DD HH24:MI') as at from loan_instalments where number = 1`,
      );
    for (const day of ['16', '17', '18', '19', '22']) {
      expect(await due()).toEqual([{ at: `02-${day} 08:00` }]);
      await collect(`2027-02-${day}`);
    }
    expect(await due()).toEqual([{ at: null }]);
    expect(await noticesOf(client, 'loan-instalment-missed')).toHaveLength(1);
    expect((await eventsOf(id)).filter(({ event }) => event === 'instalment-collection')).toEqual([]);
  });

  test('LC-71, LC-76: a retry takes the whole instalment with late interest on its capital since the collection day', async () => {
    const id = await lend(client, '2027-01-15');
    await spend(client, TERMS.amountMinor);
    await collect('2027-02-15');
    const [row] = await rowsOfLoan(id);
    await bank.fund(client, row.instalmentMinor - 1);
    // One cent short of the instalment: a retry takes it whole or not at all.
    await collect('2027-02-16');
    expect((await rowsOfLoan(id))[0]).toMatchObject({ settledOn: null, isLate: true });
    const loan = await loanOf(id);
    const owed = Math.floor((row.principalMinor * loan.annualRateBps * 2) / 3_650_000);
    expect(owed).toBeGreaterThan(0);
    await bank.fund(client, 10_01);
    await collect('2027-02-17');
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      event: 'instalment-collection',
      entries: {
        clients: -(row.instalmentMinor + owed),
        'late-interest-income': owed,
        'loans-receivable': row.principalMinor,
      },
    });
    expect((await loanOf(id)).position.arrears).toBeNull();
  });

  test('LC-70: a withdrawal asked before the due date keeps its money, and no overdraft is made', async () => {
    const id = await lend(client, '2027-01-15');
    const [row] = await rowsOfLoan(id);
    await bank.travelTo(at('2027-02-14'));
    expect(
      (
        await client.post('/withdrawals', {
          amountMinor: TERMS.amountMinor - row.instalmentMinor + 1,
          iban: 'FR7630006000011234567890189',
          bankName: 'Banque du Marais',
        })
      ).status,
    ).toBe(200);
    await collect('2027-02-15');
    expect((await rowsOfLoan(id))[0].isLate).toBe(true);
  });

  test('LC-70: of several loans the oldest due date is first, then the smaller amount', async () => {
    const large = await lend(client, '2027-01-15', { amountMinor: 6_000_00 });
    const small = await lend(client, '2027-01-15', { amountMinor: 1_000_00 });
    await spend(client, 7_000_00);
    const [row] = await rowsOfLoan(small);
    await bank.fund(client, row.instalmentMinor + 1_00);
    await collect('2027-02-15');
    expect((await rowsOfLoan(small))[0].settledOn).toBe('2027-02-15');
    expect((await rowsOfLoan(large))[0].isLate).toBe(true);
  });

  test('row 19: the last instalment ends the loan; nothing is receivable any more', async () => {
    const id = await lend(client, '2027-01-15', { durationMonths: 12, amountMinor: 1_000_00 });
    await bank.fund(client, 1_000_00);
    for (const { dueDate } of await rowsOfLoan(id)) {
      const days = [
        dueDate,
        ...[1, 2, 3].map((n) => new Date(Date.parse(dueDate) + n * 86_400_000).toISOString().slice(0, 10)),
      ];
      const day = days.find((one) => dueOn(TIMETABLES['collect-morning'], one));
      if (day) await run('collect-morning', day);
    }
    expect(await loanOf(id)).toMatchObject({
      phase: 'repaid',
      sub: 'repaid',
      endedOn: '2028-01-17',
      position: null,
    });
    expect(await noticesOf(client, 'loan-repaid')).toHaveLength(1);
    const [held] = await rowsOf<{ balance: number }>(
      bank.database.db,
      sql`select sum(balance)::int as balance from ledger_accounts where holder_kind = 'loan' and holder_id = ${id}::uuid`,
    );
    expect(held?.balance).toBe(0);
  });

  test('LC-69: a notice seven days and one day before, once each', async () => {
    await lend(client, '2027-01-15');
    for (const day of ['2027-02-07', '2027-02-08', '2027-02-08', '2027-02-13', '2027-02-14'])
      await run('announce-instalments', day);
    const notices = await noticesOf(client, 'loan-instalment-announced');
    expect(notices.map(({ params }) => params.dueDate)).toEqual(['2027-02-15', '2027-02-15']);
  });

  test('LC-69, LC-71: what is paid in advance is not announced again: nothing of a whole instalment, the rest of a part', async () => {
    const id = await lend(client, '2027-01-15');
    const [row] = await rowsOfLoan(id);
    await client.post(`/loans/${id}/payments`, { amountMinor: 10_00 });
    await run('announce-instalments', '2027-02-08');
    const [told] = await noticesOf(client, 'loan-instalment-announced');
    expect(told?.params.amountMinor).toBe(row.instalmentMinor - 10_00);
    await client.post(`/loans/${id}/payments`, { amountMinor: row.instalmentMinor - 10_00 });
    await run('announce-instalments', '2027-02-14');
    expect(await noticesOf(client, 'loan-instalment-announced')).toHaveLength(1);
  });
});

describe('POST /loans/{id}/payments', () => {
  test('LC-71, LC-78, row 21: arrears first, interest before capital; part of an instalment bears late interest on the rest', async () => {
    const id = await lend(client, '2027-01-15');
    await spend(client, TERMS.amountMinor);
    await collect('2027-02-15');
    const [row] = await rowsOfLoan(id);
    await bank.fund(client, 500_00);
    await bank.travelTo(at('2027-02-20'));
    const part = row.interestMinor + 50_00;
    const { status, body } = await client.post(`/loans/${id}/payments`, { amountMinor: part });
    expect(status).toBe(200);
    expect(body).toMatchObject({ paidMinor: part, advanceMinor: 0, loan: { phase: 'active' } });
    expect((await eventsOf(id)).at(-1)?.entries).toMatchObject({ 'loans-receivable': 50_00 });
    await bank.travelTo(at('2027-02-25'));
    const { annualRateBps, position } = await loanOf(id);
    const owed = Math.floor(
      ((row.principalMinor * 5 + (row.principalMinor - 50_00) * 5) * annualRateBps) / 3_650_000,
    );
    expect(position.arrears).toMatchObject({
      totalMinor: row.principalMinor - 50_00 + owed,
      lateInterestMinor: owed,
      daysPastDue: 10,
      bucket: '1-30',
    });
    const rest = await client.post(`/loans/${id}/payments`, {
      amountMinor: row.principalMinor - 50_00 + owed,
    });
    expect(rest.body.loan).toMatchObject({ sub: 'inRepayment', position: { arrears: null } });
  });

  test('LC-71: paid before the due date it is held, applied on that day, and given back on demand', async () => {
    const id = await lend(client, '2027-01-15');
    const [row] = await rowsOfLoan(id);
    const before = (await client.get('/overview')).body.account;
    const paid = await client.post(`/loans/${id}/payments`, { amountMinor: row.instalmentMinor });
    expect(paid.body).toMatchObject({
      paidMinor: 0,
      advanceMinor: row.instalmentMinor,
      referenceNumber: null,
    });
    const held = (await client.get('/overview')).body.account;
    expect([held.balanceMinor, held.availableMinor]).toEqual([
      before.balanceMinor,
      before.availableMinor - row.instalmentMinor,
    ]);
    const back = await client.post(`/loans/${id}/advance-return`, {});
    expect(back.body).toMatchObject({
      returnedMinor: row.instalmentMinor,
      loan: { position: { advanceMinor: 0 } },
    });
    await client.post(`/loans/${id}/payments`, { amountMinor: 20_00 });
    await spend(client, TERMS.amountMinor - 20_00);
    await collect('2027-02-15');
    // The advance is applied on the due date, also where the rest is missing.
    expect((await rowsOfLoan(id))[0]).toMatchObject({ paidMinor: 20_00, isLate: true });
    expect((await loanOf(id)).position.advanceMinor).toBe(0);
  });

  test('LC-71 400, 401, 403, 404, 409 collection.insufficient and repayment.above-balance, and the same key twice', async () => {
    const id = await lend(client, '2027-01-15');
    const path = `/loans/${id}/payments`;
    expect((await client.post(path, { amountMinor: 0 })).status).toBe(400);
    expect((await bank.visitor().post(path, { amountMinor: 1 })).status).toBe(401);
    expect((await administrator.post(path, { amountMinor: 1 })).status).toBe(403);
    const other = await bank.client();
    expect((await other.post(path, { amountMinor: 1 })).status).toBe(404);
    expect((await client.post(`/loans/${newUuid()}/payments`, { amountMinor: 1 })).status).toBe(404);
    const waiting = (await client.post('/loans', TERMS)).body.loan.id;
    expect((await client.post(`/loans/${waiting}/payments`, { amountMinor: 1 })).body.code).toBe(
      'loan.wrong-phase',
    );
    expect((await client.post(path, { amountMinor: 4_000_00 })).body.code).toBe('collection.insufficient');
    await bank.fund(client, 9_000_00);
    expect((await client.post(path, { amountMinor: 9_000_00 })).body.code).toBe('repayment.above-balance');
    const key = newUuid();
    const first = await client.post(path, { amountMinor: 1_00 }, { key });
    expect((await client.post(path, { amountMinor: 1_00 }, { key })).body).toEqual(first.body);
    expect((await loanOf(id)).position.advanceMinor).toBe(1_00);
  });
});

describe('accrual', () => {
  test('LC-66, LC-101: the month end takes the interest run, and the due date the rest of the row', async () => {
    const id = await lend(client, '2027-01-12');
    await run('accrue-interest', '2027-01-31');
    await run('accrue-interest', '2027-01-31');
    await collect('2027-02-12');
    const [row] = await rowsOfLoan(id);
    const accruals = (await eventsOf(id)).filter(({ event }) => event === 'interest-accrual');
    const sum = accruals.reduce((total, { entries }) => total + (entries['interest-income'] ?? 0), 0);
    expect(accruals.map(({ day }) => day)).toEqual(['2027-01-31', '2027-02-12']);
    expect(sum).toBe(row.interestMinor);
  });

  test('section 19: the first screen says how much is late and since when, and reads nothing of a loan that is not', async () => {
    const id = await lend(client, '2027-01-15');
    expect((await client.get('/overview')).body.loans[0].position).toBeNull();
    await spend(client, TERMS.amountMinor);
    await collect('2027-02-15');
    const [row] = await rowsOfLoan(id);
    expect((await client.get('/overview')).body.loans[0].position.arrears).toMatchObject({
      totalMinor: row.instalmentMinor,
      since: '2027-02-15',
    });
  });

  test('LC-79: a month end writes down the loans that are late', async () => {
    const id = await lend(client, '2027-01-15');
    await spend(client, TERMS.amountMinor);
    await collect('2027-02-15');
    await run('accrue-interest', '2027-02-28');
    const [row] = await rowsOfLoan(id);
    expect(
      await rowsOf(
        bank.database.db,
        sql`select month_end::text as "monthEnd", days_past_due as days, unpaid::int from loan_arrears_months`,
      ),
    ).toEqual([{ monthEnd: '2027-02-28', days: 13, unpaid: row.instalmentMinor }]);
  });
});
