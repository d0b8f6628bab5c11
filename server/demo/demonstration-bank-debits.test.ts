import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { addDays } from '#domain/time/days.ts';
import { rowsOf } from '../db/database.ts';
import { HOUSE_IBAN } from '../testing/bank-files.ts';
import { debitBorrower, PAYOUT, signed } from '../testing/debit-steps.ts';
import { morningOf, runJobOn } from '../testing/lent-loan.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes } from '../testing/statements.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { DEMONSTRATION_BANK, demonstrationBankStep } from './demonstration-bank.ts';

let bank: TestBank;
let administrator: Person;

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
});
// The books are proved when the bank is closed: settlement is what the bank says.
afterAll(() => bank.close());

/** Lets the statements of the demonstration's bank keep the account in euro. */
async function adoptedByStatements(): Promise<void> {
  const opened = { iban: HOUSE_IBAN, bankName: DEMONSTRATION_BANK, currency: 'EUR' };
  const { id } = accepted(await administrator.post('/admin/bank-accounts', opened)).account;
  const settlement = (await balancesOfCodes(bank.database.db)).settlement ?? 0;
  const adoption = { openingMinor: -settlement, day: PAYOUT };
  accepted(await administrator.post(`/admin/bank-accounts/${id}/adoption`, adoption));
}

/** The statement of a day arrives in the morning of the next payment day. */
async function statementOf(day: string): Promise<void> {
  const next = addDaysOf('target-days', day, 1);
  await bank.travelTo(morningOf(next));
  const { institution } = bank.bank;
  expect(await demonstrationBankStep(bank.bank, { day: next, institution })).toBe(1);
}

const debitsOf = (loanId: string) =>
  rowsOf<{ number: number; state: string; reason: string | null }>(
    bank.database.db,
    sql`select number, state, reason_code as reason from direct_debits where loan_id = ${loanId} and attempt = 1 order by number`,
  );
const linesOfDebits = () =>
  rowsOf<{ remittance: string; reason: string; amount: string }>(
    bank.database.db,
    sql`select remittance, reason, amount::text from bank_lines
      where direct_debit_id is not null or direct_debit_batch_id is not null order by booking_day, position`,
  );

test("PAY-70, PAY-72 the demonstration's bank credits each file of direct debits once, and takes back the fourth of a loan", async () => {
  const { client, loanId } = await debitBorrower(bank, administrator);
  await signed(client, loanId);
  await bank.travelTo(morningOf(addDays(PAYOUT, 1)));
  await adoptedByStatements();
  const dueDates = ['2027-02-05', '2027-03-05', '2027-04-05', '2027-05-05'];
  for (const [index, dueDate] of dueDates.entries()) {
    const collectionOn = collectionDayOf(dueDate);
    await runJobOn(bank, 'plan-direct-debits', addDays(collectionOn, -15));
    await bank.travelTo(morningOf(addDaysOf('target-days', collectionOn, -2)));
    accepted(await administrator.post('/admin/direct-debit-batches', { collectionOn }));
    // The file is under way: nothing is credited before its day.
    await statementOf(addDaysOf('target-days', collectionOn, -1));
    expect((await debitsOf(loanId)).at(-1)).toMatchObject({ number: index + 1, state: 'exported' });
    await statementOf(collectionOn);
    expect((await debitsOf(loanId)).at(-1)).toMatchObject({ number: index + 1, state: 'settled' });
  }
  await statementOf(addDaysOf('target-days', collectionDayOf('2027-05-05'), 1));
  expect(await debitsOf(loanId)).toEqual([
    { number: 1, state: 'settled', reason: null },
    { number: 2, state: 'settled', reason: null },
    { number: 3, state: 'settled', reason: null },
    { number: 4, state: 'returned', reason: 'AM04' },
  ]);
  // It comes back once, whatever statements follow.
  await statementOf(addDaysOf('target-days', collectionDayOf('2027-05-05'), 2));
  const lines = await linesOfDebits();
  expect(lines.map(({ reason }) => reason)).toEqual([
    ...dueDates.map(() => 'direct-debit-settled'),
    'direct-debit-returned',
  ]);
  for (const { remittance } of lines) expect(remittance).toMatch(/^FICTIF PRELEVEMENT/);
  expect((await balancesOfCodes(bank.database.db))['direct-debit-clearing']).toBeUndefined();
});
