import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { tell } from '../signals.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { createLog, logSignals, logSlowStatements, withoutSecrets } from './log.ts';

/** Secrets are planted wherever one could slip in, and looked for in everything the log wrote (ASVS 5.0, 16.2.5). */

const SECRETS = {
  password: 'Planted-Passw0rd-42',
  cookie: 'plantedSessionCookie.1234567890',
  token: 'plantedResetToken0123456789',
  iban: 'FR7630006000011234567890189',
  spacedIban: 'DE89 3704 0044 0532 0130 00',
  email: 'planted.person@planted.example',
  smtp: 'smtp-planted-secret',
  database: 'database-planted-secret',
};

let bank: TestBank;
let written: string;
let log: ReturnType<typeof createLog>;
beforeEach(async () => {
  bank = await openTestBank();
  written = '';
  log = createLog('debug', {
    write(line) {
      written += line;
    },
  });
});
afterEach(() => bank.close());

function expectNoSecret(): void {
  expect(written.length).toBeGreaterThan(0);
  for (const secret of [...Object.values(SECRETS), TEST_PASSWORD]) expect(written).not.toContain(secret);
}

const lines = () =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the log of requests', () => {
  test('names the route and not the address, and has no query, cookie, body or header', async () => {
    const app = createApp(bank.bank, log);
    const answers = await Promise.all([
      app.request(`http://bank.test/api/loans/${SECRETS.token}?token=${SECRETS.token}`, {
        headers: { cookie: `sid=${SECRETS.cookie}`, authorization: `Bearer ${SECRETS.token}` },
      }),
      app.request('http://bank.test/api/session', {
        method: 'POST',
        headers: { origin: 'http://bank.test', 'content-type': 'application/json', 'x-request-id': 'theirs' },
        body: JSON.stringify({ email: SECRETS.email, password: SECRETS.password }),
      }),
    ]);
    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('theirs');
    const ofSession = lines().find(({ route }) => route === '/api/session');
    expect(ofSession).toMatchObject({ msg: 'request', method: 'POST', status: 401, requestId: ids[1] });
    expect(ofSession.ms).toBeGreaterThanOrEqual(0);
    expectNoSecret();
  });

  test('tells a fault under the reference that its caller was given, without the values of the statement', async () => {
    const client = await bank.client();
    const broken = { ...bank.bank, database: { ...bank.database, db: failingDatabase() } };
    const answer = await createApp(broken as never, log).request('http://bank.test/api/session', {
      headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(answer.status).toBe(500);
    const { params } = (await answer.json()) as { params: { reference: string } };
    expect(params.reference).toBe(answer.headers.get('x-request-id'));
    const fault = lines().find(({ msg }) => msg === 'a request failed');
    expect(fault).toMatchObject({ requestId: params.reference, level: 'error' });
    expect(fault.err.message).toContain('Failed query');
    expect(fault.err.cause).toMatchObject({ code: '23505', constraint: 'users_email_unique' });
    expectNoSecret();
  });
});

/** A database whose every statement fails as Drizzle and PostgreSQL say it: with the values in the words. */
function failingDatabase(): unknown {
  const cause = Object.assign(new Error(`duplicate key value: "${SECRETS.email}"`), {
    severity: 'ERROR',
    code: '23505',
    constraint: 'users_email_unique',
    detail: `Key (email)=(${SECRETS.email}) already exists.`,
    where: `unnamed portal with parameters: $1 = '${SECRETS.password}'`,
  });
  const failure = () => {
    throw new Error(
      `Failed query: insert into users values ($1)\nparams: ${SECRETS.email},${SECRETS.password}`,
      {
        cause,
      },
    );
  };
  const anything: unknown = new Proxy(failure, { get: () => anything, apply: failure });
  return anything;
}

test('values handed to the log by mistake are redacted', () => {
  const { password, token, iban, spacedIban, email, smtp, database, cookie } = SECRETS;
  log.info(
    { password, person: { email, password, iban }, call: { headers: { cookie, authorization: token } } },
    'planted',
  );
  log.warn({ err: new Error(`connect smtp://bank:${smtp}@mail.example failed for <${email}>`) }, 'planted');
  log.error({ err: new Error(`postgresql://guichet:${database}@db.example/bank refused`) }, 'planted');
  log.info(`payee ${iban} and ${spacedIban}, cookie sid=${cookie}, https://bank.example/auth?token=${token}`);
  log.info({ note: `Authorization: Bearer ${token}` }, `__Host-sid=${cookie}`);
  expect(lines()).toHaveLength(5);
  expectNoSecret();
});

test('an answer of ours that broke its own schema says which field and which rule, not what stood there', () => {
  const cause = Object.assign(new Error('Output validation failed'), {
    issues: [
      { path: ['loans', 0, 'iban'], code: 'invalid_value', message: SECRETS.token, input: SECRETS.iban },
    ],
  });
  log.error({ err: new Error('failed', { cause }) }, 'planted');
  expect(lines()[0].err.cause.faults).toEqual(['loans.0.iban: invalid_value']);
  expectNoSecret();
});

test('a line stays readable: ids, routes and amounts of time are not taken for secrets', () => {
  const line =
    '{"requestId":"019a9d3e-7c11-7e55-9c3c-2f1f6a4f1b2a","route":"/api/loans/{id}","ms":12.5,"reference":"PRT-20261120-7K3M9QAX"}';
  expect(withoutSecrets(line)).toBe(line);
});

test('a fault of work without a caller is logged', () => {
  const stop = logSignals(log, 60_000);
  tell('guichet:fault', { error: new Error('planted'), what: 'a row of a run failed' });
  stop();
  tell('guichet:fault', { error: new Error('after the end'), what: 'after the end' });
  expect(lines().map(({ msg }) => msg)).toEqual(['a row of a run failed']);
});

test('slow statements are told with their text and never their values', async () => {
  const stop = logSlowStatements(log, 0);
  await bank.database.db.execute(sql`select ${SECRETS.password}::text as planted, pg_sleep(0.01)`);
  await bank.database.db.transaction((tx) => tx.execute(sql`select ${SECRETS.iban}::text as inside`));
  stop();
  tell('guichet:statement', { text: 'after the end', ms: 99_999 });
  const told = lines().filter(({ msg }) => msg === 'a slow statement');
  expect(told.map(({ statement }) => statement)).toEqual(
    expect.arrayContaining([expect.stringContaining('as planted'), expect.stringContaining('as inside')]),
  );
  expect(written).not.toContain('after the end');
  expectNoSecret();

  written = ' ';
  const patient = logSlowStatements(log, 60_000);
  await bank.database.db.execute(sql`select 1`);
  patient();
  expect(written).toBe(' ');
});
