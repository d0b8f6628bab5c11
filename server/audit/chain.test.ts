import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import {
  auditSteps,
  AUDITED_IBAN as IBAN,
  AUDITED_LOAN as LOAN,
  openAuditBank,
} from '../testing/audit-steps.ts';
import { type ClientPerson, type Person, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
const { entries, lastEntry } = auditSteps(() => ({ client, administrator }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client, administrator } = await openAuditBank());
  }),
);
afterEach(() => bank.close());

describe('the chain', () => {
  /** Does what only someone with the database in their hands can: writes past its guards, and puts it back at the end. */
  async function byHand(change: ReturnType<typeof sql>): Promise<void> {
    await pastTheGuards(bank.database.db, (tx) => tx.execute(change));
  }
  const verification = async () => (await administrator.get('/admin/audit/verification')).body;

  beforeEach(async () => {
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: 'Un',
    });
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: 'Deux',
    });
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: 'Trois',
    });
  });

  test('holds, and says where it ends', async () => {
    const last = await lastEntry();
    expect(await verification()).toEqual({
      checked: 4,
      next: null,
      holds: true,
      faults: [],
      head: { number: 4, hash: last.hash },
    });
    const second = (await entries()).find((entry: { number: number }) => entry.number === 2);
    const third = (await entries()).find((entry: { number: number }) => entry.number === 3);
    expect(third.previousHash).toBe(second.hash);
  });

  test('continues from the line of the last step', async () => {
    expect((await administrator.get('/admin/audit/verification?after=2')).body).toMatchObject({
      checked: 2,
      next: null,
      holds: true,
    });
  });

  test.each([
    [
      'a line that says something else',
      sql`update audit_entries set operation = 'fees.settle' where number = 2`,
      sql`update audit_entries set operation = 'fees.create' where number = 2`,
      2,
      'changed',
    ],
    ['another author', sql`update audit_entries set actor_id = null where number = 3`, null, 3, 'changed'],
    [
      'another time',
      sql`update audit_entries set at = at - interval '1 day' where number = 3`,
      sql`update audit_entries set at = at + interval '1 day' where number = 3`,
      3,
      'changed',
    ],
    [
      'details that say something else',
      sql`update audit_parts set value = replace(value, '1500', '1600') where number = 2`,
      sql`update audit_parts set value = replace(value, '1600', '1500') where number = 2`,
      2,
      'details-changed',
    ],
    [
      'another address',
      sql`update audit_parts set value = '{"address":"10.0.0.1"}' where number = 2 and part = 'origin'`,
      sql`update audit_parts set value = '{"address":"unknown"}' where number = 2 and part = 'origin'`,
      2,
      'details-changed',
    ],
  ])('%s shows', async (_, change, back, number, fault) => {
    const restore =
      back ?? sql`update audit_entries set actor_id = ${administrator.userId}::uuid where number = 3`;
    await byHand(change);
    const { holds, faults } = await verification();
    await byHand(restore);
    expect(holds).toBe(false);
    expect(faults).toContainEqual({ number, fault });
    expect((await verification()).holds).toBe(true);
  });

  test.each([
    ['a removed line', 'entries', 3, 3, 'missing'],
    ['a removed end', 'entries', 4, 4, 'cut-short'],
    ['removed details of someone who is still there', 'parts', 2, 2, 'details-missing'],
  ] as const)('%s shows', async (_, what, removed, number, fault) => {
    const { db } = bank.database;
    const kept = sql.raw(
      `create temp table kept_${what} as select * from audit_${what} where number = ${removed}`,
    );
    await db.execute(kept);
    await byHand(sql.raw(`delete from audit_${what} where number = ${removed}`));
    const { holds, faults } = await verification();
    await byHand(sql.raw(`insert into audit_${what} select * from kept_${what}`));
    await db.execute(sql.raw(`drop table kept_${what}`));
    expect(holds).toBe(false);
    expect(faults).toContainEqual({ number, fault });
    expect((await verification()).holds).toBe(true);
  });

  test('the database refuses even its owner to change or remove a line, its details, or where the chain ends', async () => {
    for (const statement of [
      sql`update audit_entries set operation = 'fees.settle'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries cascade`,
      sql`update audit_parts set value = '{}'`,
      sql`delete from audit_parts`,
      sql`truncate audit_parts`,
      sql`update audit_head set number = 1`,
      sql`delete from audit_head`,
    ])
      await expect(asOwner(bank.database.db, (tx) => tx.execute(statement))).rejects.toMatchObject({
        cause: { code: '42501', message: expect.stringMatching(/is append-only|only moves forward/) },
      });
  });

  test('ten administrators at once make ten lines in one chain', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        administrator.post(`/admin/clients/${client.accountId}/credits`, {
          amountMinor: 1_00 + index,
          currency: 'EUR',
          description: `Versement ${index}`,
        }),
      ),
    );
    expect(await verification()).toMatchObject({ checked: 14, holds: true });
  });

  // One connection serves everyone on the embedded database: nobody can wait for anybody there.
  test.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
    'a client never waits for the chain',
    async () => {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const holding = bank.database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from audit_head for update`);
        await held;
      });
      expect((await client.post('/loans', LOAN)).status).toBe(200);
      expect((await client.post('/session', { email: client.email, password: TEST_PASSWORD })).status).toBe(
        200,
      );
      letGo();
      await holding;
    },
  );

  test('400, 401, 403', async () => {
    expect((await administrator.get('/admin/audit/verification?after=-1')).status).toBe(400);
    expect((await administrator.get('/admin/audit/verification?after=x')).status).toBe(400);
    expect((await bank.visitor().get('/admin/audit/verification')).status).toBe(401);
    expect((await client.get('/admin/audit/verification')).status).toBe(403);
  });
});

test('a deleted client leaves lines that say nothing of them, in a chain that holds', async () => {
  await administrator.put(`/admin/clients/${client.accountId}/iban`, {
    iban: IBAN,
    bankName: 'Banque Témoin',
  });
  await client.get('/admin/audit');
  await bank.fund(client, 12_34);
  expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);

  const [removal, ...earlier] = (await entries('?limit=100')).filter(
    (entry: { client: unknown; actor: { id: string } | null }) =>
      entry.client !== null || entry.actor?.id === client.userId,
  );
  expect(removal).toMatchObject({
    operation: 'clients.remove',
    before: { balanceMinor: 12_34, requests: 0 },
    after: { movedToUnclaimedMinor: 12_34, currency: 'EUR' },
    client: { accountId: client.accountId, displayName: null },
    isStripped: false,
  });
  expect(earlier).toHaveLength(3);
  for (const entry of earlier) expect(entry).toMatchObject({ before: null, after: null, isStripped: true });
  const stored = JSON.stringify([
    await rowsOf(bank.database.db, sql`select * from audit_parts`),
    await entries('?limit=100'),
  ]);
  expect(stored).not.toMatch(/Maëlle|Témoin|FR76|Versement de test/);
  expect((await administrator.get('/admin/audit/verification')).body).toMatchObject({ holds: true });
});
