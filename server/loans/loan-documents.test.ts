import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_LOAN_DOCUMENTS } from '#domain/loans/documents.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { LOAN_REQUEST, TEST_PDF } from '../testing/populated-bank.ts';
import { staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** Documents that a client adds to a loan request (LC-20). */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let loanId: string;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
    loanId = (await client.post('/loans', LOAN_REQUEST)).body.loan.id;
  }),
);
afterEach(() => bank.close());

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const PNG = latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0IEND\xaeB`\x82');
const add = (file: Uint8Array = TEST_PDF, name = 'avis.pdf', of = loanId, key?: string) =>
  client.post(`/loans/${of}/documents`, file, {
    headers: { 'x-file-name': encodeURIComponent(name) },
    ...(key ? { key } : {}),
  });
const list = async (person: Person = client, path = `/loans/${loanId}/documents`) =>
  (await person.get(path)).body.documents;
const decide = (action: string) =>
  administrator.post(`/admin/loans/${loanId}/decision`, {
    action,
    ...(action === 'reject' ? { reasonCode: 'missing-document' } : {}),
  });
const stored = async () =>
  (await rowsOf<{ count: number }>(bank.database.db, sql`select count(*)::int as count from files`))[0]
    ?.count;

describe('LC-20 the client', () => {
  test('adds, lists, reads and removes documents while the request is open', async () => {
    const { status, body } = await add(PNG, 'Avis d’imposition – 2026.png');
    expect([status, body.document]).toMatchObject([
      200,
      { name: 'Avis d’imposition – 2026.png', mediaType: 'image/png', sizeBytes: PNG.length },
    ]);
    expect((await decide('process')).status).toBe(200);
    await add();
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual([
      'Avis d’imposition – 2026.png',
      'avis.pdf',
    ]);
    const read = await client.get(`/loans/${loanId}/documents/${body.document.id}/content`);
    expect([read.status, read.bytes]).toEqual([200, PNG]);
    const removed = await client.delete(`/loans/${loanId}/documents/${body.document.id}`);
    expect(removed.status).toBe(200);
    expect(await list()).toHaveLength(1);
    expect(await stored()).toBe(1);
  });

  test('a decided request keeps its documents and takes no other: 409', async () => {
    const { document } = (await add()).body;
    await decide('reject');
    const refused = [await add(), await client.delete(`/loans/${loanId}/documents/${document.id}`)];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'document.request-decided'],
      [409, 'document.request-decided'],
    ]);
    expect(await list()).toHaveLength(1);
    expect(await stored()).toBe(1);
  });

  test(`${MAX_LOAN_DOCUMENTS} documents at most: 409`, async () => {
    for (let count = 0; count < MAX_LOAN_DOCUMENTS; count += 1)
      expect((await add(latin1(`%PDF-1.4\n${count}\n%%EOF\n`))).status).toBe(200);
    const { status, body } = await add();
    expect([status, body.code, body.params]).toEqual([409, 'document.too-many', { max: 10 }]);
    expect(await stored()).toBe(MAX_LOAN_DOCUMENTS);
  });

  test('the same file is kept once for each kind: 409 with the name under which it is there', async () => {
    const path = `/loans/${loanId}/documents`;
    const as = (name: string, kind: string) =>
      client.post(path, TEST_PDF, { headers: { 'x-file-name': name, 'x-document-kind': kind } });
    const { document } = (await as('cni.pdf', 'identity')).body;
    const { status, body } = await as('cni-copie.pdf', 'identity');
    expect([status, body.code, body.params]).toEqual([409, 'document.already-added', { name: 'cni.pdf' }]);
    expect((await as('cni.pdf', 'domicile')).status).toBe(200);
    expect(await stored()).toBe(2);
    // One that was taken away can be added again.
    await client.delete(`${path}/${document.id}`);
    expect((await as('cni.pdf', 'identity')).status).toBe(200);
  });

  test('the same key with the same file is the same document; with another file it is refused', async () => {
    const key = newUuid();
    const [first, again, other] = [
      await add(TEST_PDF, 'avis.pdf', loanId, key),
      await add(TEST_PDF, 'avis.pdf', loanId, key),
      await add(PNG, 'avis.pdf', loanId, key),
    ];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([other.status, other.body.code]).toEqual([409, 'idempotency.key-reused']);
    expect(await stored()).toBe(1);
  });

  test.each([
    ['an HTML page', latin1('<!doctype html>'), 415, 'document.unknown-type'],
    ['a PDF behind an HTML page', latin1('<html>%PDF-1.7\n%%EOF'), 415, 'document.unknown-type'],
    ['nothing', new Uint8Array(), 400, 'document.empty'],
    ['a file that was cut off', PNG.subarray(0, 20), 400, 'document.damaged'],
    ['11 MB', new Uint8Array(11 * 1024 * 1024), 413, 'document.too-large'],
  ])('%s is refused and leaves nothing', async (_, file, status, code) => {
    const answer = await add(file);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await stored()).toBe(0);
  });

  test('400 without a name, with one that is a path, without a key; 415 for what is not sent as bytes', async () => {
    const path = `/loans/${loanId}/documents`;
    const withName = (name: string) => client.post(path, TEST_PDF, { headers: { 'x-file-name': name } });
    for (const name of ['', '..%2Fpasswd', '%E0%A4%A', 'a%0D%0Ab', 'x'.repeat(121)]) {
      const { status, body } = await withName(name);
      expect([name, status, body.errors?.[0]?.field]).toEqual([name, 400, 'name']);
    }
    expect((await withName('a%00b')).body.code).toBe('request.malformed');
    expect((await client.post(path, TEST_PDF, { key: null })).body.code).toBe('idempotency.key-required');
    const headers = { 'x-file-name': 'a', 'content-type': 'application/pdf' };
    expect((await client.post(path, TEST_PDF, { headers })).status).toBe(415);
    expect((await client.post(`${path}?name=a`, TEST_PDF)).status).toBe(400);
  });

  test('401 without a session, 403 for the staff, 404 for what is not theirs', async () => {
    const { document } = (await add()).body;
    const paths = [`/loans/${loanId}/documents`, `/loans/${loanId}/documents/${document.id}/content`];
    const stranger = await bank.client();
    for (const path of paths) {
      expect((await bank.visitor().get(path)).status).toBe(401);
      expect((await administrator.get(path)).status).toBe(403);
      expect((await stranger.get(path)).status).toBe(404);
      expect((await client.get(path.replace(loanId, newUuid()))).status).toBe(404);
    }
    expect((await stranger.post(`/loans/${loanId}/documents`, TEST_PDF)).status).toBe(404);
    expect((await stranger.delete(`/loans/${loanId}/documents/${document.id}`)).status).toBe(404);
    expect(await stored()).toBe(1);
  });

  test('429 after fifty files in a day', async () => {
    for (let count = 0; count < 50; count += 1) await add(latin1('x'));
    const { status, body } = await add();
    expect([status, body.code]).toEqual([429, 'document.too-many-uploads']);
  });
});

describe('the staff', () => {
  test('sees the documents, whether they were scanned, and opens them; the audit trail says so', async () => {
    const { document } = (await add()).body;
    const notReviewed = { holder: null, issuedOn: null, expiresOn: null, reviewedAt: null };
    expect(await list(administrator, `/admin/loans/${loanId}/documents`)).toEqual([
      { ...document, isScanned: false, ...notReviewed },
    ]);
    const path = `/admin/loans/${loanId}/documents/${document.id}/content`;
    const opened = await administrator.get(path);
    expect([opened.status, opened.bytes]).toEqual([200, TEST_PDF]);
    const [line] = (await administrator.get('/admin/audit?limit=1')).body.entries;
    expect(line).toMatchObject({
      operation: 'loanDocuments.open',
      after: { documentId: document.id, mediaType: 'application/pdf' },
    });
    expect((await client.get(path)).status).toBe(403);
    expect((await bank.visitor().get(path)).status).toBe(401);
    expect((await administrator.get(path.replace(document.id, newUuid()))).status).toBe(404);
    expect((await administrator.get(`/admin/loans/${newUuid()}/documents`)).status).toBe(404);
  });

  test.each([
    ['identity', 'fields.identityDocuments'],
    ['income', 'fields.income'],
  ] as const)(
    'STAFF-5 a document of the %s is neither in the list nor behind its address without %s',
    async (kind, field) => {
      const plain = (await add(TEST_PDF, 'quittance.pdf')).body.document;
      const guarded = (await add(PNG, 'piece.png')).body.document;
      await asOwner(bank.database.db, (tx) =>
        tx.execute(sql`update loan_documents set kind = case when id = ${guarded.id}::uuid then ${kind} else 'domicile' end
        where id in (${guarded.id}::uuid, ${plain.id}::uuid)`),
      );
      const masked = await staffWith(bank, ['loanDocuments.review', 'loanDocuments.open']);
      const listed = await list(masked, `/admin/loans/${loanId}/documents`);
      expect(listed.map(({ id }: { id: string }) => id)).toEqual([plain.id]);
      const open = async ({ id }: { id: string }) =>
        (await masked.get(`/admin/loans/${loanId}/documents/${id}/content`)).status;
      expect([await open(plain), await open(guarded)]).toEqual([200, 404]);
      await masked.permit(['loanDocuments.open', field]);
      expect(await open(guarded)).toBe(200);
    },
  );

  test('a file is kept by the browser and never run', async () => {
    const { document } = (await add(latin1('%PDF-1.4\n<script>alert(1)</script>\n%%EOF'), 'a"b é.html')).body;
    const { headers } = await administrator.get(`/admin/loans/${loanId}/documents/${document.id}/content`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="a\\"b _.html"; filename*=utf-8''a%22b%20%C3%A9.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(document.sizeBytes),
    });
  });

  test('the documents go with the client, and stand in the export of their data until then', async () => {
    await add(PNG, 'paie.png');
    const { body } = await client.get('/profile/export');
    expect(body.loanDocuments).toMatchObject([{ loanId, name: 'paie.png', mediaType: 'image/png' }]);
    expect((await client.get('/documents/personal-data.pdf')).status).toBe(200);
    expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);
    expect(await stored()).toBe(0);
    expect(await rowsOf(bank.database.db, sql`select 1 from file_chunks`)).toEqual([]);
  });
});
