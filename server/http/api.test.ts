import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { ACCESSES } from '#domain/permissions.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

interface Procedure {
  readonly '~orpc': {
    readonly meta: { access: string; idempotent: boolean };
    readonly route: { method: string; path: string };
  };
}

/** Every procedure of the contract. */
function procedures(node: object): Procedure[] {
  if ('~orpc' in node) return [node as Procedure];
  return Object.values(node).flatMap((child) => procedures(child as object));
}

describe('the API document', () => {
  test('has every route of the contract, with its access, and nothing else', async () => {
    const { status, body } = await bank.visitor().get('/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1/);
    const documented = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { 'x-access': string }>).map(
        ([method, operation]) => `${method.toUpperCase()} ${path} ${operation['x-access']}`,
      ),
    );
    const declared = procedures(contract).map(
      ({ '~orpc': { route, meta } }) => `${route.method} ${route.path} ${meta.access}`,
    );
    expect(documented.sort()).toEqual(declared.sort());
    for (const { '~orpc': procedure } of procedures(contract))
      expect(ACCESSES).toContain(procedure.meta.access);
  });

  test('every POST that creates or moves something asks for an idempotency key', () => {
    const without = procedures(contract)
      .filter(({ '~orpc': { route, meta } }) => route.method === 'POST' && !meta.idempotent)
      .map(({ '~orpc': { route } }) => route.path);
    // Without a key: signing in, which is harmless to repeat; step 1 of sign-up, guarded by the unique address; an import of rates, which
    // writes the same figures again; a withdrawal of a batch, executed once by its own state; the acceptance of an invitation, whose token works
    // once; the question which approvals a command needs, which writes nothing; a look at what the FICP said, of which each stands in the
    // audit trail; the stop and the resumption of a run of many rows, which say what it is from then on.
    for (const path of without)
      expect(path).toMatch(
        /^\/(session|session\/confirmation|admin\/session|sign-up|password-.*|newsletter\/.*|notifications\/.*|profile\/.*|two-factor\/.*|staff-invitations\/\{token\}|admin\/approval-requirements|admin\/bulk\/\{id\}\/(stop|resumption)|admin\/loans\/\{id\}\/ficp-openings|admin\/rates\/import|admin\/withdrawals\/batches\/\{id\}\/execution)$/,
      );
  });
});

describe('GET /health', () => {
  test('200 with version, mode, database and migrations', async () => {
    const { status, body } = await bank.visitor().get('/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ready',
      mode: 'demo',
      database: bank.database.kind,
      migrations: { pending: 0 },
    });
    expect(body.migrations.applied).toBeGreaterThan(0);
  });
});

describe('what is not a route', () => {
  test.each(['/nothing', '//loans', '/auth/sign-in/email', '/session/..;/health'])(
    '404 with problem details: %s',
    async (path) => {
      const { status, body, headers } = await bank.visitor().get(path);
      expect([status, body.code]).toEqual([404, 'not-found']);
      expect(headers.get('content-type')).toContain('application/problem+json');
    },
  );

  test('another method is not found either', async () => {
    expect((await bank.visitor().delete('/health')).status).toBe(404);
  });
});

describe('every answer', () => {
  test.each(['/health', '/session', '/nothing', '/loans'])(
    'of %s carries the security headers and is not stored',
    async (path) => {
      const { headers } = await bank.visitor().get(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test('a body beyond 64 KB is refused', async () => {
    const { status, body } = await bank
      .visitor()
      .post('/session', { email: 'x'.repeat(70_000), password: 'y' });
    expect([status, body.code]).toEqual([413, 'request.too-large']);
  });

  test.each([
    ['a form', '/session', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form of files', '/session', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a text', '/session', { 'content-type': 'text/plain' }],
    ['JSON beside a query', '/session?role=admin', { 'content-type': 'application/json' }],
  ])('a call that changes something with %s is refused', async (_, path, headers) => {
    const { status, body } = await bank.visitor().call(
      'POST',
      path,
      { email: 'a@b.fr', password: 'x' },
      {
        headers: { ...headers, 'content-length': '30' },
      },
    );
    expect([status, body.code]).toEqual([400, 'request.malformed']);
  });

  test('a text that is too long is refused with its limit', async () => {
    const client = await bank.client();
    const { status, body } = await client.put('/profile', {
      firstName: 'x'.repeat(101),
      lastName: 'Moreau',
      phone: '',
      address: '',
      city: '',
      postalCode: '',
      profession: '',
    });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(
      expect.objectContaining({
        field: 'firstName',
        message: 'validation.tooLong',
        params: { max: 100 },
        detail: 'Ce texte est trop long\u00a0: 100 caractères au plus.',
      }),
    );
  });

  test('an unknown field is refused by name, on routes with and without input', async () => {
    const client = await bank.client();
    for (const answer of [
      await client.put('/profile/preferences', { language: 'fr', role: 'admin' }),
      await client.get('/loans?role=admin'),
    ])
      expect([answer.status, answer.body.code, answer.body.errors]).toMatchObject([
        400,
        'request.invalid',
        [{ field: 'role', message: 'validation.unknownField' }],
      ]);
  });

  test('a body that is not JSON is refused in French', async () => {
    const client = await bank.client();
    const { status, body } = await client.call('POST', '/loans', undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
    expect(body.title).toMatch(/[a-zé]/);
  });
});
