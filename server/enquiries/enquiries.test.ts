import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../ids.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const MESSAGE = {
  kind: 'contact',
  name: 'Zoé Renard',
  email: 'Zoe.Renard@exemple.test',
  subject: 'Guichet Démo - Réclamation',
  text: 'Message depuis le formulaire de contact\n\nBonjour, 100 % sûr ?',
};

const send = (change: Partial<typeof MESSAGE> = {}, options?: { key?: string | null }) =>
  bank.visitor().post('/enquiries', { ...MESSAGE, ...change }, options);

async function arrived(change: Partial<typeof MESSAGE> = {}): Promise<{ id: string; reference: string }> {
  const { reference } = (await send(change)).body;
  const { enquiries } = (await administrator.get(`/admin/enquiries?q=${reference}`)).body;
  return enquiries[0];
}

describe('POST /enquiries', () => {
  test('200 for anyone: a reference, and a mail that repeats nothing of the message', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body.reference).toMatch(/^M-\d{8}-[0-9A-F]{8}$/);
    const mails = (await bank.visitor().get('/demo/mails?recipient=zoe.renard@exemple.test')).body.mails;
    expect(mails).toHaveLength(1);
    expect(mails[0].subject).toContain(body.reference);
    expect(mails[0].text).not.toContain('100 %');
  });

  test('the same key gives the same reference, once; another message under it is refused', async () => {
    const key = newUuid();
    const first = await send({}, { key });
    expect((await send({}, { key })).body).toEqual(first.body);
    const other = await send({ text: 'Autre chose' }, { key });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency.key-reused']);
    expect((await administrator.get('/admin/enquiries')).body.enquiries).toHaveLength(1);
    expect((await send({}, { key: null })).body.code).toBe('idempotency.key-required');
  });

  test.each([
    ['an address', { email: 'zoe' }, 'email'],
    ['a text', { text: ' ' }, 'text'],
    ['a shorter text', { text: 'a'.repeat(10_001) }, 'text'],
    ['a known form', { kind: 'autre' }, 'kind'],
  ])('400: wants %s', async (_, change, field) => {
    const { status, body } = await send(change);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  test('a stranger’s address gets two mails at most, and one network sends twenty messages', async () => {
    const acknowledged: boolean[] = [];
    for (let sent = 0; sent < 20; sent += 1) acknowledged.push((await send()).body.acknowledged);
    expect(acknowledged.slice(0, 4)).toEqual([true, true, false, false]);
    const { mails } = (await bank.visitor().get('/demo/mails?recipient=zoe.renard@exemple.test')).body;
    expect(mails).toHaveLength(2);
    const { status, body } = await send();
    expect([status, body.code]).toEqual([429, 'request.too-many']);
  });

  // By a job of the night (it was done at the next message before): nobody has to write for an old message to go.
  test('messages are deleted 24 months after they arrived', async () => {
    const { id } = await arrived();
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update enquiries set created_at = created_at - interval '25 months' where id = ${id}`),
    );
    const { reference } = (await send()).body;
    await bank.runJobs();
    expect((await administrator.get(`/admin/enquiries/${id}`)).status).toBe(404);
    const { enquiries } = (await administrator.get('/admin/enquiries')).body;
    expect(enquiries.map((kept: { reference: string }) => kept.reference)).toEqual([reference]);
  });
});

describe('the list of the back office', () => {
  test('finds by state and by words of name, address, subject and reference; % means itself', async () => {
    const { id, reference } = await arrived();
    await send({ name: 'Karim Benali', email: 'karim@exemple.test' });
    const found = async (query: string) =>
      (await administrator.get(`/admin/enquiries?${query}`)).body.enquiries.length;
    expect(await found('')).toBe(2);
    for (const q of ['renard', 'ZOE.RENARD@', reference.toLowerCase()]) expect(await found(`q=${q}`)).toBe(1);
    expect(await found('q=réclamation')).toBe(2);
    expect(await found('q=%25')).toBe(0);
    await administrator.post(`/admin/enquiries/${id}/answer`, {});
    expect([await found('state=new'), await found('state=answered')]).toEqual([1, 1]);
    const page = (await administrator.get('/admin/enquiries?limit=1')).body;
    expect(
      (await administrator.get(`/admin/enquiries?limit=1&cursor=${page.nextCursor}`)).body,
    ).toMatchObject({
      enquiries: [{ id }],
      nextCursor: null,
    });
  });

  test('shows the text, is answered once, by whom and when, and deleted; the trail tells both', async () => {
    const { id, reference } = await arrived();
    expect((await administrator.get(`/admin/enquiries/${id}`)).body.enquiry.text).toBe(MESSAGE.text);
    const answered = await administrator.post(`/admin/enquiries/${id}/answer`, {}, { key: 'answered-once' });
    const repeated = await administrator.post(`/admin/enquiries/${id}/answer`, {}, { key: 'answered-once' });
    expect([repeated.status, repeated.body]).toEqual([200, answered.body]);
    expect(answered.body.enquiry).toMatchObject({ state: 'answered', answeredAt: expect.any(String) });
    const again = await administrator.post(`/admin/enquiries/${id}/answer`, {});
    expect([again.status, again.body.code]).toEqual([409, 'enquiry.already-answered']);
    expect((await administrator.delete(`/admin/enquiries/${id}`)).status).toBe(200);
    expect((await administrator.delete(`/admin/enquiries/${id}`)).status).toBe(404);
    const { entries } = (await administrator.get('/admin/audit?area=enquiries')).body;
    expect(
      entries.map((entry: { operation: string; outcome: string }) => [entry.operation, entry.outcome]),
    ).toEqual([
      ['enquiries.remove', 'refused'],
      ['enquiries.remove', 'done'],
      ['enquiries.close', 'refused'],
      ['enquiries.close', 'done'],
    ]);
    expect(JSON.stringify(entries)).toContain(reference);
    expect(JSON.stringify(entries)).not.toContain('exemple.test');
  });

  test('401 without a session, 403 for a client', async () => {
    const client = await bank.client();
    const { id } = await arrived();
    for (const path of ['/admin/enquiries', `/admin/enquiries/${id}`]) {
      expect((await bank.visitor().get(path)).status).toBe(401);
      expect((await client.get(path)).status).toBe(403);
    }
    expect((await client.post(`/admin/enquiries/${id}/answer`, {})).status).toBe(403);
    expect((await client.delete(`/admin/enquiries/${id}`)).status).toBe(403);
  });
});

test('messages from a client’s address are in the copy of their data, and go with them', async () => {
  const client = await bank.client();
  const { id } = await arrived({ email: client.email });
  expect((await client.get('/profile/export')).body.messages).toMatchObject([{ text: MESSAGE.text }]);
  expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);
  expect((await administrator.get(`/admin/enquiries/${id}`)).status).toBe(404);
});
