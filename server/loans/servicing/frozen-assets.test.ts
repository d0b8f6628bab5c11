import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { lendOn, morningOf, openLendingBank, runJobOn } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { checkLoans } from './check-loans.ts';

/** A loan of a client whose assets are frozen (PAY-62, CMF L562-4 and L562-11): nothing leaves them, also towards the house. */

const TERMS = {
  principalMinor: 3_000_00,
  annualRateBps: 590,
  durationMonths: 24,
  payoutDay: '2027-01-12',
  dueDay: 15,
};

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let id: string;

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, client } = await openLendingBank());
    id = await lendOn(bank, { client, administrator }, TERMS);
  }),
);
afterEach(() => bank.close());

const freeze = async (reason: string | null) =>
  accepted(await administrator.put(`/admin/clients/${client.accountId}/legal-block`, { reason }));
const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;
const collect = async (day: string) => {
  await runJobOn(bank, 'collect-morning', day);
  await runJobOn(bank, 'collect-evening', day);
};
const firstRow = async () => accepted(await client.get(`/loans/${id}/schedule`)).schedule.rows[0];

test('PAY-62 an instalment waits while assets are frozen: it is not missed, and costs nothing more once the freeze is lifted', async () => {
  await freeze('Arrêté du 12 janvier.');
  const before = await balance();
  const { instalmentMinor } = await firstRow();
  for (const day of ['2027-02-15', '2027-02-16', '2027-03-08']) await collect(day);
  expect(await balance()).toBe(before);
  const [waiting] = await rowsOf(
    bank.database.db,
    sql`select missed_on, settled_on, indemnity::int as indemnity, (collect_at at time zone 'Europe/Paris')::text as at
      from loan_instalments where loan_id = ${id}::uuid and number = 1`,
  );
  expect(waiting).toEqual({ missed_on: null, settled_on: null, indemnity: 0, at: '2027-03-09 08:00:00' });
  const told = accepted(await client.get('/notifications')).notifications.map(
    (one: { kind: string }) => one.kind,
  );
  expect(told).not.toContain('loan-instalment-missed');
  expect(told).not.toContain('loan-instalment-announced');

  await freeze(null);
  await collect('2027-03-09');
  expect(await balance()).toBe(before - instalmentMinor);
  expect(await firstRow()).toMatchObject({
    settledOn: '2027-03-09',
    isLate: false,
    paidMinor: instalmentMinor,
  });
  await checkLoans(bank.database.db);
});

test('PAY-62 the client pays nothing and repays nothing early from frozen assets; the refusals say nothing of a freeze', async () => {
  await bank.travelTo(morningOf('2027-01-20'));
  const { quote } = accepted(await client.get(`/loans/${id}/early-repayment-quote`));
  await freeze('Arrêté du 12 janvier.');
  const before = await balance();
  const answers = [
    await client.post(`/loans/${id}/payments`, { amountMinor: 10_00 }),
    await client.post(`/loans/${id}/early-repayments`, { kind: 'whole', totalMinor: quote.whole.totalMinor }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([409, 'repayment.not-possible']);
    expect(JSON.stringify(body)).not.toMatch(/gel|Arrêté|legal/i);
  }
  expect(await balance()).toBe(before);
  await freeze(null);
  expect((await client.post(`/loans/${id}/payments`, { amountMinor: 10_00 })).status).toBe(200);
});

test('PAY-62 a client whose assets are frozen is not deleted: their money would go elsewhere', async () => {
  await freeze('Arrêté du 12 janvier.');
  const { status, body } = await administrator.delete(`/admin/clients/${client.accountId}`);
  expect([status, body.code]).toEqual([409, 'client.frozen']);
});

test('PAY-62 no loan is paid out to a client whose assets are frozen', async () => {
  const asked = {
    amountMinor: 1_000_00,
    purpose: 'Un vélo',
    durationMonths: 24,
    monthlyIncomeMinor: 5_000_00,
  };
  const { loan } = accepted(await client.post('/loans', asked));
  await freeze('Arrêté du 12 janvier.');
  const approve = () => administrator.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  const { status, body } = await approve();
  expect([status, body.code]).toEqual([409, 'client.frozen']);
  await freeze(null);
  expect((await approve()).status).toBe(200);
});
