import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { legalDay } from '#domain/time/days.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { allAuditEntries } from './list-entries.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client({ firstName: 'Maëlle', lastName: 'Ferrand-Témoin' });
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const entries = async (query = '') => (await administrator.get(`/admin/audit${query}`)).body.entries;
const lastEntry = async () => (await entries('?limit=1'))[0];
const IBAN = 'FR7600000000000000000000194';

describe('GET /admin/audit', () => {
  beforeEach(async () => {
    await bank.fund(client, 40_00);
    const other = await bank.client({ firstName: 'Otto', lastName: 'Beispiel' });
    await bank.fund(other, 60_00);
    await administrator.put(`/admin/clients/${client.accountId}/iban`, { iban: IBAN, bankName: 'Banque' });
  });

  test('pages, newest first, without a gap', async () => {
    const all = await entries('?limit=100');
    const numbers = all.map((entry: { number: number }) => entry.number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await administrator.get(`/admin/audit?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      paged.push(...body.entries.map((entry: { number: number }) => entry.number));
      cursor = body.nextCursor;
    } while (cursor);
    expect(paged).toEqual(numbers);
  });

  test.each([
    ['a name without accents', 'maelle', 2],
    ['a beginning of an e-mail', 'client-', 3],
    ['an IBAN', 'FR76 0000', 2],
    ['an administrator', 'gestion', 5],
    ['a line', '#1', 1],
    ['nobody', 'inconnu', 0],
    ['punctuation', "%' --", 0],
  ])('finds by %s', async (_, q, count) => {
    expect(await entries(`?limit=100&q=${encodeURIComponent(q)}`)).toHaveLength(count);
  });

  test('finds by the reference of a movement', async () => {
    const { body } = await client.get('/overview');
    const reference = body.recentTransactions[0].referenceNumber;
    expect(await entries(`?q=${reference.toLowerCase()}`)).toHaveLength(2);
  });

  test('filters by area, outcome, client, author and day', async () => {
    expect(await entries('?area=accounts')).toHaveLength(3);
    expect(await entries(`?area=accounts&clientId=${client.accountId}`)).toHaveLength(2);
    expect(await entries(`?actorId=${administrator.userId}`)).toHaveLength(2);
    expect(await entries('?outcome=refused')).toHaveLength(0);
    const today = legalDay(new Date());
    expect(await entries(`?from=${today}&to=${today}`)).toHaveLength(5);
    expect(await entries('?to=2020-01-01')).toHaveLength(0);
  });

  test('400, 401, 403', async () => {
    for (const query of [
      '?cursor=@@@',
      '?limit=0',
      '?area=secrets',
      '?from=hier',
      '?from=0000-01-01',
      '?from=0001-01-01',
      '?to=9999-12-31',
      '?clientId=1',
      '?outcome=x',
    ])
      expect((await administrator.get(`/admin/audit${query}`)).status).toBe(400);
    expect((await bank.visitor().get('/admin/audit')).status).toBe(401);
    expect((await client.get('/admin/audit')).status).toBe(403);
  });
});

describe('GET /admin/audit.csv', () => {
  test('200: the lines that the list finds, formulas made text, and the export itself recorded', async () => {
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: '=HYPERLINK("http://evil.test")',
    });
    const { status, headers, body } = await administrator.get('/admin/audit.csv?area=fees');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toMatch(/journal-d-audit-\d{4}-\d{2}-\d{2}\.csv/);
    const lines = (body as string).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/Ligne;"?Date \(UTC\)"?;Auteur;/);
    expect(lines[1]).toContain('Dominique Gestion');
    expect(lines[1]).toContain('Maëlle Ferrand-Témoin');
    expect(lines[1]).toContain('Création de frais');
    for (const cell of (lines[1] ?? '').split(';')) expect(cell).not.toMatch(/^"?[=+@-]/);
    expect(await lastEntry()).toMatchObject({ operation: 'audit.export', after: { lines: 1 } });
  });

  test('more lines than a file holds are refused rather than cut', async () => {
    await expect(
      allAuditEntries(bank.database.db, { readsIban: true, readsNames: true }, 0),
    ).rejects.toMatchObject({
      code: 'audit.export-too-large',
    });
    expect(await allAuditEntries(bank.database.db, { readsIban: true, readsNames: true }, 1)).toHaveLength(1);
  });

  test('400, 401, 403', async () => {
    for (const from of ['x', '0000-01-01', '0001-01-01'])
      expect((await administrator.get(`/admin/audit.csv?from=${from}`)).status, from).toBe(400);
    expect((await bank.visitor().get('/admin/audit.csv')).status).toBe(401);
    expect((await client.get('/admin/audit.csv')).status).toBe(403);
  });
});
