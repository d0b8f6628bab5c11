import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_EXPORTED_ALONE } from '#domain/desk/export.ts';
import { rowsOf } from '../db/database.ts';
import { accepted } from '../testing/populated-bank.ts';
import { tellPlanner } from '../testing/rows-scanned.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client({ firstName: '=1+1', lastName: 'Formule' });
  administrator = await bank.administrator();
  await bank.fund(client, 10_000_00);
});
afterEach(() => bank.close());

const LOAN = { amountMinor: 1_000_00, purpose: '=cmd()', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
const WITHDRAWAL = {
  amountMinor: 1_234_50,
  iban: 'FR7630006000011234567890189',
  bankName: 'Banque du Marais',
};

const linesOf = (text: string) => text.trimEnd().split('\r\n');

async function exported(path: string, person = administrator): Promise<string[]> {
  const { status, body } = await person.get(`/admin/exports/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return linesOf(String(body));
}

test('Q-33 each list is a file with the columns of the screen, ids and euro values', async () => {
  await client.post('/withdrawals', WITHDRAWAL);
  await client.post('/loans', LOAN);
  const { bytes } = await administrator.get('/admin/exports/withdrawals');
  const [head, row, ...more] = await exported('withdrawals');
  expect(head?.startsWith('Identifiant;Client;')).toBe(true);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(more).toEqual([]);
  expect(row).toContain(';1234,50;EUR;1234,50;');
  expect(row).toContain('FR7630006000011234567890189');
  // What begins like a formula is text.
  expect(row).toContain(";'=1+1 Formule;");
  expect((await exported('loans'))[1]).toContain(";'=cmd();");
  expect(await exported('fees')).toHaveLength(1);
  expect(await exported('clients')).toHaveLength(2);
});

test('Q-33 search, filters, state and order are those of the list', async () => {
  const other = await bank.client({ lastName: 'Voisin' });
  await bank.fund(other, 10_000_00);
  for (const amountMinor of [10_00, 30_00, 20_00])
    await client.post('/withdrawals', { ...WITHDRAWAL, amountMinor });
  const { body } = await other.post('/withdrawals', { ...WITHDRAWAL, amountMinor: 15_00 });
  await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action: 'approve' });
  const amounts = async (query: string) =>
    (await exported(`withdrawals?${query}`)).slice(1).map((line) => line.split(';')[5]);
  expect(await amounts('sort=largest&state=pending')).toEqual(['30,00', '20,00', '10,00']);
  expect(await amounts('state=to-decide&sort=smallest&amountFrom=1500')).toEqual(['20,00', '30,00']);
  expect(await amounts('q=voisin')).toEqual(['15,00']);
  expect(await amounts('amountFrom=3000&amountTo=1000')).toEqual([]);
});

test('Q-33 what is masked for the reader is not in the file', async () => {
  await client.post('/withdrawals', WITHDRAWAL);
  await client.post('/loans', LOAN);
  const reader = await staffWith(bank, ['lists.export', 'withdrawals.review', 'loans.review']);
  const text = [...(await exported('withdrawals', reader)), ...(await exported('loans', reader))].join('\n');
  expect(text).toContain('•••• 0189');
  expect(text).not.toContain('FR7630006000011234567890189');
  expect(text).not.toContain('2000,00');
});

test('Q-33 an export is audited with its list, filters and rows, without contents', async () => {
  await client.post('/withdrawals', WITHDRAWAL);
  await exported('withdrawals?state=pending&q=formule&assignee=none');
  const [line] = await rowsOf<{ value: string }>(
    bank.database.db,
    sql`select p.value from audit_entries e join audit_parts p on p.number = e.number and p.part = 'content'
      where e.operation = 'lists.export'`,
  );
  const { after } = JSON.parse(line?.value ?? '{}');
  expect(after).toEqual({
    list: 'withdrawals',
    filters: 'state=pending&assignee=none',
    isSearched: true,
    lines: 1,
  });
});

test('Q-33 400, 401, 403: of another list, of nobody, without the permission to read the list', async () => {
  expect((await administrator.get('/admin/exports/house')).status).toBe(400);
  expect((await administrator.get('/admin/exports/fees?iban=valid')).status).toBe(400);
  expect((await administrator.get('/admin/exports/loans?sort=instalment')).status).toBe(400);
  expect((await bank.visitor().get('/admin/exports/fees')).status).toBe(401);
  expect((await client.get('/admin/exports/fees')).status).toBe(403);
  const exporter = await staffWith(bank, ['lists.export', 'fees.review']);
  expect((await exporter.get('/admin/exports/fees')).status).toBe(200);
  expect((await exporter.get('/admin/exports/clients')).status).toBe(403);
  const reader = await staffWith(bank, ['fees.review']);
  expect((await reader.get('/admin/exports/fees')).status).toBe(403);
});

test('FOUR-22 a file of more than 5,000 rows is proposed, approved by compliance and then taken out by its maker alone', async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into withdrawal_requests (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name,
        phase, created_at, amount_eur)
      select gen_random_uuid(), ${client.accountId}::uuid, 10, 'EUR', 'FR7630006000011234567890189', true, 'Banque', 'cancelled', date_trunc('milliseconds', now()), 10
      from generate_series(1, ${MAX_EXPORTED_ALONE + 1})`),
  );
  await tellPlanner(bank.database.db);
  const path = '/admin/exports/withdrawals?state=cancelled&amountFrom=1';
  const maker = await memberWith(bank, ['payments']);
  expect((await maker.get(path)).status).toBe(200);
  accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  expect(codeOf(await maker.get(path))).toEqual([409, 'approval.required']);
  // What is no longer than that needs nobody.
  expect((await maker.get('/admin/exports/withdrawals?state=pending')).status).toBe(200);
  const about = {
    operation: 'lists.export',
    input: { list: 'withdrawals', state: 'cancelled', amountFrom: '1' },
  };
  const { seen, slots } = accepted(await maker.post('/admin/approval-requirements', about));
  expect(slots.map(({ roles }: { roles: string[] }) => roles)).toEqual([['compliance']]);
  const { proposal } = accepted(await maker.post('/admin/proposals', { ...about, seen }));
  const checker = await memberWith(bank, ['compliance']);
  accepted(await checker.post(`/admin/proposals/${proposal.id}/approval`, { inputHash: proposal.inputHash }));
  expect(linesOf(String((await maker.get(path)).body))).toHaveLength(MAX_EXPORTED_ALONE + 2);
  // Exactly that file, by exactly that person, for a day.
  const other = await memberWith(bank, ['payments']);
  expect(codeOf(await other.get(path))).toEqual([409, 'approval.required']);
  expect(codeOf(await maker.get('/admin/exports/withdrawals?state=cancelled&amountFrom=2'))).toEqual([
    409,
    'approval.required',
  ]);
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update proposals set ended_at = ended_at - interval '25 hours' where id = ${proposal.id}::uuid`,
    ),
  );
  expect(codeOf(await maker.get(path))).toEqual([409, 'approval.required']);
});
