import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEE_STATUSES, FEE_TRANSITIONS } from '#domain/fees/status.ts';
import { LOAN_PHASES, LOAN_TRANSITIONS } from '#domain/loans/phases.ts';
import type { Decider } from '#domain/status-table.ts';
import { TRANSFER_PHASES, TRANSFER_STEPS } from '#domain/withdrawals/phases.ts';
import { verifyChainAfter } from '../audit/chain.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { accepted, type Customer, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';

/**
 * What stands stays, whatever the code asks of the database: decisions, what was asked for, what was paid, and the audit trail
 * (decision 0015, migration 0023). Statements are sent as the two roles that the product works as.
 */

let bank: TestBank;
let world: PopulatedBank;
let customer: Customer;
let theirs: Db;
let house: Db;
let approved: string;
let completed: string;

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  ({ customer } = world);
  house = bank.database.db;
  theirs = bank.database.of(customer.userId);
  approved = await world.newValidatedWithdrawal(customer);
  completed = await world.newValidatedWithdrawal(customer);
  accepted(
    await world.administrator.post(`/admin/withdrawals/${completed}/decision`, { action: 'complete' }),
  );
});
afterAll(() => bank.close());

async function refusalOf(db: Db, statement: SQL): Promise<string | null> {
  try {
    await db.execute(statement);
    return null;
  } catch (error) {
    return ((error as Error).cause as Error).message;
  }
}

/** What `statement` leaves behind is undone, also where it was not refused. */
async function refusalInside(db: Db, ...statements: SQL[]): Promise<string | null> {
  const undone = new Error('undone');
  try {
    await db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
      await tx.execute(sql`set constraints all immediate`);
      throw undone;
    });
    return null;
  } catch (error) {
    if (error === undone) return null;
    return ((error as Error).cause as Error).message;
  }
}

describe('the steps of a request', () => {
  test.each([
    [
      'withdrawal_requests',
      TRANSFER_PHASES,
      TRANSFER_STEPS.flatMap(({ from, to, by }) => by.map((one) => ({ from, to, by: one }))),
    ],
    ['loan_requests', LOAN_PHASES, LOAN_TRANSITIONS],
    ['fees', FEE_STATUSES, FEE_TRANSITIONS],
  ] as const)(
    '%s: the database has those of the domain, for each role',
    async (table, statuses, transitions) => {
      const steps: readonly { from: string; to: string; by: Decider }[] = transitions;
      for (const from of statuses)
        for (const to of statuses)
          for (const role of ['guichet_client', 'guichet_staff']) {
            const isOne = steps.some(
              (step) =>
                step.from === from && step.to === to && (role === 'guichet_staff' || step.by === 'client'),
            );
            const [row] = await rowsOf(house, sql`select is_step(${table}, ${role}, ${from}, ${to}) as is`);
            expect([role, from, to, row]).toEqual([role, from, to, { is: isOne }]);
          }
    },
  );

  const cancelling = (id: string) =>
    sql`update withdrawal_requests set phase = 'cancelled', processed_by = ${customer.userId}, processed_at = now() where id = ${id}`;

  test.each<[string, () => SQL, string]>([
    ['cancels an approved transfer', () => cancelling(approved), 'do not go from validated to cancelled'],
    ['cancels an executed one', () => cancelling(completed), 'do not go from sent to cancelled'],
    [
      'sets a paid fee back',
      () =>
        sql`update fees set status = 'pending_validation', payment_method = 'in_person', declared_at = now() where id = ${customer.paidFeeId}`,
      'do not go from paid to pending_validation',
    ],
    [
      'asks with a decision already written',
      () => sql`insert into withdrawal_requests
        (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name, phase, failure_reason, created_at)
        values (${newUuid()}, ${customer.accountId}, 100, 'EUR', 'FR76', true, 'x', 'requested', 'x', now())`,
      'row-level security',
    ],
    [
      'has a mail sent to another address',
      () => sql`insert into outbox (id, user_id, recipient, template, params, next_attempt_at, created_at)
        values (${newUuid()}, ${customer.userId}, 'someone@else.test', 'x', '{}', now(), now())`,
      'row-level security',
    ],
    [
      'takes an address by their details',
      () => sql`insert into sign_up_details (user_id, first_name, last_name, country, claimed_email, created_at)
        values (${customer.userId}, 'A', 'B', 'FR', 'someone@else.test', now())`,
      'row-level security',
    ],
  ])('a client is refused who %s', async (_, statement, words) => {
    expect(await refusalOf(theirs, statement())).toContain(words);
  });

  test('a client cancels a pending request, and declares a fee', async () => {
    const own = await world.newWithdrawal(customer);
    expect(await refusalInside(theirs, cancelling(own))).toBeNull();
    // A client without a loan: a loan just paid out forbids any payment for a week (LC-14).
    const other = await world.newClient();
    const feeId = await world.newFee(other);
    const declaring = sql`update fees set status = 'pending_validation', payment_method = 'in_person', declared_at = now() where id = ${feeId}`;
    expect(await refusalInside(bank.database.of(other.userId), declaring)).toBeNull();
  });

  test.each<[string, () => SQL, string]>([
    [
      'reopens an executed transfer',
      () =>
        sql`update withdrawal_requests set phase = 'validated', ledger_transaction_id = null where id = ${completed}`,
      'do not go from sent to validated',
    ],
    [
      'executes one that was not approved',
      () => sql`update withdrawal_requests set phase = 'sent',
        ledger_transaction_id = (select id from ledger_transactions limit 1) where id = ${customer.withdrawalId}`,
      'do not go from requested to sent',
    ],
    [
      'changes the amount of a request',
      () => sql`update withdrawal_requests set amount = amount + 1 where id = ${approved}`,
      'what was asked for',
    ],
    [
      'changes whose request it is',
      () =>
        sql`update loan_requests set client_account_id = ${world.stranger.accountId} where id = ${customer.loanId}`,
      'what was asked for',
    ],
    [
      'rewrites a paid loan',
      () => sql`update loan_requests set annual_rate_bps = 1 where id = ${customer.loanId}`,
      'is not changed',
    ],
    [
      'rewrites the receipt of a paid fee',
      () => sql`update fees set receipt_number = 'x' where id = ${customer.paidFeeId}`,
      'is not changed',
    ],
    [
      'begins a fee as paid',
      () => sql`insert into fees (id, client_account_id, amount, currency, description, status, created_by, created_at)
        values (${newUuid()}, ${customer.accountId}, 100, 'EUR', 'x', 'paid', ${customer.userId}, now())`,
      'do not begin as paid',
    ],
    [
      'takes away a movement of a client who is there',
      () => sql`delete from transactions where client_account_id = ${customer.accountId}`,
      'go with their client only',
    ],
    [
      'takes away a fee of a client who is there',
      () => sql`delete from fees where id = ${customer.paidFeeId}`,
      'go with their client only',
    ],
    [
      'changes what a batch sent',
      () => sql`update withdrawal_batches set total = total + 1 where id = ${world.batchId}`,
      'what a batch says',
    ],
  ])('the house is refused which %s', async (_, statement, words) => {
    expect(await refusalOf(house, statement())).toContain(words);
  });
});

describe('the audit trail, for the house', () => {
  const head = async () =>
    (
      await rowsOf<{ number: string; hash: string; at: string }>(
        house,
        sql`select number::text, hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from audit_head`,
      )
    )[0] as { number: string; hash: string; at: string };

  /** A line of the right form, as the house's own code would hash it. */
  function lineAfter(last: { number: number; hash: string }, at: string, hash?: string): SQL {
    const number = last.number + 1;
    const text = JSON.stringify([last.hash, number, at, null, 'x', 'done', null, null, null, null, null]);
    const own = hash ?? createHash('sha256').update(text).digest('hex');
    return sql`with line as (
        insert into audit_entries (number, at, operation, outcome, previous_hash, hash)
        values (${number}, ${at}::timestamptz, 'x', 'done', ${last.hash}, ${own}))
      update audit_head set number = ${number}, hash = ${own}, at = ${at}::timestamptz where id = 1`;
  }

  test('moves its head to no line that is not there', async () => {
    const moves = [
      sql`update audit_head set number = number + 1000000`,
      sql`update audit_head set number = number + 1, hash = ${'f'.repeat(64)}`,
      sql`update audit_head set at = at + interval '1 day'`,
    ];
    for (const move of moves) expect(await refusalOf(house, move)).toContain('stands at no line');
  });

  test('takes the next line, and none that is older, unlinked, wrongly hashed, beside the head or further on', async () => {
    const { number, hash, at } = await head();
    const last = { number: Number(number), hash };
    expect(await refusalInside(house, lineAfter(last, at))).toBeNull();
    const earlier = new Date(Date.parse(at) - 1).toISOString();
    const refused = {
      older: lineAfter(last, earlier),
      'years older': lineAfter(last, '2020-01-01T00:00:00.000Z'),
      unlinked: lineAfter({ ...last, hash: 'f'.repeat(64) }, at),
      'wrongly hashed': lineAfter(last, at, 'e'.repeat(64)),
      'further on': lineAfter({ ...last, number: last.number + 7 }, at),
      'beside the head': sql`insert into audit_entries (number, at, operation, outcome, previous_hash, hash)
        values (${last.number + 1}, ${at}::timestamptz, 'x', 'done', ${hash}, 'x')`,
    };
    for (const [how, statement] of Object.entries(refused))
      expect([how, await refusalInside(house, statement)]).toEqual([
        how,
        expect.stringMatching(/does not continue it|stands at no line/),
      ]);
  });

  test('says nothing more of a line afterwards', async () => {
    await pastTheGuards(house, (tx) =>
      tx.execute(
        sql`delete from audit_parts where part = 'content' and number = (select min(number) from audit_parts where part = 'content')`,
      ),
    );
    const adding = sql`insert into audit_parts (number, part, salt, value)
      select min(number), 'content', 'x', '{"after":"something else"}' from audit_entries e
      where content_digest is not null and not exists (select 1 from audit_parts p where p.number = e.number and p.part = 'content')`;
    expect(await refusalOf(house, adding)).toContain('says something else');
  });
});

test('the chain holds whatever letters an id was written in', async () => {
  const fresh = await openTestBank();
  const administrator = await fresh.administrator();
  const client = await fresh.client();
  const capitals = newUuid().toUpperCase();
  expect((await client.get(`/admin/clients/${capitals}`)).status).toBe(403);
  expect((await administrator.post(`/admin/loans/${capitals}/decision`, { action: 'approve' })).status).toBe(
    404,
  );
  const step = await verifyChainAfter(fresh.database.db, 0);
  expect(step.checked).toBeGreaterThan(1);
  expect(step.faults).toEqual([]);
  await fresh.close();
});

test('clocks that differ do not keep a line out: it takes the time of the one before it', async () => {
  const fresh = await openTestBank();
  const administrator = await fresh.administrator();
  const client = await fresh.client();
  await fresh.fund(client, 100);
  const note = (text: string) => administrator.post(`/admin/clients/${client.accountId}/notes`, { text });
  const now = new Date();
  await fresh.travelTo(now);
  expect((await note('Un.')).status).toBe(200);
  fresh.setNow(new Date(now.getTime() - 40));
  expect((await note('Deux.')).status).toBe(200);
  const times = await rowsOf<{ at: string | Date }>(
    fresh.database.db,
    sql`select at from audit_entries order by number desc limit 2`,
  );
  expect(times.map(({ at }) => new Date(at).getTime())).toEqual([now.getTime(), now.getTime()]);
  expect((await verifyChainAfter(fresh.database.db, 0)).faults).toEqual([]);
  await fresh.close();
});
