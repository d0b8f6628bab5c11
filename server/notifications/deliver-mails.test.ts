import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { type Institution, institutionSchema } from '#content/institution/schema.ts';
import { BadConfiguration } from '../config.ts';
import { rowsOf } from '../db/database.ts';
import { runDue } from '../jobs/run-due.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../testing/mail-server.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { inTransaction, leftToEnd } from '../work/work.ts';
import { ANNOUNCEMENTS } from './announcements.ts';
import { type MailDelivery, pauseAfter, startMailDelivery } from './deliver-mails.ts';
import { giveBack, takeDueMails } from './mail-queries.ts';
import {
  capturingTransport,
  type MailFault,
  type MailTransport,
  mailTransportFor,
  smtpTransport,
} from './mail-transport.ts';
import { type MailLeave, queueAskedMail } from './notify.ts';

const demo = institutionSchema.parse(demonstration);
const live: Institution = { ...demo, mode: 'live' };
const nobody = '01a1f9b6-0000-7000-8000-000000000001';

let bank: TestBank;
let deliveries: MailDelivery[];
let servers: MailServer[];

beforeEach(async () => {
  bank = await openTestBank();
  deliveries = [];
  servers = [];
});
afterEach(async () => {
  await Promise.all(deliveries.map((delivery) => delivery.stop()));
  await Promise.all(servers.map((server) => server.stop()));
  await bank.close();
});

async function mailServer(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

async function deliver(
  transport: MailTransport,
  {
    institution = demo,
    pause = () => 20,
  }: { institution?: Institution; pause?: (attempts: number, fault: MailFault) => number } = {},
): Promise<MailDelivery> {
  const delivery = await startMailDelivery({
    database: bank.database,
    surroundings: bank.bank.surroundings,
    institution,
    publicUrl: 'https://banque.exemple',
    transport,
    logger: pino({ level: 'silent' }),
    pause,
  });
  deliveries.push(delivery);
  return delivery;
}

const queue = (recipients: readonly string[], link = 'https://banque.exemple/lien') =>
  bank.work(nobody, async (work) => {
    for (const recipient of recipients)
      queueAskedMail(work, { recipient } as MailLeave, 'newsletter-confirmation', { link }, null);
  });

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `personne-${index}@exemple.fr`);

const outbox = () =>
  rowsOf<{
    recipient: string;
    attempts: number;
    delivered: boolean;
    last_error: string | null;
    link: string | null;
  }>(
    bank.database.db,
    sql`select recipient, attempts, delivered_at is not null as delivered, last_error, params ->> 'link' as link
      from outbox order by recipient`,
  );

async function until(condition: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const recipientsOf = (server: MailServer) => server.received.flatMap((mail) => mail.recipients).sort();

describe('mails arrive', () => {
  test('each thing that happens to a client is written to them, once and in order', async () => {
    const server = await mailServer();
    const delivery = await deliver(smtpTransport(server.url, demo));
    const client = await bank.client({ firstName: 'Élodie' });
    const administrator = await bank.administrator();
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
  }, 60_000);

  test('in the language the person chose', async () => {
    const server = await mailServer();
    const client = await bank.client();
    await bank.database.db.execute(sql`update users set language = 'en' where id = ${client.userId}::uuid`);
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
      bank.work(nobody, async (work) => {
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

describe('nothing is lost and nothing doubled', () => {
  test('a mail server that is down, then up, gets every mail exactly once', async () => {
    const gone = await startMailServer();
    await gone.stop();
    const delivery = await deliver(smtpTransport(gone.url, demo));
    await queue(addresses(30));
    await until(async () => (await outbox()).some((row) => row.last_error !== null));
    expect((await outbox()).every((row) => !row.delivered)).toBe(true);
    const server = await mailServer({ port: gone.port });
    await until(() => server.received.length >= 30);
    await delivery.settled();
    expect(recipientsOf(server)).toEqual(addresses(30).sort());
    expect((await outbox()).every((row) => row.delivered)).toBe(true);
  });

  test('a mail server that stops in the middle gets the rest when it is back', async () => {
    const first = await startMailServer();
    const delivery = await deliver(smtpTransport(first.url, demo));
    await queue(addresses(60));
    await until(() => first.received.length >= 5);
    await first.stop();
    const second = await mailServer({ port: first.port });
    await until(async () => (await outbox()).every((row) => row.delivered));
    await delivery.settled();
    const ids = [...first.received, ...second.received].map((mail) => mail.messageId);
    expect(new Set(ids).size).toBe(60);
    const recipients = [...recipientsOf(first), ...recipientsOf(second)];
    expect(new Set(recipients)).toEqual(new Set(addresses(60)));
  });

  test('two nodes share the work without sending twice', async () => {
    const server = await mailServer();
    await queue(addresses(80));
    const nodes = await Promise.all([
      deliver(smtpTransport(server.url, demo)),
      deliver(smtpTransport(server.url, demo)),
    ]);
    await Promise.all(nodes.map((node) => node.settled()));
    expect(recipientsOf(server)).toEqual(addresses(80).sort());
  });

  test('a mail refused for now is tried again; the others do not wait for it', async () => {
    let refusals = 2;
    const server = await mailServer({
      refuse: (recipient) => (recipient.startsWith('occupe') && refusals-- > 0 ? 451 : null),
    });
    const delivery = await deliver(smtpTransport(server.url, demo), {
      pause: (_, fault) => (fault === 'refused-for-now' ? 150 : 60_000),
    });
    await queue(['occupe@exemple.fr', ...addresses(3)]);
    await delivery.settled();
    expect(recipientsOf(server)).toEqual(addresses(3).sort());
    await until(() => server.received.length === 4);
    await delivery.settled();
    expect((await outbox())[0]).toMatchObject({
      recipient: 'occupe@exemple.fr',
      attempts: 3,
      delivered: true,
    });
  });

  test('an address refused for good is given up after six tries, and stays with its reason', async () => {
    let tries = 0;
    const server = await mailServer({
      refuse: (recipient) => {
        if (!recipient.startsWith('inconnu')) return null;
        tries += 1;
        return 550;
      },
    });
    const delivery = await deliver(smtpTransport(server.url, demo));
    await queue(['inconnu@exemple.fr']);
    await until(async () => (await outbox())[0]?.attempts === 6);
    await delivery.settled();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await delivery.settled();
    expect(tries).toBe(6);
    expect((await outbox())[0]).toMatchObject({ attempts: 6, delivered: false });
    expect((await outbox())[0]?.last_error).toContain('550');
  });

  test('a mail that cannot be rendered delays no other', async () => {
    const server = await mailServer();
    await queue(['un@exemple.fr', 'deux@exemple.fr']);
    await bank.database.db.execute(
      sql`update outbox set template = 'unknown' where recipient = 'un@exemple.fr'`,
    );
    const delivery = await deliver(smtpTransport(server.url, demo), { pause: () => 60_000 });
    await delivery.settled();
    expect(recipientsOf(server)).toEqual(['deux@exemple.fr']);
    expect((await outbox()).find((row) => row.recipient === 'un@exemple.fr')?.last_error).toContain(
      'no template',
    );
  });

  test('the mails of a node that died with them in hand go out once their lease ends', async () => {
    const server = await mailServer();
    await queue(addresses(3));
    const now = new Date(Date.now() + 1_000);
    const taken = await takeDueMails(bank.database.db, {
      now,
      leaseUntil: new Date(now.getTime() + 300_000),
      limit: 20,
    });
    expect(taken).toHaveLength(3);
    const delivery = await deliver(smtpTransport(server.url, demo));
    await delivery.settled();
    expect(server.received).toEqual([]);
    bank.setNow(new Date(now.getTime() + 301_000));
    await delivery.settled();
    expect(recipientsOf(server)).toEqual(addresses(3).sort());
  });

  test('what is given back counts no attempt', async () => {
    await queue(addresses(2));
    const now = new Date(Date.now() + 1_000);
    const taken = await takeDueMails(bank.database.db, { now, leaseUntil: now, limit: 20 });
    await giveBack(
      bank.database.db,
      taken.map((mail) => mail.id),
      now,
    );
    expect((await outbox()).map((row) => row.attempts)).toEqual([0, 0]);
  });

  test('a stopped node leaves the rest for the next one', async () => {
    const server = await mailServer();
    await queue(addresses(60));
    const first = await deliver(smtpTransport(server.url, demo));
    await until(() => server.received.length >= 1);
    await first.stop();
    const second = await deliver(smtpTransport(server.url, demo));
    await until(async () => (await outbox()).every((row) => row.delivered));
    await second.settled();
    expect(recipientsOf(server)).toEqual(addresses(60).sort());
  });

  test('a sender that is refused costs no mail: every one goes once the settings are right', async () => {
    let isSenderRefused = true;
    const server = await mailServer({ refuseSender: () => isSenderRefused });
    const delivery = await deliver(smtpTransport(server.url, demo));
    await queue(addresses(3));
    await until(async () => (await outbox()).some((row) => row.attempts > 6));
    isSenderRefused = false;
    await until(() => server.received.length === 3);
    await delivery.settled();
    expect(recipientsOf(server)).toEqual(addresses(3).sort());
  });

  test('pauses grow from seconds to minutes for a server that is away, to an hour for one that is busy, to hours for what is refused for good', () => {
    const seconds = (fault: MailFault) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 40].map((attempts) => pauseAfter(attempts, fault) / 1000);
    expect(seconds('server-unreachable')).toEqual([5, 20, 80, 320, 600, 600, 600, 600, 600]);
    expect(seconds('refused-for-now')).toEqual([5, 20, 80, 320, 1280, 3600, 3600, 3600, 3600]);
    expect(seconds('refused-for-good')).toEqual([3600, 3600, 3600, 3600, 3600, 5120, 20_480, 21_600, 21_600]);
  });
});

describe('live and demonstration', () => {
  test('a live institution does not start without a mail server', () => {
    const config = { ...bank.bank.config, smtpUrl: null };
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
      bank.database.db,
      { ...bank.bank.surroundings, keepsMails: true },
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
    const jobs = { bank: { ...bank.bank, institution: live }, logger: { error: () => {} } };
    bank.setNow(new Date(Date.now() + 89 * 86_400_000));
    await runDue(jobs);
    expect(await outbox()).toHaveLength(1);
    bank.setNow(new Date(Date.now() + 92 * 86_400_000));
    await runDue({ ...jobs, bank: { ...jobs.bank, institution: bank.bank.institution } });
    expect(await outbox()).toHaveLength(1);
    bank.setNow(new Date(Date.now() + 93 * 86_400_000));
    await runDue(jobs);
    expect(await outbox()).toEqual([]);
  });
});
