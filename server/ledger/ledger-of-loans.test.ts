import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHART_OF_ACCOUNTS } from '#domain/ledger/chart-of-accounts.ts';
import { eventOfLedger, ledgerEvents } from '#domain/ledger/events.ts';
import { EVENTS_OF_BANK_LINES } from '#domain/ledger/payment-events.ts';
import { receiptMatched, receiptReversal, transferSettled } from '#domain/ledger/payment-postings.ts';
import {
  accountCredit,
  feeSettlement,
  firstDeposit,
  loanPayout,
  type Posting,
  posting,
  withdrawalExecution,
} from '#domain/ledger/postings.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { faultsOfBooks } from '../operations/books.ts';
import { expectBooksToBalance } from '../testing/books.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';
import type { Work } from '../work/work.ts';
import { openClientAccount, type PostingOrder, post, postAll } from './post.ts';

let bank: TestBank;
const actor = newUuid();

beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(async () => {
  await expectBooksToBalance(bank.database.db);
  await bank.close();
});

const openAccount = () =>
  bank.work(actor, async (work) => ({
    ledgerAccountId: await openClientAccount(work, newUuid(), 'EUR'),
    currency: 'EUR' as const,
  }));
const euros = (amountMinor: number) => ({ amountMinor, currency: 'EUR' as const });
const write = (one: Posting, rest: Partial<PostingOrder> = {}) =>
  bank.work(actor, async (work) => {
    const [outcome] = await postAll(work.tx, [{ work, posting: one, causeId: newUuid(), ...rest }]);
    if (!outcome || 'refusal' in outcome) throw new Error('refused');
    return outcome.result.ledgerTransactionId;
  });

async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('not refused'),
    (reason: Error) => reason,
  );
  return `${error.message} | ${(error.cause as Error | undefined)?.message ?? ''}`;
}

describe('accounts', () => {
  test('LC-100 each loan has accounts of its own, opened when first posted to; the code is their sum', async () => {
    const account = await openAccount();
    const [first, second] = [newUuid(), newUuid()];
    await write(loanPayout(account, first, euros(300_00)));
    await write(loanPayout(account, second, euros(200_00)));
    const accounts = await rowsOf(
      bank.database.db,
      sql`select chart_code, holder_id, balance::int, sequence::int from ledger_accounts where holder_kind = 'loan' order by balance`,
    );
    expect(accounts).toEqual([
      { chart_code: 'loans-receivable', holder_id: first, balance: -300_00, sequence: 1 },
      { chart_code: 'loans-receivable', holder_id: second, balance: -200_00, sequence: 1 },
    ]);
    const totals = await rowsOf(
      bank.database.db,
      sql`select chart_code, (sum(credit) - sum(debit))::int as total from ledger_totals
        where period = '-infinity' group by chart_code order by 1`,
    );
    expect(totals).toEqual([
      { chart_code: 'clients', total: 500_00 },
      { chart_code: 'loans-receivable', total: -500_00 },
    ]);
  });

  test('a sum that is not its entries is a fault of the books', async () => {
    await write(firstDeposit(await openAccount(), euros(5_00)));
    const change = (by: number) =>
      pastTheGuards(bank.database.db, (tx) =>
        tx.execute(
          sql`update ledger_totals set debit = debit + ${by} where chart_code = 'settlement' and period = '-infinity'`,
        ),
      );
    await change(1);
    expect(await faultsOfBooks(bank.database.db)).toEqual([
      'the sum kept of -infinity of settlement in EUR by first-deposit is not its entries',
    ]);
    await change(-1);
  });

  /** The stripe of the house's accounts that a connection writes to: by its process number, which other processes may come between. */
  async function stripeOf(work: Work): Promise<number> {
    const [row] = await rowsOf<{ stripe: number }>(work.tx, sql`select pg_backend_pid() % 16 as stripe`);
    return row?.stripe ?? Number.NaN;
  }

  test.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
    'postings of one moment on different connections share no row of the house',
    async () => {
      const [first, second] = [await openAccount(), await openAccount()];
      /** Works on a connection of the pool that writes to another stripe; those it finds on the same one stay taken meanwhile. */
      const besides = (taken: number, use: (work: Work) => Promise<void>): Promise<void> =>
        bank.work(actor, async (work) =>
          (await stripeOf(work)) === taken ? besides(taken, use) : use(work),
        );
      await bank.work(actor, async (outer) => {
        await post(outer, firstDeposit(first, euros(5_00)), newUuid());
        await besides(await stripeOf(outer), async (inner) => {
          await inner.tx.execute(sql`set local lock_timeout = '2s'`);
          await post(inner, firstDeposit(second, euros(7_00)), newUuid());
        });
      });
      const stripes = await rowsOf(
        bank.database.db,
        sql`select balance::int from ledger_accounts where chart_code = 'settlement' order by balance`,
      );
      expect(stripes).toEqual([{ balance: -7_00 }, { balance: -5_00 }]);
    },
  );
});

describe('the database', () => {
  /** The texts in quotes of a constraint's or function's definition. */
  const quoted = async (definition: ReturnType<typeof sql>) => {
    const [row] = await rowsOf<{ text: string }>(bank.database.db, sql`select ${definition} as text`);
    return [...(row?.text ?? '').matchAll(/'([a-z-]+)'/g)].map(([, word]) => word as string);
  };
  const constraint = (name: string) =>
    sql`(select pg_get_constraintdef(oid) from pg_constraint where conname = ${name})`;

  test('knows the events, the reversible ones and those of bank lines of the table', async () => {
    expect(await quoted(constraint('ledger_transactions_event'))).toEqual(ledgerEvents);
    expect(await quoted(sql`(select prosrc from pg_proc where proname = 'ledger_is_reversible')`)).toEqual(
      ledgerEvents.filter((event) => eventOfLedger(event).isReversible),
    );
    expect(await quoted(sql`(select prosrc from pg_proc where proname = 'ledger_is_of_bank_line')`)).toEqual(
      EVENTS_OF_BANK_LINES,
    );
  });

  test('knows the codes of the chart with their holders', async () => {
    const pairs = await quoted(constraint('ledger_accounts_chart'));
    const inDatabase = pairs.flatMap((word, index) =>
      index % 2 === 0 ? [`${word}:${pairs[index + 1]}`] : [],
    );
    const inChart = Object.entries(CHART_OF_ACCOUNTS).map(([code, { holder }]) => `${holder}:${code}`);
    // The house's own account of loans-receivable holds what was lent before loans had accounts (migration 0033).
    expect(inDatabase.sort()).toEqual([...inChart, 'house:loans-receivable'].sort());
  });

  test('refuses an event or a code that it does not know', async () => {
    const unknown = asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into ledger_transactions (id, event, cause_id, author_id, occurred_at, booking_day, value_day)
        values (${newUuid()}, 'gift', ${actor}, ${actor}, now(), now(), now())`),
    );
    expect(await refusalOf(unknown)).toContain('ledger_transactions_event');
    const account = bank.database.db.transaction((tx) =>
      tx.execute(sql`insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency)
        values (${newUuid()}, 'settlement', 'loan', ${newUuid()}, 'EUR')`),
    );
    expect(await refusalOf(account)).toContain('ledger_accounts_chart');
  });
});

describe('days', () => {
  test('PAY-9 PAY-65 a transaction is booked on its day in Paris, and its money counts from that day unless another is named', async () => {
    const account = await openAccount();
    bank.setNow(new Date('2026-12-01T23:30:00Z'));
    await write(firstDeposit(account, euros(5_00)));
    await write(feeSettlement(euros(1_00)), { valueDay: '2026-11-30' });
    expect(
      await rowsOf(
        bank.database.db,
        sql`select event, booking_day::text, value_day::text from ledger_transactions order by event desc`,
      ),
    ).toEqual([
      { event: 'first-deposit', booking_day: '2026-12-02', value_day: '2026-12-02' },
      { event: 'fee-settlement', booking_day: '2026-12-02', value_day: '2026-11-30' },
    ]);
  });
});

describe('a reversal', () => {
  const negated = ({ event, entries }: Posting) =>
    posting(
      event,
      entries.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor })),
    );

  test('negates every entry of one transaction, once', async () => {
    const account = await openAccount();
    const deposit = firstDeposit(account, euros(5_00));
    const original = await write(deposit);
    const reversal = await write(negated(deposit), { reverses: original });
    expect(
      await rowsOf(bank.database.db, sql`select id from ledger_transactions where reverses = ${original}`),
    ).toEqual([{ id: reversal }]);
    await write(firstDeposit(account, euros(5_00)));
    expect(await refusalOf(write(negated(deposit), { reverses: original }))).toContain(
      'ledger_transactions_reverses',
    );
  });

  test.each<
    [
      string,
      (account: Parameters<typeof firstDeposit>[0], other: Parameters<typeof firstDeposit>[0]) => Posting,
    ]
  >([
    ['another amount', (account) => withdrawalExecution(account, euros(4_00))],
    ['another account', (_, other) => withdrawalExecution(other, euros(5_00))],
    ['the same direction', (account) => firstDeposit(account, euros(5_00))],
  ])('is refused with %s', async (_, wrong) => {
    const [account, other] = [await openAccount(), await openAccount()];
    await write(firstDeposit(other, euros(9_00)));
    const original = await write(firstDeposit(account, euros(5_00)));
    expect(await refusalOf(write(wrong(account, other), { reverses: original }))).toContain(
      'does not negate',
    );
  });

  test('PAY-53 takes a receipt back from the client alone, once: the money of the bank waits in suspense', async () => {
    const account = await openAccount();
    const original = await write(receiptMatched(account, euros(5_00)));
    await write(receiptReversal(account, euros(5_00)), { reverses: original });
    await write(firstDeposit(account, euros(5_00)));
    const again = write(receiptReversal(account, euros(5_00)), { reverses: original });
    expect(await refusalOf(again)).toContain('ledger_transactions_reverses');
    const settled = await write(transferSettled(euros(5_00)));
    const undone = posting('transfer-settled', negated(transferSettled(euros(5_00))).entries);
    expect(await refusalOf(write(undone, { reverses: settled }))).toContain('does not negate');
  });

  test('is refused of a reversal, of an event that has its own undoing, and of nothing', async () => {
    const account = await openAccount();
    const credit = accountCredit(account, euros(5_00), euros(5_00));
    const original = await write(credit);
    const reversal = await write(negated(credit), { reverses: original });
    expect(await refusalOf(write(credit, { reverses: reversal }))).toContain('does not negate');
    const payout = loanPayout(account, newUuid(), euros(5_00));
    const paid = await write(payout);
    expect(await refusalOf(write(negated(payout), { reverses: paid }))).toContain('does not negate');
    expect(await refusalOf(write(credit, { reverses: newUuid() }))).toContain('does not negate');
  });
});
