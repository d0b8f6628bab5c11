import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORTED_LISTS, type ExportedList } from '#domain/desk/export.ts';
import { FIELD_PERMISSIONS, type FieldPermission, PERMISSIONS } from '#domain/operations.ts';
import { rowOf, send } from '../testing/access-requests.ts';
import { documentedRoutes } from '../testing/api-document.ts';
import { type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { TEST_IBAN } from '../testing/populated-makers.ts';
import { type StaffPerson, staffWith } from '../testing/staff.ts';
import { type Answer, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

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
  }
  expect(faults).toEqual([]);
  expect(masked).toBeGreaterThan(5);
  expect(files.sort()).toEqual(expect.arrayContaining(['GET /admin/audit.csv', 'GET /admin/exports/{list}']));
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
