import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
const WITHDRAWAL = { amountMinor: 100_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };

/** A session ends by itself after some days. */
const signInAgain = () => client.post('/session', { email: client.email, password: TEST_PASSWORD });

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

describe('GET /overview', () => {
  test('200: a new client finds zeros, nothing open, and what is missing from their details', async () => {
    const { status, body } = await client.get('/overview');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      profile: {
        firstName: 'Alix',
        lastName: 'Fictif',
        displayName: 'Alix Fictif',
        phoneMissing: true,
        addressMissing: true,
        emailToProve: null,
      },
      account: {
        id: client.accountId,
        accountType: 'courant',
        currency: 'EUR',
        balanceMinor: 0,
        availableMinor: 0,
        isActivated: false,
        activationDepositMinor: 250_00,
        iban: null,
        bankName: null,
      },
      received: { thisMonthMinor: 0, lastMonthMinor: 0, trendPercent: null },
      sent: { thisMonthMinor: 0, lastMonthMinor: 0, trendPercent: null },
      pendingCount: 0,
      unpaidFees: 0,
      paymentBan: null,
      recentTransactions: [],
      loans: [],
      withdrawals: [],
    });
    await client.put('/profile', {
      firstName: 'Alix',
      lastName: 'Fictif',
      phone: '0612345678',
      address: '1 rue Basse',
    });
    expect((await client.get('/overview')).body.profile).toMatchObject({
      phoneMissing: false,
      addressMissing: false,
      emailToProve: null,
    });
  });

  test('this month against last month, from all movements of the months and no others', async () => {
    // Months begin at midnight in Paris, in summer time and in winter time.
    await bank.travelTo(new Date('2026-09-30T21:59:59.999Z'));
    await credit(9_999_00);
    await bank.travelTo(new Date('2026-09-30T22:00:00.000Z'));
    await credit(100_00);
    await bank.travelTo(new Date('2026-10-31T22:59:59.999Z'));
    await credit(200_00);
    await withdraw(40_00, ['approve', 'complete']);
    await bank.travelTo(new Date('2026-10-31T23:00:00.000Z'));
    // More than the ten movements that the dashboard lists.
    for (let index = 0; index < 11; index += 1) await credit(40_01);
    await withdraw(10_00, ['approve', 'complete']);
    // Held, not sent.
    await withdraw(5_00);

    const { body } = await client.get('/overview');
    // On the first of the month the same days of the last are its first.
    expect(body.received).toEqual({ thisMonthMinor: 440_11, lastMonthMinor: 100_00, trendPercent: 340.1 });
    expect(body.sent).toEqual({ thisMonthMinor: 10_00, lastMonthMinor: 0, trendPercent: null });
    expect(body.recentTransactions).toHaveLength(10);
    expect(body.recentTransactions[0].amountMinor).toBe(-10_00);

    // By the clocks of London the month has not begun, and the one before began an hour later.
    const elsewhere = (await client.get('/overview?timeZone=Europe/London')).body;
    expect(elsewhere.received.thisMonthMinor).toBe(640_11);

    await bank.travelTo(new Date('2026-12-24T12:00:00.000Z'));
    await signInAgain();
    const later = (await client.get('/overview')).body;
    expect(later.received).toEqual({ thisMonthMinor: 0, lastMonthMinor: 440_11, trendPercent: -100 });
    await bank.travelTo(new Date('2027-01-24T12:00:00.000Z'));
    await signInAgain();
    expect((await client.get('/overview')).body.received.trendPercent).toBeNull();
  });

  test('a loan that is paid out is not received, and a part of a month is not compared with a whole one', async () => {
    await bank.travelTo(new Date('2026-10-05T10:00:00Z'));
    await credit(100_00);
    await bank.travelTo(new Date('2026-10-23T10:00:00Z'));
    await credit(900_00);
    await bank.travelTo(new Date('2026-11-22T10:00:00Z'));
    await signInAgain();
    await credit(150_00);
    await decideLoan(await requestLoan(), { action: 'approve' });
    const { body } = await client.get('/overview');
    expect(body.received).toEqual({ thisMonthMinor: 150_00, lastMonthMinor: 100_00, trendPercent: 50 });
    expect(body.borrowedMinor).toBe(body.loans[0].amountMinor);
  });

  test('counts what is open, and says what is held', async () => {
    await credit(1_000_00);
    await withdraw(100_00);
    await withdraw(50_00, ['process']);
    await withdraw(25_00, ['approve']);
    await withdraw(10_00, ['approve', 'complete']);
    const refused = await requestLoan();
    await decideLoan(refused, { action: 'reject', reasonCode: 'amount-not-offered' });
    const fee = { amountMinor: 25_00, description: 'Carte' };
    await administrator.post(`/admin/clients/${client.accountId}/fees`, fee);
    const { body: declared } = await administrator.post(`/admin/clients/${client.accountId}/fees`, fee);
    await client.post(`/fees/${declared.fee.id}/declaration`);
    await requestLoan();

    const { body } = await client.get('/overview');
    expect(body).toMatchObject({ pendingCount: 4, unpaidFees: 1, paymentBan: { until: null } });
    expect(body.account).toMatchObject({ balanceMinor: 990_00, availableMinor: 815_00 });
    expect(body.loans).toHaveLength(2);
    expect(body.withdrawals).toHaveLength(4);
  });

  test('401, 403', async () => {
    expect((await bank.visitor().get('/overview')).status).toBe(401);
    expect((await administrator.get('/overview')).status).toBe(403);
    expect((await (await bank.halfSignedUp()).get('/overview')).status).toBe(403);
  });
});
