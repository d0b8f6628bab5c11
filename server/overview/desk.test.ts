import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUSE_PARTS } from '#domain/desk/house-parts.ts';
import { rowsScanned } from '../testing/rows-scanned.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { balancesByCode, flowsByCurrency } from './queries.ts';

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

const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
const WITHDRAWAL = { amountMinor: 100_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };

async function credit(amountMinor: number, accountId = client.accountId, currency = 'EUR'): Promise<void> {
  const { status, body } = await administrator.post(`/admin/clients/${accountId}/credits`, {
    amountMinor,
    currency,
    description: 'Virement reçu',
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function withdraw(amountMinor: number, steps: readonly string[] = []): Promise<void> {
  const { status, body } = await client.post('/withdrawals', { ...WITHDRAWAL, amountMinor });
  expect(status, JSON.stringify(body)).toBe(200);
  for (const action of steps)
    await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action });
}

async function requestLoan(person = client): Promise<string> {
  return (await person.post('/loans', LOAN)).body.loan.id;
}

const decideLoan = (id: string, decision: object) =>
  administrator.post(`/admin/loans/${id}/decision`, decision);

const NO_WITHDRAWAL = { pending: 0, processing: 0, approved: 0, completed: 0, rejected: 0, cancelled: 0 };

describe('GET /admin/counts', () => {
  const counts = async () => (await administrator.get('/admin/counts')).body;

  test('follow everything that happens, up to a removal', async () => {
    expect(await counts()).toEqual({
      clients: 1,
      activatedClients: 0,
      loans: 0,
      pendingLoans: 0,
      withdrawals: 0,
      pendingWithdrawals: 0,
      fees: 0,
      openFees: 0,
      mine: { count: 0, due: 0 },
      toApprove: 0,
      newEnquiries: 0,
      loansByStatus: { pending: 0, processing: 0, approved: 0, rejected: 0 },
      withdrawalsByStatus: NO_WITHDRAWAL,
      isFourEyesOn: false,
      aloneUpToEurMinor: {},
      parts: [...HOUSE_PARTS],
    });
    const other = await bank.client();
    await administrator.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 500_00 });
    const fee = { amountMinor: 25_00, description: 'Carte' };
    await administrator.post(`/admin/clients/${client.accountId}/fees`, fee);
    const { body: paid } = await administrator.post(`/admin/clients/${client.accountId}/fees`, fee);
    await administrator.post(`/admin/fees/${paid.fee.id}/settlement`);
    await withdraw(1_00);
    await withdraw(1_00, ['approve']);
    await withdraw(1_00, ['approve', 'complete']);
    await requestLoan();
    await decideLoan(await requestLoan(), { action: 'process' });
    await decideLoan(await requestLoan(other), { action: 'approve' });
    expect(await counts()).toEqual({
      clients: 2,
      activatedClients: 1,
      loans: 3,
      pendingLoans: 2,
      withdrawals: 3,
      pendingWithdrawals: 2,
      fees: 2,
      openFees: 1,
      mine: { count: 1, due: 0 },
      newEnquiries: 0,
      toApprove: 0,
      loansByStatus: { pending: 1, processing: 1, approved: 1, rejected: 0 },
      withdrawalsByStatus: { ...NO_WITHDRAWAL, pending: 1, approved: 1, completed: 1 },
      isFourEyesOn: false,
      aloneUpToEurMinor: {},
      parts: [...HOUSE_PARTS],
    });
    await administrator.delete(`/admin/clients/${client.accountId}`);
    expect(await counts()).toEqual({
      clients: 1,
      activatedClients: 0,
      loans: 1,
      pendingLoans: 0,
      withdrawals: 0,
      pendingWithdrawals: 0,
      fees: 0,
      openFees: 0,
      mine: { count: 0, due: 0 },
      newEnquiries: 0,
      toApprove: 0,
      loansByStatus: { pending: 0, processing: 0, approved: 1, rejected: 0 },
      withdrawalsByStatus: NO_WITHDRAWAL,
      isFourEyesOn: false,
      aloneUpToEurMinor: {},
      parts: [...HOUSE_PARTS],
    });
  });

  test("count visitors' unanswered messages", async () => {
    const send = (subject: string) =>
      bank.visitor().post('/enquiries', {
        kind: 'contact',
        name: 'Zoé Renard',
        email: 'zoe@example.test',
        subject,
        text: 'Bonjour, une question.',
      });
    await send('Une question');
    await send('Une autre');
    expect(await counts()).toMatchObject({ newEnquiries: 2 });
    const { enquiries } = (await administrator.get('/admin/enquiries')).body;
    await administrator.post(`/admin/enquiries/${enquiries[0].id}/answer`);
    expect(await counts()).toMatchObject({ newEnquiries: 1 });
  });

  test('hold when many write at once', async () => {
    await credit(1_000_00);
    await Promise.all(
      Array.from({ length: 20 }, () => client.post('/withdrawals', { ...WITHDRAWAL, amountMinor: 1_00 })),
    );
    expect(await counts()).toMatchObject({ withdrawals: 20, pendingWithdrawals: 20 });
  });

  test('401, 403', async () => {
    expect((await bank.visitor().get('/admin/counts')).status).toBe(401);
    expect((await client.get('/admin/counts')).status).toBe(403);
  });
});

describe('GET /admin/overview', () => {
  test('200: an empty bank has nothing to show', async () => {
    await administrator.delete(`/admin/clients/${client.accountId}`);
    expect((await administrator.get('/admin/overview')).body).toEqual({
      lastClients: [],
      recentLoans: [],
      recentWithdrawals: [],
      awaited: [],
      flows: { inEurMinor: 0, outEurMinor: 0 },
      trialBalance: [],
    });
    expect((await administrator.get('/admin/trial-balance')).body.trialBalance).toEqual([]);
  });

  test('the last five clients, three loans and two withdrawals, newest first', async () => {
    await credit(500_00);
    for (let index = 0; index < 6; index += 1) await bank.client({ firstName: `Client${index}` });
    const loans: string[] = [];
    for (let index = 0; index < 4; index += 1) loans.push(await requestLoan());
    for (const amount of [1_00, 2_00, 3_00]) await withdraw(amount);
    const { status, body } = await administrator.get('/admin/overview');
    expect(status).toBe(200);
    expect(body.lastClients.map((row: { displayName: string }) => row.displayName)).toEqual(
      [5, 4, 3, 2, 1].map((index) => `Client${index} Fictif`),
    );
    expect(body.recentLoans.map((row: { id: string }) => row.id)).toEqual(loans.slice(1).reverse());
    expect(body.recentWithdrawals.map((row: { amountMinor: number }) => row.amountMinor)).toEqual([
      3_00, 2_00,
    ]);
  });

  test('what clients are awaited for, the longest wait first, and nothing more while their loan is open', async () => {
    const awaited = async () =>
      (await administrator.get('/admin/overview')).body.awaited.map(
        (row: { kind: string; clientId: string; since: string }) => [row.kind, row.clientId, row.since],
      );
    const from = (await client.get('/overview')).body.account.createdAt;
    expect(await awaited()).toEqual([['first-deposit', client.accountId, from]]);

    await bank.travelTo(new Date('2027-03-02T08:00:00.000Z'));
    const yen = await bank.client({ country: 'JP', firstName: 'Aiko' });
    const { body } = await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 45_00,
      description: 'Carte',
    });
    const since = '2027-03-02T08:00:00.000Z';
    expect((await administrator.get('/admin/overview')).body.awaited).toEqual(
      expect.arrayContaining([
        {
          kind: 'fee',
          clientId: client.accountId,
          displayName: 'Alix Fictif',
          amountMinor: 45_00,
          currency: 'EUR',
          amountEurMinor: 45_00,
          since,
        },
        {
          kind: 'first-deposit',
          clientId: yen.accountId,
          displayName: 'Aiko Fictif',
          amountMinor: 40_750,
          currency: 'JPY',
          amountEurMinor: 250_00,
          since,
        },
      ]),
    );

    // A loan request: nothing is asked of its client until it is paid out. What is declared or activated waits for us.
    await client.post(`/fees/${body.fee.id}/declaration`);
    const loanId = await requestLoan();
    await administrator.post(`/admin/clients/${yen.accountId}/activation`, { receivedMinor: 0 });
    expect(await awaited()).toEqual([]);
    await decideLoan(loanId, { action: 'reject', reasonCode: 'amount-not-offered' });
    expect(await awaited()).toEqual([['first-deposit', client.accountId, from]]);

    // However many there are, the five oldest.
    await bank.travelTo(new Date('2027-03-03T08:00:00.000Z'));
    for (let index = 0; index < 6; index += 1) await bank.client();
    expect(await awaited()).toHaveLength(5);
    expect((await awaited())[0]).toEqual(['first-deposit', client.accountId, from]);
  });

  test('money in and out over 30 days, in euro at the dated rates', async () => {
    const yen = await bank.client({ country: 'JP' });
    // The days are those of Paris, and today is one of the thirty.
    await bank.travelTo(new Date('2026-10-21T21:59:59.999Z'));
    await credit(7_777_00);
    await bank.travelTo(new Date('2026-10-21T22:00:00.000Z'));
    await credit(100_00);
    await credit(16_300, yen.accountId, 'JPY');
    await bank.travelTo(new Date('2026-11-20T12:00:00.000Z'));
    await withdraw(30_00, ['approve', 'complete']);
    expect((await administrator.get('/admin/overview')).body.flows).toEqual({
      inEurMinor: 200_00,
      outEurMinor: 30_00,
    });
    // What a deleted client leaves has not left the house, and what they did stays counted.
    await administrator.delete(`/admin/clients/${yen.accountId}`);
    expect((await administrator.get('/admin/overview')).body.flows).toEqual({
      inEurMinor: 200_00,
      outEurMinor: 30_00,
    });
  });

  test('the trial balance: clients against the house, zero in each currency', async () => {
    await credit(100_00, client.accountId, 'USD');
    await decideLoan(await requestLoan(), { action: 'approve' });
    const { body } = await administrator.get('/admin/overview');
    const recounted = (await administrator.get('/admin/trial-balance')).body.trialBalance;
    expect(recounted).toEqual(body.trialBalance.map((one: object) => ({ ...one, keptDifferenceMinor: 0 })));
    expect(body.trialBalance).toEqual([
      {
        currency: 'EUR',
        clientsMinor: 1_092_59,
        houseMinor: -1_092_59,
        differenceMinor: 0,
        accounts: [
          { code: 'clients', accountingNumber: '251100', balanceMinor: 1_092_59 },
          { code: 'exchange-position', accountingNumber: '361100', balanceMinor: -92_59 },
          { code: 'loans-receivable', accountingNumber: '203100', balanceMinor: -1_000_00 },
        ],
      },
      {
        currency: 'USD',
        clientsMinor: 0,
        houseMinor: 0,
        differenceMinor: 0,
        accounts: [
          { code: 'exchange-position', accountingNumber: '361100', balanceMinor: 100_00 },
          { code: 'settlement', accountingNumber: '121000', balanceMinor: -100_00 },
        ],
      },
    ]);
  });

  test('flows and trial balance read the kept sums, however many clients and movements there are', async () => {
    for (let clients = 0; clients < 5; clients += 1) {
      const other = await bank.client();
      for (let times = 0; times < 8; times += 1) await credit(1_00, other.accountId);
    }
    const read = await rowsScanned(bank.database.db, async (db) => {
      expect(await flowsByCurrency(db, '2026-01-01')).toMatchObject([{ receivedMinor: 40_00 }]);
      expect(await balancesByCode(db)).toHaveLength(2);
    });
    // One currency, one event, two codes, at most sixteen stripes. Forty movements are read by neither.
    expect(read[0]).toBeLessThanOrEqual(2 * 16);
    expect(read[1]).toBeLessThanOrEqual(2 * 16);
  });

  test('a balance that was tampered with shows when it is recounted', async () => {
    await credit(100_00);
    await pastTheGuards(bank.database.db, (tx) =>
      tx.execute(sql`update ledger_accounts set balance = balance + 1 where holder_kind = 'client'`),
    );
    expect((await administrator.get('/admin/trial-balance')).body.trialBalance[0]).toMatchObject({
      differenceMinor: 1,
      keptDifferenceMinor: -1,
    });
    await pastTheGuards(bank.database.db, (tx) =>
      tx.execute(sql`update ledger_accounts set balance = balance - 1 where holder_kind = 'client'`),
    );
  });

  test('401, 403', async () => {
    expect((await bank.visitor().get('/admin/overview')).status).toBe(401);
    expect((await client.get('/admin/overview')).status).toBe(403);
  });
});

describe('GET /admin/find', () => {
  const find = (q: string, person = administrator) => person.get(`/admin/find?q=${encodeURIComponent(q)}`);

  test("200: a client by name, with their own last requests in any state; nobody else's", async () => {
    const wanted = await bank.client({ firstName: 'Éloïse', lastName: 'Introuvable' });
    await credit(500_00);
    await credit(500_00, wanted.accountId);
    await withdraw(10_00);
    const loanId = await requestLoan(wanted);
    await decideLoan(loanId, { action: 'reject', reasonCode: 'amount-not-offered' });
    const { body: asked } = await wanted.post('/withdrawals', WITHDRAWAL);
    const { status, body } = await find('eloise introu');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      clients: [{ id: wanted.accountId }],
      loans: [{ id: loanId, status: 'rejected' }],
      withdrawals: [{ id: asked.withdrawal.id, status: 'pending' }],
      batch: null,
    });
    expect((await find('personne de ce nom')).body).toEqual({
      clients: [],
      loans: [],
      withdrawals: [],
      fees: [],
      batch: null,
      proposal: null,
    });
  });

  test('200: a batch by its number, however it is typed', async () => {
    await credit(500_00);
    const { body: asked } = await client.post('/withdrawals', WITHDRAWAL);
    const { id } = asked.withdrawal;
    await administrator.post(`/admin/withdrawals/${id}/decision`, { action: 'approve' });
    const { body } = await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [id] });
    expect((await find(body.batch.messageId.toLowerCase())).body.batch).toEqual(body.batch);
  });

  test('400, 401, 403', async () => {
    expect((await find('a')).status).toBe(400);
    expect((await find('alix', bank.visitor())).status).toBe(401);
    expect((await find('alix', client)).status).toBe(403);
  });
});
