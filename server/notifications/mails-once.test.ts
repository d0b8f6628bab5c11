import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startMailServer } from '../testing/mail-server.ts';
import { addresses, demo, mailTrial, recipientsOf, until } from '../testing/mail-trial.ts';
import { pauseAfter } from './deliver-mails.ts';
import { giveBack, takeDueMails } from './mail-queries.ts';
import { type MailFault, smtpTransport } from './mail-transport.ts';

const trial = mailTrial();
const { mailServer, deliver, queue, outbox } = trial;

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
    await trial.bank.database.db.execute(
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
    const taken = await takeDueMails(trial.bank.database.db, {
      now,
      leaseUntil: new Date(now.getTime() + 300_000),
      limit: 20,
    });
    expect(taken).toHaveLength(3);
    const delivery = await deliver(smtpTransport(server.url, demo));
    await delivery.settled();
    expect(server.received).toEqual([]);
    trial.bank.setNow(new Date(now.getTime() + 301_000));
    await delivery.settled();
    expect(recipientsOf(server)).toEqual(addresses(3).sort());
  });

  test('what is given back counts no attempt', async () => {
    await queue(addresses(2));
    const now = new Date(Date.now() + 1_000);
    const taken = await takeDueMails(trial.bank.database.db, { now, leaseUntil: now, limit: 20 });
    await giveBack(
      trial.bank.database.db,
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
