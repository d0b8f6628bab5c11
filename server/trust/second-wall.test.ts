import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { lockBalance } from '../ledger/post.ts';
import { accountForLoan, loanOfAccount } from '../loans/queries.ts';
import { accepted, type Customer, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { refusalOf } from '../testing/refused-statement.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { inTransaction } from '../work/work.ts';

/**
 * The second wall (decision 0015): what the database itself refuses, whatever the code above it asks. The first wall, the guard and the
 * conditions of every query, is left out here: statements are sent as they are.
 */

let bank: TestBank;
let world: PopulatedBank;
let customer: Customer;
let stranger: Customer;
/** The database as the customer reaches it, and as the house does. */
let theirs: Db;
let house: Db;

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  ({ customer, stranger } = world);
  house = bank.database.db;
  theirs = bank.database.of(customer.userId);
  for (const person of [customer, stranger]) {
    accepted(await world.administrator.post(`/admin/clients/${person.accountId}/notes`, { text: 'Appelé.' }));
    await world.newDispute(person);
    await world.newReceivable(person);
    await world.newMandate(person, { debit: 'exported' });
    accepted(await person.post('/two-factor/secret', { currentPassword: TEST_PASSWORD }));
    await asOwner(house, (tx) =>
      tx.execute(sql`
        with coded as (
          insert into recovery_codes (id, user_id, selector, hash, created_at)
          values (${newUuid()}, ${person.userId}, 'abc', 'x', now())),
        signing as (
          insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
          values (${newUuid()}, ${person.userId}, 'x', ${newUuid()}, 'x', 0, 'internal', now())),
        subscribed as (
          insert into newsletter_subscriptions (id, email, confirmation_hash, unsubscription_token, requested_at)
          values (${newUuid()}, ${person.email}, ${newUuid()}, ${newUuid()}, now())),
        was_late as (
          insert into loan_arrears_months (loan_id, month_end, days_past_due, unpaid)
          values (${person.loanId}, '2026-11-30', 3, 1)),
        was_noticed as (
          insert into loan_formal_notices (id, loan_id, sent_on, last_day, amount, instalments, sent_at, sent_by)
          values (${newUuid()}, ${person.loanId}, '2026-11-01', '2026-12-01', 1, 2, now(), ${newUuid()})),
        was_frozen as (
          insert into loan_freezes (id, loan_id, kind, from_day, document, set_at, set_by)
          values (${newUuid()}, ${person.loanId}, 'death', '2026-11-01', 'x', now(), ${newUuid()})),
        was_recovered as (
          insert into loan_recoveries (id, loan_id, day, amount, document, ledger_transaction_id, made_by)
          select ${newUuid()}::uuid, l.id, '2026-11-01', 1, 'x', l.ledger_transaction_id, ${newUuid()}::uuid
          from loans l where l.id = ${person.loanId}::uuid),
        was_told_of_ficp as (
          insert into ficp_declarations (id, loan_id, cause, informed_on, declare_from)
          values (${newUuid()}, ${person.loanId}, 'unpaid', '2026-11-01', '2026-12-01')),
        got_a_letter as (
          insert into loan_recovery_letters (id, loan_id, kind, day, content, addressee, sha256, made_at)
          values (${newUuid()}, ${person.loanId}, 'formal-notice', '2026-11-01', '{}', '[]', repeat('0', 64), now())),
        had_its_turn as (
          insert into standing_order_runs (standing_order_id, nominal_day, execution_day, attempts, failure, ended_at)
          select id, '2026-11-02', '2026-11-02', 3, 'limit', now() from standing_orders
          where client_account_id = ${person.accountId}::uuid),
        paid_a_part as (
          insert into loan_part_payments (loan_id, version, number, day, interest, capital)
          values (${person.loanId}, 1, 1, '2026-11-30', 1, 0)),
        was_offered as (
          insert into loan_offers (id, reference, issued_at, issued_by, principal, currency, annual_rate_bps, duration_months, instalment,
            last_instalment, total_due, largest_first_instalment, daily_interest, taeg_bps, usury_ceiling_bps, is_usury_quarter_loaded,
            valid_days, is_extended, set_hash, mail_id)
          values (${person.loanId}, ${newUuid()}, now(), ${newUuid()}, 1, 'EUR', 1, 12, 1, 1, 1, 1, 0, 1, 1, true, 15, true,
            repeat('0', 64), ${newUuid()})),
        has_a_paper as (
          insert into loan_papers (id, loan_request_id, kind, template_version, data, sha256, content, made_at)
          values (${newUuid()}, ${person.loanId}, 'offer', 'x', '{}', repeat('0', 64), decode('00', 'hex'), now())),
        was_asked_for_money_back as (
          insert into transfer_recalls (id, kind, client_account_id, transaction_id, amount, currency, reason, created_by, created_at, answer_by)
          values (${newUuid()}, 'received', ${person.accountId},
            (select id from transactions where client_account_id = ${person.accountId} limit 1), 1, 'EUR', 'DUPL', ${newUuid()}, now(), '2026-12-01')),
        agreed_to_a_lender as (
          insert into loan_lender_consents (loan_request_id, lender_code, lender_name, given_at)
          values (${person.loanId}, 'banque-rive', 'Banque Rive', now())),
        was_handed_to_a_lender as (
          insert into loan_transmissions (loan_request_id, lender_code, lender_name, sent_at, sent_by, sha256, content)
          values (${person.loanId}, 'banque-rive', 'Banque Rive', now(), ${newUuid()}, repeat('0', 64), decode('00', 'hex'))),
        takes_pdf as (
          insert into durable_medium_consents (id, user_id, given_at) values (${newUuid()}, ${person.userId}, now())),
        wrote as (
          insert into enquiries (id, reference, kind, name, email, subject, text, submission_key, fingerprint, created_at)
          values (${newUuid()}, ${newUuid()}, 'contact', 'A', ${person.email}, 'B', 'C', ${newUuid()}, 'x', now()))
        insert into sign_up_details (user_id, first_name, last_name, country, created_at)
        values (${person.userId}, 'A', 'B', 'FR', now())`),
    );
  }
});
afterAll(() => bank.close());

/** Tables that a client's role reads without a policy of its own, and why. A new table has to be decided on here. */
const NOBODYS: Record<string, string> = {
  currency_rates: 'published rates',
  legal_parameters: 'published law and limits',
};

interface Guarded {
  readonly name: string;
  readonly owner: string;
  readonly isGuarded: boolean;
  readonly policies: string[];
  /** The columns that a client may read. */
  readonly readable: string[];
}

function guardedTables(): Promise<Guarded[]> {
  return rowsOf<Guarded>(
    house,
    sql`select c.relname as name, pg_get_userbyid(c.relowner) as owner, c.relrowsecurity as "isGuarded",
        (select coalesce(json_agg(p.polname || ' for ' || r.rolname order by p.polname), '[]') from pg_policy p
          cross join lateral unnest(p.polroles) as role(id) join pg_roles r on r.oid = role.id
          where p.polrelid = c.oid and p.polpermissive and r.rolname not in ('guichet_assigned', 'guichet_others')) as policies,
        (select coalesce(json_agg(a.attname), '[]') from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege('guichet_client', c.oid, a.attnum, 'select')) as readable
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
}

describe('a client', () => {
  test('meets a guard of rows at every table, and a rule of its own at each that they may read', async () => {
    const tables = await guardedTables();
    expect(tables.length).toBeGreaterThan(30);
    for (const { name, owner, isGuarded, policies, readable } of tables) {
      expect([name, owner.startsWith('guichet')]).toEqual([name, false]);
      if (name in NOBODYS) continue;
      expect([name, isGuarded]).toEqual([name, true]);
      expect([name, policies]).toEqual([
        name,
        [...(readable.length > 0 ? ['own for guichet_client'] : []), 'staff for guichet_staff'],
      ]);
    }
  });

  test('reads their own rows of each table and none of anybody else', async () => {
    const ofStranger = [stranger.userId, stranger.accountId, stranger.email, stranger.loanId, stranger.feeId];
    const read: string[] = [];
    for (const { name, readable } of await guardedTables()) {
      if (name in NOBODYS) continue;
      const table = sql.identifier(name);
      if (readable.length === 0) {
        expect([name, await refusalOf(theirs, sql`select * from ${table}`)]).toEqual([
          name,
          `permission denied for table ${name}`,
        ]);
        continue;
      }
      const columns = sql.join(
        readable.map((column) => sql.identifier(column)),
        sql`, `,
      );
      const select = sql`select ${columns} from ${table}`;
      const [own, all] = [await rowsOf(theirs, select), await rowsOf(house, select)];
      expect([name, ofStranger.filter((id) => JSON.stringify(own).includes(id))]).toEqual([name, []]);
      // Roles are administrators' here; everything else there is of both, so that seeing nothing would be noticed.
      if (name !== 'user_roles') {
        expect([name, own.length > 0 && own.length < all.length]).toEqual([name, true]);
        read.push(name);
      }
      // Without a named person no row is visible.
      const asNobody = rowsOf(bank.database.of('00000000-0000-0000-0000-000000000000'), select);
      expect([name, await asNobody]).toEqual([name, []]);
    }
    expect(read).toContain('transactions');
  });

  test('sees no rows when no person is named', async () => {
    const seen = await house.transaction(async (tx) => {
      await tx.execute(sql`set local role guichet_client`);
      return rowsOf(tx as unknown as Db, sql`select id from client_accounts`);
    });
    expect(seen).toEqual([]);
    expect(() => bank.database.of("'; drop table users")).toThrow('named by an id');
  });

  test('finds nothing under the id of another, in a use case that forgot to ask whose it is', async () => {
    expect(await accountForLoan(theirs, stranger.accountId)).toBeNull();
    expect(await loanOfAccount(theirs, stranger.accountId, stranger.loanId)).toBeNull();
    const [books] = await rowsOf<{ id: string }>(
      house,
      sql`select ledger_account_id as id from client_accounts where id = ${stranger.accountId}`,
    );
    await inTransaction(
      theirs,
      bank.bank.surroundings,
      { kind: 'client', personId: customer.userId },
      async (work) => {
        expect(
          await rowsOf(
            work.tx,
            sql`update notifications set read_at = now() where user_id = ${stranger.userId} returning 1`,
          ),
        ).toEqual([]);
        await expect(lockBalance(work, books?.id ?? '')).rejects.toThrow('does not exist');
      },
    );
  });

  test("neither reads nor counts another person's address", async () => {
    const recipientOf = (db: Db, { userId }: Customer) =>
      rowsOf<{ recipient: string | null }>(
        db,
        sql`select mail_recipient(${userId}::uuid, now(), 2, 24) as recipient`,
      );
    expect(await recipientOf(theirs, stranger)).toEqual([{ recipient: null }]);
    expect(await recipientOf(theirs, customer)).toEqual([{ recipient: customer.email }]);
    expect(await recipientOf(house, stranger)).toEqual([{ recipient: stranger.email }]);
  });

  test.each<[string, (of: { own: Customer; other: Customer }) => SQL, string]>([
    ['asks for a loan in another name', ({ other }) => loanOf(other, 'submitted'), 'row-level security'],
    ['grants themselves a loan', ({ own }) => loanOf(own, 'active'), 'do not begin as active'],
    [
      'tells another person something',
      ({ other }) =>
        sql`insert into notifications (id, user_id, kind, params, created_at)
          values (${newUuid()}, ${other.userId}, 'fee-paid', '{}', now())`,
      'row-level security',
    ],
    [
      'validates their own fee',
      ({ own }) => sql`update fees set status = 'paid' where client_account_id = ${own.accountId}`,
      'do not go from unpaid to paid',
    ],
    [
      'executes their own withdrawal',
      ({ own }) =>
        sql`update withdrawal_requests set phase = 'sent' where client_account_id = ${own.accountId}`,
      'to sent',
    ],
    [
      'makes a withdrawal that was refused for a reason of theirs',
      ({ own }) => sql`insert into withdrawal_requests
        (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name, reason_note, created_at)
        values (${newUuid()}, ${own.accountId}, 100, 'EUR', 'FR76', true, 'B', 'x', now())`,
      'row-level security',
    ],
    ['gives themselves an IBAN', () => sql`update client_accounts set iban = 'FR76'`, 'permission denied'],
    [
      'makes themselves an administrator',
      ({ own }) => sql`insert into user_roles values (${own.userId}, 'admin')`,
      'permission denied',
    ],
    ['changes a balance', () => sql`update ledger_accounts set balance = 1`, 'permission denied'],
    ['takes an address', () => sql`update users set email = 'x@example.test'`, 'permission denied'],
    [
      'posts into the books',
      () =>
        sql`select ledger_post_all('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
      'permission denied for function',
    ],
    [
      'forgets the audit trail',
      () => sql`select audit_forget(array[]::uuid[])`,
      'permission denied for function',
    ],
    [
      'gives a document to the request of another',
      ({ own, other }) => documentOf(own, other.loanId),
      'row-level security',
    ],
    [
      'gives a document to a request that is decided',
      ({ own }) => documentOf(own, own.loanId),
      'row-level security',
    ],
    ['changes the key of a file', () => sql`update files set sealed_key = 'x'`, 'permission denied'],
    ['changes the content of a file', () => sql`update file_chunks set number = 9`, 'permission denied'],
    ['makes a table', () => sql`create table mine (id int)`, 'permission denied for schema'],
  ])('is refused who %s', async (_, statement, words) => {
    expect(await refusalOf(theirs, statement({ own: customer, other: stranger }))).toContain(words);
  });

  test('changes no file that was kept, and takes no document back from a decided request', async () => {
    for (const statement of [
      sql`update files set sha256 = repeat('0', 64) returning 1`,
      sql`delete from files returning 1`,
      sql`delete from loan_documents returning 1`,
    ])
      expect(await rowsOf(theirs, statement)).toEqual([]);
  });

  /** One of their own files as a document of a request. */
  function documentOf({ documentId }: Customer, loanId: string): SQL {
    return sql`insert into loan_documents (id, loan_request_id, file_id, name, created_at)
      select ${newUuid()}, ${loanId}::uuid, file_id, 'x', now() from loan_documents where id = ${documentId}::uuid`;
  }

  function loanOf({ accountId }: Customer, phase: string): SQL {
    return sql`insert into loan_requests
      (id, client_account_id, amount, currency, duration_months, monthly_income, purpose, phase, annual_rate_bps, instalment, created_at)
      values (${newUuid()}, ${accountId}, 100, 'EUR', 12, 100, 'x', ${phase}, 100, 10, now())`;
  }
});
