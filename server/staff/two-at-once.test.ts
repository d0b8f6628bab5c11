import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** What two people who manage access do to each other, and to the same address, at the same moment. */

let bank: TestBank;
let one: Person;
let other: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    [one, other] = [await bank.administrator(), await bank.administrator()];
    // Neither holds the role of the other, so that each may also define the other's (STAFF-21).
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update user_roles set role = 'technical-admin' where user_id = ${other.userId}::uuid`),
    );
  }),
);
afterEach(() => bank.close());

const takes = {
  'changes their roles': (by: Person, of: Person) =>
    by.put(`/admin/staff/${of.userId}/roles`, { roles: ['auditor'] }),
  'suspends them': (by: Person, of: Person) =>
    by.post(`/admin/staff/${of.userId}/suspension`, { reason: 'Essai' }),
  'ends their access': (by: Person, of: Person) =>
    by.post(`/admin/staff/${of.userId}/departure`, { reason: 'Essai' }),
  'takes the right from their role': (by: Person) =>
    by.put('/admin/roles/technical-admin', {
      label: 'Technique',
      description: '',
      permissions: ['staff.list'],
      seenVersion: 1,
    }),
};
type Way = keyof typeof takes;
const WAYS = Object.keys(takes) as Way[];
/** The role with all rights cannot be redefined, so it has no case here. */
const OF_OTHER = WAYS.filter((way) => way !== 'takes the right from their role');

describe('STAFF-20 of two last managers at once one stays', () => {
  test.each(WAYS.flatMap((way) => OF_OTHER.map((answer) => [way, answer] as const)))(
    'one %s, the other %s',
    async (way, answer) => {
      const answers = await Promise.all([takes[way](one, other), takes[answer](other, one)]);
      const done = answers.filter(({ status }) => status === 200);
      expect(done, JSON.stringify(answers.map(({ status, body }) => [status, body?.code]))).toHaveLength(1);
      for (const { status } of answers) expect(status).toBeLessThan(500);
      expect(await rowsOf(bank.database.db, sql`select * from access_managers()`)).toHaveLength(1);
    },
  );
});

test('STAFF-14 one address is invited once, by however many, while its owner opens an account', async () => {
  const email = 'anne@example.test';
  const invitation = { email, firstName: 'Anne', lastName: 'Roy', roles: ['auditor'] };
  const client = { firstName: 'Anne', lastName: 'Roy', email, phone: '', country: 'FR' };
  const answers = await Promise.all([
    ...[one, other, one, other].map((by) => by.post('/admin/staff', invitation)),
    bank.visitor().post('/sign-up', { ...client, password: 'quatre-mots-pour-un-guichet' }),
  ]);
  expect(answers.slice(0, 4).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const { status } of answers) expect(status).toBeLessThan(500);
  const people = await rowsOf(bank.database.db, sql`select id from users where lower(email) = ${email}`);
  expect(people).toHaveLength(1);
});
