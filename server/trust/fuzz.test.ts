import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ServerType, serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { type DocumentedRoute, documentedRoutes } from '../testing/api-document.ts';
import { faultsOfBooks } from '../testing/books.ts';
import { requestTo, type Sent } from '../testing/junk-requests.ts';
import { type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { report, seedOf, sizeOf } from '../testing/size.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';

/**
 * Junk for every route, over a real connection: wrong types, numbers without measure, texts that no person types, paths that mislead, bodies
 * that do not end. Never a fault of ours, never money that moved, memory that stays (ASVS 5.0, 2.2.1, 4.1.1).
 */

const REQUESTS = sizeOf('FUZZ_REQUESTS', 700);
const ANSWER_WITHIN_MS = 20_000;

let bank: TestBank;
let world: PopulatedBank;
let server: ServerType;
let port: number;
let routes: DocumentedRoute[];
const logged: string[] = [];

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  routes = await documentedRoutes(bank.visitor());
  const logger = pino(
    { level: 'error' },
    { write: (line: string) => void logged.push(line.slice(0, 2_000)) },
  );
  const app = createApp(bank.bank, logger);
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    (server as unknown as { closeAllConnections(): void }).closeAllConnections();
  });
  await bank.close();
});

/** Sends a request exactly as written: no client library mends its path or its body. */
function send(sent: Sent): Promise<number> {
  const person =
    sent.caller === 'client' ? world.customer : sent.caller === 'administrator' ? world.administrator : null;
  const headers: Record<string, string> = { origin: `http://127.0.0.1:${port}` };
  if (person) headers.cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  if (sent.key !== null) headers['idempotency-key'] = Buffer.from(sent.key).toString('latin1');
  const body = sent.body === null ? null : Buffer.from(sent.body);
  if (body && sent.contentType) headers['content-type'] = sent.contentType;
  if (body && !sent.isChunked) headers['content-length'] = String(body.length);
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method: sent.route.split(' ')[0],
        // Node refuses to send what is not a path at all; the rest goes as it is.
        path: sent.path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed())),
        headers,
        agent: false,
        timeout: ANSWER_WITHIN_MS,
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        if ((answer.headers['content-type'] ?? '').includes('event-stream')) {
          call.destroy();
          resolve(status);
          return;
        }
        answer.resume();
        answer.once('end', () => resolve(status));
        answer.once('error', () => resolve(status));
      },
    );
    call.once('timeout', () => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)));
    call.once('error', (error: NodeJS.ErrnoException) => {
      // A body that is too large is refused before it has been read to its end: the connection closes under the sender.
      if ((error.code === 'EPIPE' || error.code === 'ECONNRESET') && (body?.length ?? 0) > 60_000)
        resolve(413);
      else reject(error);
    });
    if (body && sent.isChunked)
      for (let at = 0; at < body.length; at += 8_192) call.write(body.subarray(at, at + 8_192));
    else if (body) call.write(body);
    call.end();
  });
}

async function movements(): Promise<string> {
  const rows = await rowsOf<{ state: string }>(
    bank.database.db,
    sql`select concat_ws('/', (select count(*) from ledger_transactions),
      (select string_agg(id::text || balance, ',' order by id) from ledger_accounts where holder_kind = 'client')) as state`,
  );
  return rows[0]?.state ?? '';
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Sends the requests; fails with the smallest one that breaks a promise. */
async function fuzz(
  title: string,
  callers: readonly Sent['caller'][],
  requests: number,
): Promise<Map<number, number>> {
  const ids = [
    newUuid(),
    world.batchId,
    ...[world.customer, world.stranger].flatMap((each) => [
      each.accountId,
      each.loanId,
      each.feeId,
      each.paidFeeId,
      each.withdrawalId,
      each.notificationId,
      each.userId,
    ]),
  ];
  const statuses = new Map<number, number>();
  const arbitrary = fc.oneof(...routes.map((route) => requestTo(route, callers, ids)));
  const onlyRefusedMoves = callers.includes('administrator');
  let before = await movements();
  await fc.assert(
    fc.asyncProperty(arbitrary, async (sent) => {
      logged.length = 0;
      const status = await send(sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) throw new Error(`${status} to ${sent.route}: ${logged.join('\n')}`);
      const after = await movements();
      if (after !== before && !(onlyRefusedMoves && status < 300))
        throw new Error(`${status}, and money moved`);
      before = after;
    }),
    { numRuns: requests, seed: seedOf(title), endOnFailure: false },
  );
  return statuses;
}

const summaryOf = (statuses: Map<number, number>) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

const timeout = 60_000 + REQUESTS * 100;

test(
  'a visitor and a client send junk: never a fault of ours, and no money moves',
  async () => {
    const half = Math.ceil(REQUESTS / 2);
    await fuzz('fuzz, warming up', ['nobody', 'client'], Math.ceil(half / 5));
    const before = heapMegabytes();
    const statuses = await fuzz('fuzz as nobody and as a client', ['nobody', 'client'], half);
    const grown = heapMegabytes() - before;
    report(
      `fuzz as nobody and as a client, ${half} requests: ${summaryOf(statuses)}; heap ${grown.toFixed(1)} MiB more`,
    );
    expect(grown).toBeLessThan(48);
    // Junk is refused for what it is, and what happens to fit is let in: both ways are taken. One request in twenty-five fits.
    if (half >= 300) expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(0);
  },
  timeout,
);

test(
  'an administrator sends junk: what is refused moves no money, and the books hold',
  async () => {
    const half = Math.ceil(REQUESTS / 2);
    const statuses = await fuzz('fuzz as an administrator', ['administrator'], half);
    report(`fuzz as an administrator, ${half} requests: ${summaryOf(statuses)}`);
    expect(await faultsOfBooks(bank.database.db)).toEqual([]);
    if (half >= 300) expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(0);
  },
  timeout,
);
