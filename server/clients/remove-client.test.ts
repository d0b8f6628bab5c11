import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { nextIban } from '../testing/next-iban.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const IBAN = 'FR7630006000011234567890189';
const NAMES = { firstName: 'Alix', lastName: 'Fictif' };

describe('DELETE /admin/clients/{id}', () => {
  const remove = (accountId = client.accountId) => administrator.delete(`/admin/clients/${accountId}`);

  /** A life with everything in it that a client can leave behind. */
  async function live(person: ClientPerson): Promise<void> {
    const loan = {
      amountMinor: 1_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 2_000_00,
    };
    await bank.fund(person, 500_00);
    const fee = { amountMinor: 25_00, description: 'Carte' };
    const { body: settled } = await administrator.post(`/admin/clients/${person.accountId}/fees`, fee);
    await administrator.post(`/admin/fees/${settled.fee.id}/settlement`);
    const { body: paid } = await person.post('/loans', loan);
    await administrator.post(`/admin/loans/${paid.loan.id}/decision`, { action: 'approve' });
    const withdrawal = { amountMinor: 100_00, iban: IBAN, bankName: 'Banque du Marais' };
    const { body: sent } = await person.post('/withdrawals', withdrawal);
    await administrator.post(`/admin/withdrawals/${sent.withdrawal.id}/decision`, { action: 'approve' });
    await administrator.post(`/admin/withdrawals/${sent.withdrawal.id}/decision`, { action: 'complete' });
    await person.post('/withdrawals', withdrawal);
    await person.post('/loans', loan);
    await administrator.put(`/admin/clients/${person.accountId}/iban`, {
      iban: nextIban(),
      bankName: 'Guichet',
    });
    await person.put('/profile', { ...NAMES, lastName: 'Introuvable', address: '7 rue Introuvable' });
    await person.post('/newsletter/subscriptions', { email: person.email });
  }

  /** Every text of every table, so that nothing personal can hide in a column the test does not name. */
  async function everything(): Promise<string> {
    const tables = await rowsOf<{ name: string }>(
      bank.database.db,
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const texts = await Promise.all(
      tables.map(({ name }) =>
        rowsOf<{ row: unknown }>(bank.database.db, sql.raw(`select to_jsonb(t) as row from ${name} t`)),
      ),
    );
    return JSON.stringify(texts);
  }

  test('200: everything personal goes, the books stay, what remained is unclaimed', async () => {
    await live(client);
    const other = await bank.client({ firstName: 'Restée', lastName: 'Là' });
    await bank.fund(other, 1_00);
    const before = await rowsOf(
      bank.database.db,
      sql`select * from ledger_entries order by account_id, sequence`,
    );
    expect(await everything()).toContain('Introuvable');

    const { status, body } = await remove();
    // The loan of 1 000 € is set off against what is on the account; the rest is unclaimed.
    expect([status, body]).toEqual([
      200,
      { setOffMinor: 1_000_00, writtenOffMinor: 0, movedToUnclaimedMinor: 400_00, currency: 'EUR' },
    ]);

    const left = await everything();
    for (const trace of ['Introuvable', 'Alix', client.email, IBAN, 'Banque du Marais', 'Un vélo'])
      expect(left.includes(trace), trace).toBe(false);
    const after = await rowsOf(
      bank.database.db,
      sql`select * from ledger_entries order by account_id, sequence`,
    );
    expect(after).toHaveLength(before.length + 4);
    expect(after).toEqual(expect.arrayContaining(before));
    const closure = await rowsOf(
      bank.database.db,
      sql`select t.event, t.cause_id, t.author_id, a.holder_kind as kind, e.amount::int, a.balance::int
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.event = 'account-closure' order by a.holder_kind`,
    );
    const common = { event: 'account-closure', cause_id: client.accountId, author_id: administrator.userId };
    expect(closure).toEqual([
      { ...common, kind: 'client', amount: -400_00, balance: 0 },
      { ...common, kind: 'house', amount: 400_00, balance: 400_00 },
    ]);

    // The other client lost nothing.
    expect((await other.get('/overview')).body).toMatchObject({
      profile: { displayName: 'Restée Là' },
      account: { balanceMinor: 1_00 },
    });
  });

  test('the sessions end, the sign-in is gone and the address can sign up again', async () => {
    await remove();
    expect((await client.get('/session')).body.session).toBeNull();
    expect((await client.get('/overview')).status).toBe(401);
    const again = bank.visitor();
    expect((await again.post('/session', { email: client.email, password: TEST_PASSWORD })).status).toBe(401);
    const anew = await bank.client({ email: client.email });
    expect((await anew.get('/transactions')).body.transactions).toEqual([]);
  });

  test('200: an account without money closes without a posting', async () => {
    const { body } = await remove();
    expect(body.movedToUnclaimedMinor).toBe(0);
    expect(await rowsOf(bank.database.db, sql`select 1 from ledger_transactions`)).toEqual([]);
  });

  test('while others decide, credit and ask: each call ends, and what was taken holds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const someone = await bank.client();
      await live(someone);
      const { body } = await someone.get('/withdrawals');
      const pending = body.withdrawals.find((row: { status: string }) => row.status === 'pending');
      const answers = await Promise.all([
        administrator.post(`/admin/withdrawals/${pending.id}/decision`, { action: 'approve' }),
        administrator.post(`/admin/clients/${someone.accountId}/credits`, {
          amountMinor: 7_00,
          currency: 'EUR',
          description: 'Au même moment',
        }),
        remove(someone.accountId),
        administrator.post(`/admin/clients/${someone.accountId}/activation`, { receivedMinor: 3_00 }),
        someone.post('/withdrawals', { amountMinor: 1_00, iban: IBAN, bankName: 'Banque' }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses[2], JSON.stringify(answers.map(({ body: words }) => words))).toBe(200);
      for (const status of statuses) expect([200, 401, 404, 409]).toContain(status);
    }
  });

  describe('of someone who also administers', () => {
    const makeAdministrator = (userId: string) =>
      bank.database.db.execute(sql`insert into user_roles (user_id, role) values (${userId}::uuid, 'admin')`);
    const takeRole = (userId: string) =>
      bank.database.db.execute(sql`delete from user_roles where user_id = ${userId}::uuid`);
    const administrators = async () =>
      (await rowsOf<{ user_id: string }>(bank.database.db, sql`select user_id from user_roles`)).map(
        (row) => row.user_id,
      );

    test('409: oneself; another may', async () => {
      await makeAdministrator(client.userId);
      const { status, body } = await client.delete(`/admin/clients/${client.accountId}`);
      expect([status, body.code]).toEqual([409, 'client.is-oneself']);
      expect((await remove()).status).toBe(200);
      expect(await administrators()).toEqual([administrator.userId]);
      expect((await client.get('/admin/counts')).status).toBe(401);
    });

    test('two who delete each other at once: one stays', async () => {
      const other = await bank.client();
      await makeAdministrator(client.userId);
      await makeAdministrator(other.userId);
      await takeRole(administrator.userId);
      const answers = await Promise.all([
        client.delete(`/admin/clients/${other.accountId}`),
        other.delete(`/admin/clients/${client.accountId}`),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = answers.find(({ status }) => status !== 200);
      // Refused by the lock, or already signed out.
      expect([401, 409]).toContain(refused?.status);
      if (refused?.status === 409) expect(refused.body.code).toBe('client.last-administrator');
      expect(await administrators()).toHaveLength(1);
    });

    test('the database itself keeps the last one, under every role', async () => {
      const { db } = bank.database;
      const id = administrator.userId;
      for (const attempt of [
        sql`delete from user_roles where user_id = ${id}::uuid`,
        sql`update user_roles set role = 'auditor' where user_id = ${id}::uuid`,
        sql`delete from users where id = ${id}::uuid`,
      ])
        await expect(db.execute(attempt)).rejects.toMatchObject({
          // The trigger keeps a person who manages access, under any role (STAFF-20).
          cause: { message: 'somebody must be able to manage access' },
        });
      await makeAdministrator(client.userId);
      await takeRole(id);
      expect(await administrators()).toEqual([client.userId]);
    });
  });

  test('404 a second time; 400, 401, 403', async () => {
    expect((await bank.visitor().delete(`/admin/clients/${client.accountId}`)).status).toBe(401);
    expect((await client.delete(`/admin/clients/${client.accountId}`)).status).toBe(403);
    expect((await remove('x')).status).toBe(400);
    expect((await remove(newUuid())).status).toBe(404);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  test('two administrators at once: the second gets the name of the first, for every pair of acts', async () => {
    await live(client);
    const both = await Promise.all([remove(), remove()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const path = `/admin/clients/${client.accountId}`;
    const late = [
      both.find(({ status }) => status === 404),
      await administrator.post(`${path}/activation`, { receivedMinor: 0 }),
      await administrator.put(`${path}/iban`, { iban: IBAN, bankName: 'Guichet' }),
      await administrator.post(`${path}/credits`, { amountMinor: 1, currency: 'EUR', description: 'x' }),
      await administrator.post(`${path}/fees`, { amountMinor: 1, description: 'x' }),
      await administrator.post(`${path}/notes`, { text: 'x' }),
      await administrator.delete(`${path}/sessions`),
    ];
    for (const answer of late)
      expect([answer?.status, answer?.body.code, answer?.body.detail]).toEqual([
        404,
        'client.removed',
        'Ce client a déjà été supprimé par Dominique Gestion.',
      ]);
  });
});
