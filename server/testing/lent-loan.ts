import { sql } from 'drizzle-orm';
import type { JobName } from '#domain/jobs/timetable.ts';
import { dueOn, TIMETABLES } from '#domain/jobs/timetable.ts';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { LOAN_DURATIONS_MONTHS, nearestDuration } from '#domain/loans/request.ts';
import { rowsOf } from '../db/database.ts';
import { runOccurrence } from '../jobs/run-occurrence.ts';
import { grantDirectLoan } from '../loans/grant-loan.ts';
import { payOutLoan } from '../loans/pay-out-loan.ts';
import { lockRequest, updateRequest } from '../loans/queries.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';

/** The terms of a loan as the worked cases give them. Minor units and basis points. */
export interface LentTerms {
  readonly principalMinor: number;
  readonly annualRateBps: number;
  readonly durationMonths: number;
  readonly payoutDay: string;
  /** Null for the payout's own (LC-63). */
  readonly dueDay: number | null;
}

/** Eleven in the morning of a day in Paris, in winter. */
export function morningOf(day: string): Date {
  return new Date(`${day}T10:00:00Z`);
}

/** A bank on 4 January 2027, before the first day of the worked cases, with an administrator and a client. */
export async function openLendingBank() {
  const bank = await openTestBank();
  bank.setNow(new Date('2027-01-04T10:00:00Z'));
  const administrator = await bank.administrator();
  const client = await bank.client();
  return { bank, administrator, client };
}

/**
 * Lends on any terms, on a day that the bank's clock is moved to: the products of the price list have rates and durations of their own, and the
 * worked cases others.
 */
export async function lendOn(
  bank: TestBank,
  people: { readonly client: ClientPerson; readonly administrator: Person },
  terms: LentTerms,
): Promise<string> {
  await bank.travelTo(morningOf(terms.payoutDay));
  const { body } = await people.client.post('/loans', {
    amountMinor: terms.principalMinor,
    purpose: 'Un véhicule',
    durationMonths: nearestDuration(LOAN_DURATIONS_MONTHS, terms.durationMonths),
    monthlyIncomeMinor: 5_000_00,
  });
  const { id } = body.loan as { id: string };
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update loan_requests set annual_rate_bps = ${terms.annualRateBps}, duration_months = ${terms.durationMonths} where id = ${id}`,
    ),
  );
  await bank.work(people.administrator.userId, async (work) => {
    const request = await lockRequest(work.tx, id);
    const [account] = await rowsOf<{ id: string }>(
      work.tx,
      sql`select ledger_account_id as id from client_accounts where id = ${people.client.accountId}`,
    );
    if (!request || !account) throw new Error('the request was not written');
    await payOutLoan(work, await grantDirectLoan(work, request, null), account.id, terms.dueDay);
    await updateRequest(work.tx, id, {
      phase: 'active',
      reviewedBy: people.administrator.userId,
      reviewedAt: work.now,
    });
  });
  return id;
}

/** Runs one occurrence of a job on its day, the bank's clock moved there. */
export async function runJobOn(bank: TestBank, job: JobName, day: string): Promise<void> {
  const dueAt = dueOn(TIMETABLES[job], day);
  if (!dueAt) throw new Error(`${job} does not run on ${day}`);
  await bank.travelTo(new Date(dueAt.getTime() + 1_000));
  const logger = {
    error: ({ err }: { readonly err?: unknown }) => {
      throw err;
    },
  };
  const outcome = await runOccurrence({ bank: bank.bank, logger }, { job, dueAt }, true);
  if (outcome !== 'done') throw new Error(`${job} on ${day}: ${outcome}`);
}

/** Collects every instalment of a loan that is due by a day, each on its collection day. @returns how many there were. */
export async function collectUntil(bank: TestBank, loanId: string, day: string): Promise<number> {
  const due = await rowsOf<{ due_on: string }>(
    bank.database.db,
    sql`select due_on::text from loan_instalments
      where loan_id = ${loanId} and not is_superseded and settled_on is null and amount > 0 and due_on <= ${day}::date order by due_on`,
  );
  for (const { due_on } of due) await runJobOn(bank, 'collect-morning', collectionDayOf(due_on));
  return due.length;
}
