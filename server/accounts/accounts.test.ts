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
import {
  type CallOptions,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client();
  administrator = await bank.administrator();
});
afterEach(() => bank.close());

const CREDIT = { amountMinor: 100_00, currency: 'EUR', description: 'Virement reçu' };
const IBAN = 'FR7630006000011234567890189';

const credit = (input: object = CREDIT, options?: CallOptions, accountId = client.accountId) =>
  administrator.post(`/admin/clients/${accountId}/credits`, input, options);
const activate = (receivedMinor: unknown, options?: CallOptions) =>
  administrator.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor }, options);
const assign = (input: object, accountId = client.accountId) =>
  administrator.put(`/admin/clients/${accountId}/iban`, input);

const houseBalances = () =>
  rowsOf(
    bank.database.db,
    sql`select chart_code || ':' || currency as code, sum(balance)::int as balance from ledger_accounts
      where holder_kind <> 'client' group by 1 order by 1`,
  );

async function toldOf(kind: string): Promise<Record<string, unknown>[]> {
  const rows = await rowsOf<{ params: Record<string, unknown> }>(
    bank.database.db,
    sql`select params from notifications where kind = ${kind} and user_id = ${client.userId}::uuid`,
  );
  return rows.map((row) => row.params);
}

describe('POST /admin/clients/{id}/credits', () => {
  test('200: credits the account, says the balance before and after, tells the client', async () => {
    await credit();
    const { status, body } = await credit({ ...CREDIT, amountMinor: 50_50 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      creditedMinor: 50_50,
      balanceBeforeMinor: 100_00,
      balanceMinor: 150_50,
      currency: 'EUR',
    });
    expect(body.referenceNumber).toMatch(/^CRD-\d{8}-[2-9A-HJ-NP-Z]{8}$/);
    const [movement] = (await client.get('/transactions')).body.transactions;
    expect(movement).toMatchObject({
      amountMinor: 50_50,
      transactionType: 'credit',
      event: 'account-credit',
      description: 'Virement reçu',
      referenceNumber: body.referenceNumber,
      balanceAfterMinor: 150_50,
      original: null,
    });
    expect(await houseBalances()).toEqual([{ code: 'settlement:EUR', balance: -150_50 }]);
    expect((await toldOf('account-credited')).map(({ amountMinor }) => amountMinor).sort()).toEqual([
      100_00, 50_50,
    ]);
  });

  test('another currency is converted at the dated rate; the original, its currency and the rate are kept', async () => {
    const { status, body } = await credit({ ...CREDIT, amountMinor: 100_00, currency: 'USD' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ creditedMinor: 92_59, currency: 'EUR', balanceMinor: 92_59 });
    const [movement] = (await client.get('/transactions')).body.transactions;
    expect(movement).toMatchObject({
      amountMinor: 92_59,
      currency: 'EUR',
      original: {
        amountMinor: 100_00,
        currency: 'USD',
        rate: '0.92592593',
        // The day of the rate goes with it (issue 14, 21).
        rateAsOf: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      },
    });
    expect(await houseBalances()).toEqual([
      { code: 'exchange-position:EUR', balance: -92_59 },
      { code: 'exchange-position:USD', balance: 100_00 },
      { code: 'settlement:USD', balance: -100_00 },
    ]);
  });

  test('from yen to a Swiss account, through the euro, with the decimals of each', async () => {
    const swiss = await bank.client({ country: 'CH' });
    const { body } = await credit({ ...CREDIT, amountMinor: 16_300, currency: 'JPY' }, {}, swiss.accountId);
    expect(body).toMatchObject({ creditedMinor: 95_00, currency: 'CHF' });
  });

  test('400: an amount worth less than half a cent credits nothing', async () => {
    const { status, body } = await credit({ ...CREDIT, amountMinor: 1, currency: 'KRW' });
    expect([status, body.errors[0].field]).toEqual([400, 'amountMinor']);
  });

  test('409: a currency without a rate', async () => {
    await bank.database.db.execute(sql`delete from currency_rates where currency_code = 'THB'`);
    const { status, body } = await credit({ ...CREDIT, currency: 'THB' });
    expect([status, body.code]).toEqual([409, 'rate.unknown']);
    expect(body.detail).toContain('THB');
  });

  test.each([
    ['nothing at all', {}, ['amountMinor', 'currency', 'description']],
    ['nothing', { ...CREDIT, amountMinor: 0 }, ['amountMinor']],
    ['a negative amount', { ...CREDIT, amountMinor: -5 }, ['amountMinor']],
    ['a fraction of a cent', { ...CREDIT, amountMinor: 0.5 }, ['amountMinor']],
    ['an amount as text', { ...CREDIT, amountMinor: '100' }, ['amountMinor']],
    ['an unknown currency', { ...CREDIT, currency: 'XXX' }, ['currency']],
    ['a description of spaces', { ...CREDIT, description: ' ' }, ['description']],
  ])('400: %s', async (_, input, fields) => {
    const { status, body } = await credit(input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual(fields);
  });

  test('400: a text that cannot be stored is refused as unreadable', async () => {
    for (const description of ['nul \u0000', 'half \ud800'])
      expect((await credit({ ...CREDIT, description })).body.code).toBe('request.malformed');
  });

  test('replays and credits once; 401, 403, 404', async () => {
    const key = newUuid();
    const answers = await Promise.all(Array.from({ length: 5 }, () => credit(CREDIT, { key })));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(100_00);
    expect((await credit({ ...CREDIT, amountMinor: 1 }, { key })).body.code).toBe('idempotency.key-reused');
    expect((await credit(CREDIT, { key: null })).body.code).toBe('idempotency.key-required');

    const path = `/admin/clients/${client.accountId}/credits`;
    expect((await bank.visitor().post(path, CREDIT)).status).toBe(401);
    expect((await client.post(path, CREDIT)).status).toBe(403);
    expect((await credit(CREDIT, {}, newUuid())).status).toBe(404);
    expect((await credit(CREDIT, {}, 'x')).status).toBe(400);
  });

  test('twenty simultaneous credits all count', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(2_000_00);
  });
});

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

describe('POST /admin/clients/{id}/activation', () => {
  test("200: activates and credits the first deposit in full: it is the client's own money", async () => {
    const { status, body } = await activate(180_00);
    expect(status).toBe(200);
    expect(body).toMatchObject({ balanceMinor: 180_00, currency: 'EUR' });
    expect(body.referenceNumber).toMatch(/^DEP-\d{8}-[2-9A-HJ-NP-Z]{8}$/);
    const { account, recentTransactions } = (await client.get('/overview')).body;
    expect(account).toMatchObject({ isActivated: true, balanceMinor: 180_00, availableMinor: 180_00 });
    expect(recentTransactions[0]).toMatchObject({ event: 'first-deposit', description: 'Premier versement' });
    expect(await toldOf('account-activated')).toEqual([{ amountMinor: 180_00, currency: 'EUR' }]);
  });

  test('200: nothing received is allowed and moves nothing', async () => {
    await bank.fund(client, 5_00);
    const { status, body } = await activate(0);
    expect([status, body]).toEqual([200, { balanceMinor: 5_00, currency: 'EUR', referenceNumber: null }]);
    expect((await client.get('/overview')).body.account.isActivated).toBe(true);
    expect((await client.get('/transactions')).body.transactions).toHaveLength(1);
  });

  test('409 a second time; ten at once activate and credit once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => activate(250_00)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const late = await activate(250_00);
    for (const { status, body } of [...answers.filter((answer) => answer.status === 409), late]) {
      expect([status, body.code, body.params.by]).toEqual([
        409,
        'account.already-activated',
        'Dominique Gestion',
      ]);
      expect(body.detail).toBe('Cette activation a déjà été traitée par Dominique Gestion.');
      expect(body.params.at).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    }
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(250_00);
  });

  test('an activation and an execution on the same account never wait for each other in a circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const someone = await bank.client();
      await bank.fund(someone, 10_00);
      const { body } = await someone.post('/withdrawals', {
        amountMinor: 1_00,
        iban: IBAN,
        bankName: 'Banque',
      });
      const decision = `/admin/withdrawals/${body.withdrawal.id}/decision`;
      await administrator.post(decision, { action: 'approve' });
      const answers = await Promise.all([
        administrator.post(decision, { action: 'complete' }),
        administrator.post(`/admin/clients/${someone.accountId}/activation`, { receivedMinor: 250_00 }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('replays; 400, 401, 403, 404', async () => {
    expect((await activate(-1)).status).toBe(400);
    expect((await activate(undefined)).status).toBe(400);
    expect((await activate(250_00, { key: null })).status).toBe(400);
    const key = newUuid();
    const first = await activate(250_00, { key });
    expect((await activate(250_00, { key })).body).toEqual(first.body);
    expect((await activate(1, { key })).body.code).toBe('idempotency.key-reused');
    const path = `/admin/clients/${client.accountId}/activation`;
    expect((await bank.visitor().post(path, { receivedMinor: 0 })).status).toBe(401);
    expect((await client.post(path, { receivedMinor: 0 })).status).toBe(403);
    expect(
      (await administrator.post(`/admin/clients/${newUuid()}/activation`, { receivedMinor: 0 })).status,
    ).toBe(404);
  });
});
