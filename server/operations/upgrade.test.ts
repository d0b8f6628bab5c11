import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { actorIdOf } from '#domain/actors.ts';
import { monthlyPaymentMinor } from '#domain/loans/annuity.ts';
import { firstDueDate } from '#domain/loans/due-dates.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { applyMigrations, bringUpToDate, knownMigrations } from '../db/migrate.ts';
import { newUuid } from '../ids.ts';
import { withEmptyDatabase } from '../testing/empty-database.ts';
import { faultsOfBooks } from './books.ts';
import { startHistory } from './restore.ts';

const MIGRATION_OF_PROVED_ADDRESSES = 27;
const MIGRATION_OF_LOANS = 29;
const MIGRATION_OF_ACTS = 86;

test(
  'people from before addresses were proved count as proved, those who come later do not (migration 0027)',
  { tags: ['whole'] },
  () =>
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
    }),
);

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

test(
  'loans from before 0029 keep their phase, and their schedule is the one that screens computed (LC-7, LC-61)',
  { tags: ['whole'] },
  () =>
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
        for (const [
          index,
          [principalMinor, annualRateBps, durationMonths, paidOutAt],
        ] of PAID_OUT.entries()) {
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
        applyMigrations(
          transaction as unknown as Db,
          known.slice(MIGRATION_OF_LOANS, MIGRATION_OF_LOANS + 1),
        ),
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
    }),
);

test(
  'loans that were paid out before they had accounts get theirs, and the books hold (migration 0033)',
  { tags: ['whole'] },
  () =>
    withEmptyDatabase(async (db) => {
      const [client, staff, account, ledgerAccount, deleted] = Array.from({ length: 5 }, () => newUuid());
      const loans = [
        { id: newUuid(), amount: 300_00 },
        { id: newUuid(), amount: 200_00 },
      ];
      const known = knownMigrations();
      await db.transaction(async (transaction) => {
        const tx = transaction as unknown as Db;
        await startHistory(tx);
        await applyMigrations(tx, known.slice(0, MIGRATION_OF_LOANS));
        await tx.execute(
          sql`insert into users (id, name, email) values (${client}, 'Alix', 'alix@example.test')`,
        );
        await tx.execute(sql`insert into ledger_accounts (id, code, kind, currency, floor) values
        (${ledgerAccount}, ${`client:${ledgerAccount}`}, 'client', 'EUR', 0), (${deleted}, ${`client:${deleted}`}, 'client', 'EUR', 0)`);
        await tx.execute(sql`insert into client_accounts
          (id, user_id, ledger_account_id, account_type, currency, activation_deposit_required, created_at)
        values (${account}, ${client}, ${ledgerAccount}, 'courant', 'EUR', 0, now())`);
        const pay = (transactionId: string, cause: string, to: string, amount: number) =>
          tx.execute(sql`select * from ledger_post_all(array[${transactionId}]::uuid[], array['loan-payout'], array[${cause}]::uuid[],
          array[${staff}]::uuid[], array['2026-06-30T23:00:00Z']::timestamptz[], array[1, 1],
          array[${`client:${to}`}, 'house:loans-receivable:EUR'], array['EUR', 'EUR'], array[${amount}, ${-amount}]::bigint[])`);
        for (const { id, amount } of loans) {
          const transactionId = newUuid();
          await pay(transactionId, id, ledgerAccount as string, amount);
          await tx.execute(sql`insert into loan_requests (id, client_account_id, amount, currency, duration_months, monthly_income, purpose,
            status, annual_rate_bps, instalment, reviewed_by, reviewed_at, paid_out_at, ledger_transaction_id, created_at)
          values (${id}, ${account}, ${amount}, 'EUR', 24, 250000, 'Projet', 'approved', 390, 21690, ${staff}, now(), now(),
            ${transactionId}, now())`);
        }
        // Lent to a client who was deleted before set-off existed.
        await pay(newUuid(), newUuid(), deleted as string, 50_00);
      });
      await bringUpToDate(db);
      expect(await faultsOfBooks(db)).toEqual([]);
      const accounts = await rowsOf(
        db,
        sql`select holder_kind as kind, holder_id as holder, balance::int from ledger_accounts
        where chart_code = 'loans-receivable' order by balance`,
      );
      expect(accounts).toEqual([
        { kind: 'loan', holder: loans[0]?.id, balance: -300_00 },
        { kind: 'loan', holder: loans[1]?.id, balance: -200_00 },
        { kind: 'house', holder: '00000000-0000-0000-0000-000000000000', balance: -50_00 },
      ]);
      const holders = await rowsOf(
        db,
        sql`select holder_id as holder from ledger_accounts where chart_code = 'clients' order by balance desc`,
      );
      expect(holders).toEqual([{ holder: account }, { holder: deleted }]);
      const days = await rowsOf(
        db,
        sql`select distinct booking_day::text as booked, value_day::text as counts from ledger_transactions where event = 'loan-payout'`,
      );
      expect(days).toEqual([{ booked: '2026-07-01', counts: '2026-07-01' }]);
      const author = actorIdOf({ kind: 'operator', command: 'migrate' });
      expect(
        await rowsOf(
          db,
          sql`select distinct author_id as author from ledger_transactions where event = 'loan-account-opening'`,
        ),
      ).toEqual([{ author }]);
    }),
);

test('PAY-33 FOUR-8 acts of two people from before 0086 are proposals: approved ones executed, explained differences stay explained', () =>
  withEmptyDatabase(async (db) => {
    const known = knownMigrations();
    const [first, second, account, adopted, explained] = [
      newUuid(),
      newUuid(),
      newUuid(),
      newUuid(),
      newUuid(),
    ];
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await startHistory(tx);
      await applyMigrations(tx, known.slice(0, MIGRATION_OF_ACTS));
      await tx.execute(sql`insert into bank_accounts (id, iban, bank_name, currency, created_by, created_at)
        values (${account}, 'FR7630006000011234567890189', 'Marais', 'CHF', ${first}, now())`);
      await tx.execute(sql`insert into proposed_acts (id, operation, subject_id, input, proposed_by, proposed_at, approved_by, approved_at) values
        (${adopted}, 'bankAccounts.adopt', ${account}, '{"openingMinor": 500, "day": "2026-11-20"}', ${first}, now(), null, null),
        (${explained}, 'reconciliation.explain', ${account}, '{"currency": "CHF", "differenceMinor": 700, "note": "Agios"}', ${first}, now() - interval '1 hour',
          ${second}, now())`);
    });
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await applyMigrations(tx, known.slice(MIGRATION_OF_ACTS));
    });
    const moved = await rowsOf(
      db,
      sql`select id, operation, input, seen, maker_id as maker, status, ended_at is not null as ended from proposals order by number`,
    );
    expect(moved).toEqual([
      {
        id: explained,
        operation: 'reconciliation.explain',
        input: { currency: 'CHF', note: 'Agios' },
        seen: { differenceMinor: 700, currency: 'CHF' },
        maker: first,
        status: 'executed',
        ended: true,
      },
      {
        id: adopted,
        operation: 'bankAccounts.adopt',
        input: { id: account, openingMinor: 500, day: '2026-11-20' },
        seen: {
          source: 'manual',
          bankName: 'Marais',
          houseIban: 'FR7630006000011234567890189',
          currency: 'CHF',
        },
        maker: first,
        status: 'awaiting',
        ended: false,
      },
    ]);
    expect(await rowsOf(db, sql`select user_id as voter, decision from proposal_votes`)).toEqual([
      { voter: second, decision: 'approve' },
    ]);
    expect(
      await rowsOf(
        db,
        sql`select currency, difference::int, note, proposal from reconciliation_explanations`,
      ),
    ).toEqual([{ currency: 'CHF', difference: 700, note: 'Agios', proposal: 'P-1' }]);
  }));
