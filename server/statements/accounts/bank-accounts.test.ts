import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiptUnmatched } from '#domain/ledger/payment-postings.ts';
import { feeSettlement } from '#domain/ledger/postings.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { post } from '../../ledger/post.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

const HOUSE = { bankName: 'Banque du Marais', currency: 'EUR' };
const OPENING = { openingMinor: 10_005_00, day: '2026-11-20' };

let bank: TestBank;
let administrator: Person;
let houseAccount: { id: string; iban: string };

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
    houseAccount = accepted(
      await administrator.post('/admin/bank-accounts', { ...HOUSE, iban: nextIban() }),
    ).account;
  }),
);
afterEach(() => bank.close());

const path = () => `/admin/bank-accounts/${houseAccount.id}/adoption`;

/** What the books say of the house's codes in euro. */
async function balances(): Promise<Record<string, number>> {
  const rows = await rowsOf<{ code: string; balance: string }>(
    bank.database.db,
    sql`select chart_code as code, sum(balance)::text as balance from ledger_accounts
      where currency = 'EUR' group by 1 having sum(balance) <> 0`,
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, Number(balance)]));
}

/** A posting that touches settlement, made by a person of the staff. @param isOfBank whether a bank's line stands behind it. */
const touchSettlement = (isOfBank: boolean) =>
  bank.work(administrator.userId, (work) =>
    post(
      work,
      isOfBank
        ? receiptUnmatched({ amountMinor: 7_00, currency: 'EUR' })
        : feeSettlement({ amountMinor: 7_00, currency: 'EUR' }),
      newUuid(),
      isOfBank
        ? {
            document: { kind: 'bank-line', statementId: newUuid(), lineId: newUuid(), entryKey: 'k' },
          }
        : {},
    ),
  );

describe('PAY-19 an account of the house at a bank', () => {
  test('is entered by people until it is adopted; the difference is posted and stays visible (postings-09)', async () => {
    const client = await bank.client();
    await bank.fund(client, 10_000_00);
    await touchSettlement(false);
    const adopted = accepted(await administrator.post(path(), { ...OPENING, openingMinor: 10_012_00 }));
    expect(adopted.account).toMatchObject({
      source: 'statements',
      adoptedBalanceMinor: 10_012_00,
      adoptedOn: '2026-11-20',
      approvalSince: null,
    });
    expect(await balances()).toEqual({
      clients: 10_000_00,
      'fee-income': 7_00,
      settlement: -10_012_00,
      'reconciliation-differences': 5_00,
    });
    expect(accepted(await administrator.get('/admin/bank-accounts')).accounts).toEqual([adopted.account]);
  });

  test('is touched by its bank lines alone from then on, and never goes back', async () => {
    accepted(await administrator.post(path(), { ...OPENING, openingMinor: 0 }));
    await expect(touchSettlement(false)).rejects.toMatchObject({
      cause: { constraint: 'ledger_settlement_by_statements' },
    });
    await touchSettlement(true);
    expect(await balances()).toEqual({ settlement: -7_00, 'incoming-suspense': 7_00 });
    const goBack = asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update bank_accounts set source = 'manual', adopted_balance = null, adopted_on = null`),
    );
    await expect(goBack).rejects.toMatchObject({ cause: { message: /stays so/ } });
  });

  test('answers what is wrong', async () => {
    const add = (iban: string) => administrator.post('/admin/bank-accounts', { ...HOUSE, iban });
    const client = await bank.client();
    const iban = nextIban();
    accepted(
      await administrator.put(`/admin/clients/${client.accountId}/iban`, { iban, bankName: 'Marais' }),
    );
    const stranger = `/admin/bank-accounts/${newUuid()}/adoption`;
    const answers = [
      await add('FR7630006000011234567890188'),
      await add(houseAccount.iban),
      await add(iban),
      await administrator.post(stranger, OPENING),
      await administrator.post(path(), { ...OPENING, openingMinor: 1.5 }),
    ].map(({ status, body }) => `${status} ${body.code}`);
    expect(answers).toEqual([
      '400 account.invalid-iban',
      '409 account.iban-taken',
      '409 account.iban-taken',
      '404 not-found',
      '400 request.invalid',
    ]);
    accepted(await administrator.post(path(), OPENING));
    expect((await administrator.post(path(), OPENING)).body.code).toBe('bank-account.kept-by-statements');
  });

  test('is adopted once when two persons adopt it at the same moment', async () => {
    const other = await bank.administrator();
    const both = await Promise.all([administrator, other].map((person) => person.post(path(), OPENING)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balances()).toEqual({
      settlement: -10_005_00,
      'reconciliation-differences': 10_005_00,
    });
  });
});
