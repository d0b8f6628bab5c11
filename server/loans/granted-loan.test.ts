import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstDueDate } from '#domain/loans/due-dates.ts';
import { LOAN_PHASES, propertiesOf } from '#domain/loans/phases.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { proveBooks } from '../ledger/daily-proofs.ts';
import { faultsOfBooks } from '../operations/books.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';

/** What an approval leaves in the database, and what the database refuses of it whatever the code asks for. */

const REQUEST = {
  amountMinor: 12_345_67,
  purpose: 'Rénover la cuisine',
  durationMonths: 48,
  monthlyIncomeMinor: 2_400_00,
};

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let loanId: string;
let waitingId: string;

const request = async () => (await client.post('/loans', REQUEST)).body.loan.id as string;

beforeAll(async () => {
  bank = await openTestBank();
  client = await bank.client();
  administrator = await bank.administrator();
  loanId = await request();
  waitingId = await request();
  await administrator.post(`/admin/loans/${loanId}/decision`, { action: 'approve' });
});
afterAll(() => bank.close());

/** What the database answers to statements of one transaction, which is undone. */
async function refusalOf(
  work: (tx: Db) => Promise<unknown>,
  role: 'owner' | 'staff' = 'staff',
): Promise<string> {
  const undone = new Error('undone');
  const inside = async (tx: Db) => {
    await work(tx);
    await tx.execute(sql`set constraints all immediate`);
    throw undone;
  };
  try {
    if (role === 'owner') await asOwner(bank.database.db, inside);
    else await bank.database.db.transaction((tx) => inside(tx as unknown as Db));
  } catch (error) {
    return error === undone ? 'nothing' : ((error as Error).cause as Error).message;
  }
  return 'nothing';
}
const refusalOfStatement = (statement: SQL, role?: 'owner' | 'staff') =>
  refusalOf((tx) => tx.execute(statement), role);

test('LC-1, LC-2, LC-61: an approval writes a direct loan, accepted today, and its schedule to the cent', async () => {
  const { body } = await client.get(`/loans/${loanId}`);
  const { annualRateBps, paidOutAt } = body.loan;
  const at = new Date(paidOutAt);
  const loans = await rowsOf(
    bank.database.db,
    sql`select l.path, l.principal::int, l.currency, l.annual_rate_bps as rate, l.duration_months as months, l.accepted_on::text as accepted,
        l.first_due_on::text as due, t.event, t.cause_id = l.id as caused, s.version, s.reason
      from loans l join ledger_transactions t on t.id = l.ledger_transaction_id join loan_schedules s on s.loan_id = l.id`,
  );
  expect(loans).toEqual([
    {
      path: 'direct',
      principal: REQUEST.amountMinor,
      currency: 'EUR',
      rate: annualRateBps,
      months: 48,
      accepted: legalDay(at),
      due: firstDueDate(at),
      event: 'loan-payout',
      caused: true,
      version: 1,
      reason: 'payout',
    },
  ]);
  const rows = await rowsOf(
    bank.database.db,
    sql`select number, due_on::text as "dueDate", amount::int as "instalmentMinor", interest::int as "interestMinor",
        capital::int as "principalMinor", balance_after::int as "remainingMinor"
      from loan_instalments order by number`,
  );
  const schedule = amortisationSchedule({
    principalMinor: REQUEST.amountMinor,
    annualRateBps,
    durationMonths: 48,
    firstDueDate: firstDueDate(at),
  });
  expect(rows).toEqual(schedule.rows);
});

test('LC-7: the answer says the phase, the status and the second line; the list counts by the status', async () => {
  const of = async (id: string) => (await client.get(`/loans/${id}`)).body.loan;
  expect(await of(loanId)).toMatchObject({ phase: 'active', status: 'approved', sub: 'inRepayment' });
  expect(await of(waitingId)).toMatchObject({ phase: 'submitted', status: 'pending', sub: null });
});

test.each(LOAN_PHASES)('LC-7: the database derives from %s what the table of phases says', async (phase) => {
  const undone = new Error('undone');
  const found: unknown[] = [];
  await asOwner(bank.database.db, async (tx) => {
    found.push(
      ...(await rowsOf(
        tx,
        sql`update loan_requests set phase = ${phase} where id = ${waitingId} returning status, stage`,
      )),
    );
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  const { status, stage } = propertiesOf(phase);
  expect(found).toEqual([{ status, stage }]);
});

test('npm run books finds a schedule that does not repay its loan, and a payout of another amount', async () => {
  const undone = new Error('undone');
  const faults: string[] = [];
  await pastTheGuards(bank.database.db, async (tx) => {
    expect(await faultsOfBooks(tx)).toEqual([]);
    await tx.execute(
      sql`update loan_instalments set capital = capital + 1, amount = amount + 1 where number = 1`,
    );
    await tx.execute(sql`update loans set principal = principal - 1 where id = ${loanId}`);
    faults.push(...(await faultsOfBooks(tx)));
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  expect(faults).toEqual([
    `schedule 1 of loan ${loanId} repays 1234568 of 1234566`,
    `loan ${loanId} of 1234566 was not paid out by its amount`,
    `loan ${loanId} owes 1234567 in the books and 1234568 by its instalments`,
  ]);
});

test.each([
  ['below zero', 'active', 500],
  ['of a loan that has ended', 'repaid', -500],
] as const)(
  'ACC-36 npm run books and the proof of loans find interest receivable %s',
  async (_, phase, balance) => {
    const undone = new Error('undone');
    const found = { books: [] as string[], faults: 0 };
    await pastTheGuards(bank.database.db, async (tx) => {
      const faultsOfProof = async () => {
        const results = (await proveBooks(tx)).get('EUR') ?? [];
        return results.find(({ name }) => name === 'proof.loans')?.faults;
      };
      expect(await faultsOfProof()).toBe(0);
      await tx.execute(sql`insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency, balance)
      values (${newUuid()}::uuid, 'interest-receivable', 'loan', ${loanId}::uuid, 'EUR', ${balance})`);
      await tx.execute(sql`update loan_requests set phase = ${phase} where id = ${loanId}`);
      found.books = await faultsOfBooks(tx);
      found.faults = (await faultsOfProof()) ?? 0;
      throw undone;
    }).catch((error) => {
      if (error !== undone) throw error;
    });
    expect(found.books).toContain(`loan ${loanId} has ${-balance} of interest receivable in the books`);
    expect(found.faults).toBe(1);
  },
);

describe('the database refuses', () => {
  test.each([
    ['another path', sql`path = 'contract'`],
    ['another principal', sql`principal = principal + 1`],
    ['another rate', sql`annual_rate_bps = 0`],
  ])('LC-1: %s of a loan, of anybody', async (_, change) => {
    const statement = sql`update loans set ${change} where id = ${loanId}`;
    expect(await refusalOfStatement(statement, 'owner')).toContain('terms of a loan are not changed');
    expect(await refusalOfStatement(statement)).toContain('permission denied');
  });

  test('another day of acceptance or payout, of the staff', async () => {
    for (const change of [sql`accepted_on = accepted_on - 30`, sql`paid_out_at = now() - interval '1 day'`])
      expect(await refusalOfStatement(sql`update loans set ${change} where id = ${loanId}`)).toContain(
        'payout of a loan is not changed',
      );
  });

  test('a phase that no table knows, and a loan in repayment that was never paid out', async () => {
    const set = (phase: string) => sql`update loan_requests set phase = ${phase} where id = ${waitingId}`;
    expect(await refusalOfStatement(set('lost'), 'owner')).toContain('of relation "loan_requests"');
    expect(await refusalOfStatement(set('active'))).toContain('without a payout and a schedule');
    expect(await refusalOfStatement(set('active'), 'owner')).toContain('without a payout and a schedule');
  });

  /** @param lessMinor what its capital is less than the loan's: all its balances, and its last instalment. */
  const newVersion = (tx: Db, change: SQL, lessMinor = 0) =>
    tx
      .execute(
        sql`insert into loan_schedules (loan_id, version, reason, day, made_at, first_number, opening_balance, annual_rate_bps)
          select id, 2, 'measure', '2026-12-01', now(), 1, principal - ${lessMinor}::int, annual_rate_bps from loans where id = ${loanId}`,
      )
      .then(() =>
        tx.execute(sql`insert into loan_instalments
            (loan_id, version, number, due_on, capital, interest, amount, balance_after)
          select loan_id, 2, number, due_on, capital - less, interest, amount - less, balance_after - ${lessMinor}::int + less from (
            select *, case number when 48 then ${lessMinor}::int else 0 end as less
            from loan_instalments where loan_id = ${loanId}) i ${change}`),
      );

  test.each([
    ['without its last row', sql`where number < 48`],
    ['without a row in between', sql`where number <> 7`],
    ['that begins at its second row', sql`where number > 1`],
  ])('section 21: a schedule %s', async (_, change) => {
    expect(await refusalOf((tx) => newVersion(tx, change))).toContain('does not repay it');
  });

  test('section 21: another row beside a whole schedule, a wrong balance, and a sum that is none', async () => {
    const insert = (
      number: number,
      capital: number,
      amount: number,
      balance: number,
    ) => sql`insert into loan_instalments
      (loan_id, version, number, due_on, capital, interest, amount, balance_after)
      values (${loanId}, 1, ${number}, '2030-01-01', ${capital}, 0, ${amount}, ${balance})`;
    expect(await refusalOfStatement(insert(49, 1, 1, 0))).toContain('does not repay it');
    expect(await refusalOfStatement(insert(50, 0, 0, 0))).toContain('does not repay it');
    expect(await refusalOfStatement(insert(49, 0, 1, 0))).toContain('loan_instalments_amounts');
    expect(await refusalOf((tx) => newVersion(tx, sql`where true`))).toBe('nothing');
  });

  test.each([1, -1])(
    'LC-62, LC-103, section 21: a later schedule whole in itself that repays %d cent less than the books hold',
    async (less) => {
      expect(await refusalOf((tx) => newVersion(tx, sql`where true`, less))).toContain('and the books hold');
    },
  );

  test('a loan without a request', async () => {
    expect(
      await refusalOfStatement(sql`insert into loans (id, client_account_id, path, principal, currency, annual_rate_bps, duration_months)
        values (${newUuid()}, ${client.accountId}, 'direct', 100, 'EUR', 0, 12)`),
    ).toContain('loans_id_loan_requests_id_fk');
  });
});
