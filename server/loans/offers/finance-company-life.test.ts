import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { addDays } from '#domain/time/days.ts';
import { accept, agree, contractSteps, offerOn, requestForContract } from '../../testing/contract-path.ts';
import { signed } from '../../testing/debit-steps.ts';
import { givePayoutAccount, openFinanceCompany, PAYOUT } from '../../testing/finance-company.ts';
import { morningOf, runJobOn } from '../../testing/lent-loan.ts';
import { LIVE_INSTITUTION } from '../../testing/live-institution.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';

/** LC-6: a loan of a finance company from the request to its end, without a deposit account at any moment. */

let bank: TestBank;
afterEach(() => bank.close());

test('LC-6 the money leaves for another bank, comes by direct debit from there, and the rest is repaid early by a transfer from there', async () => {
  bank = await openFinanceCompany();
  const administrator = await bank.administrator();
  const colleague = await bank.administrator();
  const client = await bank.client();
  const { phaseOf, liveTo } = contractSteps(() => ({ bank, administrator, client }));
  const account = async () => accepted(await client.get('/overview')).account;
  const loanOf = async (id: string) => accepted(await client.get(`/loans/${id}`)).loan;

  const loanId = await requestForContract(client);
  await offerOn(administrator, loanId);
  accepted(await accept(client, loanId));
  accepted(await givePayoutAccount(client, loanId));
  accepted(await agree(colleague, loanId));
  await liveTo(PAYOUT);
  const [payout] = accepted(await client.get('/withdrawals')).withdrawals;
  accepted(await administrator.post(`/admin/withdrawals/${payout.id}/decision`, { action: 'complete' }));
  expect(await phaseOf(loanId)).toBe('active');
  expect(await account()).toMatchObject({ balanceMinor: 0, availableMinor: 0 });

  await signed(client, loanId);
  const { dueDate, amountMinor } = (await loanOf(loanId)).position.next;
  const collectionOn = collectionDayOf(dueDate);
  await runJobOn(bank, 'plan-direct-debits', addDays(collectionOn, -15));
  await bank.travelTo(morningOf(addDaysOf('target-days', collectionOn, -2)));
  const { batch } = accepted(await administrator.post('/admin/direct-debit-batches', { collectionOn }));
  await bank.travelTo(morningOf(collectionOn));
  accepted(await administrator.post(`/admin/direct-debit-batches/${batch.id}/settlement`));
  const { position } = await loanOf(loanId);
  expect(position.next.dueDate > dueDate).toBe(true);
  // No line of the client's account: the debit paid the loan itself.
  expect(await account()).toMatchObject({ balanceMinor: 0 });
  expect(amountMinor).toBeGreaterThan(0);

  const quote = accepted(await client.get(`/loans/${loanId}/early-repayment-quote`)).quote;
  const totalMinor = quote.whole.totalMinor;
  const tooSoon = await client.post(`/loans/${loanId}/early-repayments`, { kind: 'whole', totalMinor });
  expect(tooSoon.status).toBe(409);
  await bank.fund(client, totalMinor);
  accepted(await client.post(`/loans/${loanId}/early-repayments`, { kind: 'whole', totalMinor }));
  expect(await phaseOf(loanId)).toBe('repaid');
  expect(await account()).toMatchObject({ balanceMinor: 0 });
});

test('LC-6, LC-14 its borrower reads where to pay while a paid-out loan is repaid, and never before', async () => {
  const houseIban = 'FR7630006000011234567890189';
  const open = (fields: object) =>
    institutionSchema.parse({ ...LIVE_INSTITUTION, houseIban, depositGuaranteeMinor: undefined, ...fields });
  bank = await openTestBank({ institution: open({ status: 'finance-company', ibanRange: undefined }) });
  bank.setNow(new Date('2026-11-23T09:00:00Z'));
  const client = await bank.client();
  const shown = async () => {
    const { account } = accepted(await client.get('/overview'));
    return [account.iban, account.repaymentIban];
  };
  expect(await shown()).toEqual([null, null]);
  const request = {
    amountMinor: 5_000_00,
    purpose: 'Travaux',
    durationMonths: 24,
    monthlyIncomeMinor: 3_000_00,
  };
  const { loan } = accepted(await client.post('/loans', request));
  // Straight to a phase: what leads there is walked above, in a demonstration, where days can pass.
  const bring = (phase: string) =>
    asOwner(bank.database.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update loan_requests set phase = ${phase} where id = ${loan.id}::uuid`);
    });
  for (const phase of ['submitted', 'offered', 'accepted', 'agreed']) {
    await bring(phase);
    expect([phase, ...(await shown())]).toEqual([phase, null, null]);
  }
  await bring('active');
  expect(await shown()).toEqual([null, houseIban]);
  // A borrower with an IBAN of their own is paid on it.
  const own = 'FR7699998000010000000000141';
  await asOwner(bank.database.db, (tx) => tx.execute(sql`update client_accounts set iban = ${own}`));
  expect(await shown()).toEqual([own, null]);
  // The books, checked when the bank closes, have no such payout.
  await bring('submitted');
});
