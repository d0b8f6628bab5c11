import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import {
  type CallOptions,
  type ClientPerson,
  openTestBank,
  type Person,
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

const CREDIT = { amountMinor: 100_00, currency: 'EUR', description: 'Virement reçu' };
const IBAN = 'FR7630006000011234567890189';

const credit = (input: object = CREDIT, options?: CallOptions, accountId = client.accountId) =>
  administrator.post(`/admin/clients/${accountId}/credits`, input, options);
const activate = (receivedMinor: unknown, options?: CallOptions) =>
  administrator.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor }, options);

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
