import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BULK_OPERATIONS, MAX_BULK } from '#domain/desk/bulk.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { memberWith, staffWith } from '../../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { inTransaction } from '../../work/work.ts';
import { startBulkRun } from './start-run.ts';
import { continueBulkRuns, workThrough } from './work-run.ts';

let bank: TestBank;
let client: ClientPerson;
let clerk: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client({ firstName: '=1+1', lastName: 'Formule' });
    clerk = await bank.administrator();
    await bank.fund(client, 50_000_00);
  }),
);
afterEach(() => bank.close());

const PAYEE = { iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais', recipientName: 'Zoé' };

async function newWithdrawals(count: number, amountMinor = 10_00): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(accepted(await client.post('/withdrawals', { ...PAYEE, amountMinor })).withdrawal.id);
  return ids;
}

const pending = (ids: readonly string[]) => ids.map((id) => ({ id, seenStatus: 'pending' }));

/** Starts a run and waits for its end. */
async function ran(person: Person, order: object) {
  const { run } = accepted(await person.post('/admin/bulk', order));
  await bank.bank.background.settled();
  return accepted(await person.get(`/admin/bulk/${run.id}`)).run;
}

const statesOf = ({ rows }: { rows: { state: string }[] }) => rows.map(({ state }) => state);
const statusOf = async (id: string) => (await clerk.get(`/admin/withdrawals/${id}`)).body.withdrawal.status;
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('Q-32 one operation on many rows', () => {
  test('each row in the order shown, by the use case of its route, with a line of its own in the trail', async () => {
    const ids = await newWithdrawals(3);
    const run = await ran(clerk, { operation: 'withdrawals.decide.approve', items: pending(ids) });
    expect(run).toMatchObject({
      state: 'ended',
      total: 3,
      kind: 'withdrawal',
      counts: { done: 3, waiting: 0 },
    });
    expect(run.rows.map((row: { id: string }) => row.id)).toEqual(ids);
    expect(run.rows[0].client).toMatchObject({ accountId: client.accountId });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'approved', 'approved']);
    const lines = await rowsOf<{ operation: string; subject_id: string | null }>(
      bank.database.db,
      sql`select operation, subject_id from audit_entries where actor_id = ${clerk.userId}::uuid and operation like '%e.approve' or operation = 'bulk.start'
        order by number`,
    );
    expect(lines).toEqual([
      { operation: 'bulk.start', subject_id: null },
      ...ids.map((id) => ({ operation: 'withdrawals.decide.approve', subject_id: id })),
    ]);
  });

  test('a row refuses alone: stale, gone and impossible ones say so, the others are done', async () => {
    const ids = await newWithdrawals(3);
    const [decided = '', left = '', taken = ''] = ids;
    await clerk.post(`/admin/withdrawals/${decided}/decision`, {
      action: 'reject',
      reasonCode: 'other',
      reasonNote: 'Doublon',
    });
    const items = [
      ...pending([decided, left]),
      { id: taken, seenStatus: 'processing' },
      { id: newUuid(), seenStatus: 'pending' },
    ];
    const run = await ran(clerk, { operation: 'withdrawals.decide.approve', items });
    expect(statesOf(run)).toEqual(['skipped', 'done', 'skipped', 'skipped']);
    expect(run.rows.map((row: { refusal: { code: string } | null }) => row.refusal?.code)).toEqual([
      'withdrawal.already-decided',
      undefined,
      'withdrawal.already-decided',
      'not-found',
    ]);
    // A refusal of a row stands in the trail as one of its own call would.
    const refused = await rowsOf(
      bank.database.db,
      sql`select 1 from audit_entries where outcome = 'refused' and operation = 'withdrawals.decide.approve'`,
    );
    expect(refused).toHaveLength(3);
    const report = await clerk.get(`/admin/bulk/${run.id}/report`);
    expect([...report.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(String(report.body)).toContain(";'=1+1 Formule;Déjà traité;");
    // Two transfers of one client are told apart by their amounts.
    expect(run.rows.map((row: { amount: object | null }) => row.amount)).toEqual([
      { minor: expect.any(Number), currency: 'EUR' },
      { minor: expect.any(Number), currency: 'EUR' },
      { minor: expect.any(Number), currency: 'EUR' },
      null,
    ]);
    expect(String(report.body)).toMatch(/;\d+,\d\d;EUR\r\n/);
  });

  test('one reason for all that are rejected, which every client reads', async () => {
    const ids = await newWithdrawals(2);
    const common = { reasonCode: 'suspicious-recipient', reasonNote: '' };
    expect(
      (
        await clerk.post('/admin/bulk', {
          operation: 'withdrawals.decide.reject',
          items: pending(ids),
          common: { reasonCode: 'no-such' },
        })
      ).status,
    ).toBe(400);
    const { body } = await clerk.get(`/admin/withdrawals/${ids[0]}`);
    expect(body.withdrawal.status).toBe('pending');
    const run = await ran(clerk, {
      operation: 'withdrawals.decide.reject',
      items: pending(ids),
      common: { ...common, reasonCode: 'other', reasonNote: 'Doublon' },
    });
    expect(statesOf(run)).toEqual(['done', 'done']);
    const { withdrawals } = accepted(await client.get('/withdrawals'));
    expect(withdrawals.map((row: { status: string }) => row.status)).toEqual(['rejected', 'rejected']);
  });

  test('files are taken, given and given back; one that a colleague took since is refused with who', async () => {
    const ids = await newWithdrawals(2);
    const colleague = await memberWith(bank, ['payments']);
    await colleague.put(`/admin/assignments/withdrawal/${ids[1]}`, { seenAssigneeId: null });
    const items = ids.map((id) => ({ id, seenAssigneeId: null }));
    const run = await ran(clerk, { operation: 'tasks.take', items, common: { kind: 'withdrawal' } });
    expect(statesOf(run)).toEqual(['done', 'refused']);
    expect(run.rows[1].refusal.code).toBe('task.taken');
    const given = await ran(clerk, {
      operation: 'tasks.assign',
      items: [{ id: ids[0], seenAssigneeId: clerk.userId }],
      common: { kind: 'withdrawal', assigneeId: colleague.userId },
    });
    expect(statesOf(given)).toEqual(['done']);
    expect((await colleague.get('/admin/assignments')).body.count).toBe(2);
    const back = await ran(colleague, {
      operation: 'tasks.release',
      items: ids.map((id) => ({ id })),
      common: { kind: 'withdrawal' },
    });
    expect(statesOf(back)).toEqual(['done', 'done']);
    expect((await colleague.get('/admin/assignments')).body.count).toBe(0);
  });

  test('loans are taken in hand, fees settled, under the guards of each', async () => {
    const fee = async (amountMinor: number) =>
      accepted(
        await clerk.post(`/admin/clients/${client.accountId}/fees`, {
          amountMinor,
          description: 'Duplicata',
        }),
      ).fee.id;
    const fees = [await fee(5_00), await fee(6_00)];
    const settled = await ran(clerk, { operation: 'fees.settle', items: fees.map((id) => ({ id })) });
    expect(statesOf(settled)).toEqual(['done', 'done']);
    const again = await ran(clerk, { operation: 'fees.settle', items: fees.map((id) => ({ id })) });
    expect(statesOf(again)).toEqual(['skipped', 'skipped']);
    const loan = accepted(
      await client.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 2_000_00,
      }),
    ).loan;
    const run = await ran(clerk, { operation: 'loans.decide.process', items: pending([loan.id]) });
    expect(statesOf(run)).toEqual(['done']);
    expect((await clerk.get(`/admin/loans/${loan.id}`)).body.loan).toMatchObject({
      status: 'processing',
      followedBy: { id: clerk.userId },
    });
  });

  test('repeated under its key it is one run; each row takes effect once', async () => {
    const ids = await newWithdrawals(2);
    const order = { operation: 'withdrawals.decide.approve', items: pending(ids) };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => clerk.post('/admin/bulk', order, { key: 'one-morning-of-transfers' })),
    );
    await bank.bank.background.settled();
    expect(new Set(answers.map((answer) => accepted(answer).run.id)).size).toBe(1);
    expect((await clerk.get('/admin/bulk')).body.runs).toHaveLength(1);
    const other = await clerk.post(
      '/admin/bulk',
      { ...order, items: pending(ids.slice(1)) },
      { key: 'one-morning-of-transfers' },
    );
    expect(code(other)).toEqual([409, 'idempotency.key-reused']);
  });

  test('fifty processes at once on one run: every row is done once, in order', async () => {
    const ids = await newWithdrawals(20);
    const { database, surroundings } = bank.bank;
    const actor = { kind: 'staff', personId: clerk.userId } as const;
    const order = { operation: 'withdrawals.decide.approve' as const, items: pending(ids) };
    const id = await inTransaction(database.db, surroundings, actor, (work) => startBulkRun(work, order));
    await Promise.all(Array.from({ length: 50 }, () => workThrough(bank.bank, id)));
    // Each process leaves a run that another one holds: the job takes the rows that all of them left.
    await continueBulkRuns(bank.bank);
    const { run } = accepted(await clerk.get(`/admin/bulk/${id}`));
    expect(run).toMatchObject({ state: 'ended', counts: { done: 20 } });
    const lines = await rowsOf<{ subject_id: string }>(
      database.db,
      sql`select subject_id from audit_entries where operation = 'withdrawals.decide.approve' order by number`,
    );
    expect(lines.map((line) => line.subject_id)).toEqual(ids);
  });

  test('fifty people on the same row at once, by bulk and by hand: one decides it', async () => {
    const [id = ''] = await newWithdrawals(1);
    const people = await Promise.all(Array.from({ length: 5 }, () => bank.administrator()));
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const person = people[index % 5] as Person;
        return index % 2 === 0
          ? person.post('/admin/bulk', { operation: 'withdrawals.decide.approve', items: pending([id]) })
          : person.post(`/admin/withdrawals/${id}/decision`, { action: 'approve', seenStatus: 'pending' });
      }),
    );
    await bank.bank.background.settled();
    const done = await rowsOf(
      bank.database.db,
      sql`select 1 from audit_entries where operation = 'withdrawals.decide.approve' and outcome = 'done'`,
    );
    expect(done).toHaveLength(1);
  });

  test('stopped, it leaves what waits; resumed, it goes on; a killed process is made up for by the job', async () => {
    const ids = await newWithdrawals(4);
    const { database, surroundings } = bank.bank;
    const actor = { kind: 'staff', personId: clerk.userId } as const;
    const order = { operation: 'withdrawals.decide.approve' as const, items: pending(ids) };
    const id = await inTransaction(database.db, surroundings, actor, (work) => startBulkRun(work, order));
    // The process does one row and dies.
    expect(await workThrough(bank.bank, id, (done) => done === 1)).toBe(1);
    expect(accepted(await clerk.post(`/admin/bulk/${id}/stop`)).run.state).toBe('stopped');
    expect(await workThrough(bank.bank, id)).toBe(0);
    expect(await continueBulkRuns(bank.bank)).toBe(0);
    expect(await statusOf(ids[1] ?? '')).toBe('pending');
    accepted(await clerk.post(`/admin/bulk/${id}/resumption`));
    await bank.bank.background.settled();
    expect(accepted(await clerk.get(`/admin/bulk/${id}`)).run).toMatchObject({
      state: 'ended',
      counts: { done: 4 },
    });

    const left = await newWithdrawals(2);
    const killed = await inTransaction(database.db, surroundings, actor, (work) =>
      startBulkRun(work, { ...order, items: pending(left) }),
    );
    expect(await continueBulkRuns(bank.bank)).toBe(2);
    expect(accepted(await clerk.get(`/admin/bulk/${killed}`)).run).toMatchObject({
      state: 'ended',
      counts: { done: 2 },
    });
    expect(accepted(await clerk.post(`/admin/bulk/${killed}/stop`)).run.state).toBe('ended');
  });

  test('a person whose right or access ended meanwhile does nothing more', async () => {
    const ids = await newWithdrawals(1);
    const person = await staffWith(bank, ['bulk.start', 'bulk.show', 'withdrawals.decide.approve']);
    const { database, surroundings } = bank.bank;
    const actor = { kind: 'staff', personId: person.userId } as const;
    const id = await inTransaction(database.db, surroundings, actor, (work) =>
      startBulkRun(work, { operation: 'withdrawals.decide.approve', items: pending(ids) }),
    );
    await person.permit(['bulk.show']);
    await workThrough(bank.bank, id);
    const { run } = accepted(await person.get(`/admin/bulk/${id}`));
    expect(statesOf(run)).toEqual(['refused']);
    expect(run.rows[0].refusal.code).toBe('auth.permission-required');
    expect(await statusOf(ids[0] ?? '')).toBe('pending');
  });

  test('STAFF-40 one’s own file is left out, as by hand', async () => {
    const ids = await newWithdrawals(1);
    await asOwner(bank.database.db, async (tx) => {
      await tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
        values (${clerk.userId}::uuid, ${client.accountId}::uuid, 'relative', ${clerk.userId}::uuid, now())`);
    });
    const run = await ran(clerk, { operation: 'withdrawals.decide.approve', items: pending(ids) });
    expect(run.rows[0].refusal.code).toBe('staff.own-file');
  });
});

describe('Q-30 under four eyes', () => {
  beforeEach(async () => {
    await memberWith(bank, ['payments']);
    accepted(await clerk.put('/admin/four-eyes', { isOn: true }));
  });

  test('rows that need an approval say so, or are proposed; the other rows are done', async () => {
    const [small = '', large = '', other = ''] = [
      ...(await newWithdrawals(1, 10_00)),
      ...(await newWithdrawals(2, 6_000_00)),
    ];
    const order = { operation: 'withdrawals.decide.approve', items: pending([small, large]) };
    const without = await ran(clerk, order);
    expect(statesOf(without)).toEqual(['done', 'needs-approval']);
    expect(without.rows[1].refusal).toMatchObject({ code: 'approval.required' });
    const proposed = await ran(clerk, {
      ...order,
      items: pending([large, other]),
      common: { proposes: true },
    });
    expect(statesOf(proposed)).toEqual(['proposed', 'proposed']);
    expect(proposed.rows[0].proposal).toMatch(/^P-\d+$/);
    expect(await statusOf(large)).toBe('pending');
    const again = await ran(clerk, { ...order, items: pending([large]), common: { proposes: true } });
    expect(again.rows[0]).toMatchObject({ state: 'refused', refusal: { code: 'proposal.already-there' } });
  });

  test('FOUR-25 several proposals of one operation are approved each by itself; what compliance owes is not', async () => {
    const ids = await newWithdrawals(2, 6_000_00);
    const [huge = ''] = await newWithdrawals(1, 30_000_00);
    const run = await ran(clerk, {
      operation: 'withdrawals.decide.approve',
      items: pending([...ids, huge]),
      common: { proposes: true },
    });
    expect(statesOf(run)).toEqual(['proposed', 'proposed', 'proposed']);
    const checker = await memberWith(bank, ['payments', 'compliance']);
    const { proposals } = accepted(await checker.get('/admin/proposals?list=all&limit=10'));
    const items = proposals.map(({ id, inputHash }: { id: string; inputHash: string }) => ({
      id,
      inputHash,
    }));
    const approved = await ran(checker, { operation: 'proposals.approve', items });
    expect(new Set(statesOf(approved)).has('done')).toBe(true);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'approved']);
    const own = await ran(clerk, { operation: 'proposals.approve', items });
    expect(new Set(statesOf(own))).toEqual(new Set(['skipped']));
  });
});

describe('Q-31, Q-32 what is asked', () => {
  test('at most five hundred rows, each once, of an operation that may be repeated', async () => {
    const items = Array.from({ length: MAX_BULK + 1 }, () => ({ id: newUuid(), seenStatus: 'pending' }));
    const operation = 'withdrawals.decide.process';
    expect(code(await clerk.post('/admin/bulk', { operation, items }))).toEqual([409, 'bulk.too-many']);
    const [one] = items;
    for (const order of [
      { operation, items: [] },
      { operation, items: [one, one] },
      { operation: 'accounts.credit', items: [one] },
      { operation: 'loans.decide.approve', items: [one] },
      { operation, items: [{ ...one, seenStatus: 'no-such' }] },
      { operation: 'tasks.take', items: [{ id: one?.id }] },
      { operation: 'tasks.assign', items: [{ id: one?.id }], common: { kind: 'loan' } },
      { operation, items: [{ ...one, more: 1 }] },
    ])
      expect([order, (await clerk.post('/admin/bulk', order)).status]).toEqual([order, 400]);
    expect((await clerk.get('/admin/bulk')).body.runs).toEqual([]);
  });

  test('never an approval of a loan, an offer, a credit, an activation, an IBAN or a removal (Q-30)', () => {
    for (const operation of BULK_OPERATIONS)
      expect(operation).not.toMatch(/^accounts\.|^loanOffers\.|^clients\.|loans\.decide\.approve/);
  });

  test('401, 403, 404: nobody, without the operation’s permission, somebody else’s run', async () => {
    const order = { operation: 'fees.settle', items: [{ id: newUuid() }] };
    expect((await bank.visitor().post('/admin/bulk', order)).status).toBe(401);
    expect((await client.post('/admin/bulk', order)).status).toBe(403);
    const adviser = await memberWith(bank, ['adviser']);
    expect(code(await adviser.post('/admin/bulk', order))).toEqual([403, 'auth.permission-required']);
    const run = await ran(clerk, order);
    for (const path of [`/admin/bulk/${run.id}`, `/admin/bulk/${run.id}/report`])
      expect((await adviser.get(path)).status).toBe(404);
    expect((await adviser.post(`/admin/bulk/${run.id}/stop`)).status).toBe(404);
  });
});
