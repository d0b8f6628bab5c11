import { afterEach, beforeEach, expect, test } from 'vitest';
import { lendOn, openLendingBank, runJobOn } from '../../testing/lent-loan.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';

/** LC-70, LC-71, LC-78: an account that has an instalment whole pays it, whatever it lacks of late interest. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

const away = { amountMinor: 6_000_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
/** Two instalments, the first of which is missed on 5 March and paid whole on the 8th: its three days of late interest lack. */
async function shortOf(client: ClientPerson) {
  const terms = {
    principalMinor: 6_000_00,
    annualRateBps: 1290,
    durationMonths: 2,
    payoutDay: '2027-01-12',
    dueDay: 5,
  };
  const id = await lendOn(bank, { client, administrator }, terms);
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
  return { id, first, last, lateMinor };
}

beforeEach(async () => {
  ({ bank, client, administrator } = await openLendingBank());
});
afterEach(() => bank.close());

test('LC-70, LC-71, LC-78 a retry takes the whole instalment; the late interest that lacks is owed on, and goes with the last one', async () => {
  const { id, last, lateMinor } = await shortOf(client);
  await bank.fund(client, last.instalmentMinor + lateMinor);
  await runJobOn(bank, 'collect-morning', '2027-04-05');
  const { phase, position } = accepted(await client.get(`/loans/${id}`)).loan;
  expect([phase, position?.arrears ?? null]).toEqual(['repaid', null]);
  expect(accepted(await client.get('/overview')).account.availableMinor).toBe(0);
  await runJobOn(bank, 'check-loans', '2027-04-06');
});

test('LC-78, LC-106 late interest that is paid alone stands in the statement with the interest paid', async () => {
  const { id, first, lateMinor } = await shortOf(client);
  await bank.fund(client, lateMinor);
  accepted(await client.post(`/loans/${id}/payments`, { amountMinor: lateMinor }));
  const { bytes } = await client.get(`/loans/${id}/statement.pdf?from=2027-01-12&to=2027-03-08`);
  const text = readPdf(bytes).text.replace(/\s+/g, ' ');
  const euros = (minor: number) =>
    new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' })
      .format(minor / 100)
      .replace(/\s+/g, ' ');
  expect(text).toContain(`Échéance ${euros(lateMinor)} ${euros(lateMinor)}`);
  expect(text).toContain(`Intérêts payés sur la période ${euros(first.interestMinor + lateMinor)}`);
});
