import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { administrator, bank, client, lateUntil, withLateLoans } from '../../testing/late-loans.ts';
import { lendOn, morningOf, runJobOn } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { faultsOfInterest } from './prove-interest.ts';

/** ACC-36, LC-101: the proof of the night reckons the interest of doubtful loans and of contracts that were withdrawn from, which accrue nothing. */

withLateLoans();

/** What the proof finds once a statement was run past every guard. The change is undone. */
async function foundAfter(statement: SQL): Promise<string[]> {
  const undone = new Error('undone');
  const found: string[] = [];
  await pastTheGuards(bank.database.db, async (tx) => {
    await tx.execute(statement);
    found.push(...(await faultsOfInterest(tx)));
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  return found;
}

const oneCentMore = (id: string) =>
  foundAfter(
    sql`update ledger_accounts set balance = balance - 1 where holder_id = ${id}::uuid and chart_code = 'interest-receivable'`,
  );
const receivable = async (id: string) => {
  const [row] = await rowsOf<{ held: number }>(
    bank.database.db,
    sql`select -balance::int as held from ledger_accounts where holder_id = ${id}::uuid and chart_code = 'interest-receivable'`,
  );
  return row?.held;
};

test('LC-84, LC-101 of a doubtful loan: what had run then, less the interest that was paid since', async () => {
  const id = await lateUntil('2027-07-10');
  for (const job of ['collect-morning', 'collect-evening', 'watch-arrears'] as const)
    await runJobOn(bank, job, '2027-07-15');
  expect(await faultsOfInterest(bank.database.db)).toEqual([]);
  expect(await oneCentMore(id)).toEqual([
    expect.stringMatching(
      `loan ${id} has \\d+ of interest receivable in the books, \\d+ had run on 2027-07-15`,
    ),
  ]);
  const before = await receivable(id);
  // A payment takes what is receivable first, instalments that fell due later too, and a month's end adds nothing.
  await bank.travelTo(morningOf('2027-07-20'));
  await bank.fund(client, 300_00);
  accepted(await client.post(`/loans/${id}/payments`, { amountMinor: 300_00 }));
  await runJobOn(bank, 'accrue-interest', '2027-07-31');
  expect(await receivable(id)).toBeLessThan(before ?? 0);
  expect(await faultsOfInterest(bank.database.db)).toEqual([]);
  expect(await oneCentMore(id)).toHaveLength(1);
});

test('LC-59, LC-101 of a contract that was withdrawn from: what had run at its last accrual, until the sum is given back', async () => {
  const terms = {
    principalMinor: 6_000_00,
    annualRateBps: 490,
    durationMonths: 12,
    payoutDay: '2027-01-25',
    dueDay: 5,
  };
  const id = await lendOn(bank, { client, administrator }, terms);
  await runJobOn(bank, 'accrue-interest', '2027-01-31');
  await bank.travelTo(morningOf('2027-02-03'));
  accepted(await client.post(`/loans/${id}/retraction`));
  await runJobOn(bank, 'accrue-interest', '2027-02-28');
  expect(await receivable(id)).toBeGreaterThan(0);
  expect(await faultsOfInterest(bank.database.db)).toEqual([]);
  expect(await oneCentMore(id)).toHaveLength(1);
});
