import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, rowsOf } from '../db/database.ts';
import { refusalOf } from '../testing/refused-statement.ts';
import { memberWith } from '../testing/staff.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';

/** The roles under which the product reaches its database (decision 0015): what neither may change, whatever the code above asks. */

let bank: TestBank;
/** The database as a client reaches it, and as the house does. */
let theirs: Db;
let house: Db;

beforeAll(async () => {
  bank = await openTestBank();
  house = bank.database.db;
  const client = await bank.client();
  await bank.fund(client, 10_00);
  theirs = bank.database.of(client.userId);
});
afterAll(() => bank.close());

describe('nobody the product connects as', () => {
  const KEPT: Record<string, readonly string[]> = {
    ledger_entries: ['insert into', 'update', 'delete from', 'truncate'],
    ledger_transactions: ['insert into', 'update', 'delete from', 'truncate'],
    ledger_totals: ['insert into', 'update', 'delete from', 'truncate'],
    transactions: ['update', 'truncate'],
    audit_entries: ['update', 'delete from', 'truncate'],
    audit_parts: ['update', 'delete from', 'truncate'],
    audit_head: ['delete from', 'truncate'],
    client_notes: ['update', 'delete from', 'truncate'],
    ledger_accounts: ['delete from', 'truncate'],
    loans: ['delete from', 'truncate'],
    loan_schedules: ['update', 'delete from', 'truncate'],
    loan_instalments: ['update', 'delete from', 'truncate'],
    // The screen « Rôles » defines roles (STAFF-8); a code, and that one role holds everything, are never rewritten.
    roles: ['update', 'delete from', 'truncate'],
  };

  test.each(Object.entries(KEPT))('writes over %s', async (table, verbs) => {
    for (const verb of verbs)
      for (const db of [house, theirs]) {
        const ending = { 'insert into': ' default values', update: ' set id = id' }[verb] ?? '';
        const [column] = (await rowsOf<{ name: string }>(
          house,
          sql`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum = 1`,
        )) as [{ name: string }];
        const statement = sql.raw(`${verb} ${table}${ending.replaceAll('id', column.name)}`);
        expect([verb, await refusalOf(db, statement)]).toEqual([
          verb,
          `permission denied for table ${table}`,
        ]);
      }
  });

  test('STAFF-21 raises themselves: by a role given to oneself, a role that one holds, or the role with all permissions', async () => {
    const own = await memberWith(bank, ['auditor']);
    const by = sql`changed_by = ${own.userId}::uuid`;
    const refusals = [
      sql`insert into user_roles (user_id, role, granted_by) values (${own.userId}, 'payments', ${own.userId})`,
      sql`update roles set permissions = permissions || '{accounts.credit}', ${by} where code = 'auditor'`,
      sql`update roles set permissions = '{}', ${by} where code = 'admin'`,
      sql`insert into roles (code, label, holds_all) values ('other-admin', 'x', true)`,
    ].map((statement) => refusalOf(house, statement));
    expect(await Promise.all(refusals)).toEqual([
      expect.stringContaining('user_roles_not_oneself'),
      'nobody changes a role that they hold',
      'the role with all permissions is not changed',
      expect.stringContaining('roles_of_system'),
    ]);
    expect(await refusalOf(theirs, sql`select label from roles`)).toBe('permission denied for table roles');
  });

  test('changes a balance, or is more than a role without possessions', async () => {
    expect(await refusalOf(house, sql`update ledger_accounts set balance = balance + 1`)).toContain(
      'permission denied',
    );
    const roles = await rowsOf(
      house,
      sql`select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcanlogin,
          (select count(*)::int from pg_class where relowner = r.oid) as owned
        from pg_roles r where rolname in ('guichet_staff', 'guichet_client', 'guichet_assigned', 'guichet_others') order by 1`,
    );
    const powerless = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcanlogin: false,
      owned: 0,
    };
    expect(roles).toEqual([
      { rolname: 'guichet_assigned', ...powerless },
      { rolname: 'guichet_client', ...powerless },
      { rolname: 'guichet_others', ...powerless },
      { rolname: 'guichet_staff', ...powerless },
    ]);
  });

  test('finds another table in place of the one that a function means', async () => {
    const functions = await rowsOf<{ name: string; settings: string[] | null }>(
      house,
      sql`select proname as name, proconfig as settings from pg_proc
        where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    );
    expect(functions.map(({ name }) => name)).toEqual([
      // Whose money a proposal moves, for who must not read of it (STAFF-40).
      'accounts_of_command',
      // What a person with assigned files only reaches (STAFF-41).
      'assigned_accounts',
      'assigned_books',
      'assigned_loans',
      'assigned_people',
      'audit_forget',
      'client_has_alert',
      'delete_file_of_document',
      'end_assignment_of_row',
      'hold_transfer',
      'iban_is_reported',
      'keep_client_words',
      'keep_status_tallies',
      'keep_tallies',
      'ledger_lock_settlement',
      'ledger_post_all',
      'mail_recipient',
      // A borrower who died is written to by nobody, whoever queues the mail.
      'no_mail_after_death',
      'offer_was_sent',
      'own_accounts',
      'own_books',
      'own_loans',
      'own_people',
      'payee_checks_forget',
      'payee_checks_purge',
      // The payout of a loan outside is to the verified account of its borrower, whatever role orders it (LC-6).
      'payout_goes_to_borrower',
    ]);
    for (const { settings } of functions) expect(settings).toContain('search_path=public, pg_temp');
  });
});

test('no route reaches past the database of its caller', () => {
  const server = join(import.meta.dirname, '..');
  const routes = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /routes\.ts$/.test(file),
  );
  expect(routes.length).toBeGreaterThan(15);
  // The public forms come before anybody is known; health reads no row.
  const before = ['enquiries/routes.ts', 'health/routes.ts'];
  const past = routes.filter((file) => /\bdatabase\b(?!\.ts)/.test(readFileSync(join(server, file), 'utf8')));
  expect(past.sort()).toEqual(before);
});
