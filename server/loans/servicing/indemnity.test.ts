import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionDayOf, retryDaysOf } from '#domain/loans/collection-day.ts';
import { rowsOf } from '../../db/database.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import { lendOn, morningOf, runJobOn } from '../../testing/lent-loan.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner, SOURCE_OF_TESTS } from '../../testing/test-database.ts';

/** The indemnity of missed instalments where the policy of the house asks for one (LC-77), and the choice of the client (LC-78). */

const PAYOUT = '2027-01-15';
const TERMS = {
  principalMinor: 3_000_00,
  annualRateBps: 590,
  durationMonths: 24,
  payoutDay: PAYOUT,
  dueDay: 15,
};

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

async function setPolicy(policyBps: number, from: string): Promise<void> {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('default.policy', ${from}, ${JSON.stringify(policyBps)}::jsonb, ${SOURCE_OF_TESTS}, 'decision')`),
  );
}

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2027-01-11T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client();
});
afterEach(async () => {
  expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  await bank.close();
});

/** Sends all of the account's money away, as its books have it once it left. */
async function empty(): Promise<void> {
  const { balanceMinor } = (await client.get('/overview')).body.account;
  const { body } = await client.post('/withdrawals', {
    amountMinor: balanceMinor,
    iban: 'FR7630006000011234567890189',
    bankName: 'Banque du Marais',
  });
  for (const action of ['approve', 'complete'])
    await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action });
}

/** Misses an instalment on its collection day and on each of its retries. */
async function miss(dueDate: string): Promise<void> {
  for (const day of [collectionDayOf(dueDate), ...retryDaysOf(dueDate)])
    for (const job of ['collect-morning', 'collect-evening'] as const) await runJobOn(bank, job, day);
}

const arrearsOf = async (id: string) => (await client.get(`/loans/${id}`)).body.loan.position.arrears;
const noticesOf = (kind: string) =>
  rowsOf<{ params: Record<string, unknown> }>(
    bank.database.db,
    sql`select params from notifications where user_id = ${client.userId} and kind = ${kind}`,
  );
const incomeOf = async (code: string) =>
  (
    await rowsOf<{ income: number }>(
      bank.database.db,
      sql`select coalesce(sum(balance), 0)::int as income from ledger_accounts where chart_code = ${code}`,
    )
  )[0]?.income;

describe('LC-77 D312-17 the indemnity of a missed instalment', () => {
  test('is told with the first miss, charged once when the last retry failed, rounded down, and is income when it is paid', async () => {
    await setPolicy(800, '2027-01-01');
    const id = await lendOn(bank, { client, administrator }, TERMS);
    const [row] = (await client.get(`/loans/${id}/schedule`)).body.schedule.rows;
    const indemnityMinor = Math.floor((row.instalmentMinor * 8) / 100);
    await empty();
    await runJobOn(bank, 'collect-morning', '2027-02-15');
    await runJobOn(bank, 'collect-evening', '2027-02-15');
    expect(await arrearsOf(id)).toMatchObject({ indemnityMinor: 0 });
    expect((await noticesOf('loan-instalment-missed'))[0]?.params).toMatchObject({
      indemnityMinor,
      lastTryOn: '2027-02-22',
    });
    await miss('2027-02-15');
    await runJobOn(bank, 'collect-evening', '2027-02-22');
    const arrears = await arrearsOf(id);
    expect(arrears).toMatchObject({ indemnityMinor });
    expect(arrears.totalMinor).toBe(row.instalmentMinor + arrears.lateInterestMinor + indemnityMinor);
    expect(await noticesOf('loan-indemnity-charged')).toHaveLength(1);
    expect(await incomeOf('indemnity-income')).toBe(0);
    const { quote } = (await client.get(`/loans/${id}/early-repayment-quote`)).body;
    expect(quote.arrears).toMatchObject({ indemnityMinor, totalMinor: arrears.totalMinor });
    await bank.fund(client, arrears.totalMinor);
    const paid = await client.post(`/loans/${id}/payments`, { amountMinor: arrears.totalMinor });
    expect(paid.body).toMatchObject({ paidMinor: arrears.totalMinor, loan: { position: { arrears: null } } });
    expect(await incomeOf('indemnity-income')).toBe(indemnityMinor);
  });

  test('LC-77 D312-17 a measure that postpones the instalment brings its indemnity down to the lower cap, and asks for no other', async () => {
    await setPolicy(800, '2027-01-01');
    const id = await lendOn(bank, { client, administrator }, TERMS);
    const [row] = (await client.get(`/loans/${id}/schedule`)).body.schedule.rows;
    await empty();
    await miss('2027-02-15');
    expect(await arrearsOf(id)).toMatchObject({
      indemnityMinor: Math.floor((row.instalmentMinor * 8) / 100),
    });
    const terms = { kind: 'suspension-total', months: 3 };
    const { effect } = (
      await administrator.get(`/admin/loans/${id}/measure-effect?kind=suspension-total&months=3`)
    ).body;
    const proposed = await administrator.post(`/admin/loans/${id}/measures`, {
      action: 'propose',
      ...terms,
      seenExtraInterestMinor: effect.extraInterestMinor,
    });
    expect(proposed.status).toBe(200);
    const { proposal } = (await client.get(`/loans/${id}/difficulties`)).body;
    const agreed = await client.post(`/loans/${id}/measures/${proposal.measure.id}/acceptance`, {
      seenExtraInterestMinor: proposal.effect.extraInterestMinor,
      seenEnd: proposal.effect.after.endsOn,
    });
    expect(agreed.status).toBe(200);
    expect(await rowsOf(bank.database.db, sql`select indemnity_owed::int as owed from loans`)).toEqual([
      { owed: Math.floor((row.instalmentMinor * 4) / 100) },
    ]);
    expect(await noticesOf('loan-indemnity-charged')).toHaveLength(1);
  });

  test('is paid with an early repayment of the whole', async () => {
    await setPolicy(200, '2027-01-01');
    const id = await lendOn(bank, { client, administrator }, TERMS);
    await empty();
    await miss('2027-02-15');
    const { indemnityMinor } = await arrearsOf(id);
    expect(indemnityMinor).toBeGreaterThan(0);
    const { quote } = (await client.get(`/loans/${id}/early-repayment-quote`)).body;
    await bank.fund(client, quote.whole.totalMinor);
    const { body } = await client.post(`/loans/${id}/early-repayments`, {
      kind: 'whole',
      totalMinor: quote.whole.totalMinor,
    });
    expect([body.phase, await incomeOf('indemnity-income')]).toEqual(['repaid', indemnityMinor]);
    expect(await rowsOf(bank.database.db, sql`select indemnity_owed::int as owed from loans`)).toEqual([
      { owed: 0 },
    ]);
  });

  test('is none by the policy of the contract’s day, whatever a later one says, and none on part of a frozen loan', async () => {
    const id = await lendOn(bank, { client, administrator }, TERMS);
    await setPolicy(800, '2027-02-01');
    await empty();
    await miss('2027-02-15');
    expect(await arrearsOf(id)).toMatchObject({ instalments: 1, indemnityMinor: 0 });
    expect(await noticesOf('loan-indemnity-charged')).toEqual([]);
    expect((await noticesOf('loan-instalment-missed'))[0]?.params).toMatchObject({ indemnityMinor: 0 });
  });

  test('LC-77 D312-17 above its cap, or twice for an instalment, the database refuses it', async () => {
    const id = await lendOn(bank, { client, administrator }, TERMS);
    await empty();
    await miss('2027-02-15');
    const charge = (amount: string) =>
      bank.work(administrator.userId, (work) =>
        work.tx.execute(
          sql`update loan_instalments set indemnity = ${sql.raw(amount)} where loan_id = ${id}::uuid and number = 1`,
        ),
      );
    await expect(charge('amount * 8 / 100 + 1')).rejects.toMatchObject({ cause: { code: '23514' } });
    await charge('amount * 8 / 100');
    // The loan owes it from then on, and no more than its instalments bear, whatever wrote it.
    const borne = (await arrearsOf(id)).indemnityMinor;
    expect(borne).toBe(10_62);
    const owe = (amount: string, role: 'owner' | 'staff') => {
      const statement = sql`update loans set indemnity_owed = (
          select sum(indemnity) from loan_instalments where loan_id = ${id}::uuid) + ${sql.raw(amount)} where id = ${id}::uuid`;
      return role === 'owner'
        ? asOwner(bank.database.db, (tx) => tx.execute(statement))
        : bank.work(administrator.userId, (work) => work.tx.execute(statement));
    };
    // The embedded database wraps no error of a commit.
    const owedBeyond = owe('1', 'owner').catch((error) => Promise.reject(error.cause ?? error));
    await expect(owedBeyond).rejects.toMatchObject({ constraint: 'loans_indemnity_cap' });
    await expect(owe('1', 'staff')).rejects.toMatchObject({ cause: { constraint: 'loans_sums_asked' } });
    await owe('0', 'staff');
    await owe('-(select sum(indemnity) from loan_instalments)', 'staff');
    await expect(charge('1')).rejects.toMatchObject({ cause: { code: '23514' } });
    // What was paid, or given up by a measure, is not owed once more.
    await expect(owe('0', 'staff')).rejects.toMatchObject({ cause: { constraint: 'loans_sums_asked' } });
    expect((await arrearsOf(id)).indemnityMinor).toBe(0);
  });

  test('LC-75, LC-77 of an instalment that was not missed the database refuses any', async () => {
    const id = await lendOn(bank, { client, administrator }, TERMS);
    await empty();
    const charged = bank.work(administrator.userId, (work) =>
      work.tx.execute(
        sql`update loan_instalments set indemnity = 1 where loan_id = ${id}::uuid and number = 2`,
      ),
    );
    await expect(charged).rejects.toMatchObject({ cause: { constraint: 'loan_instalments_indemnity' } });
  });
});

describe('LC-78 C. civ. 1342-10 the choice of the client', () => {
  test('an instalment that the client names is paid before an older one; one that is not late is refused', async () => {
    const id = await lendOn(bank, { client, administrator }, TERMS);
    await empty();
    await miss('2027-02-15');
    await miss('2027-03-15');
    const rows = (await client.get(`/loans/${id}/schedule`)).body.schedule.rows;
    await bank.travelTo(morningOf('2027-03-29'));
    await bank.fund(client, rows[1].instalmentMinor);
    const pay = (firstDueDates: string[]) =>
      client.post(`/loans/${id}/payments`, { amountMinor: rows[1].instalmentMinor, firstDueDates });
    const refused = await pay(['2027-04-15']);
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'firstDueDates']);
    expect((await pay(['2027-03-15'])).status).toBe(200);
    const after = (await client.get(`/loans/${id}/schedule`)).body.schedule.rows;
    expect([after[0].paidMinor, after[1].settledOn]).toEqual([0, '2027-03-29']);
  });
});

describe('LC-101 policy.accruals', () => {
  test('accrued daily, the month end holds what it holds when accrued by the month', async () => {
    const receivable = async () =>
      (
        await rowsOf<{ held: number }>(
          bank.database.db,
          sql`select -sum(balance)::int as held from ledger_accounts where chart_code = 'interest-receivable'`,
        )
      )[0]?.held;
    await lendOn(bank, { client, administrator }, TERMS);
    await runJobOn(bank, 'accrue-interest', '2027-01-20');
    expect(await receivable()).toBe(null);
    await runJobOn(bank, 'accrue-interest', '2027-01-31');
    const byMonth = await receivable();
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
        values ('policy.accruals', '2027-01-01', '"daily"', ${SOURCE_OF_TESTS}, 'decision')`),
    );
    const other = await bank.client();
    await lendOn(bank, { client: other, administrator }, { ...TERMS, payoutDay: '2027-02-01', dueDay: 15 });
    const before = await receivable();
    expect(before).toBe(byMonth);
    for (const day of ['2027-02-02', '2027-02-03']) await runJobOn(bank, 'accrue-interest', day);
    expect(await receivable()).toBeGreaterThan(before ?? 0);
  });
});
