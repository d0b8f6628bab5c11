import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { type IbanRange, ibanInRange } from '#domain/accounts/iban-range.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import {
  accept,
  agree,
  confirmed,
  contractSteps,
  offerOn,
  refusal,
  requestForContract,
} from '../../testing/contract-path.ts';
import {
  givePayoutAccount,
  OTHER,
  OUTSIDE,
  openFinanceCompany,
  PAYOUT,
} from '../../testing/finance-company.ts';
import { runJobOn } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { fromThere, unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** LC-6: a finance company opens no deposit account, and pays a loan out to an account of its borrower's at another bank. */

let bank: TestBank;
let administrator: Person;
let colleague: Person;
let client: ClientPerson;
const { phaseOf, contractOf, kinds, liveTo } = contractSteps(() => ({ bank, administrator, client }));

async function open(firstName = 'Camille', status = 'finance-company') {
  bank = await openFinanceCompany(status);
  administrator = await bank.administrator();
  colleague = await bank.administrator();
  client = await bank.client({ firstName, lastName: 'Concernée' });
}
afterEach(() => bank.close());

async function acceptedContract(): Promise<string> {
  const loanId = await requestForContract(client);
  await offerOn(administrator, loanId);
  accepted(await accept(client, loanId));
  return loanId;
}
const give = (loanId: string, iban = OUTSIDE) => givePayoutAccount(client, loanId, iban);
const verify = (loanId: string, iban = OUTSIDE) =>
  confirmed(
    administrator,
    'loanOffers.verifyPayoutAccount',
    `/admin/loans/${loanId}/payout-account-verification`,
    {
      named: { id: loanId },
      fields: { iban },
    },
  );
const transfers = async () => accepted(await client.get('/withdrawals')).withdrawals;
const account = async () => accepted(await client.get('/overview')).account;
/** What the books hold of the loan's accrued interest. */
const interestInBooks = async (loanId: string) => {
  const [row] = await rowsOf<{ held: string }>(
    bank.database.db,
    sql`select -balance as held from ledger_accounts where holder_id = ${loanId}::uuid and chart_code = 'interest-receivable'`,
  );
  return Number(row?.held ?? 0);
};
/** How the offer's papers say that the money is paid out. */
const payoutTerms = async (loanId: string) => {
  const rows = await rowsOf<{ terms: string }>(
    bank.database.db,
    sql`select distinct data->>'payoutTerms' as terms from loan_papers where loan_request_id = ${loanId}::uuid and kind in ('fipen', 'offer', 'contract')`,
  );
  return rows.map(({ terms }) => terms);
};
const decide = async (action: string, fields: object = {}) => {
  const [transfer] = await transfers();
  const path = `/admin/withdrawals/${transfer.id}/decision`;
  return administrator.post(path, { action, ...fields });
};

describe('LC-6: a borrower whose account the check matches', () => {
  let loanId: string;
  beforeEach(
    unlessUnchanged(async () => {
      await open();
      loanId = await acceptedContract();
    }),
  );

  /** The account is given, the contract agreed to, and the transfer is on its way. */
  const paidOut = () =>
    fromThere('paid out', async () => {
      accepted(await give(loanId));
      accepted(await agree(colleague, loanId));
      await liveTo(PAYOUT);
    });

  test('LC-6 the account is asked for at the acceptance, and the whole loan leaves for it on the payout day', async () => {
    expect(await kinds()).toContain('loan-payout-account');
    expect(await payoutTerms(loanId)).toEqual([expect.stringContaining('dans une autre banque')]);
    expect((await contractOf(loanId)).payout).toMatchObject({ isAsked: true, account: null, transfer: null });
    accepted(await give(loanId));
    expect((await contractOf(loanId)).payout).toMatchObject({
      isAsked: false,
      account: { iban: OUTSIDE, check: 'match', isVerified: true },
    });
    accepted(await agree(colleague, loanId));
    await liveTo(PAYOUT);
    expect(await phaseOf(loanId)).toBe('active');
    // Nothing of it can be used here: it is held until it leaves.
    expect(await account()).toMatchObject({ balanceMinor: 10_000_00, availableMinor: 0 });
    const [transfer] = await transfers();
    expect(transfer).toMatchObject({ amountMinor: 10_000_00, clientIban: OUTSIDE, status: 'approved' });
    expect(await kinds()).toEqual(expect.arrayContaining(['loan-payout-sent']));
    expect(await kinds()).not.toContain('loan-paid-out');
    accepted(await decide('complete'));
    expect(await account()).toMatchObject({ balanceMinor: 0 });
    expect((await contractOf(loanId)).payout.transfer.phase).toBe('sent');
  });

  test('LC-6 nothing is paid out without an account; one that is given later is paid on the next day of payouts', async () => {
    accepted(await agree(colleague, loanId));
    await liveTo(PAYOUT);
    expect(await phaseOf(loanId)).toBe('agreed');
    accepted(await give(loanId));
    await liveTo('2026-12-10T09:00:00.000Z');
    expect(await phaseOf(loanId)).toBe('active');
    expect(await transfers()).toHaveLength(1);
  });

  test('LC-6 a payout that comes back asks for another account, and leaves for it at once', async () => {
    await paidOut();
    expect(refusal(await give(loanId, OTHER))).toEqual([409, 'loan.wrong-phase']);
    accepted(await decide('reject', { reasonCode: 'invalid-iban', reasonNote: '' }));
    // It is not theirs to use meanwhile, as a refused transfer's money is: they are asked for the account alone.
    expect(await kinds()).not.toContain('withdrawal-rejected');
    // They are told what happened, why as their bank says it, and what they can do now.
    const [told] = await rowsOf<{ params: object }>(
      bank.database.db,
      sql`select params from notifications where kind = 'loan-payout-returned'`,
    );
    expect(told?.params).toEqual({ amountMinor: 10_000_00, currency: 'EUR', reasonCode: 'invalid-iban' });
    expect(await account()).toMatchObject({ availableMinor: 0 });
    expect((await contractOf(loanId)).payout).toMatchObject({ isAsked: true, canChange: true });
    accepted(await give(loanId, OTHER));
    const [again, first] = await transfers();
    expect([again.status, again.clientIban, again.amountMinor]).toEqual(['approved', OTHER, 10_000_00]);
    expect(first.status).toBe('rejected');
    expect((await contractOf(loanId)).payout.isAsked).toBe(false);
  });

  test('LC-6, LC-66 a payout that came back bears no interest and is not collected; the schedule begins on the day it leaves again', async () => {
    await paidOut();
    await runJobOn(bank, 'accrue-interest', '2026-12-31');
    expect(await interestInBooks(loanId)).toBeGreaterThan(0);
    accepted(await decide('reject', { reasonCode: 'invalid-iban', reasonNote: '' }));
    // Two due dates pass, and a month's end gives back what was accrued.
    await runJobOn(bank, 'accrue-interest', '2027-01-31');
    for (const day of ['2027-02-05', '2027-03-05'])
      for (const job of ['collect-morning', 'collect-evening', 'watch-arrears'] as const)
        await runJobOn(bank, job, day);
    await bank.travelTo(new Date('2027-03-10T09:00:00.000Z'));
    expect(await interestInBooks(loanId)).toBe(0);
    // It lies on the account for the next payout alone.
    expect(await account()).toMatchObject({ balanceMinor: 10_000_00, availableMinor: 0 });
    const { loan } = accepted(await client.get(`/loans/${loanId}`));
    expect([loan.freeze, loan.position.arrears]).toEqual(['payout-returned', null]);
    const pay = await client.post(`/loans/${loanId}/payments`, { amountMinor: 100_00 });
    expect(refusal(pay)).toEqual([409, 'loan.frozen']);
    // LC-14: as before any payout, nothing is asked of the client meanwhile.
    const fee = await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 10_00,
      description: 'Carte',
    });
    expect(refusal(fee)).toEqual([409, 'fee.loan-open']);
    const lifted = await administrator.post(`/admin/loans/${loanId}/freeze`, {
      action: 'unfreeze',
      document: 'Levée',
    });
    expect(refusal(lifted)).toEqual([409, 'loan.frozen']);

    accepted(await give(loanId, OTHER));
    const { schedule } = accepted(await client.get(`/loans/${loanId}/schedule`));
    const rows: { dueDate: string; interestMinor: number; principalMinor: number }[] = schedule.rows;
    // Paid out on 10 March for the 5th: 26 days up to the anchor, 5 April, and the month up to 5 May (LC-64).
    const days = Math.round((10_000_00 * 0.039 * 26) / 365);
    const month = Math.round((10_000_00 * 0.039) / 12);
    expect(rows[0]).toMatchObject({ dueDate: '2027-05-05', interestMinor: days + month });
    expect(rows).toHaveLength(36);
    expect(rows.reduce((sum, row) => sum + row.principalMinor, 0)).toBe(10_000_00);
    expect((await account()).availableMinor).toBe(0);
    await runJobOn(bank, 'accrue-interest', '2027-03-31');
    await runJobOn(bank, 'check-loans', '2027-04-01');
    // 21 days of March.
    expect(await interestInBooks(loanId)).toBe(Math.round((10_000_00 * 0.039 * 21) / 365));
  });

  test('LC-6, LC-101 interest that a month’s end accrued before the payout came back is taken back once it left again', async () => {
    await paidOut();
    await runJobOn(bank, 'accrue-interest', '2026-12-31');
    expect(await interestInBooks(loanId)).toBeGreaterThan(0);
    await bank.travelTo(new Date('2027-01-04T09:00:00.000Z'));
    accepted(await decide('reject', { reasonCode: 'invalid-iban', reasonNote: '' }));
    accepted(await give(loanId, OTHER));
    await runJobOn(bank, 'accrue-interest', '2027-01-31');
    // A day up to the anchor, the 5th, and 26 of the 31 days of the month that begins there (LC-66).
    const ofMonth = Math.round(((10_000_00 * 0.039) / 12) * (26 / 31));
    expect(await interestInBooks(loanId)).toBe(Math.round((10_000_00 * 0.039) / 365) + ofMonth);
  });

  test('LC-6, LC-58 who withdraws after the payout left again owes the interest of the days since then alone', async () => {
    await paidOut();
    accepted(await decide('reject', { reasonCode: 'invalid-iban', reasonNote: '' }));
    await bank.travelTo(new Date('2026-12-12T09:00:00.000Z'));
    accepted(await give(loanId, OTHER));
    accepted(await decide('complete'));
    await bank.travelTo(new Date('2026-12-14T09:00:00.000Z'));
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect((await contractOf(loanId)).toReturn).toMatchObject({
      dailyInterestMinor: 1_06,
      interestMinor: 2 * 1_06,
    });
  });

  test('LC-6, LC-57 who withdraws while the payout is back gives back what was held, and the loan is frozen no more', async () => {
    await paidOut();
    accepted(await decide('reject', { reasonCode: 'invalid-iban', reasonNote: '' }));
    await bank.travelTo(new Date('2026-12-12T09:00:00.000Z'));
    accepted(await client.post(`/loans/${loanId}/retraction`));
    await liveTo('2026-12-13T09:00:00.000Z');
    expect([await phaseOf(loanId), (await account()).balanceMinor]).toEqual(['retracted', 0]);
    const open = await rowsOf(bank.database.db, sql`select from loan_freezes where lifted_on is null`);
    expect(open).toHaveLength(0);
  });

  test('LC-6, LC-57 who withdraws before the transfer leaves gives back what was held, without interest on money they never had', async () => {
    await paidOut();
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect((await transfers())[0].status).toBe('rejected');
    await liveTo('2026-12-10T09:00:00.000Z');
    expect(await phaseOf(loanId)).toBe('retracted');
    expect((await account()).balanceMinor).toBe(0);
  });

  test('LC-6 the payout counts in no limit of the client, and is not refused as a late order of theirs (PAY-39, PAY-56)', async () => {
    await paidOut();
    const { sentOn } = await import('../../withdrawals/limits/queries.ts');
    const { oldestUndecided } = await import('../../withdrawals/queries.ts');
    expect(await sentOn(bank.database.db, client.accountId, '2026-12-09')).toEqual({
      dayMinor: 0,
      thirtyDaysMinor: 0,
    });
    expect(await oldestUndecided(bank.database.db)).toBeNull();
  });

  test('LC-6 the database refuses a payout to another account than the verified one', async () => {
    accepted(await give(loanId));
    const order = (iban: string) =>
      bank.database.db.execute(
        sql`insert into withdrawal_requests (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name, payout_loan_id, phase, created_at)
          values (${newUuid()}, ${client.accountId}::uuid, 100, 'EUR', ${iban}, true, 'x', ${loanId}::uuid, 'validated', now())`,
      );
    await expect(order(OTHER)).rejects.toMatchObject({
      cause: { constraint: 'withdrawal_requests_payout_account' },
    });
  });
});

describe('LC-6: a borrower whose account the check does not match', () => {
  test('LC-6, PAY-12 an account of somebody else takes no payout, and the question is counted', async () => {
    await open('Inconnu');
    const loanId = await acceptedContract();
    expect(refusal(await give(loanId))).toEqual([409, 'loan.payout-account-not-yours']);
    expect((await contractOf(loanId)).payout.account).toBeNull();
  });

  test('LC-6 where the bank gives no answer, nothing leaves before a person saw that the account is the borrower’s', async () => {
    await open('Indisponible');
    const loanId = await acceptedContract();
    accepted(await give(loanId));
    accepted(await agree(colleague, loanId));
    await liveTo(PAYOUT);
    expect(await phaseOf(loanId)).toBe('agreed');
    // Another account than the one that was looked at is not verified with it.
    expect(refusal(await verify(loanId, OTHER))).toEqual([409, 'loan.wrong-phase']);
    accepted(await verify(loanId));
    await liveTo('2026-12-10T09:00:00.000Z');
    expect(await phaseOf(loanId)).toBe('active');
    expect((await transfers())[0]).toMatchObject({ clientIban: OUTSIDE, status: 'approved' });
  });

  test.each([
    ['an IBAN whose check digits are wrong', 'DE89370400440532013001'],
    ['an IBAN outside SEPA', 'TR330006100519786457841326'],
  ])('LC-6 loan.payout-account-not-possible for %s', async (_, iban) => {
    await open();
    const loanId = await acceptedContract();
    expect(refusal(await give(loanId, iban))).toEqual([409, 'loan.payout-account-not-possible']);
  });
});

test('LC-6 a credit institution pays out to the account that it keeps: no other is asked for, and none is taken', async () => {
  await open('Camille', 'credit-institution');
  const iban = ibanInRange(demonstration.ibanRange as IbanRange, 1) as string;
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update client_accounts set iban = ${iban} where id = ${client.accountId}::uuid`),
  );
  const loanId = await acceptedContract();
  expect((await contractOf(loanId)).payout).toBeNull();
  // LC-30, LC-31: the papers name the account.
  expect(await payoutTerms(loanId)).toEqual([
    expect.stringContaining(`chez ${demonstration.legalName}, IBAN ${formatIban(iban)},`),
  ]);
  expect(refusal(await give(loanId))).toEqual([409, 'loan.wrong-phase']);
  expect(await kinds()).not.toContain('loan-payout-account');
});
