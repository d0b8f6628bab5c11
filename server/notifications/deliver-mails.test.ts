import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Institution } from '#content/institution/schema.ts';
import type { MailLeave } from '../bank/attempts.ts';
import { BadConfiguration } from '../config.ts';
import { runDue } from '../jobs/run-due.ts';
import { addresses, demo, mailTrial, recipientsOf, until } from '../testing/mail-trial.ts';
import { inTransaction, leftToEnd } from '../work/work.ts';
import { ANNOUNCEMENTS } from './announcements.ts';
import { capturingTransport, mailTransportFor, smtpTransport } from './mail-transport.ts';
import { queueAskedMail } from './notify.ts';

const live: Institution = { ...demo, mode: 'live' };
const nobody = '01a1f9b6-0000-7000-8000-000000000001';

const trial = mailTrial();
const { mailServer, deliver, queue, outbox } = trial;

describe('mails arrive', () => {
  test('each thing that happens to a client is written to them, once and in order', async () => {
    const server = await mailServer();
    const delivery = await deliver(smtpTransport(server.url, demo));
    const client = await trial.bank.client({ firstName: 'Élodie' });
    const administrator = await trial.bank.administrator();
    const must = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      expect(status, JSON.stringify(body)).toBe(200);
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back.
      return body as any;
    };
    const admin = (path: string, body: object) => must(administrator.post(`/admin${path}`, body));
    await admin(`/clients/${client.accountId}/activation`, { receivedMinor: 250_00 });
    await must(
      administrator.put(`/admin/clients/${client.accountId}/iban`, {
        iban: 'FR76 3000 6000 0112 3456 7890 189',
        bankName: 'Guichet Démo',
      }),
    );
    await admin(`/clients/${client.accountId}/credits`, {
      amountMinor: 500_00,
      currency: 'EUR',
      description: 'Salaire',
    });
    // Before any loan: while one is asked for, and for a while after it is paid out, nothing may be asked of the client (LC-14).
    const feeId = (
      await admin(`/clients/${client.accountId}/fees`, { amountMinor: 12_00, description: 'Tenue de compte' })
    ).fee.id;
    await must(client.post(`/fees/${feeId}/declaration`));
    await admin(`/fees/${feeId}/settlement`, {});
    const loan = {
      amountMinor: 1_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 2_000_00,
    };
    const first = (await must(client.post('/loans', loan))).loan.id;
    await admin(`/loans/${first}/decision`, { action: 'process' });
    await admin(`/loans/${first}/decision`, { action: 'approve' });
    const second = (await must(client.post('/loans', loan))).loan.id;
    await admin(`/loans/${second}/decision`, { action: 'reject', reasonCode: 'insufficient-income' });
    const withdrawal = { amountMinor: 20_00, iban: 'DE89 3704 0044 0532 0130 00', bankName: 'Banque' };
    const withdrawalIds: string[] = [];
    for (let index = 0; index < 3; index += 1)
      withdrawalIds.push((await must(client.post('/withdrawals', withdrawal))).withdrawal.id);
    const [executed, refused, cancelled] = withdrawalIds;
    for (const action of ['process', 'approve', 'complete'])
      await admin(`/withdrawals/${executed}/decision`, { action });
    await admin(`/withdrawals/${refused}/decision`, { action: 'reject', reasonCode: 'payee-mismatch' });
    await must(client.post(`/withdrawals/${cancelled}/cancellation`));

    await until(() => server.received.length >= 20);
    expect(server.received.map((mail) => mail.subject)).toEqual([
      'Votre compte est ouvert',
      'Votre compte est activé',
      'Votre IBAN est disponible',
      '500,00\u00a0€ reçus sur votre compte',
      'Des frais de 12,00\u00a0€ ont été enregistrés',
      'Votre paiement de 12,00\u00a0€ sera vérifié',
      'Votre paiement de 12,00\u00a0€ est validé',
      'Votre demande de prêt de 1\u202f000,00\u00a0€ est enregistrée',
      "Votre demande de prêt est à l'étude",
      'Votre prêt de 1\u202f000,00\u00a0€ est accordé',
      'Votre demande de prêt de 1\u202f000,00\u00a0€ est enregistrée',
      "Votre demande de prêt n'a pas été acceptée",
      'Votre demande de virement de 20,00\u00a0€ est enregistrée',
      'Votre demande de virement de 20,00\u00a0€ est enregistrée',
      'Votre demande de virement de 20,00\u00a0€ est enregistrée',
      'Votre virement est en cours de traitement',
      'Votre virement de 20,00\u00a0€ est validé',
      'Votre virement de 20,00\u00a0€ est exécuté',
      "Votre virement n'a pas pu être exécuté",
      'Votre demande de virement est annulée',
    ]);
    expect(new Set(recipientsOf(server))).toEqual(new Set([client.email]));
    const [opened] = server.received;
    expect(opened?.text).toContain('Bonjour Élodie,');
    expect(opened?.text).toContain('Démonstration – établissement fictif.');
    expect(opened?.html).toContain('Votre compte courant est ouvert.');
    expect(opened?.headers.get('from')).toContain(demo.email);
    expect(opened?.headers.get('reply-to')).toBe(demo.customerServiceEmail);
    expect(opened?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(new Set(server.received.map((mail) => mail.messageId)).size).toBe(20);
    const rejected = server.received.find((mail) => mail.subject.includes("n'a pas pu"));
    expect(rejected?.text).toContain('Aucun paiement ne vous sera demandé pour débloquer ce virement.');
    await delivery.settled();
    // The mail server has the mail a moment before the outbox says so.
    await expect
      .poll(async () =>
        (await outbox()).filter(({ delivered, last_error }) => !delivered || last_error !== null),
      )
      .toEqual([]);
  });

  test('in the language the person chose', async () => {
    const server = await mailServer();
    const client = await trial.bank.client();
    await trial.bank.database.db.execute(
      sql`update users set language = 'en' where id = ${client.userId}::uuid`,
    );
    const delivery = await deliver(smtpTransport(server.url, demo));
    await delivery.settled();
    expect(server.received[0]?.subject).toBe('Your account is open');
    expect(server.received[0]?.headers.get('content-language')).toBe('en');
  });

  test('as soon as the transaction commits, and not at all when it does not', async () => {
    const server = await mailServer();
    const delivery = await deliver(smtpTransport(server.url, demo));
    await delivery.settled();
    await expect(
      trial.bank.work(nobody, async (work) => {
        queueAskedMail(
          work,
          { recipient: 'jamais@exemple.fr' } as MailLeave,
          'newsletter-confirmation',
          { link: 'https://x.fr' },
          null,
        );
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await queue(['tout-de-suite@exemple.fr']);
    await until(() => server.received.length > 0, 2_000);
    expect(recipientsOf(server)).toEqual(['tout-de-suite@exemple.fr']);
  });

  test('a recipient is one address: what reads as two is refused, and delays no other mail', async () => {
    const server = await mailServer();
    await queue(['un@exemple.fr, deux@exemple.fr', 'trois@exemple.fr']);
    const delivery = await deliver(smtpTransport(server.url, demo));
    await until(async () => (await outbox()).some((row) => row.attempts === 6));
    await delivery.settled();
    expect(recipientsOf(server)).toEqual(['trois@exemple.fr']);
  });
});

describe('live and demonstration', () => {
  test('a live institution does not start without a mail server', () => {
    const config = { ...trial.bank.bank.config, smtpUrl: null };
    expect(() => mailTransportFor(config, live)).toThrow(BadConfiguration);
    expect(() => mailTransportFor(config, live)).toThrow(/^SMTP_URL is required in live mode/);
    expect(mailTransportFor(config, demo)).toBe(capturingTransport);
    const transport = mailTransportFor({ ...config, smtpUrl: 'smtp://127.0.0.1:1' }, live);
    expect(transport.sends).toBe(true);
    transport.close();
  });

  test('a demonstration without a mail server keeps its mails, links included', async () => {
    const delivery = await deliver(capturingTransport);
    await queue(addresses(25));
    await delivery.settled();
    const rows = await outbox();
    expect(rows).toHaveLength(25);
    expect(rows.every((row) => row.delivered && row.link === 'https://banque.exemple/lien')).toBe(true);
  });

  test('a demonstration started without a mail server writes its mails as delivered: none leaves if it gets one later', async () => {
    await inTransaction(
      trial.bank.database.db,
      { ...trial.bank.bank.surroundings, keepsMails: true },
      { kind: 'visitor' },
      async (work) => {
        queueAskedMail(
          work,
          { recipient: 'un@exemple.fr' } as MailLeave,
          'newsletter-confirmation',
          { link: 'https://banque.exemple/lien' },
          null,
        );
        expect(leftToEnd(work, ANNOUNCEMENTS)).toEqual([]);
      },
    );
    expect(await outbox()).toMatchObject([
      { delivered: true, attempts: 0, link: 'https://banque.exemple/lien' },
    ]);
    const server = await mailServer();
    const delivery = await deliver(smtpTransport(server.url, demo));
    await delivery.settled();
    expect(server.received).toEqual([]);
  });

  test('a live institution forgets the secret link once sent, and the whole mail after 90 days', async () => {
    const server = await mailServer();
    const delivery = await deliver(smtpTransport(server.url, live), { institution: live });
    await queue(['un@exemple.fr']);
    await delivery.settled();
    expect(server.received[0]?.text).toContain('https://banque.exemple/lien');
    expect(await outbox()).toMatchObject([{ delivered: true, link: null }]);
    // By a job of the night (the delivery did it before).
    const jobs = { bank: { ...trial.bank.bank, institution: live }, logger: { error: () => {} } };
    trial.bank.setNow(new Date(Date.now() + 89 * 86_400_000));
    await runDue(jobs);
    expect(await outbox()).toHaveLength(1);
    trial.bank.setNow(new Date(Date.now() + 92 * 86_400_000));
    await runDue({ ...jobs, bank: { ...jobs.bank, institution: trial.bank.bank.institution } });
    expect(await outbox()).toHaveLength(1);
    trial.bank.setNow(new Date(Date.now() + 93 * 86_400_000));
    await runDue(jobs);
    expect(await outbox()).toEqual([]);
  });
});
