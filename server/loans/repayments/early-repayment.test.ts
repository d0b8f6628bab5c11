import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import life from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import { sumMinor } from '#domain/money/money.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { collectUntil, type LentTerms, lendOn, morningOf, openLendingBank } from '../../testing/lent-loan.ts';
import { isWhole } from '../../testing/size.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { fromThere, unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** Early repayment through the API on a real database, with the clock as an argument. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, client } = await openLendingBank());
    await bank.fund(client, 90_000_00);
  }),
);
afterEach(async () => {
  // Dated data outlives the bank of a test.
  await setPolicy(0);
  await bank.close();
});

const TERMS: LentTerms = {
  principalMinor: 8_000_00,
  annualRateBps: 490,
  durationMonths: 36,
  payoutDay: '2027-01-12',
  dueDay: 15,
};

const lend = (terms: Partial<LentTerms> = {}) =>
  lendOn(bank, { client, administrator }, { ...TERMS, ...terms });

/** The loan on a day, everything due by then collected. */
const lentUntil = (day: string, terms: Partial<LentTerms> = {}): Promise<string> =>
  fromThere(`lent until ${day} on ${JSON.stringify(terms)}`, async () => {
    const id = await lend(terms);
    await collectUntil(bank, id, day);
    await bank.travelTo(morningOf(day));
    return id;
  });

async function quoteOf(id: string, query = '') {
  const { status, body } = await client.get(`/loans/${id}/early-repayment-quote${query}`);
  expect([status, body]).toEqual([200, body]);
  return body.quote;
}

const repay = (id: string, fields: object, options = {}) =>
  client.post(`/loans/${id}/early-repayments`, fields, options);

const setPolicy = (bps: number) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update legal_parameters set value = ${JSON.stringify(bps)}::jsonb where key = 'early.policy'`,
    ),
  );

/** Capital repaid early a month before a day, as an earlier act would have written it. */
const repaidBefore = (id: string, day: string, capital: number) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into loan_early_repayments
      (id, loan_id, kind, day, capital, interest, indemnity, interest_saved, version, ledger_transaction_id, made_at)
      select ${newUuid()}, id, 'whole', ${day}::date - 30, ${capital}, 0, 0, 0, null, ledger_transaction_id, now() from loans where id = ${id}`),
  );

const EVENTS = sql`select event, json_object_agg(case when code = 'clients' then code else code end, amount) as entries from (
  select t.id, t.event, t.occurred_at, a.chart_code as code, sum(e.amount)::int as amount
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
  where t.event in ('early-repayment', 'loan-payoff') group by 1, 2, 3, 4) x group by id, event, occurred_at order by occurred_at`;

/**
 * The worked cases of a family, of which `domain/` computes every one. In `npm test` those go through the API that are named: without an earlier
 * repayment and after one that passes the threshold, shorter and lower.
 */
const throughApi = (family: string, inShort: readonly string[]) =>
  life.cases.filter((one) => one.family === family && (isWhole || inShort.includes(one.id)));

describe('LC-96, LC-98 L312-34: the worked payoffs, asked on their day', () => {
  test.each(throughApi('payoff', ['payoff-02', 'payoff-06']))(
    '$id: $name',
    async ({ given, expected }) => {
      const { repaidEarlyInTwelveMonthsMinor, indemnityPolicyBps, day, ...terms } =
        given as unknown as LentTerms & {
          repaidEarlyInTwelveMonthsMinor: number;
          indemnityPolicyBps: number | null;
          day: string;
        };
      const id = await lend(terms);
      const collected = await collectUntil(bank, id, day);
      await bank.travelTo(morningOf(day));
      if (indemnityPolicyBps === null) await setPolicy(100);
      if (repaidEarlyInTwelveMonthsMinor > 0) await repaidBefore(id, day, repaidEarlyInTwelveMonthsMinor);
      const { whole, current } = await quoteOf(id);
      expect({
        instalmentsDue: collected,
        capitalMinor: whole.capitalMinor,
        accruedInterestMinor: whole.interestMinor,
        indemnityMinor: whole.indemnityMinor,
        totalMinor: whole.totalMinor,
        interestSavedMinor: whole.interestSavedMinor,
        contractEnd: current.endsOn,
      }).toEqual({ ...expected, indemnityBound: undefined });
      const { status, body } = await repay(id, { kind: 'whole', totalMinor: whole.totalMinor });
      expect([status, body.phase, body.paidMinor]).toEqual([200, 'repaid', whole.totalMinor]);
      const [posted] = await rowsOf<{ event: string; entries: Record<string, number> }>(
        bank.database.db,
        EVENTS,
      );
      expect(posted?.event).toBe('loan-payoff');
      expect(posted?.entries).toMatchObject({
        clients: -whole.totalMinor,
        'loans-receivable': whole.capitalMinor,
      });
    },
    60_000,
  );
});

describe('LC-97: the worked partial repayments, both results and the new rows', () => {
  test.each(throughApi('partial', ['partial-01', 'partial-05']))(
    '$id: $name',
    async ({ given, expected }) => {
      const { mode, amountMinor, indemnityPolicyBps, day, ...terms } = given as unknown as LentTerms & {
        mode: 'shorter' | 'lower';
        amountMinor: number;
        indemnityPolicyBps: number | null;
        day: string;
      };
      const wanted = expected as unknown as Record<string, number | string> & {
        rows: [string, number, number, number, number][];
      };
      const id = await lentUntil(day, terms);
      if (indemnityPolicyBps === null) await setPolicy(100);
      const { part, balanceMinor, current } = await quoteOf(id, `?amountMinor=${amountMinor}`);
      expect([balanceMinor, part.interestMinor, part.indemnityMinor, part.totalMinor]).toEqual([
        wanted.capitalBeforeMinor,
        wanted.runInterestMinor,
        wanted.indemnityMinor,
        wanted.debitedMinor,
      ]);
      expect(part[mode]).toMatchObject({
        instalmentMinor: wanted.instalmentMinor,
        lastInstalmentMinor: wanted.lastInstalmentMinor,
        instalmentsLeft: wanted.instalmentsLeft,
        endsOn: wanted.newEnd,
        interestLeftMinor: wanted.totalInterestLeftMinor,
        interestSavedMinor: wanted.interestSavedMinor,
      });
      // The comparison adds up: today's interest is what the result leaves, what is debited and what is saved.
      expect(current.interestLeftMinor).toBe(
        part[mode].interestLeftMinor + part.interestMinor + part[mode].interestSavedMinor,
      );
      const { status, body } = await repay(id, { kind: mode, amountMinor, totalMinor: part.totalMinor });
      expect([status, body.phase, body.paidMinor]).toEqual([200, 'active', wanted.debitedMinor]);
      const { rows } = (await client.get(`/loans/${id}/schedule`)).body.schedule;
      expect(
        rows
          .filter(({ dueDate }: { dueDate: string }) => dueDate > day)
          .map((row: Record<string, unknown>) => [
            row.dueDate,
            row.instalmentMinor,
            row.interestMinor,
            row.principalMinor,
            row.remainingMinor,
          ]),
      ).toEqual(wanted.rows);
    },
    60_000,
  );
});

test('LC-101: a part posts capital, the interest run on it and nothing else', async () => {
  const id = await lentUntil('2027-09-01');
  const { part } = await quoteOf(id, '?amountMinor=100000');
  await repay(id, { kind: 'shorter', amountMinor: 100000, totalMinor: part.totalMinor });
  expect(await rowsOf(bank.database.db, EVENTS)).toEqual([
    {
      event: 'early-repayment',
      entries: { clients: -1002_24, 'loans-receivable': 1000_00, 'interest-receivable': 2_24 },
    },
  ]);
});

test('LC-95: what is late is paid first, with its late interest', async () => {
  const id = await lend();
  // Nothing is collected: the instalments of February to April are late.
  await bank.travelTo(morningOf('2027-05-03'));
  const { arrears, whole } = await quoteOf(id);
  expect(arrears.instalments).toBe(3);
  expect(whole.totalMinor).toBe(arrears.totalMinor + whole.capitalMinor + whole.interestMinor);
  const { body } = await repay(id, { kind: 'whole', totalMinor: whole.totalMinor });
  expect(body.phase).toBe('repaid');
  const open = await rowsOf(
    bank.database.db,
    sql`select number from loan_instalments where loan_id = ${id} and collect_at is not null`,
  );
  expect(open).toEqual([]);
});

test('LC-96: a quote ahead expects the instalments until then on their dates; beyond 60 days it is refused', async () => {
  const id = await lentUntil('2027-09-01');
  const ahead = await quoteOf(id, '?day=2027-09-20');
  expect(ahead.upcoming).toEqual({ instalments: 1, totalMinor: 239_41 });
  expect(ahead.whole.capitalMinor).toBeLessThan((await quoteOf(id)).whole.capitalMinor);
  expect(ahead.latestDay).toBe('2027-10-31');
  for (const day of ['2027-11-01', '2027-08-31']) {
    const { status, body } = await client.get(`/loans/${id}/early-repayment-quote?day=${day}`);
    expect([day, status, body.code]).toEqual([day, 400, 'repayment.day-too-far']);
  }
});

test('LC-99: the payoff ends the loan: certificate the same day, no instalment collected, nothing accrued', async () => {
  const id = await lentUntil('2027-09-01');
  expect((await client.get(`/loans/${id}/settlement.pdf`)).status).toBe(404);
  const { whole } = await quoteOf(id);
  await repay(id, { kind: 'whole', totalMinor: whole.totalMinor });
  expect((await client.get(`/loans/${id}`)).body.loan).toMatchObject({ phase: 'repaid', status: 'approved' });
  expect((await client.get(`/loans/${id}/settlement.pdf`)).status).toBe(200);
  const { mails } = (await bank.visitor().get(`/demo/mails?recipient=${encodeURIComponent(client.email)}`))
    .body;
  const { text } = mails.find(({ subject }: { subject: string }) => subject.endsWith('est soldé'));
  expect(text).toContain("L'attestation de solde est dès aujourd'hui sur la page de votre prêt");
  expect(await collectUntil(bank, id, '2027-10-15')).toBeGreaterThanOrEqual(0);
  const held = await rowsOf(
    bank.database.db,
    sql`select sum(balance)::int as balance from ledger_accounts where holder_id = ${id}`,
  );
  expect(held).toEqual([{ balance: 0 }]);
  const again = await repay(id, { kind: 'whole', totalMinor: whole.totalMinor });
  expect([again.status, again.body.code]).toEqual([409, 'loan.wrong-phase']);
  // The sub-ledger of section 20: what it adds up to is nothing, and the payout began the only version.
  const history = (await administrator.get(`/admin/loans/${id}/postings`)).body;
  expect(history.versions).toMatchObject([{ version: 1, reason: 'payout', openingBalanceMinor: 8_000_00 }]);
  expect(history.postings[0]).toMatchObject({ event: 'loan-payoff', day: '2027-09-01' });
  expect(history.postings.at(-1)).toMatchObject({ event: 'loan-payout', capitalMinor: 8_000_00 });
  // Each event carries the version of its schedule and its author (LC-102): the client repaid, the bank collected.
  expect(history.postings[0]).toMatchObject({ version: 1, postedBy: 'Alix Fictif' });
  const collected = history.postings.filter(
    ({ event }: { event: string }) => event === 'instalment-collection',
  );
  expect(collected.length).toBeGreaterThan(0);
  for (const { postedBy } of collected) expect(postedBy).toMatch(/^La banque \(/);
  for (const part of ['capitalMinor', 'interestMinor'])
    expect(sumMinor(history.postings.map((posting: Record<string, number>) => posting[part]))).toBe(0);
  expect((await administrator.get(`/admin/loans/${newUuid()}/postings`)).status).toBe(404);
  // Its schedule is what was paid: nothing is due any more (LC-62, LC-67).
  const { schedule } = (await client.get(`/loans/${id}/schedule`)).body;
  expect(schedule.rows.every(({ settledOn }: { settledOn: string | null }) => settledOn !== null)).toBe(true);
  expect(schedule.capitalBeside).toEqual([
    {
      event: 'loan-payoff',
      day: '2027-09-01',
      capitalMinor: whole.capitalMinor,
      interestMinor: whole.interestMinor,
    },
  ]);
  const paid = schedule.rows.map(({ principalMinor }: { principalMinor: number }) => principalMinor);
  expect(sumMinor([...paid, whole.capitalMinor])).toBe(TERMS.principalMinor);
});

test('LC-95, LC-97: a small part after a shorter loan is never refused, also where a lower instalment costs interest', async () => {
  const id = await lentUntil('2027-09-01');
  const part = async (kind: 'shorter' | 'lower', amountMinor: number) => {
    const { part: seen } = await quoteOf(id, `?amountMinor=${amountMinor}`);
    return repay(id, { kind, amountMinor, totalMinor: seen.totalMinor });
  };
  expect((await part('shorter', 1_000_00)).status).toBe(200);
  // The last of the shorter rows is small; spread evenly over as many, the capital is repaid later.
  const { status, body } = await part('lower', 1_00);
  expect([status, body.interestSavedMinor < 0]).toEqual([200, true]);
});

describe('LC-97, section 21: what is refused, and nothing is written', () => {
  test.each<[string, (total: number) => object, number, string]>([
    [
      'a part of the whole balance',
      () => ({ kind: 'lower', amountMinor: 653494, totalMinor: 655000 }),
      409,
      'repayment.above-balance',
    ],
    [
      'another sum than was seen',
      (total) => ({ kind: 'whole', totalMinor: total + 1 }),
      409,
      'repayment.figures-changed',
    ],
    ['a part without its amount', () => ({ kind: 'shorter', totalMinor: 100 }), 400, 'request.invalid'],
    ['no choice at all', () => ({ amountMinor: 100, totalMinor: 100 }), 400, 'request.invalid'],
    ['nothing', () => ({ kind: 'lower', amountMinor: 0, totalMinor: 100 }), 400, 'request.invalid'],
  ])('%s', async (_, fields, status, code) => {
    const id = await lentUntil('2027-09-01');
    const { whole } = await quoteOf(id);
    const answer = await repay(id, fields(whole.totalMinor));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await rowsOf(bank.database.db, EVENTS)).toEqual([]);
  });

  test('more than the account has', async () => {
    const id = await lentUntil('2027-09-01');
    const { whole, availableMinor } = await quoteOf(id);
    const held = await client.post('/withdrawals', {
      amountMinor: availableMinor - whole.totalMinor + 1,
      iban: 'FR7630006000011234567890189',
      bankName: 'Banque du Marais',
    });
    expect(held.status).toBe(200);
    const answer = await repay(id, { kind: 'whole', totalMinor: whole.totalMinor });
    expect([answer.status, answer.body.code]).toEqual([409, 'ledger.insufficient-balance']);
  });

  test("another client's loan, an unknown one, one that does not run, and the same act twice", async () => {
    const id = await lentUntil('2027-09-01');
    const other = await bank.client();
    for (const loanId of [id, newUuid()]) {
      const answer = await other.post(`/loans/${loanId}/early-repayments`, { kind: 'whole', totalMinor: 1 });
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
      expect((await other.get(`/loans/${loanId}/early-repayment-quote`)).status).toBe(404);
    }
    const asked = (
      await client.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 2_000_00,
      })
    ).body.loan.id;
    const early = await repay(asked, { kind: 'whole', totalMinor: 1 });
    expect([early.status, early.body.code]).toEqual([409, 'loan.wrong-phase']);
    const { part } = await quoteOf(id, '?amountMinor=100000');
    const fields = { kind: 'lower', amountMinor: 100000, totalMinor: part.totalMinor };
    const key = newUuid();
    const [first, second] = [await repay(id, fields, { key }), await repay(id, fields, { key })];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(await rowsOf(bank.database.db, EVENTS)).toHaveLength(1);
  });
});

test('LC-98: two parts within twelve months count together towards the threshold', async () => {
  await setPolicy(100);
  const id = await lentUntil('2027-09-01', { principalMinor: 25_000_00, durationMonths: 60 });
  const first = await quoteOf(id, '?amountMinor=1000000');
  expect(first.part.indemnityMinor).toBe(0);
  await repay(id, { kind: 'lower', amountMinor: 1000000, totalMinor: first.part.totalMinor });
  const second = await quoteOf(id, '?amountMinor=100');
  expect(second.part.indemnityMinor).toBe(1);
});

test('LC-62 an instalment that was paid keeps its place, whatever version the code writes', async () => {
  const id = await lentUntil('2027-09-01');
  const asStaff = (statement: SQL) =>
    bank
      .work(administrator.userId, (work) => work.tx.execute(statement))
      .catch((error) => (error.cause ?? error).message);
  const message = 'what happened to an instalment is not changed';
  const first = sql`loan_id = ${id}::uuid and number = 1`;
  expect(await asStaff(sql`update loan_instalments set is_superseded = true where ${first}`)).toBe(message);
  const version = sql`insert into loan_schedules (loan_id, version, reason, day, made_at, first_number, opening_balance, annual_rate_bps)
    select loan_id, 2, 'early-repayment', '2027-09-01', now(), 1, 653494, annual_rate_bps from loan_schedules where loan_id = ${id}::uuid`;
  expect(await asStaff(version)).toBe(message);
});
