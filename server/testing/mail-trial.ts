import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { type Institution, institutionSchema } from '#content/institution/schema.ts';
import type { MailLeave } from '../bank/attempts.ts';
import { rowsOf } from '../db/database.ts';
import { lettersOfMail } from '../documents/letters-of-mail.ts';
import { type MailDelivery, startMailDelivery } from '../notifications/deliver-mails.ts';
import type { MailFault, MailTransport } from '../notifications/mail-transport.ts';
import { queueAskedMail } from '../notifications/notify.ts';
import { type MailServer, type MailServerOptions, startMailServer } from './mail-server.ts';
import { openTestBank, type TestBank } from './test-bank.ts';

export const demo: Institution = institutionSchema.parse(demonstration);
const nobody = '01a1f9b6-0000-7000-8000-000000000001';

export const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `personne-${index}@exemple.fr`);

export async function until(condition: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const recipientsOf = (server: MailServer) => server.received.flatMap((mail) => mail.recipients).sort();

/** A bank for each test of a file, whose outbox is delivered to mail servers of the test's own; all of it ends with the test. */
export function mailTrial() {
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
      lettersOf: lettersOfMail,
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

  return {
    get bank() {
      return bank;
    },
    mailServer,
    deliver,
    queue,
    outbox,
  };
}
