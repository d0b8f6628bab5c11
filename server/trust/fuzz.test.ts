import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ServerType, serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { createApp } from '../http/app.ts';
import { newUuid } from '../ids.ts';
import { ACCESS_ROWS } from '../testing/access-rows.ts';
import { type DocumentedRoute, documentedRoutes, type JsonSchema } from '../testing/api-document.ts';
import { faultsOfBooks } from '../testing/books.ts';
import { type PopulatedBank, populate, TEST_IBAN } from '../testing/populated-bank.ts';
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
}, 60_000);
afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    (server as unknown as { closeAllConnections(): void }).closeAllConnections();
  });
  await bank.close();
});

/** Stands in a body for a number that JavaScript cannot write. */
const RAW = '\u0001raw:';

const awkwardText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e\u2066txt',
    'é'.normalize('NFD').repeat(300),
    '👩‍👩‍👧‍👦'.repeat(50),
    '<script>alert(1)</script>',
    "'; drop table users; --",
    "' or '1'='1",
    '=1+1',
    '../../etc/passwd',
    '{{7*7}}',
    '%00%ff%c0%af',
    '9999-99-99',
    '2026-02-30',
    '0001-01-01',
    '+275760-09-13',
    '1e309',
    '-0',
    'NaN',
    'Infinity',
    '0x10',
    '١٢٣',
    'true',
    'null',
    'undefined',
    '[object Object]',
    'admin',
    'x'.repeat(5_000),
    `${'a'.repeat(60)}@${'b'.repeat(180)}.test`,
    'Pacific/Kiritimati',
    'Etc/GMT+99',
  ),
);
const awkwardNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(
    0,
    -1,
    0.1,
    1e15,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER + 1,
    -Number.MAX_SAFE_INTEGER,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    2 ** 31,
    2 ** 63,
  ),
  fc.constantFrom(
    `${RAW}1e309`,
    `${RAW}-1e309`,
    `${RAW}-0`,
    `${RAW}${'9'.repeat(400)}`,
    `${RAW}0.${'0'.repeat(300)}1`,
  ),
);
const junk = fc.oneof(
  { weight: 3, arbitrary: awkwardText },
  { weight: 3, arbitrary: awkwardNumber },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [1, 2, 3]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom('__proto__', 'constructor', 'toString', '$ne', 'then'),
      fc.string(),
    ),
  },
);

/** A value that the schema might take. */
function fitting(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, ids)));
  if (schema.format === 'uuid') return fc.constantFrom(...ids);
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}, ids), { maxLength: 3 });
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({
      min: Math.max(schema.minimum ?? 0, -1e9),
      max: Math.min(schema.maximum ?? 1e7, 1e7),
    });
  if (schema.type === 'boolean') return fc.boolean();
  return fc.constantFrom(
    'Un texte',
    'personne@example.test',
    TEST_IBAN,
    'EUR',
    'USD',
    'FR',
    '2026-11-20',
    '2026-11.pdf',
    '1.0812',
    'Europe/Paris',
    'quatre-mots-sans-rapport',
  );
}

interface Sent {
  readonly route: string;
  readonly caller: 'nobody' | 'client' | 'administrator';
  readonly path: string;
  readonly body: string | null;
  readonly contentType: string | null;
  readonly isChunked: boolean;
  readonly key: string | null;
}

const trick = fc.constantFrom<(path: string) => string>(
  (path) => path.replace('/api/', '/api//'),
  (path) => `/${path}`,
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%5c'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/..;/'),
  (path) => path.replace('/api/', '/api/./x/../'),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => `${path}/`,
  (path) => `${path}.`,
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}%c0%af`,
  (path) => `${path};jsessionid=1`,
  (path) => `${path}#x?admin=1`,
  (path) => `${path}?`,
  (path) => `${path}?a[__proto__][x]=1&a[]=2&a[0]=3&[]=&=`,
  (path) => `${path}?${'a=1&'.repeat(800)}`,
  (path) => path.toUpperCase(),
  (path) => `${path}${'/x'.repeat(500)}`,
);

const bodyTrick = fc.constantFrom<(body: string) => string>(
  () => '',
  () => '[',
  () => '['.repeat(30_000),
  () => `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  () => '{"a":'.repeat(10_000),
  () => `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  () => '"a text alone"',
  () => '0',
  () => 'null',
  () => '[1,2]',
  () => '{"json":{},"meta":[["bigint","x"]]}',
  (body) => body.slice(0, -1),
  (body) => `\ufeff${body}`,
  (body) => body.replace('{', `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":1`).join(',')},`),
  () => `{"text":"${'x'.repeat(70_000)}"}`,
  () => 'x'.repeat(300_000),
  () => '\u0000',
);

/** One request about a route: often well formed but for one thing, sometimes nothing but junk. */
function requestTo(
  route: DocumentedRoute,
  callers: readonly Sent['caller'][],
  ids: readonly string[],
): fc.Arbitrary<Sent> {
  // What ends the caller's session or deletes the client would leave nothing to try the rest with.
  const missing = [newUuid()];
  const known = route.method === 'DELETE' ? missing : ids;
  const field = (schema: JsonSchema) =>
    fc.oneof({ weight: 3, arbitrary: fitting(schema, known) }, { weight: 2, arbitrary: junk });
  const fields = (schemas: Readonly<Record<string, JsonSchema>>) =>
    fc.record(
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          fc.oneof({ weight: 9, arbitrary: field(schema) }, { weight: 1, arbitrary: fc.constant(undefined) }),
        ]),
      ),
    );
  const endsSession = ACCESS_ROWS[route.name]?.isLast && route.method === 'DELETE';
  return fc
    .record({
      caller: endsSession ? fc.constant<Sent['caller']>('nobody') : fc.constantFrom(...callers),
      inPath: fields(route.inPath),
      inQuery: fields(route.inQuery),
      inBody: fields(route.inBody),
      extra: fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 10 }), junk, { maxKeys: 4 }) },
      ),
      trick: fc.option(trick, { freq: 5 }),
      bodyTrick: fc.option(bodyTrick, { freq: 8 }),
      contentType: fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            null,
            'text/plain',
            'multipart/form-data',
            'application/json; charset=x',
            'a/b',
          ),
        },
      ),
      isChunked: fc.boolean(),
      key: fc.oneof(
        { weight: 8, arbitrary: fc.uuid() },
        { weight: 1, arbitrary: fc.constantFrom(null, '', 'short', 'k'.repeat(300), 'clé') },
      ),
    })
    .map((made): Sent => {
      const text = (value: unknown) =>
        encodeURIComponent(
          (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
        );
      let path = `/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => text(made.inPath[name]))}`;
      const query = Object.entries({ ...made.inQuery, ...(route.method === 'GET' ? made.extra : {}) })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${text(name)}=${text(value)}`)
        .join('&');
      if (query) path += `?${query}`;
      if (made.trick) path = made.trick(path);
      const plain = JSON.stringify({ ...made.inBody, ...made.extra }).replace(/"\\u0001raw:([^"]*)"/g, '$1');
      const hasBody = route.method !== 'GET';
      return {
        route: route.name,
        caller: made.caller,
        path,
        body: hasBody ? (made.bodyTrick ? made.bodyTrick(plain) : plain) : null,
        contentType: made.contentType,
        isChunked: made.isChunked,
        key: made.key,
      };
    });
}

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
    // Junk is refused for what it is, and what happens to fit is let in: both ways are taken.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
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
    expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(0);
  },
  timeout,
);
