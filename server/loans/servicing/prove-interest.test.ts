import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lendOn, openLendingBank, runJobOn } from '../../testing/lent-loan.ts';
import type { TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { checkLoans } from './check-loans.ts';
import { faultsOfInterest } from './prove-interest.ts';

/** ACC-36, LC-101: the proof of the night reckons the interest of each running loan anew, and finds a single row that was spoiled. */

let bank: TestBank;
/** One that pays, and one that missed its first instalment and paid it late. */
let [fair, late] = ['', ''];

beforeAll(async () => {
  const opened = await openLendingBank();
  bank = opened.bank;
  const { administrator, client } = opened;
  const other = await bank.client();
  const terms = {
    principalMinor: 6_000_00,
    annualRateBps: 490,
    durationMonths: 12,
    payoutDay: '2027-01-12',
    dueDay: 5,
  };
  fair = await lendOn(bank, { client, administrator }, terms);
  late = await lendOn(bank, { client: other, administrator }, { ...terms, annualRateBps: 1290 });
  // What was lent is on its way to another bank.
  const away = { amountMinor: 6_000_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
  expect((await other.post('/withdrawals', away)).status).toBe(200);
  for (const job of ['collect-morning', 'collect-evening'] as const) await runJobOn(bank, job, '2027-03-05');
  await bank.fund(other, 600_00);
  await runJobOn(bank, 'collect-morning', '2027-03-11');
  await runJobOn(bank, 'accrue-interest', '2027-03-31');
});
afterAll(() => bank.close());

/** What the proof finds once a statement was run past every guard. The change is undone. */
async function foundAfter(statement: SQL): Promise<string[]> {
  const undone = new Error('undone');
  const found: string[] = [];
  await pastTheGuards(bank.database.db, async (tx) => {
    await tx.execute(statement);
    found.push(...(await faultsOfInterest(tx)));
    const alarm = await checkLoans(tx).catch((error: Error) => error.message);
    expect(alarm).toContain(found[0]);
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  return found;
}

test('ACC-36, LC-103 fair books hold, and the job of the night with them', async () => {
  expect(await faultsOfInterest(bank.database.db)).toEqual([]);
  await runJobOn(bank, 'check-loans', '2027-04-01');
});

test('ACC-36, LC-101 an account that holds one cent more than had run', async () => {
  const found = await foundAfter(
    sql`update ledger_accounts set balance = balance - 1 where holder_id = ${fair}::uuid and chart_code = 'interest-receivable'`,
  );
  expect(found).toEqual([
    expect.stringMatching(
      `loan ${fair} has \\d+ of interest receivable in the books, \\d+ had run on 2027-03-31`,
    ),
  ]);
});

test('ACC-36, LC-61 an instalment to come that asks for one cent more than its capital bears', async () => {
  const found = await foundAfter(
    sql`update loan_instalments set interest = interest + 1, amount = amount + 1 where loan_id = ${fair}::uuid and number = 2`,
  );
  expect(found).toEqual([
    expect.stringMatching(`instalment 2 of loan ${fair} asks for \\d+ of interest, its capital bears \\d+`),
  ]);
});

test('ACC-36 a capital left of which the interest is another one', async () => {
  const found = await foundAfter(
    sql`update loan_instalments set balance_after = balance_after + 50000 where loan_id = ${fair}::uuid and number = 2`,
  );
  expect(found).toHaveLength(2);
});

test.each([
  ['is not what the books have as income', 1],
  ['is not what the books have as income, whatever the sign', -1],
])('ACC-36, LC-76 late interest that %s', async (_, change) => {
  const found = await foundAfter(
    sql`update loans set late_interest_paid = late_interest_paid + ${change} where id = ${late}::uuid`,
  );
  expect(found[0]).toMatch(new RegExp(`loan ${late} paid \\d+ of late interest, the books have \\d+`));
});

test('ACC-36, LC-76 more late interest than ran', async () => {
  const found = await foundAfter(
    sql`update loan_instalments set missed_on = missed_on + 6, settled_on = settled_on where loan_id = ${late}::uuid and missed_on is not null`,
  );
  expect(found).toEqual([expect.stringMatching(`loan ${late} was asked for \\d+ of late interest too much`)]);
});
