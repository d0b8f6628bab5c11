import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RESET_LINKS_PER_NETWORK } from '#domain/notifications/asked-mails.ts';
import { filledDatabaseUrl } from '../testing/filled-database.ts';
import { copyFilledFolder } from '../testing/filled-folder.ts';
import {
  type MailServer,
  type MailServerOptions,
  startBreakingMailServer,
  startMailServer,
} from '../testing/mail-server.ts';
import { accountOf, freePort, type Product, signIn, startLoad, startProduct } from '../testing/product.ts';
import { report, sizeOf } from '../testing/size.ts';

/**
 * The mail server goes away while people go on using the bank. What must arrive is what the demonstration's own mailbox lists: each mail once,
 * under the id that it has there. The clocks of the processes are put forward, so that an hour is over in seconds; at full size it is an
 * hour of everybody's clock.
 */

const REAL_MINUTES = sizeOf('MAIL_MINUTES', 0);
const STEP_MS = ((REAL_MINUTES || 60) * 60_000) / 3;
const TIMEOUT = 120_000 + REAL_MINUTES * 60_000 * 3;
const isPostgres = process.env.GUICHET_TEST_DATABASE === 'postgresql';
const CLIENT = 'client@guichet.example';

let folder: string;
const closing: (() => Promise<unknown> | unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-mails-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string>): Product {
  const product = startProduct(
    { DATA_DIR: folder, CLOCK_STEP_MS: String(STEP_MS), ...environment },
    './server/testing/clock.mjs',
  );
  closing.push(() => product.kill());
  return product;
}

async function listen(options: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(() => server.stop());
  return server;
}

/** Where the nodes of a test keep everything, filled with the demonstration: the embedded folder, or a database of the test's own. */
async function filledBank(purpose: string): Promise<Record<string, string>> {
  if (isPostgres) return { DATABASE_URL: await filledDatabaseUrl(purpose) };
  await copyFilledFolder(folder);
  return {};
}

/** How often a process has said of its clock that it was put forward. */
const timesPutForward = ({ said }: Product) => said().split('clock: put forward').length - 1;
const isAtRest = ({ said }: Product) =>
  said().lastIndexOf('clock: at rest') > said().lastIndexOf('clock: at work');

/**
 * A third of the hour. All have done before with what they had in hand: to a node whose clock is ahead of another's by more than a
 * lease, the mails that the other is sending look abandoned.
 */
async function passTime(nodes: readonly Product[], { really = REAL_MINUTES > 0 } = {}): Promise<void> {
  if (really) return void (await pause(STEP_MS));
  // What was asked for a moment ago has reached every node by then.
  await pause(300);
  const alive = () => nodes.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  expect(await until(() => alive().every(isAtRest)), 'mails that are never done with').toBe(true);
  const before = new Map(nodes.map((node) => [node, timesPutForward(node)]));
  for (const { child } of alive()) child.kill('SIGUSR2');
  const isPassed = (node: Product) => timesPutForward(node) > (before.get(node) ?? 0);
  expect(await until(() => alive().every(isPassed)), 'a clock that stands').toBe(true);
}

async function until(condition: () => boolean, ms = 60_000): Promise<boolean> {
  for (let waited = 0; !condition() && waited < ms; waited += 50) await pause(50);
  return condition();
}

interface Mail {
  readonly id: string;
  readonly recipient: string;
}

/** People who use the bank, and what it wrote to them. */
async function openCounter(url: string) {
  const { id: accountId } = await accountOf(url, await signIn(url, 'client'));
  const post = (path: string, body: object) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
  const since = new Date().toISOString();
  const recipients = [CLIENT];
  let expected = 0;
  let links = 0;
  return {
    /** Credits the client's account, which writes to them. The session of a while ago is over. */
    async credit(): Promise<void> {
      const load = startLoad([url], { cookie: await signIn(url, 'administrator'), accountId }, 1);
      expect(await until(() => load.acknowledged.length > 0), String(load.odd)).toBe(true);
      await load.stop();
      expect([load.odd, load.open]).toEqual([[], []]);
      expected += load.acknowledged.length;
    },
    /** Somebody new asks for the newsletter: every node hears that there is a mail, and looks what else is due. */
    async askForNewsletter(): Promise<void> {
      const email = `lecteur-${recipients.length}@exemple.fr`;
      expect((await post('/newsletter/subscriptions', { email })).status).toBe(200);
      recipients.push(email);
      expected += 1;
    },
    /** One network is sent a few links a day and no more; every asking is answered alike. */
    async forgetPassword(): Promise<void> {
      expect((await post('/password-reset', { email: CLIENT })).status).toBe(200);
      links += 1;
      if (links <= RESET_LINKS_PER_NETWORK) expected += 1;
    },
    /** Every mail asked for, by the bank's own mailbox. */
    async mails(): Promise<Mail[]> {
      const found: Mail[] = [];
      for (const recipient of recipients) {
        let cursor: string | null = '';
        while (cursor !== null) {
          const query = new URLSearchParams({ recipient, limit: '100', ...(cursor ? { cursor } : {}) });
          const page = (await (await fetch(`${url}/api/demo/mails?${query}`)).json()) as {
            mails: (Mail & { createdAt: string })[];
            nextCursor: string | null;
          };
          found.push(...page.mails.filter(({ createdAt }) => createdAt >= since));
          cursor = page.nextCursor;
        }
      }
      expect(found).toHaveLength(expected);
      return found;
    },
  };
}

/** What became of the mails asked for: those that did not arrive, and those that arrived more than once. */
function faultsOf(mails: readonly Mail[], ...servers: readonly MailServer[]): string[] {
  const arrived = Map.groupBy(
    servers.flatMap(({ received }) => received),
    ({ messageId }) => messageId.slice(1, messageId.indexOf('@')),
  );
  const asked = mails.flatMap(({ id, recipient }) => {
    const to = arrived.get(id)?.flatMap(({ recipients }) => recipients) ?? [];
    return to.length === 1 && to[0] === recipient
      ? []
      : [`${id} to ${recipient}: arrived ${to.length} times`];
  });
  // A demonstration also writes of what happened in its last days.
  const known = new Set(mails.map(({ id }) => id));
  const others = [...arrived].flatMap(([id, all]) =>
    known.has(id) || all.length === 1 ? [] : [`${id} arrived ${all.length} times`],
  );
  return [...asked, ...others];
}

// `mails-once.test.ts` shows each of it within one process.
test('a mail server that is away for an hour, breaks in the middle of mails and refuses for now: each mail once after', {
  tags: ['whole'],
  timeout: TIMEOUT,
}, async () => {
  const port = await freePort();
  const environment = {
    ...(await filledBank('mails')),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  };
  const nodes = [start(environment)];
  if (isPostgres) nodes.push(start(environment));
  const [url = ''] = await Promise.all(nodes.map(({ ready }) => ready));
  const counter = await openCounter(url);
  const useTheBank = async () => {
    for (let reader = 1; reader <= 4; reader += 1) await counter.askForNewsletter();
    await counter.forgetPassword();
    await counter.credit();
    await passTime(nodes);
    await counter.askForNewsletter();
  };

  // Nobody listens; then somebody who hangs up in the middle of each mail; then one who takes none for now.
  await useTheBank();
  const breaking = await startBreakingMailServer(port);
  await useTheBank();
  expect(await until(() => breaking.broken.count > 0)).toBe(true);
  await breaking.stop();
  let refused = 0;
  const busy = await startMailServer({
    port,
    refuse: () => {
      refused += 1;
      return 451;
    },
  });
  await useTheBank();
  expect(await until(() => refused > 0)).toBe(true);
  await busy.stop();
  expect(busy.received).toEqual([]);
  const waited = (await counter.mails()).length;

  const server = await listen({ port });
  // Within another hour all have gone, and what has gone does not go again.
  for (let third = 1; third <= 3; third += 1) {
    await counter.askForNewsletter();
    await passTime(nodes, { really: false });
  }
  await counter.askForNewsletter();
  const mails = await counter.mails();
  await until(() => faultsOf(mails, server).length === 0);
  expect(faultsOf(mails, server)).toEqual([]);
  report(
    `mail server away for ${REAL_MINUTES > 0 ? `${REAL_MINUTES} minutes` : 'an hour of the clock'}, nodes: ${nodes.length}, mails that waited: ${waited}, cut off: ${breaking.broken.count}, refused for now: ${refused}; ${mails.length} arrived, each once`,
  );
});

/** Mails that one node has in the hands of the mail server at a moment: its connections to it. */
const IN_HAND = 5;

// Of three nodes one is killed while mails leave, each once (`nodes.test.ts`), and a claim is taken over in one process (`mails-once.test.ts`).
// Not `runIf`, which runs a test in spite of its tag.
(isPostgres ? test : test.skip)(
  'a node that is killed between the mail server’s word and the record of it: the other sends what was in its hands, under the same Message-ID',
  { tags: ['whole'], timeout: TIMEOUT },
  async () => {
    const database = await filledBank('mails_killed');
    const ports = [await freePort(), await freePort()];
    const [survivor, victim] = ports.map((port) =>
      start({ ...database, SMTP_URL: `smtp://127.0.0.1:${port}` }),
    ) as [Product, Product];
    const [url] = await Promise.all([survivor.ready, victim.ready]);
    const counter = await openCounter(url);
    for (let reader = 1; reader <= 15; reader += 1) await counter.askForNewsletter();

    // The victim's mail server keeps the third mail and would say so to nobody.
    let kept = 0;
    const last = await listen({
      port: ports[1] as number,
      async beforeTelling() {
        kept += 1;
        if (kept >= 3) await victim.kill();
      },
    });
    for (let round = 1; victim.child.signalCode === null; round += 1) {
      expect(round, 'the victim had no mail in its hands').toBeLessThan(10);
      await passTime([survivor, victim], { really: false });
      await counter.askForNewsletter();
      await until(() => victim.child.signalCode !== null, 1_000);
    }

    // Its lease ends, and the other node takes what it had taken.
    const server = await listen({ port: ports[0] as number });
    for (let third = 1; third <= 3; third += 1) {
      await passTime([survivor], { really: false });
      await counter.askForNewsletter();
    }
    const mails = await counter.mails();
    const missing = () => faultsOf(mails, last, server).filter((fault) => fault.endsWith('arrived 0 times'));
    const untold = last.received[2]?.messageId;
    await until(
      () => missing().length === 0 && server.received.some(({ messageId }) => messageId === untold),
    );
    expect(missing()).toEqual([]);
    expect(faultsOf(mails, server).filter((fault) => !fault.endsWith('arrived 0 times'))).toEqual([]);
    const twice = faultsOf(mails, last, server);
    expect(twice.length).toBeGreaterThan(0);
    expect(twice.length).toBeLessThanOrEqual(IN_HAND);
    for (const fault of twice) expect(fault).toMatch(/arrived 2 times$/);
    report(
      `a node killed with mails in its hands: ${mails.length} mails arrived, ${twice.length} of them twice under the same Message-ID (at most ${IN_HAND})`,
    );
  },
);
