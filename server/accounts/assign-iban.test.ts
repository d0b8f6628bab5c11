import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { faultsOfBooks } from '../operations/books.ts';
import { hear } from '../signals.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';
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

const assign = (input: object, accountId = client.accountId) =>
  administrator.put(`/admin/clients/${accountId}/iban`, input);

async function toldOf(kind: string): Promise<Record<string, unknown>[]> {
  const rows = await rowsOf<{ params: Record<string, unknown> }>(
    bank.database.db,
    sql`select params from notifications where kind = ${kind} and user_id = ${client.userId}::uuid`,
  );
  return rows.map((row) => row.params);
}

describe('PUT /admin/clients/{id}/iban', () => {
  test('200: assigns, then changes; the same again tells the client nothing new', async () => {
    const first = await assign({ iban: ' fr76 3000 6000 0112 3456 7890 189', bankName: ' Guichet ' });
    expect([first.status, first.body]).toEqual([200, { iban: IBAN, bankName: 'Guichet' }]);
    await assign({ iban: IBAN, bankName: 'Guichet' });
    expect(await toldOf('iban-assigned')).toHaveLength(1);
    await assign({ iban: 'BE68539007547034', bankName: 'Guichet' });
    const { account } = (await client.get('/overview')).body;
    expect([account.iban, account.bankName]).toEqual(['BE68539007547034', 'Guichet']);
  });

  test('409: an IBAN belongs to one account, however it is written and however many give it at one moment (PAY-5)', async () => {
    const other = await bank.client();
    expect((await assign({ iban: IBAN, bankName: 'Guichet' })).status).toBe(200);
    const second = await administrator.put(`/admin/clients/${other.accountId}/iban`, {
      iban: ' fr76 3000 6000 0112 3456 7890 189',
      bankName: 'Guichet',
    });
    expect([second.status, second.body.code, second.body.errors[0].message]).toEqual([
      409,
      'account.iban-taken',
      'validation.iban.taken',
    ]);
    const free = { iban: 'BE68539007547034', bankName: 'Guichet' };
    const answers = await Promise.all([
      assign(free),
      administrator.put(`/admin/clients/${other.accountId}/iban`, free),
    ]);
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      200,
      'account.iban-taken',
    ]);
  });

  test("409: the institution's own IBAN is no client's", async () => {
    const { status, body } = await assign({ iban: demonstration.houseIban ?? '', bankName: 'Guichet' });
    expect([status, body.code]).toEqual([409, 'account.iban-of-the-house']);
  });

  test("PAY-5 409: an IBAN of the house at one of its banks is no client's", async () => {
    const iban = 'FR7630006000011234567890189';
    const added = await administrator.post('/admin/bank-accounts', { iban, bankName: 'B', currency: 'EUR' });
    expect(added.status).toBe(200);
    const { status, body } = await assign({ iban, bankName: 'Guichet' });
    expect([status, body.code]).toEqual([409, 'account.iban-of-the-house']);
  });

  test('what was given twice before the rule stays until one of them is changed, and the books say it', async () => {
    const other = await bank.client();
    await assign({ iban: IBAN, bankName: 'Guichet' });
    await pastTheGuards(bank.database.db, async (tx) => {
      await tx.execute(sql`drop index client_accounts_one_iban`);
      await tx.execute(
        sql`update client_accounts set iban = 'fr76 3000 6000 0112 3456 7890 189' where id = ${other.accountId}`,
      );
      const path = join(import.meta.dirname, '../db/migrations/0026_one_iban.sql');
      const [, ...steps] = readFileSync(path, 'utf8').split('--> statement-breakpoint');
      for (const step of steps) await tx.execute(sql.raw(step));
    });
    const shared = () => faultsOfBooks(bank.database.db);
    const listed = async () =>
      (await administrator.get('/admin/shared-ibans')).body.ibans.map(
        (each: { iban: string; accounts: { id: string }[] }) => [
          each.iban,
          each.accounts.map(({ id }) => id).sort(),
        ],
      );
    expect(await listed()).toEqual([[IBAN, [client.accountId, other.accountId].sort()]]);
    expect(await shared()).toEqual([`the IBAN ${IBAN} is given to 2 accounts`]);
    const rename = { iban: IBAN, bankName: 'Autre nom' };
    expect((await administrator.put(`/admin/clients/${other.accountId}/iban`, rename)).status).toBe(200);
    const change = { iban: 'BE68539007547034', bankName: 'Guichet' };
    expect((await administrator.put(`/admin/clients/${other.accountId}/iban`, change)).status).toBe(200);
    expect(await shared()).toEqual([]);
    expect(await listed()).toEqual([]);
    const marked = sql`select count(*)::int as count from client_accounts where iban_is_shared`;
    expect(await rowsOf(bank.database.db, marked)).toEqual([{ count: 0 }]);
  });

  test("PAY-5 an IBAN of the house's range is proposed, and never again once it was given", async () => {
    const proposed = async () => (await administrator.get('/admin/iban-proposal')).body;
    const first = await proposed();
    const range = { bank: '00000', branch: '00001' };
    expect(first).toEqual({
      iban: frenchIban({ ...range, account: '00000000001' }),
      bankName: demonstration.brandName,
    });
    expect(await proposed()).toEqual(first);
    // One that was typed is passed over.
    const second = frenchIban({ ...range, account: '00000000002' });
    const other = await bank.client();
    await administrator.put(`/admin/clients/${other.accountId}/iban`, { iban: second, bankName: 'Guichet' });
    expect((await assign({ iban: first.iban, bankName: 'Guichet' })).status).toBe(200);
    const third = frenchIban({ ...range, account: '00000000003' });
    expect((await proposed()).iban).toBe(third);
    await assign({ iban: 'BE68539007547034', bankName: 'Guichet' });
    expect((await proposed()).iban).toBe(third);
    // Nor one that the house has itself at its bank: it could not be given.
    await administrator.post('/admin/bank-accounts', { iban: third, bankName: 'Marais', currency: 'EUR' });
    expect((await proposed()).iban).toBe(frenchIban({ ...range, account: '00000000004' }));
  });

  test('409: two administrators who saw no IBAN give one each: the second is told the first one, which stays', async () => {
    const both = await Promise.all([
      assign({ iban: IBAN, bankName: 'Guichet', replaces: null }),
      assign({ iban: 'BE68539007547034', bankName: 'Guichet', replaces: null }),
    ]);
    const [given] = both.filter(({ status }) => status === 200);
    const [refused] = both.filter(({ status }) => status === 409);
    expect([refused?.body.code, refused?.body.params.by]).toEqual([
      'account.iban-changed',
      'Dominique Gestion',
    ]);
    expect(refused?.body.params.iban.replaceAll(' ', '')).toBe(given?.body.iban);
    expect((await client.get('/overview')).body.account.iban).toBe(given?.body.iban);
    expect(await toldOf('iban-assigned')).toHaveLength(1);
    const again = await assign({ iban: 'BE68539007547034', bankName: 'Guichet', replaces: given?.body.iban });
    expect(again.status).toBe(200);
  });

  test.each([
    ['FR7630006000011234567890188', 'validation.iban.checksum'],
    ['FR76', 'validation.iban.length'],
    ['ZZ7630006000011234567890188', 'validation.iban.country'],
    ['FR76-3000!', 'validation.iban.length'],
    ['FR7630006000011234567890!89', 'validation.iban.characters'],
    ['DE06ABCDEFGHIJKLMNOPQR', 'validation.iban.structure'],
    ['FR8420041010050500013M02607', 'validation.iban.rib-key'],
  ])('400: « %s » does not hold and is refused by its own name', async (iban, message) => {
    const { status, body } = await assign({ iban, bankName: 'Guichet' });
    expect([status, body.code, body.errors[0].field, body.errors[0].message]).toEqual([
      400,
      'account.invalid-iban',
      'iban',
      message,
    ]);
    expect((await client.get('/overview')).body.account.iban).toBeNull();
  });

  test('400, 401, 403, 404', async () => {
    const { status, body } = await assign({ iban: '  ', bankName: ' ' });
    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([
      400,
      ['iban', 'bankName'],
    ]);
    const input = { iban: IBAN, bankName: 'Guichet' };
    const path = `/admin/clients/${client.accountId}/iban`;
    expect((await bank.visitor().put(path, input)).status).toBe(401);
    expect((await client.put(path, input)).status).toBe(403);
    expect((await assign(input, newUuid())).status).toBe(404);
  });
});

test.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
  'a credit and an audited act that locks the client do not deadlock',
  async () => {
    const other = await bank.client();
    let posts = 0;
    const stop = hear('guichet:statement', ({ text }) => {
      if (text.includes('ledger_post_all')) posts += 1;
    });
    const credits = await bank.database.db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await tx.execute(sql`select from users where id = ${client.userId}::uuid for update`);
      const sent = [client, other].map(({ accountId }) =>
        administrator.post(`/admin/clients/${accountId}/credits`, {
          amountMinor: 1_00,
          currency: 'EUR',
          description: 'Versement',
        }),
      );
      // Long enough for the credits to be where they wait.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await tx.execute(sql`select from audit_head where id = 1 for update`);
      return { sent };
    });
    expect((await Promise.all(credits.sent)).map(({ status }) => status)).toEqual([200, 200]);
    stop();
    // Calls whose transaction PostgreSQL ends because of a circle are run again.
    expect(posts).toBeLessThanOrEqual(2);
  },
);
