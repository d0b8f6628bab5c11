import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('GET /transactions', () => {
  async function amounts(query = ''): Promise<number[]> {
    const { status, body } = await client.get(`/transactions${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.transactions.map((row: { amountMinor: number }) => row.amountMinor);
  }

  beforeEach(async () => {
    // Around midnight in Paris.
    bank.setNow(new Date('2026-09-30T21:59:59.999Z'));
    await credit({ ...CREDIT, amountMinor: 1_000_00, description: 'Salaire de septembre' });
    bank.setNow(new Date('2026-09-30T22:00:00.000Z'));
    await credit({ ...CREDIT, amountMinor: 30_00, description: 'Remboursement 100%_sûr' });
    bank.setNow(new Date('2026-10-15T12:00:00.000Z'));
    const { body } = await client.post('/withdrawals', {
      amountMinor: 400_00,
      iban: IBAN,
      bankName: 'Banque du Marais',
    });
    const decision = `/admin/withdrawals/${body.withdrawal.id}/decision`;
    await administrator.post(decision, { action: 'approve' });
    await administrator.post(decision, { action: 'complete' });
  });

  test('newest first, page by page without a gap, also when all fell in the same moment', async () => {
    for (let index = 1; index <= 5; index += 1) await credit({ ...CREDIT, amountMinor: index });
    const seen: number[] = [];
    let cursor = '';
    do {
      const { body } = await client.get(`/transactions?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.transactions.map((row: { amountMinor: number }) => row.amountMinor));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual([5, 4, 3, 2, 1, -400_00, 30_00, 1_000_00]);
  });

  test.each([
    ['a word, whatever its case', '?q=SALAIRE', [1_000_00]],
    ['a sign that LIKE would read', '?q=100%25_s', [30_00]],
    ['an underscore that is not there', '?q=Salaire_de', []],
    ['the first day, from midnight', '?from=2026-10-01', [-400_00, 30_00]],
    ['the last day, up to its last moment', '?to=2026-09-30', [1_000_00]],
    ['one day', '?from=2026-10-01&to=2026-10-01', [30_00]],
    ['a day of another clock', '?from=2026-09-30&to=2026-09-30&timeZone=UTC', [30_00, 1_000_00]],
    ['a day that began earlier', '?from=2026-10-01&to=2026-10-01&timeZone=Asia/Tokyo', [30_00, 1_000_00]],
    ['debits', '?type=debit', [-400_00]],
    ['credits', '?type=credit', [30_00, 1_000_00]],
    ['amounts from 400, whatever their sign', '?minMinor=40000', [-400_00, 1_000_00]],
    ['amounts up to 400', '?maxMinor=40000', [-400_00, 30_00]],
    [
      'all filters together',
      '?q=marais&type=debit&minMinor=40000&maxMinor=40000&from=2026-10-15&to=2026-10-15',
      [-400_00],
    ],
  ])('filters by %s', async (_, query, expected) => {
    expect(await amounts(query)).toEqual(expected);
  });

  test('finds a movement by its reference', async () => {
    const { body } = await client.get('/transactions?type=debit');
    expect(await amounts(`?q=${body.transactions[0].referenceNumber.toLowerCase()}`)).toEqual([-400_00]);
  });

  test("a client sees nothing of another's; 400, 401, 403", async () => {
    const stranger = await bank.client();
    expect((await stranger.get('/transactions')).body).toEqual({ transactions: [], nextCursor: null });
    for (const query of [
      'from=2026-02-30',
      'from=0000-01-01',
      'from=0001-01-01',
      'to=9999-12-31',
      'to=hier',
      'type=gift',
      'timeZone=Mars/Olympus',
      'timeZone=%2B02:00',
      'minMinor=-1',
      'limit=101',
      'cursor=W10',
      'cursor=*',
    ])
      expect((await client.get(`/transactions?${query}`)).status, query).toBe(400);
    expect((await bank.visitor().get('/transactions')).status).toBe(401);
    expect((await administrator.get('/transactions')).status).toBe(403);
  });
});

describe('GET /balance-history', () => {
  test('90 days that end with what the account says, each with what it was at its end', async () => {
    bank.setNow(new Date('2026-07-01T10:00:00.000Z'));
    await credit({ ...CREDIT, amountMinor: 500_00 });
    bank.setNow(new Date('2026-11-10T08:00:00.000Z'));
    await credit({ ...CREDIT, amountMinor: 100_00 });
    // The last moment of a day in Paris, and the first.
    bank.setNow(new Date('2026-11-10T22:59:59.999Z'));
    await credit({ ...CREDIT, amountMinor: 20_00 });
    bank.setNow(new Date('2026-11-19T23:00:00.000Z'));
    await credit({ ...CREDIT, amountMinor: 3_00 });

    const { status, body } = await client.get('/balance-history');
    expect([status, body.currency, body.days.length]).toEqual([200, 'EUR', 90]);
    const on = (day: string) => body.days.find((row: { day: string }) => row.day === day)?.balanceMinor;
    expect(body.days[0]).toEqual({ day: '2026-08-23', balanceMinor: 500_00 });
    expect(on('2026-11-09')).toBe(500_00);
    expect(on('2026-11-10')).toBe(620_00);
    expect(on('2026-11-19')).toBe(620_00);
    expect(body.days.at(-1)).toEqual({ day: '2026-11-20', balanceMinor: 623_00 });

    const elsewhere = (await client.get('/balance-history?timeZone=America/New_York')).body.days;
    expect(elsewhere.at(-1)).toEqual({ day: '2026-11-19', balanceMinor: 623_00 });
    expect((await client.get('/balance-history?timeZone=Nowhere')).status).toBe(400);
  });

  test('a new account is flat at zero; 401, 403', async () => {
    const { body } = await client.get('/balance-history');
    expect(new Set(body.days.map((row: { balanceMinor: number }) => row.balanceMinor))).toEqual(new Set([0]));
    expect((await bank.visitor().get('/balance-history')).status).toBe(401);
    expect((await administrator.get('/balance-history')).status).toBe(403);
  });
});
