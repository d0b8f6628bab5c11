import { afterAll, beforeAll, expect, test } from 'vitest';
import { lendOn, openLendingBank, runJobOn } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';

/** LC-70, LC-71, LC-78: an account that has an instalment whole pays it, whatever it lacks of late interest. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeAll(async () => {
  ({ bank, client, administrator } = await openLendingBank());
}, 60_000);
afterAll(() => bank.close());

test('LC-70, LC-71, LC-78 a retry takes the whole instalment; the late interest that lacks is owed on, and goes with the last one', async () => {
  const id = await lendOn(
    bank,
    { client, administrator },
    { principalMinor: 6_000_00, annualRateBps: 1290, durationMonths: 2, payoutDay: '2027-01-12', dueDay: 5 },
  );
  const away = { amountMinor: 6_000_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
  accepted(await client.post('/withdrawals', away));
  const rows = async () => accepted(await client.get(`/loans/${id}/schedule`)).schedule.rows;
  const [first, last] = await rows();
  expect([first.dueDate, last.dueDate]).toEqual(['2027-03-05', '2027-04-05']);
  for (const job of ['collect-morning', 'collect-evening'] as const) await runJobOn(bank, job, '2027-03-05');
  await bank.fund(client, first.instalmentMinor);
  await runJobOn(bank, 'collect-morning', '2027-03-08');
  expect((await rows())[0]).toMatchObject({ settledOn: '2027-03-08', isLate: false });
  // Three days on the capital of the row at 12.90 %, rounded down.
  const lateMinor = Math.floor((first.principalMinor * 1290 * 3) / 3_650_000);
  const { arrears } = accepted(await client.get(`/loans/${id}/early-repayment-quote`)).quote;
  expect([arrears.instalments, arrears.lateInterestMinor, arrears.totalMinor]).toEqual([
    0,
    lateMinor,
    lateMinor,
  ]);
  await bank.fund(client, last.instalmentMinor + lateMinor);
  await runJobOn(bank, 'collect-morning', '2027-04-05');
  const { phase, position } = accepted(await client.get(`/loans/${id}`)).loan;
  expect([phase, position?.arrears ?? null]).toEqual(['repaid', null]);
  expect(accepted(await client.get('/overview')).account.availableMinor).toBe(0);
  await runJobOn(bank, 'check-loans', '2027-04-06');
});
