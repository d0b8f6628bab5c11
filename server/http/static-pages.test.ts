import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseEncoding, staticPages } from './static-pages.ts';

const buildDir = mkdtempSync(join(tmpdir(), 'guichet-pages-'));
let app: Hono;

const home = '<!doctype html><title>Accueil</title>'.padEnd(2000, ' ');

beforeAll(() => {
  const files: Record<string, string> = {
    'client/index.html': home,
    'client/prets.html': '<body><main>Nos prêts</main>',
    'client/article/1.html': 'Article 1',
    'client/article/inconnu.html': 'Article non trouvé',
    'client/client-dashboard.html': '<body><div id="root" data-frame></div>',
    'client/de.html': 'Start',
    'client/de/prets.html': 'Unsere Kredite',
    'client/de/404.html': 'Nicht gefunden',
    'client/404.html': '404',
    'client/assets/entry-abc123.js': 'export {};',
    'client/robots.txt': 'User-agent: *',
    'client/.vite/manifest.json': '{"secret":true}',
    stamp: 'not to be served',
    'pages.json': JSON.stringify({
      pages: {
        '/': {
          file: 'index.html',
          scriptHashes: ['sha256-aaa=', 'sha256-bbb='],
          styleHashes: ['sha256-eee='],
        },
        '/prets': { file: 'prets.html', scriptHashes: [], styleHashes: [] },
        '/de': { file: 'de.html', scriptHashes: [], styleHashes: [] },
        '/de/prets': { file: 'de/prets.html', scriptHashes: [], styleHashes: [] },
        '/article/1': { file: 'article/1.html', scriptHashes: [], styleHashes: [] },
        '/client-dashboard': { file: 'client-dashboard.html', scriptHashes: [], styleHashes: [] },
      },
      patterns: [
        {
          path: '/article/:id',
          status: 404,
          file: 'article/inconnu.html',
          scriptHashes: ['sha256-ccc='],
          styleHashes: [],
        },
      ],
      languages: [
        {
          code: 'fr',
          tag: 'fr-FR',
          home: '/',
          notFound: { file: '404.html', scriptHashes: ['sha256-ddd='], styleHashes: [] },
        },
        {
          code: 'de',
          tag: 'de-DE',
          home: '/de',
          notFound: { file: 'de/404.html', scriptHashes: [], styleHashes: [] },
        },
      ],
    }),
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(buildDir, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  writeFileSync(join(buildDir, 'client/index.html.br'), brotliCompressSync(home));
  writeFileSync(join(buildDir, 'client/index.html.gz'), gzipSync(home));
  app = new Hono();
  app.use('*', staticPages({ buildDir }));
  app.post('*', (c) => c.text('after', 200));
});

afterAll(() => rmSync(buildDir, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`http://127.0.0.1${path}`, { headers, method });

describe('a path', () => {
  it.each([
    ['/', 200, 'Accueil'],
    ['/prets', 200, 'Nos prêts'],
    ['/prets?amount=1000', 200, 'Nos prêts'],
    ['/article/1', 200, 'Article 1'],
    ['/article/99', 404, 'Article non trouvé'],
    ['/article/99/suite', 404, '404'],
    ['/client-dashboard', 200, '<div id="root"'],
    ['/nowhere', 404, '404'],
    ['/404', 404, '404'],
    ['/robots.txt', 200, 'User-agent'],
    ['/assets/entry-abc123.js', 200, 'export'],
    ['/assets/gone-000000.js', 404, '404'],
    // Pages answer at their path and not at their file's name, so that none has two addresses.
    ['/prets.html', 404, '404'],
    ['/404.html', 404, '404'],
    ['/constructor', 404, '404'],
    ['/de', 200, 'Start'],
    ['/de/prets', 200, 'Unsere Kredite'],
    ['/de/nowhere', 404, 'Nicht gefunden'],
    ['/dehors', 404, '404'],
  ])('%s answers %i', async (path, status, text) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  it.each([
    '/../pages.json',
    '/..%2fpages.json',
    '/%2e%2e/stamp',
    '/assets/..%2f..%2fstamp',
    '/....//stamp',
    '/.vite/manifest.json',
    '/index.html.br',
    '/%00',
    '/%',
  ])('%s reaches nothing outside the pages', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    const text = await response.text();
    expect(text).not.toMatch(/secret|not to be served|"pages"/);
  });

  it('with a closing slash leads to the page without it, and keeps the query', async () => {
    const response = await get('/prets/?amount=1000');
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('/prets?amount=1000');
  });

  it('that would lead to another site after its slashes are taken off is not followed', async () => {
    expect((await get('//evil.example/')).status).toBe(404);
  });

  it('asked with another method is passed to the next handler', async () => {
    expect(await (await get('/prets', {}, 'POST')).text()).toBe('after');
  });
});

describe('the language', () => {
  it.each([
    ['/', { 'accept-language': 'de-AT,de;q=0.9' }, '/de'],
    ['/?a=1', { cookie: 'preferred-language=de' }, '/de?a=1'],
  ])('of %s is the visitor’s: %o leads to %s', async (path, headers, location) => {
    const response = await get(path, headers);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('vary')).toBe('Accept-Language, Cookie');
  });

  it('of the home page is French otherwise, and caches are told what it depends on', async () => {
    const response = await get('/', { 'accept-language': 'sv', 'accept-encoding': 'br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
    expect((await get('/', { cookie: 'preferred-language=fr', 'accept-language': 'de' })).status).toBe(200);
  });

  it('of any other address is what the address says', async () => {
    const headers = { cookie: 'preferred-language=de', 'accept-language': 'de' };
    const response = await get('/prets', headers);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Nos prêts');
    expect(response.headers.get('vary')).toBeNull();
  });

  it.each([
    ['/de/prets?langue=de', '/de/prets', 'de'],
    ['/?langue=fr', '/', 'fr'],
    ['/client-dashboard?tab=a%20b&langue=de&x', '/client-dashboard?tab=a%20b&x', 'de'],
  ])('is chosen by %s, kept, and leads to %s', async (path, location, code) => {
    const response = await get(path);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('set-cookie')).toContain(`preferred-language=${code};`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('that does not exist is not kept', async () => {
    const response = await get('/prets?langue=%0d%0aset-cookie:a');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/prets');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('is kept by a secure cookie where the pages are', async () => {
    const secure = new Hono();
    secure.use('*', staticPages({ buildDir, isSecure: true }));
    expect((await secure.request('/prets?langue=de')).headers.get('set-cookie')).toMatch(/; Secure$/);
  });
});

describe('a notice of the server', () => {
  let withNotice: Hono;
  beforeAll(() => {
    withNotice = new Hono();
    withNotice.use('*', staticPages({ buildDir, notice: () => '<p>Le jour</p>' }));
  });
  const text = async (path: string) =>
    (await withNotice.request(path, { headers: { 'accept-encoding': 'br' } })).text();

  it('stands first in a page, which is then kept nowhere', async () => {
    const response = await withNotice.request('/prets');
    expect(await response.text()).toContain('<body><p>Le jour</p><main>');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('is left out of the frame of a signed-in area, which says it itself', async () => {
    expect(await text('/client-dashboard')).not.toContain('Le jour');
  });
});

describe('compression', () => {
  it('sends the brotli copy when it is accepted, and says so', async () => {
    const response = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(home);
  });

  it('sends the file itself without an accepted encoding', async () => {
    const response = await get('/', { 'accept-encoding': 'identity' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe(home);
  });

  const both = [
    { name: 'br', extension: '.br' },
    { name: 'gzip', extension: '.gz' },
  ] as const;
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=1', 'br'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for « %s » chooses %s', (accepted, expected) => {
    expect(chooseEncoding(accepted, both)?.name).toBe(expected);
  });
});

describe('caching', () => {
  it('keeps hashed assets for ever and asks about pages each time', async () => {
    expect((await get('/assets/entry-abc123.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
  });

  it('answers 304, without a body, to a matching If-None-Match', async () => {
    const first = await get('/', { 'accept-encoding': 'br' });
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
  });

  it('has another entity tag for another encoding', async () => {
    const marks = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) =>
        (await get('/', { 'accept-encoding': encoding })).headers.get('etag'),
      ),
    );
    expect(new Set(marks).size).toBe(3);
  });

  it('does not turn a missing page into an unchanged one', async () => {
    const etag = (await get('/nowhere')).headers.get('etag') ?? '';
    expect((await get('/nowhere', { 'if-none-match': etag })).status).toBe(404);
  });
});

describe('HEAD', () => {
  it('answers what GET would, without the body', async () => {
    for (const encoding of ['br', 'identity']) {
      const [head, whole] = await Promise.all([
        get('/', { 'accept-encoding': encoding }, 'HEAD'),
        get('/', { 'accept-encoding': encoding }),
      ]);
      expect(await head.text()).toBe('');
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
    }
    expect((await get('/nowhere', {}, 'HEAD')).status).toBe(404);
  });
});

describe('the policy of a page', () => {
  it('lets only its own inline scripts run', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' 'sha256-aaa=' 'sha256-bbb=';");
    expect(policy).toContain("style-src 'self' 'sha256-eee=';");
    expect(policy).not.toContain('unsafe');
    for (const part of [
      "default-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect((await get('/nowhere')).headers.get('content-security-policy')).toContain("'sha256-ddd='");
  });
});
