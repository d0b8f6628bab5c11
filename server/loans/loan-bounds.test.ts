import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClientPerson, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner, SOURCE_OF_TESTS } from '../testing/test-database.ts';

let bank: TestBank;
let client: ClientPerson;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client();
});
afterEach(() => bank.close());

const REQUEST = {
  purpose: 'Rénover la cuisine',
  durationMonths: 36,
  monthlyIncomeMinor: 2_400_00,
};

test('LC-8, LC-13 the largest consumer credit is the dated one of the day', async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('regime.max', '2026-12-01', '4000000'::jsonb, ${SOURCE_OF_TESTS}, 'decision')`),
  );
  const asked = { ...REQUEST, amountMinor: 40_000_01 };
  expect((await client.post('/loans', asked)).status).toBe(200);
  await bank.travelTo(new Date('2026-12-01T10:00:00Z'));
  const { status, body } = await client.post('/loans', asked);
  expect([status, body.code]).toEqual([400, 'loan.outside-terms']);
  expect(body.detail).toMatch(/et 40\s000,00\s€/);
  expect((await client.post('/loans', { ...asked, amountMinor: 40_000_00 })).status).toBe(200);
});

test('LC-13 a request older than the bounds of the day cannot be approved, and is not paid out; it can be refused', async () => {
  const { loan } = (await client.post('/loans', { ...REQUEST, amountMinor: 40_000_01 })).body;
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('regime.max', '2026-12-01', '4000000'::jsonb, ${SOURCE_OF_TESTS}, 'decision')`),
  );
  await bank.travelTo(new Date('2026-12-01T10:00:00Z'));
  const admin = await bank.administrator();
  const before = (await client.get('/overview')).body.account.balanceMinor;
  const approved = await admin.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  expect([approved.status, approved.body.code]).toEqual([400, 'loan.outside-terms']);
  expect(approved.body.detail).toMatch(/et 40\s000,00\s€/);
  expect((await client.get('/overview')).body.account.balanceMinor).toBe(before);
  const refusal = { action: 'reject', reasonCode: 'amount-not-offered' };
  const refused = await admin.post(`/admin/loans/${loan.id}/decision`, refusal);
  expect(refused.status).toBe(200);
});
