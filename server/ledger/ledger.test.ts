import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loanPayout, posting, withdrawalExecution } from '#domain/ledger/postings.ts';
import { CURRENCIES } from '#domain/money/currencies.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { sizeFor } from '../testing/size.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { balanceOf, openClientAccount, post, postAll } from './post.ts';

let bank: TestBank;
const actor = newUuid();

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

const openEuroAccount = () =>
  bank.work(actor, async (work) => ({
    ledgerAccountId: await openClientAccount(work, newUuid(), 'EUR'),
    currency: 'EUR' as const,
  }));

/** PostgreSQL's own words of a refused statement, wherever the driver put them. */
async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    const words: string[] = [];
    for (let cause = error as Error | undefined; cause; cause = cause.cause as Error | undefined)
      words.push(cause.message);
    return words.join(' | ');
  }
  return 'not refused';
}

describe('the books', () => {
  test('keep the balance with each entry', async () => {
    const account = await openEuroAccount();
    await bank.work(actor, (work) =>
      post(work, loanPayout(account, newUuid(), { amountMinor: 1_000_00, currency: 'EUR' }), newUuid()),
    );
    await bank.work(actor, (work) =>
      post(work, withdrawalExecution(account, { amountMinor: 250_50, currency: 'EUR' }), newUuid()),
    );
    const entries = await rowsOf(
      bank.database.db,
      sql`select sequence::int, amount::int, balance_after::int from ledger_entries where account_id = ${account.ledgerAccountId}::uuid order by sequence`,
    );
    expect(entries).toEqual([
      { sequence: 1, amount: 100_000, balance_after: 100_000 },
      { sequence: 2, amount: -25_050, balance_after: 74_950 },
    ]);
    expect(await balanceOf(bank.database.db, account.ledgerAccountId)).toBe(74_950);
  });

  test('open a house account once, however many use it for the first time at one moment', async () => {
    for (const { code: currency } of CURRENCIES.slice(0, sizeFor({ small: 4, whole: undefined }))) {
      const account = await bank.work(actor, async (work) => ({
        ledgerAccountId: await openClientAccount(work, newUuid(), currency),
        currency,
      }));
      const pay = () =>
        bank.work(actor, (work) =>
          post(work, loanPayout(account, newUuid(), { amountMinor: 5, currency }), newUuid()),
        );
      await Promise.all(Array.from({ length: 12 }, pay));
      expect(await balanceOf(bank.database.db, account.ledgerAccountId)).toBe(60);
    }
  });

  test('keep sums by day and since the beginning, which the migration counts for what was posted before it', async () => {
    const account = await openEuroAccount();
    const pay = (amountMinor: number) =>
      bank.work(actor, (work) =>
        post(work, loanPayout(account, newUuid(), { amountMinor, currency: 'EUR' }), newUuid()),
      );
    // The day is that of Paris: one o'clock of the 1st, while London still writes the 30th.
    bank.setNow(new Date('2026-06-30T23:00:00Z'));
    await pay(300_00);
    await pay(200_00);
    bank.setNow(new Date('2026-07-01T22:00:00Z'));
    await bank.work(actor, (work) =>
      post(work, withdrawalExecution(account, { amountMinor: 50_00, currency: 'EUR' }), newUuid()),
    );
    const kept = () =>
      rowsOf(
        bank.database.db,
        sql`select period::text, chart_code, event, sum(credit)::int as credit, sum(debit)::int as debit
          from ledger_totals group by 1, 2, 3 order by 1, 3, 2`,
      );
    const ofDay = (period: string, event: string, credit: number, debit: number, other: string) => [
      { period, chart_code: 'clients', event, credit, debit },
      { period, chart_code: other, event, credit: debit, debit: credit },
    ];
    const totals = [
      ...ofDay('-infinity', 'loan-payout', 500_00, 0, 'loans-receivable'),
      ...ofDay('-infinity', 'withdrawal-execution', 0, 50_00, 'settlement'),
      ...ofDay('2026-07-01', 'loan-payout', 500_00, 0, 'loans-receivable'),
      ...ofDay('2026-07-02', 'withdrawal-execution', 0, 50_00, 'settlement'),
    ];
    expect(await kept()).toEqual(totals);
    const migration = readFileSync(
      join(import.meta.dirname, '../db/migrations/0033_loan_accounts.sql'),
      'utf8',
    );
    await asOwner(bank.database.db, async (tx) => {
      await tx.execute(sql`delete from ledger_totals`);
      await tx.execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''));
    });
    expect(await kept()).toEqual(totals);
  });

  test('refuse to spend what an account does not have, and keep nothing of the attempt', async () => {
    const account = await openEuroAccount();
    await expect(
      bank.work(actor, (work) =>
        post(work, withdrawalExecution(account, { amountMinor: 1, currency: 'EUR' }), newUuid()),
      ),
    ).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    expect(await rowsOf(bank.database.db, sql`select 1 from ledger_transactions`)).toEqual([]);
  });

  test('refuse an account of another currency', async () => {
    const account = await openEuroAccount();
    const wrong = posting('account-credit', [
      { account: { client: account.ledgerAccountId, currency: 'USD' }, amountMinor: 5 },
      { account: { house: 'settlement', currency: 'USD' }, amountMinor: -5 },
    ]);
    expect(await refusalOf(bank.work(actor, (work) => post(work, wrong, newUuid())))).toContain(
      'entries found their account',
    );
  });

  test.each([
    ['an entry is changed', sql`update ledger_entries set amount = amount + 1`, 'append-only'],
    ['an entry is removed', sql`delete from ledger_entries`, 'append-only'],
    ['the entries are emptied', sql`truncate ledger_entries`, 'append-only'],
    ['a transaction is changed', sql`update ledger_transactions set event = 'x'`, 'append-only'],
    ['a transaction is removed', sql`delete from ledger_transactions`, 'append-only'],
    ['an account is removed', sql`delete from ledger_accounts`, 'append-only'],
    ['an account is renamed', sql`update ledger_accounts set currency = 'USD'`, 'identity'],
    [
      'a balance is set by hand',
      sql`update ledger_accounts set balance = balance + 100 where holder_kind = 'client'`,
      'is not its last entry',
    ],
    [
      'a lone entry is added',
      sql`insert into ledger_entries select account_id, sequence + 1, transaction_id, 5, currency, balance_after + 5 from ledger_entries`,
      'does not sum to zero',
    ],
    [
      'entries leave a number out',
      sql`insert into ledger_entries select account_id, sequence + 2, transaction_id, amount, currency, balance_after + amount from ledger_entries`,
      'does not continue it',
    ],
    [
      'entries are of no transaction',
      sql`insert into ledger_entries select account_id, sequence + 1, md5('none')::uuid, amount, currency, balance_after + amount from ledger_entries`,
      'transaction 334c4a4c-42fd-b79d-7ebc-3e73b517e6f8 does not exist',
    ],
    [
      'entries are of an account in another currency',
      sql`insert into ledger_entries select account_id, sequence + 1, transaction_id, amount, 'USD', balance_after + amount from ledger_entries`,
      'does not exist in the currency',
    ],
    [
      'entries are of no account',
      sql`insert into ledger_entries select transaction_id, row_number() over (), transaction_id, amount, currency,
        sum(amount) over (order by amount) from ledger_entries`,
      'does not exist in the currency',
    ],
  ])('refuse even their owner when %s', async (_, statement, words) => {
    const account = await openEuroAccount();
    await bank.work(actor, (work) =>
      post(work, loanPayout(account, newUuid(), { amountMinor: 10_00, currency: 'EUR' }), newUuid()),
    );
    expect(await refusalOf(asOwner(bank.database.db, (tx) => tx.execute(statement)))).toContain(words);
    expect(await balanceOf(bank.database.db, account.ledgerAccountId)).toBe(10_00);
  });

  test.each([
    ['another amount', sql`amount + 1`, sql`balance_after`, sql`ledger_transaction_id`],
    ['another balance', sql`amount`, sql`balance_after + 1`, sql`ledger_transaction_id`],
    ['another transaction', sql`amount`, sql`balance_after`, sql`id`],
  ])('refuse a line of a client with %s than its entry', async (_, amount, balance, transaction) => {
    const [administrator, client] = [await bank.administrator(), await bank.client()];
    await administrator.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor: 10_00,
      currency: 'EUR',
      description: 'Versement',
    });
    const again = bank.database.db.transaction(async (tx) => {
      await tx.execute(sql`create temporary table line on commit drop as select * from transactions`);
      await tx.execute(sql`delete from transactions`);
      await tx.execute(
        sql`update line set amount = ${amount}, balance_after = ${balance}, ledger_transaction_id = ${transaction}`,
      );
      await tx.execute(sql`insert into transactions select * from line`);
    });
    expect(await refusalOf(again)).toContain('is not the entry of its account');
  });

  test('hold under fifty callers who spend from one account and pay each other', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, openEuroAccount));
    await Promise.all(
      accounts.map((account) =>
        bank.work(actor, (work) =>
          post(work, loanPayout(account, newUuid(), { amountMinor: 100_00, currency: 'EUR' }), newUuid()),
        ),
      ),
    );
    const transfer = (from: number, to: number, amountMinor: number) => {
      const [source, target] = [accounts[from], accounts[to]];
      if (!source || !target) throw new Error('no such account');
      return posting('account-credit', [
        { account: { client: source.ledgerAccountId, currency: 'EUR' }, amountMinor: -amountMinor },
        { account: { client: target.ledgerAccountId, currency: 'EUR' }, amountMinor },
      ]);
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, caller) =>
        bank.work(actor, (work) =>
          post(
            work,
            transfer(
              caller % 5,
              (caller * 3 + 1) % 5 === caller % 5 ? (caller + 1) % 5 : (caller * 3 + 1) % 5,
              37_00,
            ),
            newUuid(),
          ),
        ),
      ),
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'ledger.insufficient-balance' });
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true);
    const balances = await Promise.all(
      accounts.map((account) => balanceOf(bank.database.db, account.ledgerAccountId)),
    );
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(500_00);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
  });

  test('let fifty callers spend an account only once', async () => {
    const account = await openEuroAccount();
    await bank.work(actor, (work) =>
      post(work, loanPayout(account, newUuid(), { amountMinor: 100_00, currency: 'EUR' }), newUuid()),
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        bank.work(actor, (work) =>
          post(work, withdrawalExecution(account, { amountMinor: 30_00, currency: 'EUR' }), newUuid()),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
    expect(await balanceOf(bank.database.db, account.ledgerAccountId)).toBe(10_00);
  });
});

describe('postings written together', () => {
  test('are judged one after the other: what one brings the next may spend, and a refusal concerns it alone', async () => {
    const account = await openEuroAccount();
    const spend = (amountMinor: number) => withdrawalExecution(account, { amountMinor, currency: 'EUR' });
    const receive = (amountMinor: number) => loanPayout(account, newUuid(), { amountMinor, currency: 'EUR' });
    const outcomes = await bank.work(actor, (work) =>
      postAll(
        work.tx,
        [spend(1), receive(10_00), spend(6_00), spend(6_00), spend(4_00)].map((each) => ({
          work,
          posting: each,
          causeId: newUuid(),
        })),
      ),
    );
    expect(
      outcomes.map((outcome) =>
        'result' in outcome
          ? outcome.result.entries.get(account.ledgerAccountId)?.balanceAfterMinor
          : outcome.refusal.code,
      ),
    ).toEqual(['ledger.insufficient-balance', 10_00, 4_00, 'ledger.insufficient-balance', 0]);
    expect(await balanceOf(bank.database.db, account.ledgerAccountId)).toBe(0);
    expect(
      await rowsOf(
        bank.database.db,
        sql`select sequence::int, amount::int from ledger_entries
          where account_id = ${account.ledgerAccountId}::uuid order by sequence`,
      ),
    ).toEqual([
      { sequence: 1, amount: 10_00 },
      { sequence: 2, amount: -6_00 },
      { sequence: 3, amount: -4_00 },
    ]);
  });
});
