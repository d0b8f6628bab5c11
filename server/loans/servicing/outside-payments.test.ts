import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dueOn, TIMETABLES } from '#domain/jobs/timetable.ts';
import { paymentReference } from '#domain/statements/references.ts';
import { rowsOf } from '../../db/database.ts';
import { runOccurrence } from '../../jobs/run-occurrence.ts';
import { bookStatement } from '../../statements/lines/book-statement.ts';
import { lendOn, morningOf, openLendingBank, runJobOn } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { writeStatement } from '../../testing/statements.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { checkLoans } from './check-loans.ts';

/** Payments that come by the house's bank, and the nightly check of loans against the books. */

const TERMS = {
  principalMinor: 3_000_00,
  annualRateBps: 590,
  durationMonths: 24,
  payoutDay: '2027-01-12',
  dueDay: 15,
};

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let id: string;

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, client } = await openLendingBank());
    id = await lendOn(bank, { client, administrator }, TERMS);
  }),
);
afterEach(() => bank.close());

test('LC-73 a bank line with the loan’s reference goes to the client’s account, and is collected from there', async () => {
  const { account } = accepted(await client.get('/overview'));
  const { withdrawal } = accepted(
    await client.post('/withdrawals', {
      amountMinor: account.balanceMinor,
      iban: 'DE89370400440532013000',
      bankName: 'Une banque',
    }),
  );
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
  const [row] = await rowsOf<{ number: string }>(
    bank.database.db,
    sql`select payment_number::text as number from loans where id = ${id}::uuid`,
  );
  const {
    schedule: {
      rows: [first],
    },
  } = accepted(await client.get(`/loans/${id}/schedule`));
  await bank.travelTo(morningOf('2027-02-10'));
  const statementId = await writeStatement(bank.database.db, [
    { amountMinor: first.instalmentMinor, remittance: `PRET ${paymentReference(Number(row?.number))}` },
  ]);
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  const [line] = await rowsOf(
    bank.database.db,
    sql`select phase, loan_id::text as loan from bank_lines where statement_id = ${statementId}`,
  );
  expect(line).toEqual({ phase: 'matched', loan: id });
  // It is the client's money until the day of the collection.
  expect(accepted(await client.get('/overview')).account.balanceMinor).toBe(first.instalmentMinor);
  await runJobOn(bank, 'collect-morning', '2027-02-15');
  expect(accepted(await client.get('/overview')).account.balanceMinor).toBe(0);
  expect(accepted(await client.get(`/loans/${id}/schedule`)).schedule.rows[0]).toMatchObject({
    paidMinor: first.instalmentMinor,
    isLate: false,
  });
});

describe('LC-103 the trial check of each night', () => {
  const bent = (by: number) =>
    pastTheGuards(bank.database.db, (tx) =>
      tx.execute(
        sql`update loan_instalments set capital = capital + ${by}, interest = interest - ${by} where loan_id = ${id}::uuid and number = 3`,
      ),
    );
  async function outcomeOn(day: string) {
    const dueAt = dueOn(TIMETABLES['check-loans'], day) ?? new Date(0);
    await bank.travelTo(new Date(dueAt.getTime() + 1_000));
    const runner = { bank: bank.bank, logger: { error: () => undefined } };
    return runOccurrence(runner, { job: 'check-loans', dueAt }, true);
  }
  const approve = async () => {
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 3_000_00,
      }),
    );
    const { status, body } = await administrator.post(`/admin/loans/${loan.id}/decision`, {
      action: 'approve',
    });
    return [status, body.code];
  };

  test('a difference fails the job with its amounts, and stops payouts until it is gone', async () => {
    expect(await outcomeOn('2027-01-13')).toBe('done');
    await bent(1);
    await expect(checkLoans(bank.database.db)).rejects.toThrow('EUR 300001, books 300000');
    expect(await outcomeOn('2027-01-14')).toBe('failed');
    expect(await approve()).toEqual([409, 'loan.books-differ']);
    await bent(-1);
    expect(await outcomeOn('2027-01-15')).toBe('done');
    expect((await approve())[0]).toBe(200);
  });
});
