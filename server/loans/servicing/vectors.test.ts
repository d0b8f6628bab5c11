import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionDayOf, retryDaysOf } from '#domain/loans/collection-day.ts';
import type { ARREARS_BUCKETS } from '#domain/loans/loan-state.ts';
import vectors from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import { rowsOf } from '../../db/database.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { inTransaction } from '../../work/work.ts';
import { grantDirectLoan } from '../grant-loan.ts';
import { payOutLoan } from '../pay-out-loan.ts';
import { loanForReview, lockRequest, updateRequest } from '../queries.ts';
import { collectInstalments } from './collect-instalments.ts';

/** The worked cases of late instalments, lived by the jobs and the API on a real database. */

interface LateCase {
  readonly id: string;
  readonly given: {
    readonly principalMinor: number;
    readonly annualRateBps: number;
    readonly durationMonths: number;
    readonly payoutDay: string;
    readonly dueDay: number;
    readonly row: number;
    readonly paidDay: string;
  };
  readonly expected: {
    readonly dueDate: string;
    readonly collectionDay: string;
    readonly instalmentMinor: number;
    readonly overdueCapitalMinor: number;
    readonly lateInterestMinor: number;
    readonly daysPastDue: number;
    readonly bucket: (typeof ARREARS_BUCKETS)[number];
  };
}

const cases = (vectors.cases as readonly { readonly family: string }[]).filter(
  ({ family }) => family === 'late',
) as unknown as LateCase[];

let bank: TestBank;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2027-01-11T10:00:00Z'));
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

/** Lends by the terms of a case, which no product offers: its rate, and another due day than the payout's. */
async function lend({ given }: LateCase): Promise<string> {
  await bank.travelTo(new Date(`${given.payoutDay}T10:00:00Z`));
  const asked = await client.post('/loans', {
    amountMinor: given.principalMinor,
    purpose: 'Un cas',
    durationMonths: given.durationMonths,
    monthlyIncomeMinor: 200_000,
  });
  const { id } = asked.body.loan;
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update loan_requests set annual_rate_bps = ${given.annualRateBps} where id = ${id}::uuid`),
  );
  await bank.work(client.userId, async (work) => {
    const request = await lockRequest(work.tx, id);
    const review = await loanForReview(work.tx, id);
    if (!request || !review) throw new Error('no request');
    const loan = await grantDirectLoan(work, request, null);
    await payOutLoan(work, loan, review.account.ledgerAccountId, given.dueDay);
    await updateRequest(work.tx, id, { phase: 'active' });
  });
  return id;
}

async function collectOn(day: string): Promise<void> {
  for (const time of ['morning', 'evening'] as const) {
    await bank.travelTo(new Date(`${day}T${time === 'morning' ? '09' : '19'}:00:00Z`));
    await inTransaction(
      bank.database.db,
      bank.bank.surroundings,
      { kind: 'bank', job: 'collect-morning' },
      (work) => collectInstalments(work, { day, time, today: day }),
      null,
      true,
    );
  }
}

describe.each(cases)('LC-76, LC-79 $id', (given) => {
  test('the row, its late interest, its days and its bucket through the API; paid, it leaves nothing late', async () => {
    const { expected } = given;
    const id = await lend(given);
    const schedule = (await client.get(`/loans/${id}/schedule`)).body.schedule.rows;
    const row = schedule[given.given.row - 1];
    expect(row).toMatchObject({
      dueDate: expected.dueDate,
      instalmentMinor: expected.instalmentMinor,
      principalMinor: expected.overdueCapitalMinor,
    });
    expect(collectionDayOf(row.dueDate)).toBe(expected.collectionDay);
    for (const { dueDate } of schedule.slice(0, given.given.row - 1))
      await collectOn(collectionDayOf(dueDate));
    const { availableMinor } = (await client.get('/overview')).body.account;
    await client.post('/withdrawals', {
      amountMinor: availableMinor,
      iban: 'FR7630006000011234567890189',
      bankName: 'Banque du Marais',
    });
    await collectOn(expected.collectionDay);
    // The retries end without the money; what falls due later is paid.
    for (const day of retryDaysOf(expected.dueDate)) if (day < given.given.paidDay) await collectOn(day);
    for (const { dueDate, instalmentMinor } of schedule.slice(given.given.row))
      if (collectionDayOf(dueDate) < given.given.paidDay) {
        await bank.fund(client, instalmentMinor);
        await collectOn(collectionDayOf(dueDate));
      }
    await bank.travelTo(new Date(`${given.given.paidDay}T10:00:00Z`));
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    expect(position.arrears).toMatchObject({
      since: expected.dueDate,
      lateInterestMinor: expected.lateInterestMinor,
      totalMinor: expected.instalmentMinor + expected.lateInterestMinor,
      daysPastDue: expected.daysPastDue,
      bucket: expected.bucket,
    });
    await bank.fund(client, position.arrears.totalMinor);
    const paid = await client.post(`/loans/${id}/payments`, { amountMinor: position.arrears.totalMinor });
    expect(paid.body).toMatchObject({ paidMinor: position.arrears.totalMinor, advanceMinor: 0 });
    const [income] = await rowsOf<{ late: number }>(
      bank.database.db,
      sql`select sum(balance)::int as late from ledger_accounts where chart_code = 'late-interest-income'`,
    );
    expect(income?.late).toBe(expected.lateInterestMinor);
  });
});
