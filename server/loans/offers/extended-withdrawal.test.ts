import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nettedWithdrawalSum, type PaidOnLoan } from '#domain/loans/withdrawal-right.ts';
import { rowsOf } from '../../db/database.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import { refusal } from '../../testing/contract-path.ts';
import { collectUntil, lendOn, morningOf, openLendingBank, runJobOn } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';

/** The longer time to withdraw when a compulsory item was missing (LC-55), and the instalments that were paid in it (LC-57). */

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
let loanId: string;

beforeEach(async () => {
  ({ bank, administrator, client } = await openLendingBank());
  loanId = await lendOn(bank, { client, administrator }, TERMS);
});
afterEach(async () => {
  expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  await bank.close();
});

const extend = () =>
  administrator.post(`/admin/loans/${loanId}/retraction-extension`, {
    reason: 'Fiche d’information : coût total absent',
  });
const contractOf = async () => accepted(await client.get(`/loans/${loanId}/offer`)).contract;
const phaseOf = async () => accepted(await client.get(`/loans/${loanId}`)).loan.phase;
const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;
const heldByLoan = () =>
  rowsOf(
    bank.database.db,
    sql`select chart_code from ledger_accounts where holder_kind = 'loan' and holder_id = ${loanId}::uuid and balance <> 0`,
  );

/** What the schedule says was paid by a day. */
async function paidUntil(day: string): Promise<PaidOnLoan[]> {
  const { rows } = accepted(await client.get(`/loans/${loanId}/schedule`)).schedule;
  return rows.flatMap((row: { dueDate: string; principalMinor: number; interestMinor: number }) =>
    row.dueDate <= day
      ? [{ day: row.dueDate, capitalMinor: row.principalMinor, otherMinor: row.interestMinor }]
      : [],
  );
}

const sumOn = (day: string, payments: PaidOnLoan[]) =>
  nettedWithdrawalSum(
    {
      principalMinor: TERMS.principalMinor,
      annualRateBps: TERMS.annualRateBps,
      payoutDay: TERMS.payoutDay,
      noticeDay: '2027-04-01',
      repayDays: 30,
      day,
    },
    payments,
  );

describe('LC-55 withdrawal.extended', () => {
  test('row 17: too late, until the flag gives twelve months and fourteen days; the client is told; the flag stays', async () => {
    await collectUntil(bank, loanId, '2027-03-15');
    await bank.travelTo(morningOf('2027-04-01'));
    expect(refusal(await client.post(`/loans/${loanId}/retraction`))).toEqual([409, 'retraction.too-late']);
    expect(
      refusal(await administrator.post(`/admin/loans/${loanId}/retraction-extension`, { reason: ' ' })),
    ).toEqual([400, 'request.invalid']);
    const { contract } = accepted(await extend());
    expect(contract).toMatchObject({ withdrawalLastDay: '2028-01-26', canWithdraw: true });
    expect(refusal(await extend())).toEqual([409, 'loan.wrong-phase']);
    const { notifications } = accepted(await client.get('/notifications'));
    expect(
      notifications.filter(({ kind }: { kind: string }) => kind === 'loan-withdrawal-extended'),
    ).toHaveLength(1);
    await bank.travelTo(new Date('2028-01-26T22:59:59Z'));
    expect((await contractOf()).canWithdraw).toBe(true);
    await bank.travelTo(new Date('2028-01-26T23:00:00Z'));
    expect((await contractOf()).canWithdraw).toBe(false);
  });

  test('LC-57 what was paid is taken off: capital and daily interest to the day, less the instalments', async () => {
    await collectUntil(bank, loanId, '2027-03-15');
    await bank.travelTo(morningOf('2027-04-01'));
    accepted(await extend());
    const paid = await paidUntil('2027-04-01');
    expect(paid).toHaveLength(2);
    accepted(await client.post(`/loans/${loanId}/retraction`));
    const owed = sumOn('2027-04-01', paid);
    expect((await contractOf()).toReturn).toMatchObject({
      byDay: '2027-05-01',
      capitalMinor: 3_000_00,
      interestMinor: owed.interestMinor,
      paidMinor: owed.paidMinor,
      totalMinor: owed.totalMinor,
      dailyInterestMinor: owed.dailyInterestMinor,
    });
    // The schedule stops: the instalment of April is not collected.
    await runJobOn(bank, 'collect-morning', '2027-04-15');
    await runJobOn(bank, 'accrue-interest', '2027-04-30');
    await bank.travelTo(morningOf('2027-04-20'));
    await bank.fund(client, 100_00);
    const before = await balance();
    accepted(await client.post(`/loans/${loanId}/retraction/repayment`));
    expect(before - (await balance())).toBe(sumOn('2027-04-20', paid).totalMinor);
    expect([await phaseOf(), await heldByLoan()]).toEqual(['retracted', []]);
  });

  test('LC-57 a client who paid more than capital and daily interest gets the rest back by the job of the day', async () => {
    await collectUntil(bank, loanId, '2027-03-15');
    await bank.travelTo(morningOf('2027-04-01'));
    accepted(await extend());
    await bank.fund(client, 100_00);
    const { quote } = accepted(await client.get(`/loans/${loanId}/early-repayment-quote?amountMinor=100`));
    const amountMinor = quote.balanceMinor - 1;
    const part = accepted(
      await client.get(`/loans/${loanId}/early-repayment-quote?amountMinor=${amountMinor}`),
    ).quote.part;
    accepted(
      await client.post(`/loans/${loanId}/early-repayments`, {
        kind: 'shorter',
        amountMinor,
        totalMinor: part.totalMinor,
      }),
    );
    const paid = [
      ...(await paidUntil('2027-03-31')),
      { day: '2027-04-01', capitalMinor: amountMinor, otherMinor: part.interestMinor },
    ];
    const owed = sumOn('2027-04-01', paid);
    expect(owed.totalMinor).toBeLessThan(0);
    const before = await balance();
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect((await contractOf()).toReturn).toMatchObject({ byDay: '2027-04-01', totalMinor: owed.totalMinor });
    await runJobOn(bank, 'collect-returns', '2027-04-02');
    const settled = sumOn('2027-04-02', paid).totalMinor;
    expect([await phaseOf(), (await balance()) - before]).toEqual(['retracted', -settled]);
    expect(await heldByLoan()).toEqual([]);
  });

  test('LC-57 a late, doubtful loan: the incident and its provision end with the withdrawal', async () => {
    await collectUntil(bank, loanId, '2027-03-15');
    accepted(await extend());
    const { body } = await client.post('/withdrawals', {
      amountMinor: await balance(),
      iban: 'DE89370400440532013000',
      bankName: 'Une banque',
    });
    for (const action of ['approve', 'complete'])
      await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action });
    for (const day of ['2027-04-15', '2027-05-17', '2027-06-15', '2027-07-15'])
      for (const job of ['collect-morning', 'collect-evening', 'watch-arrears'] as const)
        await runJobOn(bank, job, day);
    await bank.travelTo(morningOf('2027-07-20'));
    expect(accepted(await administrator.get(`/admin/loans/${loanId}/recovery`)).recovery.doubtfulOn).toBe(
      '2027-07-15',
    );
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect(accepted(await administrator.get('/admin/arrears')).loans).toEqual([]);
    const { totalMinor } = (await contractOf()).toReturn;
    expect(totalMinor).toBe(sumOn('2027-07-20', await paidUntil('2027-03-31')).totalMinor);
    // Without the money the job of the last day changes nothing: the capital stays doubtful until it is repaid.
    await runJobOn(bank, 'collect-returns', '2027-08-19');
    expect([await phaseOf(), await heldByLoan()]).toEqual([
      'retracting',
      expect.arrayContaining([{ chart_code: 'loans-doubtful' }]),
    ]);
    await bank.travelTo(morningOf('2027-08-20'));
    await bank.fund(client, totalMinor + 100_00);
    accepted(await client.post(`/loans/${loanId}/retraction/repayment`));
    const { totalMinor: returnedMinor } = sumOn('2027-08-20', await paidUntil('2027-03-31'));
    expect([await phaseOf(), await balance(), await heldByLoan()]).toEqual([
      'retracted',
      totalMinor + 100_00 - returnedMinor,
      [],
    ]);
  });
});
