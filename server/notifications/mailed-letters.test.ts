import { expect, test } from 'vitest';
import { formatMoney } from '#domain/money/format.ts';
import { lendOn, morningOf, runJobOn } from '../testing/lent-loan.ts';
import { mailTrial, until } from '../testing/mail-trial.ts';
import { readPdf } from '../testing/pdf-text.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';

const trial = mailTrial();
const euros = (amountMinor: number) => formatMoney({ amountMinor, currency: 'EUR' }, 'fr-FR');

test('LC-74 L312-36: the first missed instalment is told the same day, by a mail that carries its letter as PDF; the letter is kept for client and staff', async () => {
  const { bank } = trial;
  bank.setNow(morningOf('2027-01-15'));
  const sent: OutgoingMail[] = [];
  const transport: MailTransport = {
    sends: true,
    async send(mail) {
      sent.push(mail);
    },
    close() {},
  };
  const people = { client: await bank.client(), administrator: await bank.administrator() };
  const { client, administrator } = people;
  const terms = { principalMinor: 3_000_00, annualRateBps: 590, durationMonths: 24 };
  const id = await lendOn(bank, people, { ...terms, payoutDay: '2027-01-15', dueDay: null });
  await bank.travelTo(morningOf('2027-01-16'));
  const spent = { amountMinor: 3_000_00, iban: 'DE89 3704 0044 0532 0130 00', bankName: 'Banque' };
  expect((await client.post('/withdrawals', spent)).status).toBe(200);
  const [row] = (await client.get(`/loans/${id}/schedule`)).body.schedule.rows;
  await runJobOn(bank, 'collect-evening', '2027-02-15');
  await runJobOn(bank, 'collect-morning', '2027-02-16');
  await runJobOn(bank, 'collect-evening', '2027-02-16');
  await trial.deliver(transport);
  const missed = () => sent.filter(({ subject }) => subject.includes("n'est pas payée"));
  await until(() => missed().length > 0);
  const [mail] = missed();
  expect(missed()).toHaveLength(1);
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['echeance-impayee-2027-02-15.pdf']);
  const text = readPdf(mail?.attachments?.[0]?.content as Uint8Array).text.replace(/\s+/g, ' ');
  for (const words of [
    'du 15 février 2027',
    `Total ${euros(row.instalmentMinor)}`.replace(/\s+/g, ' '),
    'Des intérêts de retard courent',
    'immédiat du capital restant dû et une indemnité plafonnée par la loi',
    'FICP',
    // The button's name follows how many are late: a letter names the page, which stays true.
    'depuis la page de votre prêt',
    'En difficulté ?',
    'Points Conseil Budget',
    "jusqu'au 22 février 2027",
  ])
    expect(text).toContain(words);
  // The policy of the demonstration asks for no indemnity (LC-77).
  expect(text).not.toContain('indemnité légale');

  const { letters } = (await client.get(`/loans/${id}/recovery`)).body.recovery;
  expect(letters).toMatchObject([{ kind: 'missed-instalment', day: '2027-02-15' }]);
  expect((await client.get(`/loans/${id}/recovery-letters/${letters[0].id}`)).status).toBe(200);
  expect((await administrator.get(`/admin/loans/${id}/recovery-letters/${letters[0].id}`)).status).toBe(200);
  const stranger = await bank.client();
  expect((await stranger.get(`/loans/${id}/recovery-letters/${letters[0].id}`)).status).toBe(404);
});
