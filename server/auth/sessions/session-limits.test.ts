import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { SESSION_LIMITS } from '#domain/sessions/limits.ts';
import { rowsOf } from '../../db/database.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';

const BEGIN = new Date('2026-11-20T08:00:00Z');
const later = (minutes: number) => new Date(BEGIN.getTime() + minutes * 60_000);

let bank: TestBank;
let client: ClientPerson;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(BEGIN);
  client = await bank.client();
});
afterEach(() => bank.close());

const isIn = async (person: Person) => (await person.get('/session')).body.session !== null;
const unattended = { headers: { 'x-unattended': '1' } };

test('the token is in the cookie and only its hash in the database', async () => {
  const token = client.cookies.get('sid') ?? '';
  const rows = await rowsOf<{ token_hash: string }>(bank.database.db, sql`select token_hash from sessions`);
  expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest('base64url') }]);
  const thief = bank.visitor();
  thief.cookies.set('sid', rows[0]?.token_hash ?? '');
  expect(await isIn(thief)).toBe(false);
});

test('a session that begins has a token of its own, whatever cookie came with the sign-in', async () => {
  const device = bank.visitor();
  const planted = 'p'.repeat(43);
  device.cookies.set('sid', planted);
  await device.post('/session', { email: client.email, password: TEST_PASSWORD });
  expect(device.cookies.get('sid')).not.toBe(planted);
  expect(device.cookies.get('sid')).not.toBe(client.cookies.get('sid'));
});

describe('a client', () => {
  const { idleMinutes, absoluteHours } = SESSION_LIMITS.demo.client;

  test('is signed out after doing nothing for as long as the limit says, not before', async () => {
    bank.setNow(later(idleMinutes - 1));
    expect(await isIn(client)).toBe(true);
    bank.setNow(later(2 * idleMinutes - 2));
    expect(await isIn(client)).toBe(true);
    bank.setNow(later(3 * idleMinutes - 2));
    expect(await isIn(client)).toBe(false);
    expect((await client.get('/profile')).status).toBe(401);
  });

  test('is not kept signed in by what a screen reads by itself, nor by a stream that opens again', async () => {
    for (const headers of [unattended.headers, { accept: 'text/event-stream' }]) {
      const device = bank.visitor();
      bank.setNow(BEGIN);
      await device.post('/session', { email: client.email, password: TEST_PASSWORD });
      bank.setNow(later(idleMinutes - 1));
      expect((await device.call('GET', '/profile', undefined, { headers })).status).toBe(200);
      bank.setNow(later(idleMinutes));
      expect(await isIn(device)).toBe(false);
    }
  });

  test('is signed out in the end, however busy', async () => {
    for (let minutes = 0; minutes < absoluteHours * 60; minutes += idleMinutes - 1) {
      bank.setNow(later(minutes));
      expect(await isIn(client)).toBe(true);
    }
    bank.setNow(later(absoluteHours * 60));
    expect(await isIn(client)).toBe(false);
  });

  test('is told when, by the server’s clock', async () => {
    bank.setNow(later(5));
    expect((await client.get('/session')).body.session).toMatchObject({
      now: later(5).toISOString(),
      expiresAt: later(5 + idleMinutes).toISOString(),
      endsAt: later(absoluteHours * 60).toISOString(),
    });
  });

  test('whose sessions have ended leaves nothing of them behind', async () => {
    bank.setNow(later(idleMinutes + 1));
    await bank.visitor().post('/session', { email: client.email, password: TEST_PASSWORD });
    await bank.runJobs();
    expect(await rowsOf(bank.database.db, sql`select 1 from sessions`)).toHaveLength(1);
  });
});

test('an administrator is signed out sooner, and a role given meanwhile counts at once', async () => {
  const administrator = await bank.administrator();
  bank.setNow(later(SESSION_LIMITS.demo.staff.idleMinutes));
  expect(await isIn(administrator)).toBe(false);
  expect((await client.call('GET', '/session', undefined, unattended)).body.session).not.toBeNull();
  await bank.database.db.execute(
    sql`insert into user_roles (user_id, role) values (${client.userId}::uuid, 'admin')`,
  );
  expect(await isIn(client)).toBe(false);
});

test('in a live institution the idle limit does not exceed the legal one', async () => {
  const live = await openTestBank({
    institution: { ...institutionSchema.parse(demonstration), mode: 'live' },
  });
  live.setNow(BEGIN);
  const someone = await live.client();
  live.setNow(later(4));
  expect(await isIn(someone)).toBe(true);
  live.setNow(later(9));
  expect(await isIn(someone)).toBe(false);
  await live.bank.live.close();
});

test('the deletion of a client ends their sessions', async () => {
  const administrator = await bank.administrator();
  expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);
  expect(await isIn(client)).toBe(false);
});
