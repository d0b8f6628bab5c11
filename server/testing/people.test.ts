import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';
import { unlessUnchanged } from './unchanged-bank.ts';

let bank: TestBank;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

/** What only requests leave behind: attempts are counted at the door, keys are of calls. */
const OF_REQUESTS = ['attempts', 'idempotency_keys'];

/** What differs between two people who did the same: ids, moments, secrets, digests, addresses and running numbers. */
const alike = (row: string) =>
  row
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, 'moment')
    .replace(/\$argon2id[^"]+/g, 'hash')
    .replace(/"(token_hash|hash|previous_hash|origin_digest|content_digest)":"[^"]+"/g, '"$1":"digest"')
    .replace(/"(number|payment_number|value)":\d+/g, '"$1":0')
    .replace(/(client|person|administrator|route)-\d+/g, 'somebody')
    .replace(/'~l?1?-?\d*-?(tneilc|nosrep)'|'\d+'/g, 'word');

async function written(work: () => Promise<unknown>): Promise<string[]> {
  const rows = () =>
    asOwner(bank.database.db, async (tx) => {
      const tables = await rowsOf<{ name: string }>(
        tx,
        sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (array[${sql.join(
          OF_REQUESTS.map((name) => sql`${name}`),
          sql`, `,
        )}]::text[])`,
      );
      const all: string[] = [];
      for (const { name } of tables)
        for (const { row } of await rowsOf<{ row: string }>(
          tx,
          sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`,
        ))
          all.push(`${name} ${row}`);
      return all;
    });
  const before = new Set(await rows());
  await work();
  return (await rows())
    .filter((row) => !before.has(row))
    .map(alike)
    .sort();
}

test('a client made without requests leaves the rows of one who signed up by the routes', async () => {
  const details = { firstName: 'Alix', lastName: 'Fictif', country: 'JP', phone: '+33 6 00 00 00 01' };
  const byRoutes = await written(async () => {
    const person = await bank.halfSignedUp({ ...details, email: 'client-7@example.test' });
    expect((await person.post('/sign-up/account', { accountType: 'epargne' })).status).toBe(200);
  });
  const made = await written(() =>
    bank.client({ ...details, email: 'client-8@example.test', accountType: 'epargne' }),
  );
  expect(made).toEqual(byRoutes);
  expect(made.length).toBeGreaterThan(8);
});

test('an administrator made without requests leaves the rows of one who signed in', async () => {
  const made = await written(() => bank.administrator());
  const { userId } = await bank.administrator();
  const [{ email = '' } = {}] = await rowsOf<{ email: string }>(
    bank.database.db,
    sql`select email from users where id = ${userId}::uuid`,
  );
  const signedIn = await written(async () => {
    const answer = await bank.visitor().post('/admin/session', { email, password: TEST_PASSWORD });
    expect(answer.status).toBe(200);
  });
  const ofSignIn = /^(audit_|sessions|sign_ins)/;
  expect(made.filter((row) => ofSignIn.test(row))).toEqual(signedIn);
  expect(signedIn.length).toBeGreaterThan(3);
});

test('their sessions serve: each reads what is theirs', async () => {
  const client = await bank.client();
  await bank.fund(client, 12_34);
  expect((await client.get('/overview')).body.account).toMatchObject({
    id: client.accountId,
    balanceMinor: 12_34,
  });
  expect((await (await bank.administrator()).get('/admin/overview')).status).toBe(200);
});
