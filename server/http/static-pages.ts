import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import {
  HOME_VARIES,
  keepChoice,
  languageOfPath,
  leadHome,
  type PageLanguage,
} from './language-of-request.ts';

/** Metadata of the pages, written by tools/build.mjs. */
interface PageEntry {
  readonly file: string;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}
interface PatternEntry extends PageEntry {
  readonly path: string;
  readonly status: 200 | 404;
}
interface PagesFile {
  readonly pages: Readonly<Record<string, PageEntry>>;
  readonly patterns: readonly PatternEntry[];
  /** The languages of the public pages, French first. */
  readonly languages: readonly [LanguageEntry, ...LanguageEntry[]];
}
interface LanguageEntry extends PageLanguage {
  readonly notFound: PageEntry;
}

/** One file of the build, as it lies on the disk, with its compressed copies. */
interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly encodings: readonly Encoding[];
}

const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;
type Encoding = (typeof encodings)[number];

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Names in this folder contain a hash of the content, so browsers may cache them for ever. */
const immutable = '/assets/';

function contentSecurityPolicy({ scriptHashes, styleHashes }: PageEntry): string {
  const ownAnd = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'self'",
    `script-src ${ownAnd(scriptHashes)}`,
    `style-src ${ownAnd(styleHashes)}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self' mailto:",
  ].join('; ');
}

/** All files of the build by URL path, read once at start. Only files in this table are served, so that a path cannot leave the folder. */
function inventory(clientDir: string): ReadonlyMap<string, StaticFile> {
  const found = new Map<string, StaticFile>();
  const names = readdirSync(clientDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(clientDir, join(entry.parentPath, entry.name)));
  const all = new Set(names);
  for (const name of names) {
    const extension = extname(name);
    if (extension === '.br' || extension === '.gz' || name.startsWith('.')) continue;
    const path = join(clientDir, name);
    found.set(`/${name.split(sep).join('/')}`, {
      path,
      type: types[extension] ?? 'application/octet-stream',
      etag: createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 16),
      encodings: encodings.filter((encoding) => all.has(name + encoding.extension)),
    });
  }
  return found;
}

/** The best encoding that the caller accepts and the file has; brotli before gzip. `q=0` refuses one. */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1])
        .find((q) => q !== undefined);
      return [name.trim(), quality === undefined ? 1 : Number(quality)] as const;
    }),
  );
  return available.find(({ name }) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0);
}

/** Whether `If-None-Match` names this version; weak tags match too, as RFC 9110 requires for this header. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((each) => {
    const mark = each.trim().replace(/^W\//, '');
    return mark === '*' || mark === etag;
  });
}

function fits(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const segments = path.split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}

/** What the build writes at the root of a signed-in area's frame. */
const FRAME = ' data-frame';

/** Sends files of the build, each read from the disk once. */
function createSender() {
  /** Bytes by path and encoding: the whole site is a few megabytes. */
  const bytes = new Map<string, Promise<Buffer<ArrayBuffer>>>();

  function read(path: string): Promise<Buffer<ArrayBuffer>> {
    const known = bytes.get(path);
    if (known) return known;
    const reading = readFile(path) as Promise<Buffer<ArrayBuffer>>;
    bytes.set(path, reading);
    reading.catch(() => bytes.delete(path));
    return reading;
  }

  async function send(c: Context, file: StaticFile, status: 200 | 404, headers: Record<string, string>) {
    const encoding = chooseEncoding(c.req.header('accept-encoding'), file.encodings);
    // One entity tag per encoding: a cache must not mix the bytes of two encodings.
    const etag = `"${file.etag}${encoding ? `-${encoding.name}` : ''}"`;
    const all: Record<string, string> = { ...headers, etag, 'x-content-type-options': 'nosniff' };
    if (file.encodings.length > 0) all.vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
    if (status === 200 && isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, all);

    const path = file.path + (encoding?.extension ?? '');
    all['content-type'] = file.type;
    if (encoding) all['content-encoding'] = encoding.name;
    if (c.req.method === 'HEAD') {
      all['content-length'] = String(statSync(path).size);
      return c.body(null, status, all);
    }
    const content = await read(path);
    all['content-length'] = String(content.length);
    return c.body(content, status, all);
  }

  /** A page with a notice differs from its file, so it is neither compressed nor remembered by browsers. */
  async function sendWithNotice(
    c: Context,
    file: StaticFile,
    status: 200 | 404,
    { headers, said }: { headers: Record<string, string>; said: string },
  ) {
    const html = (await read(file.path)).toString();
    const content = html.includes(FRAME) ? html : html.replace('<body>', `<body>${said}`);
    const all = { ...headers, 'cache-control': 'no-store', 'content-type': file.type };
    return c.req.method === 'HEAD' ? c.body(null, status, all) : c.body(content, status, all);
  }

  return { send, sendWithNotice };
}

/**
 * Serves what `tools/build.mjs` wrote in `buildDir`: assets, pages with their Content-Security-Policy, and the 404 page for everything
 * else. Mounted last, after the API; answers GET and HEAD, and passes other methods on.
 * Every address says its language, except `/`: it is the French home page, and leads visitors who chose or accept another language to theirs.
 * @param isSecure whether the pages are reached by HTTPS, for the cookie that keeps a chosen language.
 * @param notice markup at the top of every page, outside what the page's own code draws; null for none. The signed-in areas have their own.
 */
export function staticPages({
  buildDir,
  isSecure = false,
  notice = () => null,
}: {
  buildDir: string;
  isSecure?: boolean;
  notice?: () => string | null;
}): MiddlewareHandler {
  const clientDir = join(buildDir, 'client');
  const files = inventory(clientDir);
  const { pages, patterns, languages } = JSON.parse(
    readFileSync(join(buildDir, 'pages.json'), 'utf8'),
  ) as PagesFile;
  const policies = new Map<PageEntry, string>();
  const { send, sendWithNotice } = createSender();

  function sendPage(c: Context, page: PageEntry, status: 200 | 404, more: Record<string, string> = {}) {
    const file = files.get(`/${page.file}`);
    if (!file) throw new Error(`pages.json names ${page.file}, which the build did not write.`);
    let policy = policies.get(page);
    if (!policy) {
      policy = contentSecurityPolicy(page);
      policies.set(page, policy);
    }
    const headers = {
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...more,
    };
    const said = notice();
    return said ? sendWithNotice(c, file, status, { headers, said }) : send(c, file, status, headers);
  }

  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const path = c.req.path;

    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page) {
      const elsewhere = keepChoice(c, languages, isSecure) ?? (path === '/' ? leadHome(c, languages) : null);
      return elsewhere ?? sendPage(c, page, 200, path === '/' ? { vary: HOME_VARIES } : {});
    }

    // Pages answer at their path, not at their file's name.
    const file = path.endsWith('.html') ? undefined : files.get(path);
    if (file) {
      const forever = path.startsWith(immutable);
      return send(c, file, 200, {
        'cache-control': forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      });
    }

    const bare = path.replace(/\/+$/, '');
    if (bare !== path && Object.hasOwn(pages, bare)) return c.redirect(bare + new URL(c.req.url).search, 308);

    const pattern = patterns.find((each) => fits(each.path, path));
    return pattern
      ? sendPage(c, pattern, pattern.status)
      : sendPage(c, languageOfPath(languages, path).notFound, 404);
  };
}
