import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { actorIdOf } from '#domain/actors.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { applyMigrations, knownMigrations } from '../db/migrate.ts';
import { newUuid } from '../ids.ts';
import { withEmptyDatabase } from '../testing/empty-database.ts';
import { startHistory } from './restore.ts';

/** What migrations make of loans that were written before them. */

const MIGRATION_OF_FREEZES = 99;
const MIGRATION_OF_PAID_CLAIMS = 107;

test('LC-6 loans whose payout came back before such loans were frozen are frozen from their payout on; others stay as they are (migration 0099)', () =>
  withEmptyDatabase(async (db) => {
    const known = knownMigrations();
    const [user, account, books] = [newUuid(), newUuid(), newUuid()];
    // By the phases of the transfers of each loan's payout, in their order.
    const loans = [
      { id: newUuid(), phase: 'active', transfers: ['returned'] },
      { id: newUuid(), phase: 'active', transfers: ['settled', 'bank-refused'] },
      { id: newUuid(), phase: 'active', transfers: ['returned', 'settled'] },
      { id: newUuid(), phase: 'active', transfers: [] },
      { id: newUuid(), phase: 'retracted', transfers: ['refused'] },
    ];
    const [back, again] = loans.map(({ id }) => id);
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await startHistory(tx);
      await applyMigrations(tx, known.slice(0, MIGRATION_OF_FREEZES));
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql`insert into users (id, name, email) values (${user}, 'Alix', 'alix@example.test')`,
      );
      await tx.execute(sql`insert into client_accounts
        (id, user_id, ledger_account_id, account_type, currency, activation_deposit_required, created_at)
        values (${account}, ${user}, ${books}, 'courant', 'EUR', 0, now())`);
      for (const { id, phase, transfers } of loans) {
        await tx.execute(sql`insert into loan_requests (id, client_account_id, amount, currency, duration_months, monthly_income, purpose,
            phase, annual_rate_bps, instalment, created_at)
          values (${id}, ${account}, 100000, 'EUR', 12, 0, 'x', ${phase}, 390, 8512, now())`);
        await tx.execute(sql`insert into loans (id, client_account_id, path, principal, currency, annual_rate_bps, duration_months, accepted_on,
            paid_out_at, first_due_on, ledger_transaction_id, accrued_on, indemnity_owed)
          values (${id}, ${account}, 'contract', 100000, 'EUR', 390, 12, '2026-08-01', '2026-08-10T22:30:00Z', '2026-10-05', ${id}, '2026-10-31', 200)`);
        await tx.execute(sql`insert into loan_schedules (loan_id, version, reason, day, made_at, first_number, opening_balance, annual_rate_bps)
          values (${id}, 1, 'payout', '2026-08-11', now(), 1, 100000, 390)`);
        await tx.execute(sql`insert into loan_instalments (loan_id, version, number, due_on, capital, interest, amount, balance_after, missed_on, collect_at)
          values (${id}, 1, 1, '2026-10-05', 50000, 300, 50300, 50000, '2026-10-05', null), (${id}, 1, 2, '2026-12-05', 50000, 100, 50100, 0, null, now())`);
        await tx.execute(sql`insert into loan_arrears (loan_id, since) values (${id}, '2026-10-05')`);
        for (const [index, transfer] of transfers.entries())
          await tx.execute(sql`insert into withdrawal_requests (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name,
              payout_loan_id, phase, created_at)
            values (${newUuid()}, ${account}, 100000, 'EUR', 'DE89370400440532013000', true, 'x', ${id}, ${transfer}, now() + ${index} * interval '1 hour')`);
      }
      await tx.execute(sql`set local session_replication_role = origin`);
    });
    await db.transaction((transaction) =>
      applyMigrations(transaction as unknown as Db, known.slice(MIGRATION_OF_FREEZES)),
    );
    const idsOf = async (rows: Promise<{ id: string }[]>) => new Set((await rows).map(({ id }) => id));
    const frozen = new Set([back, again]);
    const others = new Set(loans.map(({ id }) => id).filter((id) => !frozen.has(id)));
    // Paid out on 11 August at half past midnight in Paris.
    expect(
      await idsOf(
        rowsOf(
          db,
          sql`select id from loans where frozen = 'payout-returned' and frozen_from = '2026-08-11' and indemnity_owed = 0`,
        ),
      ),
    ).toEqual(frozen);
    expect(
      await idsOf(rowsOf(db, sql`select id from loans where frozen is null and indemnity_owed = 200`)),
    ).toEqual(others);
    const setBy = actorIdOf({ kind: 'operator', command: 'migrate' });
    expect(
      await idsOf(
        rowsOf(
          db,
          sql`select loan_id as id from loan_freezes where kind = 'payout-returned' and from_day = '2026-08-11' and set_by = ${setBy} and lifted_on is null`,
        ),
      ),
    ).toEqual(frozen);
    for (const what of ['loan_arrears', 'loan_instalments where collect_at is not null'])
      expect(await idsOf(rowsOf(db, sql`select loan_id as id from ${sql.raw(what)}`))).toEqual(others);
  }));

test('LC-85, LC-99 a written-off loan whose claim was paid whole before 0107 is repaid since its last receipt; others stay as they are', () =>
  withEmptyDatabase(async (db) => {
    const known = knownMigrations();
    const [user, account, books] = [newUuid(), newUuid(), newUuid()];
    // What the receipts of each loan said was left, in their order, the last on 3 September 2026.
    const loans = [
      { id: newUuid(), phase: 'written_off', left: [300_00, 0] },
      { id: newUuid(), phase: 'written_off', left: [0] },
      { id: newUuid(), phase: 'written_off', left: [300_00, 1] },
      { id: newUuid(), phase: 'written_off', left: [] },
      // Its payout came back after the loss: it runs again, and nothing of the claim was owed.
      { id: newUuid(), phase: 'active', left: [0] },
    ];
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await startHistory(tx);
      await applyMigrations(tx, known.slice(0, MIGRATION_OF_PAID_CLAIMS));
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql`insert into users (id, name, email) values (${user}, 'Alix', 'alix@example.test')`,
      );
      await tx.execute(sql`insert into client_accounts
        (id, user_id, ledger_account_id, account_type, currency, activation_deposit_required, created_at)
        values (${account}, ${user}, ${books}, 'courant', 'EUR', 0, now())`);
      for (const { id, phase, left } of loans) {
        await tx.execute(sql`insert into loan_requests (id, client_account_id, amount, currency, duration_months, monthly_income, purpose,
            phase, annual_rate_bps, instalment, created_at)
          values (${id}, ${account}, 100000, 'EUR', 12, 0, 'x', ${phase}, 390, 8512, now())`);
        await tx.execute(sql`insert into loans (id, client_account_id, path, principal, currency, annual_rate_bps, duration_months, accepted_on,
            paid_out_at, first_due_on, ledger_transaction_id, written_off_on)
          values (${id}, ${account}, 'contract', 100000, 'EUR', 390, 12, '2025-08-01', '2025-08-10T22:30:00Z', '2025-10-05', ${id}, '2026-07-01')`);
        for (const [index, leftMinor] of left.entries()) {
          const made = `2026-09-${String(4 - left.length + index).padStart(2, '0')}`;
          await tx.execute(sql`insert into loan_recovery_letters (id, loan_id, kind, day, content, addressee, sha256, made_at)
            values (${newUuid()}, ${id}, 'recovery-receipt', ${made}::date, ${JSON.stringify({ amountMinor: 100_00, leftMinor })}::jsonb, '[]', repeat('0', 64),
              ${`${made}T10:00:00Z`}::timestamptz)`);
        }
      }
      await tx.execute(sql`set local session_replication_role = origin`);
    });
    await db.transaction((transaction) =>
      applyMigrations(transaction as unknown as Db, known.slice(MIGRATION_OF_PAID_CLAIMS)),
    );
    const rows = await rowsOf<{ id: string; phase: string; day: string | null; at: string | Date | null }>(
      db,
      sql`select r.id, r.phase, l.ended_on::text as day, r.ended_at as at from loan_requests r join loans l on l.id = r.id`,
    );
    const after = new Map(
      rows.map(({ id, phase, day, at }) => [id, [phase, day, at && new Date(at).toISOString()]]),
    );
    const repaid = ['repaid', '2026-09-03', '2026-09-03T10:00:00.000Z'];
    const asBefore = (phase: string) => [phase, null, null];
    expect(loans.map(({ id }) => after.get(id))).toEqual([
      repaid,
      repaid,
      asBefore('written_off'),
      asBefore('written_off'),
      asBefore('active'),
    ]);
  }));
