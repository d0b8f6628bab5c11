import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { monthlyPaymentMinor } from '#domain/loans/annuity.ts';
import { firstDueDate } from '#domain/loans/due-dates.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { applyMigrations, knownMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../ids.ts';
import { embeddedDatabase, freshDatabaseUrl } from '../testing/test-database.ts';
import { startHistory } from './restore.ts';

const MIGRATION_OF_PROVED_ADDRESSES = 27;
const MIGRATION_OF_LOANS = 29;

/** Works on a database of its own, migrated by nothing yet. */
async function withEmptyDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const isOnServer = process.env.GUICHET_TEST_DATABASE === 'postgresql';
  const database = isOnServer
    ? await openDatabase({ kind: 'postgresql', url: await freshDatabaseUrl('upgrade') }, { migrates: false })
    : await embeddedDatabase({ migrates: false });
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}

test('people from before addresses were proved count as proved, those who come later do not (migration 0027)', () =>
  withEmptyDatabase(async (db) => {
    const known = knownMigrations();
    const insert = (tx: Db, email: string) =>
      tx.execute(sql`insert into users (id, name, email) values (${newUuid()}, 'Alix', ${email})`);
    const isProved = async (email: string) => {
      const [row] = await rowsOf<{ proved: boolean }>(
        db,
        sql`select email_verified as proved from users where email = ${email}`,
      );
      return row?.proved;
    };
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await startHistory(tx);
      await applyMigrations(tx, known.slice(0, MIGRATION_OF_PROVED_ADDRESSES));
      await insert(tx, 'before@example.test');
    });
    expect(await isProved('before@example.test')).toBe(false);
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await applyMigrations(tx, known.slice(MIGRATION_OF_PROVED_ADDRESSES));
      await insert(tx, 'after@example.test');
    });
    expect([await isProved('before@example.test'), await isProved('after@example.test')]).toEqual([
      true,
      false,
    ]);
  }));

/** Terms whose schedules differ in what can go wrong: no interest, halves of a cent, one month, a month without the day, a night in Paris. */
const PAID_OUT: readonly [principal: number, bps: number, months: number, paidOutAt: string][] = [
  [10_000_00, 390, 36, '2026-11-22T10:00:00Z'],
  [12_345_67, 590, 48, '2026-01-31T12:00:00Z'],
  [75_000_00, 490, 84, '2026-03-31T22:30:00Z'],
  [3_333_33, 0, 12, '2024-01-31T23:30:00Z'],
  [100, 1999, 120, '2026-10-25T00:30:00Z'],
  [1_000_00, 1200, 1, '2026-12-31T22:59:59Z'],
  [40_000_00, 300, 60, '2026-08-31T08:00:00Z'],
];

test('loans from before 0029 keep their phase, and their schedule is the one that screens computed (LC-7, LC-61)', () =>
  withEmptyDatabase(async (db) => {
    const known = knownMigrations();
    const ids = PAID_OUT.map(() => newUuid());
    const account = newUuid();
    const others = [
      ['pending', 'submitted pending'],
      ['processing', 'in_review processing'],
      ['rejected', 'refused rejected'],
      ['approved', 'agreed approved'],
    ].map(([status = '', after = '']) => ({ id: newUuid(), status, after }));
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await startHistory(tx);
      await applyMigrations(tx, known.slice(0, MIGRATION_OF_LOANS));
      const [user, books] = [newUuid(), newUuid()];
      await tx.execute(
        sql`insert into users (id, name, email) values (${user}, 'Alix', 'alix@example.test')`,
      );
      await tx.execute(
        sql`insert into ledger_accounts (id, code, kind, currency, floor) values (${books}, ${`client:${books}`}, 'client', 'EUR', 0)`,
      );
      await tx.execute(sql`insert into client_accounts
        (id, user_id, ledger_account_id, account_type, currency, activation_deposit_required, created_at)
        values (${account}, ${user}, ${books}, 'courant', 'EUR', 0, now())`);
      // The payouts themselves are not looked at here.
      await tx.execute(sql`set local session_replication_role = replica`);
      for (const [index, [principalMinor, annualRateBps, durationMonths, paidOutAt]] of PAID_OUT.entries()) {
        const id = ids[index];
        const terms = { principalMinor, annualRateBps, durationMonths };
        await tx.execute(
          sql`insert into ledger_transactions (id, event, cause_id, author_id, occurred_at) values (${id}, 'loan-payout', ${id}, ${user}, ${paidOutAt}::timestamptz)`,
        );
        await tx.execute(sql`insert into loan_requests (id, client_account_id, amount, currency, duration_months, monthly_income, purpose,
            status, annual_rate_bps, instalment, paid_out_at, ledger_transaction_id, created_at)
          values (${id}, ${account}, ${principalMinor}, 'EUR', ${durationMonths}, 0, 'x', 'approved', ${annualRateBps},
            ${monthlyPaymentMinor(terms)}, ${paidOutAt}::timestamptz, ${id}, now())`);
      }
      for (const { id, status } of others)
        await tx.execute(sql`insert into loan_requests (id, client_account_id, amount, currency, duration_months, monthly_income, purpose,
            status, annual_rate_bps, instalment, created_at)
          values (${id}, ${account}, 100, 'EUR', 12, 0, 'x', ${status}, 390, 9, now())`);
      await tx.execute(sql`set local session_replication_role = origin`);
    });
    await db.transaction((transaction) =>
      applyMigrations(transaction as unknown as Db, known.slice(MIGRATION_OF_LOANS, MIGRATION_OF_LOANS + 1)),
    );
    const phases = await rowsOf<{ id: string; is: string }>(
      db,
      sql`select id, phase || ' ' || status as is from loan_requests`,
    );
    expect(new Map(phases.map(({ id, is }) => [id, is]))).toEqual(
      new Map([
        ...ids.map((id) => [id, 'active approved'] as const),
        ...others.map(({ id, after }) => [id, after] as const),
      ]),
    );
    for (const [index, [principalMinor, annualRateBps, durationMonths, paidOutAt]] of PAID_OUT.entries()) {
      const at = new Date(paidOutAt);
      const rows = await rowsOf(
        db,
        sql`select i.number, i.due_on::text as "dueDate", i.amount::int as "instalmentMinor", i.interest::int as "interestMinor",
            i.capital::int as "principalMinor", i.balance_after::int as "remainingMinor"
          from loan_instalments i where i.loan_id = ${ids[index]} and i.version = 1 order by i.number`,
      );
      const terms = { principalMinor, annualRateBps, durationMonths };
      expect(rows).toEqual(amortisationSchedule({ ...terms, firstDueDate: firstDueDate(at) }).rows);
      const [loan] = await rowsOf(
        db,
        sql`select path, accepted_on::text as accepted, first_due_on::text as due from loans where id = ${ids[index]}`,
      );
      expect(loan).toEqual({ path: 'direct', accepted: legalDay(at), due: firstDueDate(at) });
    }
  }));
