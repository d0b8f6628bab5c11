import { afterEach, beforeEach, expect, test } from 'vitest';
import { contractSchedule, taegOnDates } from '#domain/loans/first-period.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { taegBps, taegOfSchedule } from '#domain/loans/taeg.ts';
import { formatMoney, formatRate } from '#domain/money/format.ts';
import { collectUntil, lendOn, morningOf, openLendingBank, runJobOn } from '../testing/lent-loan.ts';
import { readPdf } from '../testing/pdf-text.ts';
import type { ClientPerson, Person, TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** The papers of a loan, read back from their PDFs. */

const LENT = {
  principalMinor: 8_000_00,
  annualRateBps: 490,
  durationMonths: 36,
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
    await bank.fund(client, 20_000_00);
    id = await lendOn(bank, { client, administrator }, LENT);
  }),
);
afterEach(() => bank.close());

const euros = (minor: number) => formatMoney({ amountMinor: minor, currency: 'EUR' }, 'fr-FR');
const textAt = async (path: string, who: Person = client) => {
  const { status, bytes } = await who.get(path);
  expect([path, status]).toEqual([path, 200]);
  return readPdf(bytes).text;
};

test('LC-106: the statement says the capital before and after, each event, and the interest paid', async () => {
  await collectUntil(bank, id, '2027-08-15');
  await bank.travelTo(morningOf('2027-09-01'));
  const text = await textAt(`/loans/${id}/statement.pdf?from=2027-08-01&to=2027-08-31`);
  expect(text).toContain(euros(674680));
  expect(text).toContain(euros(653494));
  expect(text).toContain('Échéance');
  const { rows } = contractSchedule(LENT);
  const onDates = taegBps(taegOnDates(LENT.principalMinor, LENT.payoutDay, rows));
  expect(text, 'LC-65').toContain(`TAEG fixe ${formatRate(onDates, 'fr-FR')}`);
  expect(await textAt(`/loans/${id}/certificate.pdf`)).toContain(euros(653494));
  const wrong = await client.get(`/loans/${id}/statement.pdf?from=2027-08-02&to=2027-08-01`);
  expect(wrong.status).toBe(400);
});

test('LC-72 LC-106: an instalment that is due and not collected yet is not late on the certificate and the statement', async () => {
  await collectUntil(bank, id, '2027-07-15');
  // The due date, 15 August, is a Sunday: the instalment is collected on Monday.
  await bank.travelTo(new Date('2027-08-15T12:00:00Z'));
  expect(await textAt(`/loans/${id}/certificate.pdf`)).toMatch(/Échéances impayées\s+Aucune/);
  const path = `/loans/${id}/statement.pdf?from=2027-07-01&to=2027-08-15`;
  expect(await textAt(path)).toContain(`Échéances impayées à ce jour ${euros(0)}`);
});

test('LC-67: the running schedule is free as PDF and CSV', async () => {
  const text = await textAt(`/loans/${id}/schedule.pdf`);
  expect(text).toContain(euros(239_41));
  const { intercalaryInterestMinor } = contractSchedule(LENT);
  expect(text.replace(/\s+/g, ' '), 'LC-64').toContain(
    `Dont intérêts du 12/01/2027 au 15/01/2027, ajoutés à l'échéance n° 1 : ${euros(intercalaryInterestMinor)}`.replace(
      /\s+/g,
      ' ',
    ),
  );
  expect(text, 'LC-15: only until the payout').not.toContain('Aucun versement, de quelque nature');
  const { status, body } = await client.get(`/loans/${id}/schedule.csv`);
  expect([status, body.split('\r\n').length]).toEqual([200, 38]);
});

test('LC-67, LC-97: after a partial repayment the schedule still says the terms that were agreed, and its rows what is left', async () => {
  await collectUntil(bank, id, '2027-08-15');
  await bank.travelTo(morningOf('2027-09-01'));
  const { quote } = (await client.get(`/loans/${id}/early-repayment-quote?amountMinor=100000`)).body;
  const call = { kind: 'lower', amountMinor: 1_000_00, totalMinor: quote.part.totalMinor };
  expect((await client.post(`/loans/${id}/early-repayments`, call)).status).toBe(200);
  const text = await textAt(`/loans/${id}/schedule.pdf`);
  const agreed = amortisationSchedule(LENT);
  expect(text).toContain(`TAEG fixe ${formatRate(taegBps(taegOfSchedule(agreed)), 'fr-FR')}`);
  expect(text).toContain(`Mensualité ${euros(agreed.instalmentMinor)}`);
  expect(text).toContain(`Montant total dû ${euros(agreed.totalDueMinor)}`);
  expect(text).toContain(euros(quote.part.lower.instalmentMinor));
  expect(text.replace(/\s+/g, ' ')).toContain(
    `Remboursement anticipé partiel, 01/09/2027 : ${euros(1_000_00)}`.replace(/\s+/g, ' '),
  );
  const { rows, capitalBeside } = (await client.get(`/loans/${id}/schedule`)).body.schedule;
  expect(capitalBeside).toEqual([
    {
      event: 'early-repayment',
      day: '2027-09-01',
      capitalMinor: 1_000_00,
      interestMinor: quote.part.interestMinor,
    },
  ]);
  const ofRows = rows.reduce((sum: number, row: { principalMinor: number }) => sum + row.principalMinor, 0);
  expect(ofRows + 1_000_00).toBe(LENT.principalMinor);
});

test('LC-105 L312-32: in January, and once, each borrower is told of the capital left at 31 December', async () => {
  await runJobOn(bank, 'yearly-letters', '2027-12-31');
  expect((await client.get(`/loans/${id}/letters`)).body.letters).toEqual([]);
  await collectUntil(bank, id, '2027-12-15');
  for (const day of ['2028-01-01', '2028-01-02']) await runJobOn(bank, 'yearly-letters', day);
  const { letters } = (await client.get(`/loans/${id}/letters`)).body;
  expect(letters).toMatchObject([{ year: 2027 }]);
  const text = await textAt(`/loans/${id}/letters/2027.pdf`);
  expect(text).toContain('Capital restant à rembourser au 31 décembre 2027');
  expect(text).toContain(euros(letters[0].capitalMinor));
  expect(await textAt(`/admin/loans/${id}/letters/2027.pdf`, administrator)).toContain('31 décembre 2027');
  const { notifications } = (await client.get('/notifications')).body;
  expect(notifications.filter(({ kind }: { kind: string }) => kind === 'loan-yearly-letter')).toHaveLength(1);
  expect((await client.get(`/loans/${id}/letters/2026.pdf`)).status).toBe(404);
});
