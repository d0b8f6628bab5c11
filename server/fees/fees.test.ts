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
import { asOwner } from '../testing/test-database.ts';
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

const FEE = { amountMinor: 25_00, description: 'Frais de dossier' };
const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };

const create = (fee: object = FEE, options?: CallOptions) =>
  administrator.post(`/admin/clients/${client.accountId}/fees`, fee, options);

async function created(fee: Partial<typeof FEE> = {}): Promise<string> {
  const { status, body } = await create({ ...FEE, ...fee });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.fee.id;
}

const declare = (feeId: string, options?: CallOptions) =>
  client.post(`/fees/${feeId}/declaration`, {}, options);
const settle = (feeId: string, options?: CallOptions) =>
  administrator.post(`/admin/fees/${feeId}/settlement`, {}, options);

async function requestLoan(): Promise<string> {
  return (await client.post('/loans', LOAN)).body.loan.id;
}

const decideLoan = (loanId: string, decision: object) =>
  administrator.post(`/admin/loans/${loanId}/decision`, decision);

const houseBalances = () =>
  rowsOf(
    bank.database.db,
    sql`select chart_code || ':' || currency as code, sum(balance)::int as balance from ledger_accounts
      where holder_kind <> 'client' group by 1 order by 1`,
  );

describe('POST /admin/clients/{id}/fees', () => {
  test('200: creates an unpaid fee in euro, tells the client, moves no money', async () => {
    const { status, body } = await create({ ...FEE, description: '  Frais de dossier ' });
    expect(status).toBe(200);
    expect(body.fee).toMatchObject({
      amountMinor: 25_00,
      currency: 'EUR',
      description: 'Frais de dossier',
      status: 'unpaid',
      paymentMethod: null,
      receiptNumber: null,
      declaredAt: null,
      paidAt: null,
      createdBy: 'Dominique Gestion',
      client: { accountId: client.accountId, displayName: 'Alix Fictif', email: client.email },
    });
    const told = await rowsOf(
      bank.database.db,
      sql`select params from notifications where kind = 'fee-created'`,
    );
    expect(told).toEqual([
      { params: { amountMinor: 25_00, currency: 'EUR', description: 'Frais de dossier' } },
    ]);
    expect(await houseBalances()).toEqual([]);
  });

  test('409 while a loan request is pending, in process; allowed once it is refused (CMF L519-6)', async () => {
    const loanId = await requestLoan();
    const pending = await create();
    expect([pending.status, pending.body.code]).toEqual([409, 'fee.loan-open']);
    expect(pending.body.detail).toContain('L519-6');
    await decideLoan(loanId, { action: 'process' });
    expect((await create()).status).toBe(409);
    await decideLoan(loanId, { action: 'reject', reasonCode: 'debt-ratio-too-high' });
    expect((await create()).status).toBe(200);
  });

  test('409 while a loan is approved, not yet paid out and just paid out (LC-14; until when: payment-ban.test.ts)', async () => {
    const loanId = await requestLoan();
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update loan_requests set phase = 'agreed' where id = ${loanId}::uuid`),
    );
    expect((await create()).body.code).toBe('fee.loan-open');
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update loan_requests set phase = 'submitted' where id = ${loanId}::uuid`),
    );
    await decideLoan(loanId, { action: 'approve' });
    expect((await create()).body.code).toBe('fee.loan-open');
  });

  test('an older loan that was paid out does not hide a new request', async () => {
    await decideLoan(await requestLoan(), { action: 'approve' });
    await requestLoan();
    expect((await create()).status).toBe(409);
  });

  test('a loan request that is being written is seen: the fee waits for it and is refused', async () => {
    let fee: ReturnType<typeof create> | null = null;
    await bank.database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into loan_requests
        (id, client_account_id, amount, currency, duration_months, monthly_income, purpose, annual_rate_bps, instalment, created_at)
        values (${newUuid()}::uuid, ${client.accountId}::uuid, 100000, 'EUR', 12, 200000, 'Un vélo', 500, 8560, now())`);
      fee = create();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    const { status, body } = await (fee as unknown as ReturnType<typeof create>);
    expect([status, body.code]).toEqual([409, 'fee.loan-open']);
  });

  test.each([
    ['nothing at all', {}, ['amountMinor', 'description']],
    ['a free fee', { ...FEE, amountMinor: 0 }, ['amountMinor']],
    ['a negative fee', { ...FEE, amountMinor: -1 }, ['amountMinor']],
    ['a fraction of a cent', { ...FEE, amountMinor: 1.5 }, ['amountMinor']],
    ['a description of spaces', { ...FEE, description: '  ' }, ['description']],
  ])('400: %s', async (_, input, fields) => {
    const { status, body } = await create(input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual(fields);
  });

  test('replays; 401, 403, 404', async () => {
    const key = newUuid();
    const first = await create(FEE, { key });
    const again = await create(FEE, { key });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await create({ ...FEE, amountMinor: 1 }, { key })).body.code).toBe('idempotency.key-reused');
    expect((await create(FEE, { key: null })).body.code).toBe('idempotency.key-required');
    expect((await client.get('/fees')).body.fees).toHaveLength(1);

    const path = `/admin/clients/${client.accountId}/fees`;
    expect((await bank.visitor().post(path, FEE)).status).toBe(401);
    expect((await client.post(path, FEE)).status).toBe(403);
    expect((await administrator.post(`/admin/clients/${newUuid()}/fees`, FEE)).status).toBe(404);
  });
});

describe('GET /fees', () => {
  test('shows the client their own, newest first; 401, 403', async () => {
    const first = await created();
    const second = await created({ description: 'Carte' });
    const { body } = await client.get('/fees');
    expect(body.fees.map((fee: { id: string }) => fee.id)).toEqual([second, first]);
    expect(body.fees[0]).not.toHaveProperty('client');
    expect((await (await bank.client()).get('/fees')).body.fees).toEqual([]);
    expect((await bank.visitor().get('/fees')).status).toBe(401);
    expect((await administrator.get('/fees')).status).toBe(403);
  });
});

describe('POST /fees/{id}/declaration', () => {
  test('200: says it was paid in person and waits for an administrator; no money moves', async () => {
    const id = await created();
    const { status, body } = await declare(id);
    expect(status).toBe(200);
    expect(body.fee).toMatchObject({
      id,
      status: 'pending_validation',
      paymentMethod: 'in_person',
      paidAt: null,
    });
    expect(body.fee.declaredAt).not.toBeNull();
    expect(await houseBalances()).toEqual([]);
  });

  test('409 a second time, and after it was paid, without a word on who works here', async () => {
    const id = await created();
    await declare(id);
    const twice = await declare(id);
    expect([twice.status, twice.body.code]).toEqual([409, 'fee.already-declared']);
    await settle(id);
    const late = await declare(id);
    expect([late.status, late.body.code]).toEqual([409, 'fee.already-declared']);
    expect(JSON.stringify(late.body)).not.toContain('Dominique Gestion');
  });

  test('404: a foreign fee answers exactly like a missing one, and stays unpaid', async () => {
    const id = await created();
    const stranger = await bank.client();
    const foreign = await stranger.post(`/fees/${id}/declaration`);
    const missing = await stranger.post(`/fees/${newUuid()}/declaration`);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await client.get('/fees')).body.fees[0].status).toBe('unpaid');
  });

  test('replays; 400, 401, 403', async () => {
    const id = await created();
    const other = await created();
    const key = newUuid();
    const first = await declare(id, { key });
    expect((await declare(id, { key })).body).toEqual(first.body);
    expect((await declare(other, { key })).body.code).toBe('idempotency.key-reused');
    expect((await declare(other, { key: null })).body.code).toBe('idempotency.key-required');
    expect((await declare('x')).status).toBe(400);
    expect((await bank.visitor().post(`/fees/${other}/declaration`)).status).toBe(401);
    expect((await administrator.post(`/fees/${other}/declaration`)).status).toBe(403);
  });
});

describe('POST /admin/fees/{id}/settlement', () => {
  test.each([
    ['a declared payment', true, 'in_person'],
    ['an unpaid fee', false, null],
  ])(
    '200: %s becomes paid, with a receipt, and is income in the books; the balance is untouched',
    async (_, isDeclared, paymentMethod) => {
      await bank.fund(client, 100_00);
      const id = await created();
      if (isDeclared) await declare(id);
      const { status, body } = await settle(id);
      expect(status).toBe(200);
      expect(body.fee).toMatchObject({ id, status: 'paid', paymentMethod });
      expect(body.fee.paidAt).not.toBeNull();
      expect(body.fee.receiptNumber).toMatch(/^REC-\d{8}-[2-9A-HJ-NP-Z]{8}$/);
      expect(await houseBalances()).toEqual([
        { code: 'fee-income:EUR', balance: 25_00 },
        { code: 'settlement:EUR', balance: -125_00 },
      ]);
      const { account, recentTransactions } = (await client.get('/overview')).body;
      expect([account.balanceMinor, recentTransactions.length]).toEqual([100_00, 1]);
      const told = await rowsOf<{ kind: string }>(
        bank.database.db,
        sql`select kind from notifications where kind like 'fee%' order by created_at, id`,
      );
      expect(told.map(({ kind }) => kind)).toEqual([
        'fee-created',
        ...(isDeclared ? ['fee-declared'] : []),
        'fee-paid',
      ]);
    },
  );

  test('ten administrators at once settle once; the others hear who did', async () => {
    const id = await created();
    const answers = await Promise.all(Array.from({ length: 10 }, () => settle(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const late = answers.find(({ status }) => status === 409);
    expect([late?.body.code, late?.body.params.by]).toEqual(['fee.already-settled', 'Dominique Gestion']);
    expect(late?.body.params.at).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    // Q-8: what became of a fee that left a list, and who settled it.
    const alone = await administrator.get(`/admin/fees?only=${id}`);
    expect(alone.body.fees).toMatchObject([{ id, status: 'paid', settledBy: 'Dominique Gestion' }]);
    expect(await houseBalances()).toContainEqual({ code: 'fee-income:EUR', balance: 25_00 });
  });

  test('replays; 400, 401, 403, 404', async () => {
    const id = await created();
    const other = await created();
    const key = newUuid();
    const first = await settle(id, { key });
    expect((await settle(id, { key })).body).toEqual(first.body);
    expect((await settle(other, { key })).body.code).toBe('idempotency.key-reused');
    expect((await settle(other, { key: null })).body.code).toBe('idempotency.key-required');
    expect((await settle('x')).status).toBe(400);
    expect((await settle(newUuid())).status).toBe(404);
    expect((await bank.visitor().post(`/admin/fees/${other}/settlement`)).status).toBe(401);
    expect((await client.post(`/admin/fees/${other}/settlement`)).status).toBe(403);
  });
});

describe('GET /admin/fees', () => {
  test('what waits comes first, then what is paid, each newest first, over pages of any size', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push(await created({ description: `Frais ${index}` }));
    const at = (index: number) => ids[index] ?? '';
    await settle(at(4));
    await settle(at(1));
    await declare(at(2));
    const expected = [5, 3, 2, 0, 4, 1].map(at);

    for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await administrator.get(
          `/admin/fees?limit=${limit}${cursor && `&cursor=${cursor}`}`,
        );
        expect(body.fees.length).toBeLessThanOrEqual(limit);
        seen.push(...body.fees.map((fee: { id: string }) => fee.id));
        cursor = body.nextCursor;
      } while (cursor);
      expect(seen, `pages of ${limit}`).toEqual(expected);
    }
    const open = await administrator.get('/admin/fees?settled=open');
    expect(open.body.fees.map((fee: { id: string }) => fee.id)).toEqual(expected.slice(0, 4));
    const paid = await administrator.get('/admin/fees?settled=paid&limit=1');
    expect(paid.body.fees.map((fee: { id: string }) => fee.id)).toEqual([at(4)]);
    const rest = await administrator.get(`/admin/fees?settled=paid&cursor=${paid.body.nextCursor}`);
    expect(rest.body.fees.map((fee: { id: string }) => fee.id)).toEqual([at(1)]);
  });

  test('400, 401, 403', async () => {
    expect((await administrator.get('/admin/fees?settled=perhaps')).status).toBe(400);
    expect((await administrator.get('/admin/fees?cursor=@@@')).status).toBe(400);
    await settle(await created());
    await settle(await created());
    const { nextCursor } = (await administrator.get('/admin/fees?limit=1')).body;
    expect((await administrator.get(`/admin/fees?settled=open&cursor=${nextCursor}`)).status).toBe(400);
    expect((await client.get('/admin/fees')).status).toBe(403);
    expect((await bank.visitor().get('/admin/fees')).status).toBe(401);
  });
});
