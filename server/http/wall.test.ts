import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { knownDevices } from '../auth/sessions/known-device.ts';
import { sessionCookie } from '../auth/sessions/session-cookie.ts';
import type { Bank } from '../bank/bank.ts';
import { type ClientPerson, openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { createDraining } from './draining.ts';
import type { NodeBindings } from './origin.ts';

/**
 * Security headers and cookies on every kind of answer, over HTTP and HTTPS (ASVS 5.0, 3.3 to 3.5, 14.3.2). One row per kind; a new kind
 * needs its row.
 */

const SITES = { http: 'http://bank.test', https: 'https://bank.test' } as const;
type Site = keyof typeof SITES;

let bank: TestBank;
let client: ClientPerson;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-wall-'));
  const files = {
    'client/index.html': '<p>Accueil</p>',
    'client/404.html': '<p>404</p>',
    'client/assets/entry-abc123.js': 'export {};',
    'pages.json': JSON.stringify({
      pages: {
        '/': { file: 'index.html', scriptHashes: ['sha256-aaa='], styleHashes: [] },
        '/prets': { file: 'index.html', scriptHashes: [], styleHashes: [] },
      },
      patterns: [],
      languages: [
        {
          code: 'fr',
          tag: 'fr-FR',
          home: '/',
          notFound: { file: '404.html', scriptHashes: [], styleHashes: [] },
        },
      ],
    }),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  bank = await openTestBank();
  client = await bank.client();
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The product as it is reached at a site, with its pages built. */
function siteOf(site: Site, change: (bank: Bank) => Bank = (it) => it) {
  const it = {
    ...bank.bank,
    config: { ...bank.bank.config, publicUrl: SITES[site], buildDir: folder },
    auth: {
      ...bank.bank.auth,
      cookie: sessionCookie(SITES[site]),
      devices: knownDevices(SITES[site], bank.bank.auth.seal),
    },
  };
  const draining = createDraining();
  const app = createApp(change(it), pino({ level: 'silent' }), draining);
  return { app, draining };
}

interface Asking {
  readonly app: Hono<NodeBindings>;
  readonly site: Site;
  /** The cookies of a signed-in client. */
  readonly cookie: string;
}

const ask = ({ app, site }: Asking, path: string, init: RequestInit = {}) =>
  Promise.resolve(app.request(`${SITES[site]}${path}`, init));

const json = (site: Site, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { origin: SITES[site], 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Every kind of answer: its request, its status, and whether a browser may cache it. */
const KINDS: Readonly<
  Record<
    string,
    { readonly get: (asking: Asking) => Promise<Response>; readonly status: number; readonly kept?: string }
  >
> = {
  'a page': { get: (a) => ask(a, '/'), status: 200, kept: 'no-cache' },
  'a page, HEAD': { get: (a) => ask(a, '/', { method: 'HEAD' }), status: 200, kept: 'no-cache' },
  'a page that is not there': { get: (a) => ask(a, '/nowhere'), status: 404, kept: 'no-cache' },
  'a page unchanged': {
    get: async (a) =>
      ask(a, '/', { headers: { 'if-none-match': (await ask(a, '/')).headers.get('etag') ?? '' } }),
    status: 304,
    kept: 'no-cache',
  },
  'an asset': {
    get: (a) => ask(a, '/assets/entry-abc123.js'),
    status: 200,
    kept: 'public, max-age=31536000, immutable',
  },
  'a redirect': { get: (a) => ask(a, '/prets/'), status: 308 },
  'a method pages do not have': { get: (a) => ask(a, '/', { method: 'POST' }), status: 404 },
  'a public answer of the API': { get: (a) => ask(a, '/api/health'), status: 200 },
  'the API document': { get: (a) => ask(a, '/api/openapi.json'), status: 200 },
  'a personal answer': {
    get: (a) => ask(a, '/api/overview', { headers: { cookie: a.cookie } }),
    status: 200,
  },
  'a document that is not there': {
    get: (a) => ask(a, '/api/documents/rib.pdf', { headers: { cookie: a.cookie } }),
    status: 404,
  },
  'a PDF': {
    get: (a) =>
      ask(a, `/api/documents/statements/${new Date().toISOString().slice(0, 7)}.pdf`, {
        headers: { cookie: a.cookie },
      }),
    status: 200,
  },
  'a CSV': {
    get: (a) => ask(a, '/api/documents/transactions.csv', { headers: { cookie: a.cookie } }),
    status: 200,
  },
  'a stream': { get: (a) => ask(a, '/api/live', { headers: { cookie: a.cookie } }), status: 200 },
  'a refusal: nobody': { get: (a) => ask(a, '/api/overview'), status: 401 },
  'a refusal: not theirs': {
    get: (a) => ask(a, '/api/admin/overview', { headers: { cookie: a.cookie } }),
    status: 403,
  },
  'a refusal: no such thing': { get: (a) => ask(a, '/api/nothing'), status: 404 },
  'a refusal: malformed': { get: (a) => ask(a, '/api/session', json(a.site, { email: 1 })), status: 400 },
  'a refusal: too large': {
    get: (a) => ask(a, '/api/session', json(a.site, 'x'.repeat(70_000))),
    status: 413,
  },
  'a refusal: a foreign page': {
    get: (a) => ask(a, '/api/session', json(a.site, {}, { origin: 'https://evil.example' })),
    status: 403,
  },
  'a method the API does not have': {
    get: (a) => ask(a, '/api/session', { method: 'OPTIONS' }),
    status: 403,
  },
};

const cookieOf = (person: ClientPerson, site: Site) =>
  `${sessionCookie(SITES[site]).name}=${person.cookies.get('sid')}`;

function expectWall(answer: Response, site: Site, kept = 'no-store'): void {
  const header = (name: string) => answer.headers.get(name);
  const policy = header('content-security-policy') ?? '';
  for (const part of [
    "default-src 'self'",
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split('; ')).toContain(part);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*(;|$)/);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(header('x-content-type-options')).toBe('nosniff');
  expect(header('x-frame-options')).toBe('DENY');
  expect(header('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(header('cross-origin-opener-policy')).toBe('same-origin');
  expect(header('cross-origin-resource-policy')).toBe('same-origin');
  expect(header('permissions-policy')).toMatch(/camera=\(\).*microphone=\(\)/);
  expect(header('strict-transport-security')).toBe(
    site === 'https' ? 'max-age=31536000; includeSubDomains' : null,
  );
  expect(header('cache-control')).toBe(kept);
  expect(header('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  // No other origin may read an answer, and no header names the software.
  for (const name of ['access-control-allow-origin', 'server', 'x-powered-by'])
    expect(header(name)).toBeNull();
  // Text says how it is encoded; JSON is UTF-8 by its own standard, a PDF is no text (ASVS 5.0, 4.1.1).
  if (answer.status !== 304 && answer.body)
    expect(header('content-type')).toMatch(
      /^(text\/(html|plain|csv|javascript|event-stream); ?charset=utf-8|application\/(json|problem\+json; charset=utf-8|pdf))$/i,
    );
}

describe.each(['http', 'https'] as const)('reached by %s', (site) => {
  test.each(Object.entries(KINDS))('%s', async (_, { get, status, kept }) => {
    const { app } = siteOf(site);
    const answer = await get({ app, site, cookie: cookieOf(client, site) });
    expect(answer.status).toBe(status);
    expectWall(answer, site, kept);
    await answer.body?.cancel();
  });

  test('a fault of ours, a database that is away, and a node that stops', async () => {
    const failing =
      (error: Error): ((it: Bank) => Bank) =>
      (it) => ({
        ...it,
        database: { ...it.database, migrations: () => Promise.reject(error) },
      });
    const fault = siteOf(site, failing(new Error('secret words')));
    const broken = await fault.app.request(`${SITES[site]}/api/health`);
    expect(broken.status).toBe(500);
    expectWall(broken, site);
    expect(await broken.text()).not.toContain('secret words');

    const away = siteOf(site, failing(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })));
    const unavailable = await away.app.request(`${SITES[site]}/api/health`);
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '2']);
    expectWall(unavailable, site);

    const stopping = siteOf(site);
    stopping.draining.begin();
    const refused = await stopping.app.request(`${SITES[site]}/api/health`);
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
    expectWall(refused, site);
  });

  test('a page that cannot be read is a fault without words', async () => {
    const { app } = siteOf(site);
    const aside = join(folder, 'aside');
    renameSync(join(folder, 'client'), aside);
    const answer = await app.request(`${SITES[site]}/`);
    expect(answer.status).toBe(500);
    expectWall(answer, site);
    expect(await answer.text()).toMatch(/^500 [0-9a-f-]{36}$/);
    renameSync(aside, join(folder, 'client'));
  });

  test('the cookies of a session and of a known device are for this host, for HTTPS and for the server alone', async () => {
    const { app } = siteOf(site);
    const signIn = await app.request(
      `${SITES[site]}/api/session`,
      json(site, { email: client.email, password: TEST_PASSWORD }),
    );
    expect(signIn.status).toBe(200);
    const cookies = signIn.headers.getSetCookie();
    const prefix = site === 'https' ? '__Host-' : '';
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([`${prefix}sid`, `${prefix}device`]);
    for (const cookie of cookies) {
      const attributes = cookie.toLowerCase().split('; ').slice(1);
      expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=strict', 'path=/']));
      expect(attributes.includes('secure')).toBe(site === 'https');
      expect(attributes.some((each) => each.startsWith('domain'))).toBe(false);
    }
  });
});

describe('a call that changes something', () => {
  const proofs: readonly (readonly [string, Record<string, string>, boolean])[] = [
    ['nothing', {}, false],
    ['our origin', { origin: 'https://bank.test' }, true],
    ['our page, as the browser says', { 'sec-fetch-site': 'same-origin' }, true],
    ['another site', { origin: 'https://evil.example' }, false],
    [
      'another site, as the browser says',
      { 'sec-fetch-site': 'cross-site', origin: 'https://bank.test' },
      false,
    ],
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }, false],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }, false],
    ['no origin at all, as sandboxed pages send', { origin: 'null' }, false],
    ['our name without encryption', { origin: 'http://bank.test.evil.example' }, false],
    ['our name as a user of another site', { origin: 'https://bank.test@evil.example' }, false],
  ];
  test.each(proofs)('with the proof « %s »', async (_, headers, passes) => {
    const { app } = siteOf('https');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await app.request('https://bank.test/api/nothing', {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
      expect(answer.status).toBe(passes ? 404 : 403);
    }
  });

  test.each([
    ['our origin', { origin: 'https://bank.test' }, true],
    ['the same name without encryption', { origin: 'http://bank.test' }, false],
    [
      'the same, and the browser calls it our page',
      { origin: 'http://bank.test', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['another port of our name', { origin: 'https://bank.test:8443', host: 'bank.test:8443' }, false],
    ['another name that the proxy lets through', { origin: 'https://10.0.0.7', host: '10.0.0.7' }, false],
    ['our page, as the browser says', { 'sec-fetch-site': 'same-origin' }, true],
  ] as const)(
    'of a live institution comes from its own origin alone, whatever Host says: %s',
    async (_, proof, passes) => {
      const { app } = siteOf('https', (it) => ({ ...it, institution: { ...it.institution, mode: 'live' } }));
      const answer = await app.request('https://bank.test/api/nothing', {
        method: 'POST',
        headers: { 'content-type': 'application/json', host: 'bank.test', ...proof },
        body: '{}',
      });
      expect(answer.status).toBe(passes ? 404 : 403);
    },
  );

  test.each([
    ['http', 'http://localhost:3000', 'localhost:3000', true],
    ['https', 'https://10.0.0.7', '10.0.0.7', true],
    ['https', 'http://bank.test', 'bank.test', false],
    ['http', 'http://localhost:3000', 'bank.test', false],
  ] as const)(
    'of a demonstration at %s may come from %s under the same Host',
    async (site, origin, host, passes) => {
      const { app } = siteOf(site);
      const answer = await app.request(`${SITES[site]}/api/nothing`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', host, origin },
        body: '{}',
      });
      expect([host, answer.status]).toEqual([host, passes ? 404 : 403]);
    },
  );

  test('is refused before anything is done', async () => {
    const { app } = siteOf('http');
    const answer = await app.request('http://bank.test/api/session', {
      method: 'DELETE',
      headers: { cookie: cookieOf(client, 'http'), origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
    expect((await client.get('/overview')).status).toBe(200);
  });
});
