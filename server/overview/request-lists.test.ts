import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientsFound } from '../db/clients-found.ts';
import { loansForReview } from '../loans/queries.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';

/** Every list of requests is searched, ordered and read to its end. */

let bank: TestBank;
let administrator: Person;
let zoe: ClientPerson;

const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
const WITHDRAWAL = { amountMinor: 1_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
const START = new Date('2026-10-01T08:00:00.000Z');

const LISTS = [
  ['/admin/loans?status=pending', 'loans'],
  ['/admin/withdrawals?status=pending', 'withdrawals'],
  ['/admin/fees?settled=open', 'fees'],
] as const;

/** Two requests of each kind by each of two clients, an hour apart. */
beforeEach(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
  zoe = await bank.client({ firstName: 'Zoé', lastName: 'Medan', email: 'zoe@medan.test' });
  const other = await bank.client({ firstName: 'Paul', lastName: 'Girard' });
  for (const client of [zoe, other]) await bank.fund(client, 10_000_00);
  for (const hour of [1, 2])
    for (const client of [zoe, other]) {
      await bank.travelTo(new Date(START.getTime() + hour * 3_600_000));
      await administrator.post(`/admin/clients/${client.accountId}/fees`, {
        amountMinor: 25_00,
        description: 'Carte',
      });
      await client.post('/withdrawals', WITHDRAWAL);
    }
  for (const hour of [3, 4])
    for (const client of [zoe, other]) {
      await bank.travelTo(new Date(START.getTime() + hour * 3_600_000));
      await client.post('/loans', LOAN);
    }
});
afterEach(() => bank.close());

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly client: { readonly accountId: string };
}

/** All rows of a list, page by page of two. */
async function wholeList(path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: string = `${path}&limit=2${cursor ? `&cursor=${cursor}` : ''}`;
    const { status, body } = await administrator.get(page);
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body[name]);
    cursor = body.nextCursor;
  }
  return rows;
}

describe.each(LISTS)('GET %s', (path, name) => {
  test('oldest first is the list from its other end, page by page', async () => {
    const newest = await wholeList(path, name);
    expect(newest).toHaveLength(4);
    expect(newest.map(({ createdAt }) => createdAt)).toEqual(
      newest
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    expect(await wholeList(`${path}&sort=oldest`, name)).toEqual([...newest].reverse());
  });

  test.each(['zoé', 'MEDAN zo', 'zoe@medan'])('« %s » finds the requests of Zoé Medan alone', async (q) => {
    const found = await wholeList(`${path}&q=${encodeURIComponent(q)}`, name);
    expect(found.map(({ client }) => client.accountId)).toEqual([zoe.accountId, zoe.accountId]);
  });

  test('a name without a client finds nothing, and so does a search without a letter', async () => {
    expect(await wholeList(`${path}&q=zzz`, name)).toEqual([]);
    expect(await wholeList(`${path}&q=%25`, name)).toEqual([]);
    expect(await wholeList(`${path}&q=`, name)).toHaveLength(4);
  });

  test('400 for an order or a length of search that there is not', async () => {
    expect((await administrator.get(`${path}&sort=amount`)).status).toBe(400);
    expect((await administrator.get(`${path}&q=${'a'.repeat(101)}`)).status).toBe(400);
  });
});

test('what many clients bear is found by walking the list, with the same rows', async () => {
  const { db } = bank.database;
  const idsBy = async (few: number) => {
    const ofClients = await clientsFound(db, 'medan', true, few);
    return (await loansForReview(db, { ofClients, after: null, limit: 10 })).map(({ loan }) => loan.id);
  };
  expect(await idsBy(0)).toHaveLength(2);
  expect(await idsBy(0)).toEqual(await idsBy(200));
});
