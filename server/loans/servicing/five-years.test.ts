import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dueOn, type JobName, TIMETABLES } from '#domain/jobs/timetable.ts';
import { collectionDayOf, retryDaysOf } from '#domain/loans/collection-day.ts';
import { addDays, firstOfMonth } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { runOccurrence } from '../../jobs/run-occurrence.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import { randomFrom, report, seedOf, sizeFor, sizeOf } from '../../testing/size.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { differencesOfLoans } from './check-loans.ts';

/**
 * `npm run soak -- five-years` lives with a thousand loans; ten are one of each duration and payout day. `npm test` lives one year with
 * three: a duration that ends in it, two that go on, and both payout days.
 */
const LOANS = sizeOf('LOANS', sizeFor({ small: 3, whole: 10 }));
const YEARS = sizeFor({ small: 1, whole: 5 });
const PAYOUT_DAYS = ['2027-01-05', '2027-01-31'];
const OWN_IBAN = 'FR7630006000011234567890189';

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2027-01-04T09:00:00Z'));
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

async function run(job: JobName, day: string): Promise<void> {
  const dueAt = dueOn(TIMETABLES[job], day);
  if (!dueAt) return;
  await bank.travelTo(dueAt);
  const logger = {
    error: ({ err }: { readonly err?: unknown }) => {
      throw err;
    },
  };
  expect(await runOccurrence({ bank: bank.bank, logger }, { job, dueAt }, true)).toBe('done');
}

/** Whether an instalment is to be tried by the moment of a job: a run without any is left out. */
async function waits(job: 'collect-morning' | 'collect-evening', day: string): Promise<boolean> {
  const [row] = await rowsOf<{ waits: boolean }>(
    bank.database.db,
    sql`select exists (select 1 from loan_instalments where collect_at <= ${dueOn(TIMETABLES[job], day)?.toISOString()}::timestamptz) as waits`,
  );
  return row?.waits ?? false;
}

test(`section 21: ${LOANS} loans live ${12 * YEARS} months of salaries, spending, missed and paid instalments; the books prove at the end of each year`, async () => {
  const random = randomFrom(seedOf('five years of loans'));
  // Those who save earn and never spend, and those who spend never earn: some loans are repaid and some instalments missed, whatever is rolled.
  const clients: { person: ClientPerson; loanId: string; habit: 'saves' | 'spends' | 'varies' }[] = [];
  for (let index = 0; index < LOANS; index += 1) {
    await bank.travelTo(new Date(`${PAYOUT_DAYS[index % PAYOUT_DAYS.length]}T10:00:00Z`));
    const person = await bank.client();
    const asked = await person.post('/loans', {
      amountMinor: 100_000 + Math.floor(random() * 900_000),
      purpose: 'Un projet',
      durationMonths: [12, 24, 36, 48, 60][index % 5],
      monthlyIncomeMinor: 200_000,
    });
    const { id } = asked.body.loan;
    await administrator.post(`/admin/loans/${id}/decision`, { action: 'approve' });
    clients.push({ person, loanId: id, habit: (['saves', 'spends'] as const)[index % 5] ?? 'varies' });
  }

  /** What a client may do in a month: earn, spend, pay a part, or nothing. */
  const live = async ({ person, loanId, habit }: (typeof clients)[number]) => {
    const roll = { saves: () => 0, spends: () => 0.4, varies: random }[habit]();
    if (roll < 0.35) await bank.fund(person, 10_000 + Math.floor(random() * 60_000));
    else if (roll < 0.5) {
      const { availableMinor } = (await person.get('/overview')).body.account;
      if (availableMinor > 100)
        await person.post('/withdrawals', {
          amountMinor: Math.max(100, Math.floor(availableMinor * random())),
          iban: OWN_IBAN,
          bankName: 'Banque du Marais',
        });
    } else if (roll < 0.65)
      await person.post(`/loans/${loanId}/payments`, { amountMinor: 1 + Math.floor(random() * 30_000) });
    else if (roll < 0.7) await person.post(`/loans/${loanId}/advance-return`, {});
  };

  for (let month = 1; month <= YEARS * 12 + 2; month += 1) {
    const first = firstOfMonth('2027-01-01', month);
    await bank.travelTo(new Date(`${addDays(first, 1)}T10:00:00Z`));
    for (const client of clients) if (random() < 0.5) await live(client);
    const lastDay = addDays(firstOfMonth(first, 1), -1);
    const dueDates = [addDays(first, 4), lastDay];
    for (const dueDate of dueDates)
      for (const day of [collectionDayOf(dueDate), ...retryDaysOf(dueDate)])
        for (const job of ['collect-morning', 'collect-evening'] as const)
          if (day < addDays(firstOfMonth(first, 1), 4) && (await waits(job, day))) await run(job, day);
    await run('accrue-interest', lastDay);
    if (month % 12 === 0) {
      expect(await faultsOfBooks(bank.database.db)).toEqual([]);
      expect(await differencesOfLoans(bank.database.db)).toEqual([]);
      report(`${LOANS} loans after ${month / 12} years: the books prove`);
    }
  }

  const [end] = await rowsOf<{ repaid: number; missed: number; overdrawn: number; twice: number }>(
    bank.database.db,
    sql`select (select count(*)::int from loan_requests where phase = 'repaid') as repaid,
      (select count(*)::int from loan_instalments where missed_on is not null) as missed,
      (select count(*)::int from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.holder_kind = 'client' and e.balance_after < 0) as overdrawn,
      (select count(*)::int from loan_instalments where paid_capital + paid_interest > amount) as twice`,
  );
  expect(end).toMatchObject({ overdrawn: 0, twice: 0 });
  expect(end?.repaid).toBeGreaterThan(0);
  expect(end?.missed).toBeGreaterThan(0);
}, 3_600_000);
