import { afterEach, beforeEach, expect, test } from 'vitest';
import { bookStatement } from '../statements/lines/book-statement.ts';
import { proveDayStep } from '../statements/lines/prove-day.ts';
import { adoptAccount } from '../testing/bank-files.ts';
import { accepted } from '../testing/populated-bank.ts';
import { writeStatement } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** What is under way for too long, and what a return does to a programmed transfer. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-01T10:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    await bank.fund(client, 5_000_00);
    await adoptAccount(administrator, 5_000_00);
  }),
);
afterEach(() => bank.close());

const ORDER = { amountMinor: 400_00, iban: 'DE89370400440532013000', bankName: 'Banque' };
const decide = (id: string, action: string) =>
  administrator.post(`/admin/withdrawals/${id}/decision`, { action });

async function book(openingMinor: number, line: Parameters<typeof writeStatement>[1][number]) {
  const statementId = await writeStatement(bank.database.db, [line], { openingMinor });
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
}

test('PAY-38 a file whose transit is not zero after two payment days alarms, until a statement settles it', async () => {
  const { withdrawal } = accepted(await client.post('/withdrawals', ORDER));
  accepted(await decide(withdrawal.id, 'approve'));
  const { batch } = accepted(
    await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [withdrawal.id] }),
  );
  const isLate = async () =>
    accepted(await administrator.get(`/admin/withdrawals/batches/${batch.id}`)).batch.isLate;
  const prove = () => proveDayStep('00:45')(bank.bank, { day: '2026-12-03' });
  expect(batch).toMatchObject({ executionDate: '2026-12-01', isLate: false });
  // What has not left its client's account is not in transit.
  await bank.travelTo(new Date('2026-12-10T10:00:00Z'));
  expect(await isLate()).toBe(false);
  await bank.travelTo(new Date('2026-12-02T10:00:00Z'));
  accepted(await administrator.post(`/admin/withdrawals/batches/${batch.id}/execution`, {}));
  await bank.travelTo(new Date('2026-12-03T22:59:59Z'));
  expect([await isLate(), await prove()]).toEqual([false, 0]);
  await bank.travelTo(new Date('2026-12-03T23:00:00Z'));
  expect(await isLate()).toBe(true);
  await expect(prove()).rejects.toThrow(batch.messageId);
  const [listed] = accepted(await administrator.get('/admin/withdrawals/batches')).batches;
  expect(listed.isLate).toBe(true);
  await book(5_000_00, { amountMinor: -400_00, messageId: batch.messageId });
  expect([await isLate(), await prove()]).toEqual([false, 0]);
});

test('PAY-49 a return because of the payee’s account suspends the programmed transfer that it came from', async () => {
  const { standingOrder } = accepted(
    await client.post('/standing-orders', { ...ORDER, frequency: 'weekly', firstDay: '2026-12-02' }),
  );
  await bank.travelTo(new Date('2026-12-02T09:00:00Z'));
  await bank.runJobs();
  const [{ id }] = accepted(await client.get('/withdrawals')).withdrawals;
  accepted(await decide(id, 'approve'));
  accepted(await decide(id, 'complete'));
  const endToEndId = id.replaceAll('-', '');
  await book(5_000_00, { amountMinor: -400_00, endToEndId });
  await book(4_600_00, { amountMinor: 400_00, endToEndId, returnReason: 'AC04' });
  const { standingOrders } = accepted(await client.get('/standing-orders'));
  expect(standingOrders).toMatchObject([
    { id: standingOrder.id, state: 'suspended', suspensionReason: 'payee-refused' },
  ]);
  const { notifications } = accepted(await client.get('/notifications'));
  expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['withdrawal-returned', 'standing-order-suspended']),
  );
});
