import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRowOrder, rowOf, seenOf, send, summaryOf } from '../testing/access-requests.ts';
import { documentedRoutes } from '../testing/api-document.ts';
import { type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';

/** The second wall (decision 0015) behind every route of clients: a guard that names the wrong account opens nothing. */

let bank: TestBank;
let world: PopulatedBank;

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
});
afterAll(() => bank.close());

/** Rows keyed by the person, independent of the account. */
const OWN = ['GET /profile', 'PUT /profile', 'GET /durable-medium-consent', 'POST /durable-medium-consent'];
/** Lists, which are empty. */
const LISTS = [
  'GET /disputes',
  'GET /fees',
  'GET /loans',
  'GET /mandates',
  'GET /payees',
  'GET /recall-requests',
  'GET /receivables',
  'GET /standing-orders',
  'GET /withdrawals',
];

test('a client mistaken for the holder of another account by a fault of ours is answered by the database as if nothing were there', async () => {
  const routes = inRowOrder(await documentedRoutes(bank.visitor()));
  const { customer, stranger } = world;
  const { database } = bank.bank;
  const mistaken = new Proxy(database.db, {
    get: (db, name) =>
      name === 'execute'
        ? async (statement: never) => {
            const result = (await db.execute(statement)) as unknown as { rows: Record<string, unknown>[] };
            for (const row of result.rows)
              if ('session_id' in row && row.account_id === customer.accountId)
                row.account_id = stranger.accountId;
            return result;
          }
        : Reflect.get(db, name, db),
  });
  const answers: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const route of routes.filter(({ access }) => access === 'client')) {
    const asked = await rowOf(route).ask(world, stranger);
    Object.assign(bank.bank, { database: { ...database, db: mistaken } });
    const answer = await send(bank, customer, route, asked);
    Object.assign(bank.bank, { database });
    expect(seenOf(answer)).not.toContain('Camille');
    const isEmptyList = Object.entries(answer.body).every(
      // Beside a list stands what is so for everybody: whether the house collects by direct debit, for how long a transfer can be recalled.
      ([name, list]) =>
        typeof list === 'boolean' || name === 'delays' || (Array.isArray(list) && list.length === 0),
    );
    answers[route.name] =
      `${summaryOf(answer)}${LISTS.includes(route.name) && !isEmptyList ? ' not empty' : ''}`;
    expected[route.name] = [...OWN, ...LISTS].includes(route.name) ? '200' : '404 not-found';
  }
  expect(answers).toEqual(expected);
  expect(Object.keys(answers).length).toBeGreaterThan(15);
});
