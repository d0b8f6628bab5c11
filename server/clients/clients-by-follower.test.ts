import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** The list of clients in the order of those who follow them (Q-7). */

let bank: TestBank;
let anne: Person;
let zoe: Person;
let clients: ClientPerson[];

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    [anne, zoe] = [await bank.administrator(), await bank.administrator()];
    clients = [];
    for (let index = 0; index < 5; index += 1)
      clients.push(await bank.client({ firstName: 'Client', lastName: `Numéro ${'abcde'[index]}` }));
    await asOwner(bank.database.db, async (tx) => {
      await tx.execute(sql`update users set name = 'Anne Agent' where id = ${anne.userId}::uuid`);
      await tx.execute(sql`update users set name = 'Zoé Agent' where id = ${zoe.userId}::uuid`);
    });
    const take = (person: Person, index: number) =>
      person.put(`/admin/assignments/client/${clients[index]?.accountId}`, { seenAssigneeId: null });
    accepted(await take(zoe, 0));
    accepted(await take(anne, 3));
    accepted(await take(anne, 1));
  }),
);
afterEach(() => bank.close());

const ORDER = [1, 3, 0, 2, 4];
const idsOf = (indexes: readonly number[]) => indexes.map((index) => clients[index]?.accountId);

async function walked(query: string, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = '';
  do {
    const body: { clients: { id: string }[]; nextCursor: string | null } = accepted(
      await anne.get(`/admin/clients?sort=assignee&limit=${limit}${query}${cursor && `&cursor=${cursor}`}`),
    );
    seen.push(...body.clients.map(({ id }) => id));
    cursor = body.nextCursor;
  } while (cursor);
  return seen;
}

test('Q-7 those of each person by name, then those nobody follows, without a gap at any length of page', async () => {
  for (const limit of [1, 2, 3, 50]) expect(await walked('', limit), `${limit}`).toEqual(idsOf(ORDER));
});

test('Q-7 with a search and with a filter the order is the same', async () => {
  for (const limit of [1, 2, 50]) {
    expect(await walked('&q=numero', limit)).toEqual(idsOf(ORDER));
    expect(await walked('&assignee=none', limit)).toEqual(idsOf([2, 4]));
    expect(await walked('&assignee=me', limit)).toEqual(idsOf([1, 3]));
  }
});

test('Q-7 a cursor of another order is refused', async () => {
  const { nextCursor } = accepted(await anne.get('/admin/clients?sort=assignee&limit=1'));
  expect((await anne.get(`/admin/clients?sort=name&cursor=${nextCursor}`)).status).toBe(400);
  const byName = accepted(await anne.get('/admin/clients?sort=name&limit=1'));
  expect((await anne.get(`/admin/clients?sort=assignee&cursor=${byName.nextCursor}`)).status).toBe(400);
});

test('Q-7 STAFF-5 who may not read names of the staff gets no order by them', async () => {
  const reader = await memberWith(bank, ['adviser']);
  expect((await reader.get('/admin/clients?sort=assignee')).status).toBe(200);
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`delete from user_roles where user_id = ${reader.userId}::uuid`);
    await tx.execute(sql`insert into roles (code, label, description, permissions)
      values ('nameless', 'Sans noms', '', '{clients.list}')`);
    await tx.execute(sql`insert into user_roles (user_id, role) values (${reader.userId}::uuid, 'nameless')`);
  });
  expect((await reader.get('/admin/clients?sort=name')).status).toBe(200);
  const { status, body } = await reader.get('/admin/clients?sort=assignee');
  expect([status, body.code]).toEqual([403, 'auth.permission-required']);
});
