import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELD_PERMISSIONS, PERMISSIONS } from '#domain/operations.ts';
import { rowOf, send } from '../testing/access-requests.ts';
import { documentedRoutes } from '../testing/api-document.ts';
import { type PopulatedBank, populate } from '../testing/populated-bank.ts';
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
}, 60_000);
afterAll(() => bank.close());

const WITHOUT_FIELDS = PERMISSIONS.filter((name) => !FIELD_PERMISSIONS.some((field) => field === name));

/** The name that one colleague bears here alone, so that no answer can hold it by chance. */
const COLLEAGUE = 'Zéphyrine Quatorze';
/** Pages of the team itself, which no field guards: who may read them reads who is on it. */
const OF_THE_TEAM = ['GET /admin/staff', 'GET /admin/staff/{id}', 'GET /admin/assignees'];

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
    const answer = await send(bank, person, route, await rowOf(route).ask(world, customer));
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
}, 120_000);

test('STAFF-5 an account number finds nothing for a person who may not read it', async () => {
  const { customer } = world;
  const finds = async () => {
    const iban = 'FR7630001007941234567890185';
    const [found, clients, loans, withdrawals, fees] = await Promise.all([
      person.get(`/admin/find?q=${iban}`),
      person.get(`/admin/clients?q=${iban}`),
      person.get(`/admin/loans?q=${iban}`),
      person.get(`/admin/withdrawals?q=${iban}`),
      person.get(`/admin/fees?q=${iban}`),
    ]);
    return [
      found.body.clients.length,
      clients.body.clients.length,
      loans.body.loans.length > 0,
      withdrawals.body.withdrawals.length > 0,
      fees.body.fees.length > 0,
    ];
  };
  await person.permit(WITHOUT_FIELDS);
  expect(await finds()).toEqual([0, 0, false, false, false]);
  await person.permit([...WITHOUT_FIELDS, 'fields.fullIban']);
  expect(await finds()).toEqual([1, 1, true, true, true]);
  // By name it is found as before.
  await person.permit(WITHOUT_FIELDS);
  expect((await person.get('/admin/clients?q=Alix')).body.clients.length).toBeGreaterThan(0);
  expect((await person.get(`/admin/clients/${customer.accountId}`)).body.client.iban).toBe('•••• 0185');
});
