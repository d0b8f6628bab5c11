import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { reviewedLoan } from '#contract/loans.ts';
import { debtRatioBps, withinDebtRatioPolicy } from '#domain/loans/affordability.ts';
import type { Permission } from '#domain/operations.ts';
import { loansForReview } from '../loans/queries.ts';
import { rowsFound } from '../search/rows-found.ts';
import { accepted } from '../testing/populated-bank.ts';
import { staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

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
beforeEach(
  unlessUnchanged(async () => {
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
  }),
);
afterEach(() => bank.close());

type ReviewedLoan = z.infer<typeof reviewedLoan>;

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

describe.each(LISTS)('Q-7 GET %s in an order by people', (path, name) => {
  test('by the client’s last name, page by page, also after the name has changed', async () => {
    const names = async () =>
      (await wholeList(`${path}&sort=name`, name)).map(({ client }) => client.accountId === zoe.accountId);
    expect(await names()).toEqual([false, false, true, true]);
    accepted(await zoe.put('/profile', { firstName: 'Zoé', lastName: 'Abadie', phone: '' }));
    expect(await names()).toEqual([true, true, false, false]);
  });

  test('by who follows, page by page: what nobody follows comes last, the oldest first', async () => {
    const rows = await wholeList(`${path}&sort=oldest`, name);
    const [first, second, third, fourth] = rows.map(({ id }) => id);
    const late = await bank.administrator();
    await asOwner(bank.database.db, async (tx) => {
      await tx.execute(sql`update users set name = case id when ${late.userId}::uuid then 'Zacharie' else 'Anne' end
        where id in (${late.userId}::uuid, ${administrator.userId}::uuid)`);
    });
    const kind = name.slice(0, -1);
    const take = (person: Person, id: string | undefined) =>
      person.put(`/admin/assignments/${kind}/${id}`, { seenAssigneeId: null });
    accepted(await take(late, second));
    accepted(await take(administrator, fourth));
    accepted(await take(late, first));
    const order = async () => (await wholeList(`${path}&sort=assignee`, name)).map(({ id }) => id);
    expect(await order()).toEqual([fourth, first, second, third]);
    accepted(await late.delete(`/admin/assignments/${kind}/${first}`));
    expect(await order()).toEqual([fourth, second, first, third]);
  });

  test('STAFF-5 403 for who may not read names of the staff, or warnings', async () => {
    const reader = await staffWith(bank, [`${name}.review` as Permission]);
    expect((await reader.get(`${path}&sort=assignee`)).status).toBe(403);
    for (const assignee of ['none', administrator.userId])
      for (const counted of ['', '&counted=yes'])
        expect((await reader.get(`${path}&assignee=${assignee}${counted}`)).status).toBe(403);
    expect((await reader.get(`${path}&assignee=me`)).status).toBe(200);
    expect((await reader.get(`${path}&risk=warned`)).status).toBe(403);
    expect((await reader.get(`${path}&sort=name`)).status).toBe(200);
  });

  test('Q-6 « à risque » shows the requests of clients about whom the staff placed a warning', async () => {
    expect(await wholeList(`${path}&risk=warned`, name)).toEqual([]);
    accepted(
      await administrator.put(`/admin/clients/${zoe.accountId}/warning`, { reason: 'Deux IBAN en un jour' }),
    );
    const found = await wholeList(`${path}&risk=warned`, name);
    expect(found.map(({ client }) => client.accountId)).toEqual([zoe.accountId, zoe.accountId]);
    expect((await administrator.get(`${path}&risk=warned&counted=yes`)).body.count).toBe(2);
  });
});

test('Q-6 « endettement au-dessus du seuil » shows the loans whose ratio on the screen is above the policy, for readers of the income', async () => {
  // Alone below, at and above the policy; one more of a client whose other loan runs.
  for (const monthlyIncomeMinor of [100_00, 242_00, 243_00, 244_00, 500_00])
    for (const client of [zoe, await bank.client()])
      accepted(await client.post('/loans', { ...LOAN, monthlyIncomeMinor }));
  const [running] = await wholeList('/admin/loans?status=pending', 'loans');
  accepted(await administrator.post(`/admin/loans/${running?.id}/decision`, { action: 'approve' }));
  const shown = (await wholeList('/admin/loans?', 'loans')) as (Row & ReviewedLoan)[];
  const ratioOf = ({ monthlyIncomeMinor, instalmentMinor, client }: ReviewedLoan) =>
    debtRatioBps({
      monthlyIncomeMinor: monthlyIncomeMinor ?? 0,
      existingInstalmentsMinor: client.commitments.runningInstalmentsMinor,
      instalmentMinor,
    });
  const above = shown.filter((loan) => !withinDebtRatioPolicy(ratioOf(loan), loan.debtRatioPolicyBps));
  expect(above.length).toBeGreaterThan(3);
  expect(above.length).toBeLessThan(shown.length - 3);
  const found = await wholeList('/admin/loans?ratio=above', 'loans');
  expect(found.map(({ id }) => id).sort()).toEqual(above.map(({ id }) => id).sort());
  expect((await administrator.get('/admin/loans?ratio=above&counted=yes')).body.count).toBe(above.length);
  const csv = (await administrator.get('/admin/exports/loans?ratio=above')).bytes;
  expect(new TextDecoder().decode(csv).trim().split('\r\n')).toHaveLength(above.length + 1);
  // STAFF-5: what follows from an income cannot be asked for without it, nor counted, nor taken out.
  const masked = await staffWith(bank, ['loans.review', 'lists.export']);
  for (const path of ['loans?ratio=above', 'loans?ratio=above&counted=yes', 'exports/loans?ratio=above'])
    expect((await masked.get(`/admin/${path}`)).status).toBe(403);
  expect((await administrator.get('/admin/loans?ratio=below')).status).toBe(400);
});

test('Q-6 the list of clients is filtered by the balance in euro at the rates of now, and by warnings', async () => {
  const american = await bank.client({ country: 'US' });
  await bank.fund(american, 5_000_00);
  const of = async (query: string) => {
    const { body } = await administrator.get(`/admin/clients?counted=yes&${query}`);
    expect(body.count).toBe(body.clients.length);
    return body.clients as { id: string; balanceEurMinor: number }[];
  };
  const all = await of('');
  for (const { balanceEurMinor: worth } of all) {
    const within = (from: number, to: number) =>
      all
        .filter((one) => one.balanceEurMinor >= from && one.balanceEurMinor <= to)
        .map(({ id }) => id)
        .sort();
    const asked = async (query: string) => (await of(query)).map(({ id }) => id).sort();
    expect(await asked(`amountFrom=${worth}`)).toEqual(within(worth, Number.MAX_SAFE_INTEGER));
    expect(await asked(`amountFrom=${worth + 1}`)).toEqual(within(worth + 1, Number.MAX_SAFE_INTEGER));
    expect(await asked(`amountTo=${worth}`)).toEqual(within(0, worth));
    expect(await asked(`amountFrom=${worth}&amountTo=${worth}`)).toEqual(within(worth, worth));
  }
  expect(await of('amountFrom=2&amountTo=1')).toEqual([]);
  accepted(
    await administrator.put(`/admin/clients/${zoe.accountId}/warning`, { reason: 'Deux IBAN en un jour' }),
  );
  expect((await of('risk=warned')).map(({ id }) => id)).toEqual([zoe.accountId]);
});

test('what many clients bear is found by walking the list, with the same rows', async () => {
  const { db } = bank.database;
  const idsBy = async (few: number) => {
    const found = await rowsFound(db, 'loans', 'medan', true, few);
    return (await loansForReview(db, { conditions: [found], after: null, limit: 10 })).map(
      ({ loan }) => loan.id,
    );
  };
  expect(await idsBy(0)).toHaveLength(2);
  expect(await idsBy(0)).toEqual(await idsBy(200));
});
