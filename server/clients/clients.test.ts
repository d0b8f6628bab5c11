import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const IBAN = 'FR7630006000011234567890189';
const NAMES = { firstName: 'Alix', lastName: 'Fictif' };

describe('GET and PUT /profile', () => {
  test('200: a new client sees what they gave at sign-up', async () => {
    const { status, body } = await client.get('/profile');
    expect(status).toBe(200);
    expect(body.profile).toEqual({
      ...NAMES,
      displayName: 'Alix Fictif',
      email: client.email,
      phone: null,
      country: 'FR',
      currency: 'EUR',
      address: null,
      city: null,
      postalCode: null,
      dateOfBirth: null,
      profession: null,
    });
  });

  test('200: changes every field, and an empty text clears it again', async () => {
    const details = {
      firstName: ' Hélène ',
      lastName: "O'Brien-Faÿ",
      phone: '+33 6 12 34 56 78',
      address: '12 rue des Lilas',
      city: 'Lyon',
      postalCode: '69003',
      dateOfBirth: '1988-02-29',
      profession: 'Menuisière',
    };
    const { status, body } = await client.put('/profile', details);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({
      ...details,
      firstName: 'Hélène',
      displayName: "Hélène O'Brien-Faÿ",
    });
    expect((await client.get('/profile')).body).toEqual(body);
    expect((await client.get('/session')).body.session.firstName).toBe('Hélène');

    const cleared = await client.put('/profile', { ...NAMES, phone: '', dateOfBirth: '', city: '  ' });
    expect(cleared.body.profile).toMatchObject({ phone: null, dateOfBirth: null, city: null, address: null });
  });

  test.each([
    ['nothing at all', {}, ['firstName', 'lastName']],
    ['a name of spaces', { ...NAMES, lastName: '  ' }, ['lastName']],
    ['a phone of letters', { ...NAMES, phone: 'appelez-moi' }, ['phone']],
    ['a day that does not exist', { ...NAMES, dateOfBirth: '1990-02-30' }, ['dateOfBirth']],
    ['a birth that has not come yet', { ...NAMES, dateOfBirth: '2990-01-01' }, ['dateOfBirth']],
  ])('400: %s', async (_, input, fields) => {
    const { status, body } = await client.put('/profile', input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual(fields);
  });

  test('what is not theirs to change is left alone', async () => {
    await client.put('/profile', {
      ...NAMES,
      iban: IBAN,
      country: 'US',
      currency: 'USD',
      email: 'other@example.test',
    });
    expect((await client.get('/profile')).body.profile).toMatchObject({
      email: client.email,
      country: 'FR',
      currency: 'EUR',
    });
    expect((await client.get('/overview')).body.account.iban).toBeNull();
  });

  test('401 without a session, 403 for someone without an account', async () => {
    expect((await bank.visitor().get('/profile')).status).toBe(401);
    expect((await bank.visitor().put('/profile', NAMES)).status).toBe(401);
    expect((await administrator.get('/profile')).status).toBe(403);
    expect((await (await bank.halfSignedUp()).put('/profile', NAMES)).status).toBe(403);
  });
});

describe('GET /admin/clients/{id}', () => {
  test('200; 400, 401, 403, 404', async () => {
    const { status, body } = await administrator.get(`/admin/clients/${client.accountId}`);
    expect(status).toBe(200);
    expect(body.client).toMatchObject({
      id: client.accountId,
      displayName: 'Alix Fictif',
      hasOpenLoan: false,
    });
    expect(body.profile).toEqual((await client.get('/profile')).body.profile);
    expect((await administrator.get('/admin/clients/x')).status).toBe(400);
    expect((await administrator.get(`/admin/clients/${newUuid()}`)).status).toBe(404);
    expect((await client.get(`/admin/clients/${client.accountId}`)).status).toBe(403);
    expect((await bank.visitor().get(`/admin/clients/${client.accountId}`)).status).toBe(401);
  });
});

describe('DELETE /admin/clients/{id}/sessions', () => {
  const end = (who: Person, id = client.accountId) => who.delete(`/admin/clients/${id}/sessions`);

  test('200: every session of the client ends, nobody else’s, and the audit trail says how many', async () => {
    const elsewhere = bank.visitor();
    await elsewhere.post('/session', { email: client.email, password: TEST_PASSWORD });
    const stranger = await bank.client();
    const { status, body } = await end(administrator);
    expect([status, body]).toEqual([200, { ended: 2 }]);
    for (const device of [client, elsewhere]) expect((await device.get('/profile')).status).toBe(401);
    expect((await stranger.get('/profile')).status).toBe(200);
    const lines = await rowsOf<{ operation: string; client_account_id: string }>(
      bank.database.db,
      sql`select operation, client_account_id from audit_entries where operation = 'clients.endSessions'`,
    );
    expect(lines).toEqual([{ operation: 'clients.endSessions', client_account_id: client.accountId }]);
    // Their password still lets them in.
    const again = await bank.visitor().post('/session', { email: client.email, password: TEST_PASSWORD });
    expect(again.status).toBe(200);
  });

  test('200 for a client without sessions; 404 for an unknown account, 400 for an invalid id, 401 and 403', async () => {
    await end(administrator);
    expect((await end(administrator)).body).toEqual({ ended: 0 });
    expect((await end(administrator, newUuid())).body.code).toBe('not-found');
    expect((await end(administrator, 'x')).status).toBe(400);
    expect((await end(bank.visitor())).status).toBe(401);
    expect((await end(await bank.client())).body.code).toBe('auth.admin-required');
  });
});

describe('POST /admin/clients/{id}/notes', () => {
  const note = (id: string, body: object, options?: { key?: string | null }) =>
    administrator.post(`/admin/clients/${id}/notes`, body, options);

  test('200: kept as written, once, told to the audit trail without its words', async () => {
    const client = await bank.client();
    const key = newUuid();
    const first = await note(client.accountId, { text: ' Rappeler lundi. ' }, { key });
    expect(first.status).toBe(200);
    expect(first.body.note).toMatchObject({ text: 'Rappeler lundi.' });
    expect((await note(client.accountId, { text: ' Rappeler lundi. ' }, { key })).body).toEqual(first.body);
    expect((await administrator.get('/admin/audit?area=clients')).body.entries).toMatchObject([
      { operation: 'clients.addNote', before: null, after: { length: 15 } },
    ]);
  });

  test('the database refuses every change of it until its client is deleted', async () => {
    const client = await bank.client();
    await note(client.accountId, { text: 'Appel le 12.' });
    for (const statement of [sql`update client_notes set text = 'x'`, sql`delete from client_notes`])
      await expect(asOwner(bank.database.db, (tx) => tx.execute(statement))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('is append-only') },
      });
    expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);
    expect(await rowsOf(bank.database.db, sql`select * from client_notes`)).toEqual([]);
  });

  test('400, 401, 403, 404', async () => {
    const client = await bank.client();
    expect((await note(client.accountId, { text: '  ' })).status).toBe(400);
    expect((await note(client.accountId, { text: 'x'.repeat(2_001) })).status).toBe(400);
    expect((await note(client.accountId, { text: 'x' }, { key: null })).status).toBe(400);
    expect(
      (await bank.visitor().post(`/admin/clients/${client.accountId}/notes`, { text: 'x' })).status,
    ).toBe(401);
    expect((await client.post(`/admin/clients/${client.accountId}/notes`, { text: 'x' })).status).toBe(403);
    expect((await note(newUuid(), { text: 'x' })).status).toBe(404);
  });
});
