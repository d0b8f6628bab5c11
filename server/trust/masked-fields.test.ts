import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORTED_LISTS, type ExportedList } from '#domain/desk/export.ts';
import { FIELD_PERMISSIONS, type FieldPermission, PERMISSIONS } from '#domain/operations.ts';
import fileWords from '#locales/fr/loan-file.json' with { type: 'json' };
import { rowOf, send } from '../testing/access-requests.ts';
import { documentedRoutes } from '../testing/api-document.ts';
import { accepted, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { TEST_IBAN } from '../testing/populated-makers.ts';
import { type StaffPerson, staffWith } from '../testing/staff.ts';
import { type Answer, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { confirmTestSheet } from '../testing/test-sheet.ts';

/** STAFF-5: what a person may not read is absent from every answer of the back office, and is no way to find anything. */

let bank: TestBank;
let world: PopulatedBank;
let person: StaffPerson;

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  person = await staffWith(bank, []);
});
afterAll(() => bank.close());

const WITHOUT_FIELDS = PERMISSIONS.filter((name) => !FIELD_PERMISSIONS.some((field) => field === name));

/** The name that one colleague bears here alone, so that no answer can hold it by chance. */
const COLLEAGUE = 'Zéphyrine Quatorze';
/** Pages of the team itself, which no field guards: who may read them reads who is on it. */
const OF_THE_TEAM = ['GET /admin/staff', 'GET /admin/staff/{id}', 'GET /admin/assignees'];

/** What a file may be asked by that tells a guarded field. */
const QUESTION_OF: Partial<Record<FieldPermission, string>> = {
  'fields.staffNames': 'sort=assignee',
  'fields.income': 'ratio=above',
  'fields.fullIban': 'q=12345678901',
};

/** The text of an answer that is data or a file for spreadsheets; null for any other. */
function textOf({ headers, body }: Answer): string | null {
  const type = headers.get('content-type') ?? '';
  if (type.includes('json')) return JSON.stringify(body);
  return type.includes('csv') ? String(body) : null;
}

test('STAFF-5 no reading route of the staff answers with an IBAN, an income, a note or a colleague’s name, also not in a file', async () => {
  const { customer, administrator } = world;
  await administrator.post(`/admin/clients/${customer.accountId}/notes`, { text: 'Appelé ce matin.' });
  await administrator.put(`/admin/clients/${customer.accountId}/iban`, {
    iban: 'FR7630001007941234567890185',
    bankName: 'Banque du Marais',
  });
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update users set name = ${COLLEAGUE} where id = ${administrator.userId}::uuid`),
  );
  await person.permit(WITHOUT_FIELDS);
  const faults: string[] = [];
  let masked = 0;
  const files: string[] = [];
  for (const route of await documentedRoutes(bank.visitor())) {
    if (route.access !== 'staff' || route.method !== 'GET') continue;
    const asked = await rowOf(route).ask(world, customer);
    // By a colleague no list is filtered without their names: each is read without that filter.
    const { assignee: _, ...fields } = (asked.fields ?? {}) as Record<string, unknown>;
    const answer = await send(bank, person, route, { ...asked, fields });
    if (answer.status >= 500) faults.push(`${route.name}: ${answer.status}`);
    const text = textOf(answer);
    if (text === null || answer.status !== 200) continue;
    if (typeof answer.body === 'string') files.push(route.name);
    if (text.includes(COLLEAGUE) && !OF_THE_TEAM.includes(route.name))
      faults.push(`${route.name} names a colleague`);
    if (answer.body.masked) masked += 1;
    for (const secret of ['FR7630001007941234567890185', '"monthlyIncomeMinor":200000', 'Appelé ce matin'])
      if (text.includes(secret)) faults.push(`${route.name} tells ${secret}`);
    if (/"(by|\w+By|agent)":"/.test(text)) faults.push(`${route.name} names a colleague`);
    // Nor with that of any other account: of a payee, a payer, the house.
    for (const [iban] of text.matchAll(/\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b/g))
      faults.push(`${route.name} tells ${iban}`);
  }
  expect(faults).toEqual([]);
  expect(masked).toBeGreaterThan(5);
  expect(files.sort()).toEqual(expect.arrayContaining(['GET /admin/audit.csv', 'GET /admin/exports/{list}']));
});

const asking = (...fields: FieldPermission[]) => person.permit([...WITHOUT_FIELDS, ...fields]);

test('STAFF-5, STAFF-43 notes are neither counted by a gap nor by a cursor, and nothing says that there are any', async () => {
  const { customer, administrator } = world;
  const timeline = async () =>
    accepted(await person.get(`/admin/clients/${customer.accountId}/timeline?limit=3&group=notes`));
  for (let note = 0; note < 5; note += 1)
    accepted(
      await administrator.post(`/admin/clients/${customer.accountId}/notes`, { text: `Note ${note}` }),
    );
  await asking('fields.notes');
  expect((await timeline()).entries).toHaveLength(3);
  await asking();
  expect(await timeline()).toEqual({ entries: [], nextCursor: null, masked: ['fields.notes'] });
  const page = accepted(await person.get(`/admin/clients/${customer.accountId}/timeline?limit=3`));
  expect([page.entries.length, page.masked.includes('fields.notes')]).toEqual([3, true]);
});

test('STAFF-5 the trail is not searched by a colleague, and names nobody who follows a file', async () => {
  const { customer, administrator } = world;
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update users set name = ${COLLEAGUE}, email = 'zephyrine@quatorze.test' where id = ${administrator.userId}::uuid`,
    ),
  );
  const subject = `/admin/assignments/loan/${customer.loanId}`;
  await administrator.put(subject, { seenAssigneeId: null });
  accepted(await administrator.delete(subject));
  const found = async (q: string, path = '/admin/audit') => {
    const { status, body } = await person.get(`${path}?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return typeof body === 'string' ? body.trimEnd().split('\r\n').length - 1 : body.entries.length;
  };
  await asking('fields.staffNames');
  for (const q of [COLLEAGUE, 'zephyrine@quatorze.test']) expect(await found(q)).toBeGreaterThan(0);
  await asking();
  for (const q of [COLLEAGUE, 'zephyr', 'zephyrine@quatorze.test'])
    for (const path of ['/admin/audit', '/admin/audit.csv'])
      expect([q, path, await found(q, path)]).toEqual([q, path, 0]);
  // A client is found as before.
  expect(await found(customer.email)).toBeGreaterThan(0);
  for (const path of ['/admin/audit?area=tasks', '/admin/audit.csv?area=tasks'])
    expect(JSON.stringify((await person.get(path)).body)).not.toContain(COLLEAGUE);
});

test('STAFF-5, Q-6 what a file lacks tells neither of an identity nor of an income', async () => {
  const { administrator } = world;
  const client = await world.newClient();
  const loan = {
    amountMinor: 20_000_00,
    purpose: 'Travaux',
    durationMonths: 12,
    monthlyIncomeMinor: 1_000_00,
  };
  const { id } = accepted(await client.post('/loans', loan)).loan;
  accepted(await confirmTestSheet(client, id));
  const kinds = ['identity', 'income', 'domicile'];
  accepted(await administrator.post(`/admin/loans/${id}/document-requests`, { kinds }));
  const reasons = { policyReason: 'Revenus du foyer non retenus ici', ficpReason: '' };
  const told = async () => {
    const { file } = accepted(await person.get(`/admin/loans/${id}/file`));
    const offer = accepted(await person.get(`/admin/loans/${id}/offer`));
    return {
      ...file,
      kinds: file.askedKinds.map(({ kind }: { kind: string }) => kind).sort(),
      offer: JSON.stringify(offer.missing),
    };
  };
  await asking('fields.income', 'fields.identityDocuments');
  const all = await told();
  expect(all.missing).toEqual(
    expect.arrayContaining(['identity', 'document-income', 'document-domicile', 'policy-reason']),
  );
  expect(all.kinds).toEqual(['domicile', 'identity', 'income']);
  for (const guard of ['identity', 'document-income', 'policy-reason'] as const)
    expect(all.offer).toContain(fileWords.missing[guard]);
  await asking();
  const none = await told();
  expect(none.missing).toContain('document-domicile');
  expect(none.kinds).toEqual(['domicile']);
  for (const guard of ['identity', 'document-income', 'policy-reason'] as const) {
    expect(none.missing).not.toContain(guard);
    expect(none.offer).not.toContain(fileWords.missing[guard]);
  }
  // Nor does a decision's reason, or a filter by what is missing.
  const listed = async () => {
    const { loans } = accepted(await person.get('/admin/loans?documents=missing&limit=100'));
    const { body } = await person.get('/admin/exports/loans?documents=missing');
    return [loans.some((one: { id: string }) => one.id === id), String(body).includes(id)];
  };
  expect(await listed()).toEqual([true, true]);
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`delete from loan_document_requests where loan_request_id = ${id}::uuid and kind = 'domicile'`,
    ),
  );
  expect(await listed()).toEqual([false, false]);
  await asking('fields.income');
  expect(await listed()).toEqual([true, true]);
  accepted(await administrator.post(`/admin/loans/${id}/decision`, { action: 'approve', ...reasons }));
  expect(JSON.stringify(await told())).toContain(reasons.policyReason);
  await asking();
  expect(JSON.stringify(await told())).not.toContain(reasons.policyReason);
});

test('STAFF-5 a file for a bank, or of one, is taken out by who reads account numbers alone', async () => {
  const { customer } = world;
  const { fileId } = await world.newBankFile();
  const batchId = await world.newBatch(customer);
  const paths = [`/admin/bank-files/${fileId}/content`, `/admin/withdrawals/batches/${batchId}/file.xml`];
  await asking();
  for (const path of paths) {
    const { status, body } = await person.get(path);
    expect([path, status, body.code]).toEqual([path, 403, 'auth.permission-required']);
  }
  await asking('fields.fullIban');
  for (const path of paths) expect([path, (await person.get(path)).status]).toEqual([path, 200]);
});

/** The guarded values of each list that is taken out as a file; of the other fields no file holds any. */
const IN_FILES: Readonly<Record<ExportedList, Partial<Record<FieldPermission, string>>>> = {
  loans: { 'fields.income': '2000,00', 'fields.staffNames': COLLEAGUE },
  withdrawals: { 'fields.fullIban': TEST_IBAN, 'fields.staffNames': COLLEAGUE },
  fees: { 'fields.staffNames': COLLEAGUE },
  clients: { 'fields.fullIban': 'FR7630001007941234567890185', 'fields.staffNames': COLLEAGUE },
};
const files = EXPORTED_LISTS.flatMap((list) => FIELD_PERMISSIONS.map((field) => [list, field] as const));

test.each(files)(
  'STAFF-5 STAFF-43 a file of %s without %s has the same rows, and lacks that alone',
  async (list, field) => {
    const { customer, administrator } = world;
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update users set name = ${COLLEAGUE} where id = ${administrator.userId}::uuid`),
    );
    await administrator.put(`/admin/clients/${customer.accountId}/iban`, {
      iban: 'FR7630001007941234567890185',
      bankName: 'Banque du Marais',
    });
    const subjects = {
      loans: ['loan', customer.loanId],
      withdrawals: ['withdrawal', customer.withdrawalId],
      fees: ['fee', customer.feeId],
      clients: ['client', customer.accountId],
    } as const;
    await administrator.put(`/admin/assignments/${subjects[list].join('/')}`, { seenAssigneeId: null });
    const cells = async () => {
      const { status, body } = await person.get(`/admin/exports/${list}`);
      expect(status).toBe(200);
      return String(body)
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(';'));
    };
    await person.permit(PERMISSIONS);
    const whole = await cells();
    await person.permit(PERMISSIONS.filter((name) => name !== field));
    const without = await cells();
    expect(without.map((line) => line.length)).toEqual(whole.map((line) => line.length));
    const lacking = whole.flatMap((line, row) =>
      line.flatMap((cell, column) =>
        cell === without[row]?.[column] ? [] : [[cell, without[row]?.[column]]],
      ),
    );
    const secret = IN_FILES[list][field];
    expect(lacking.some(([cell]) => cell === secret)).toBe(secret !== undefined);
    // In its place nothing, or the last four characters of an account number.
    for (const [cell, shown] of lacking)
      expect(shown === '' || shown === `•••• ${cell?.slice(-4)}`, `${cell} is ${shown}`).toBe(true);
    if (secret !== undefined) expect(without.flat()).not.toContain(secret);
    // Nor is a file asked by it.
    const question = QUESTION_OF[field];
    if (question === undefined || (question === 'ratio=above' && list !== 'loans')) return;
    const { status, body } = await person.get(`/admin/exports/${list}?${question}`);
    expect(status === 403 || String(body).trimEnd().split('\r\n').length === 1, question).toBe(true);
  },
);
