import fc from 'fast-check';
import { newUuid } from '../ids.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import type { DocumentedRoute, JsonSchema } from './api-document.ts';
import { TEST_IBAN } from './populated-bank.ts';

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

/** One request of the fuzz test, as it goes over the wire. */
export interface Sent {
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
export function requestTo(
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
