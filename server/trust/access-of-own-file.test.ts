import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#domain/operations.ts';
import { rowsOf } from '../db/database.ts';
import { inRowOrder, rowOf, send, summaryOf } from '../testing/access-requests.ts';
import { type DocumentedRoute, documentedRoutes } from '../testing/api-document.ts';
import { accepted, type Customer, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { type StaffPerson, staffWith } from '../testing/staff.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/**
 * STAFF-40: a member of the staff who is tied to a client reads and changes nothing of their file, on every route of the back office. The
 * role holds every permission, so that only the tie is left to refuse.
 */

let bank: TestBank;
let world: PopulatedBank;
let routes: DocumentedRoute[];
let person: StaffPerson;
let relative: Customer;

const tie = (of: StaffPerson, to: { readonly accountId: string }) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
      values (${of.userId}::uuid, ${to.accountId}::uuid, 'relative', ${of.userId}::uuid, now())`),
  );

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  relative = world.stranger;
  routes = (await documentedRoutes(bank.visitor())).filter(({ access }) => access === 'staff');
  person = await staffWith(bank, PERMISSIONS);
  await tie(person, relative);
}, 60_000);
afterAll(() => bank.close());

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString('latin1');

/** Nouns of the house itself, which name no file of a client. */
const OF_THE_HOUSE =
  /^\S+ \/admin\/(staff|roles|role-holders|rates|legal-parameters|policies|four-eyes|views|bank-accounts|bank-files|statements|reconciliation|enquiries|staff-sessions)/;

/** Other routes whose row names no file of the relative, each with why. */
const NAMES_NOBODY = [
  // What our bank did with a file of many clients; a file is made without theirs (below).
  'POST /admin/withdrawals/batches/{id}/execution',
  'POST /admin/withdrawals/batches/{id}/cancellation',
  'GET /admin/withdrawals/batches/{id}',
  'GET /admin/withdrawals/batches/{id}/file.xml',
  'POST /admin/direct-debit-batches',
  'POST /admin/direct-debit-batches/{id}/settlement',
  'POST /admin/direct-debit-batches/{id}/cancellation',
  'GET /admin/direct-debit-batches/{id}',
  'GET /admin/direct-debit-batches/{id}/file.xml',
  // Money of nobody yet: it goes back to its sender, or is a debit of the house.
  'POST /admin/bank-lines/{id}/return',
  'POST /admin/bank-lines/{id}/justification',
  // Proposals about other clients (below about theirs), and one's own to withdraw.
  'GET /admin/proposals/{id}',
  'POST /admin/proposals/{id}/approval',
  'POST /admin/proposals/{id}/refusal',
  'POST /admin/proposals/{id}/review',
  'POST /admin/proposals/{id}/withdrawal',
  // Acts on many: each row is judged by itself (server/desk/bulk/bulk.test.ts).
  'POST /admin/bulk',
  'GET /admin/bulk/{id}',
  'GET /admin/bulk/{id}/report',
  'POST /admin/bulk/{id}/stop',
  'POST /admin/bulk/{id}/resumption',
  // It says who is tied to whom.
  'POST /admin/declared-links',
  // Their rows are about new clients, whose sessions and file end.
  'DELETE /admin/clients/{id}/sessions',
  'DELETE /admin/clients/{id}',
  // A visitor's words, which are of no client yet.
  'POST /admin/retraction-declarations/{id}/answer',
];

describe('STAFF-40 a person who is tied to a client', () => {
  test('is refused every act on their file and every page of it, on any route', async () => {
    const faults: string[] = [];
    const unused = new Set(NAMES_NOBODY);
    for (const route of inRowOrder(routes)) {
      const isList = route.method === 'GET' && !route.path.includes('{id}');
      if (isList || OF_THE_HOUSE.test(route.name)) continue;
      const answer = await send(bank, person, route, await rowOf(route).ask(world, relative));
      const isOwn = summaryOf(answer) === '409 staff.own-file';
      if (NAMES_NOBODY.includes(route.name)) {
        unused.delete(route.name);
        if (isOwn) faults.push(`${route.name} is excused and need not be`);
      } else if (!isOwn) faults.push(`${route.name}: ${summaryOf(answer)}`);
    }
    expect([faults, [...unused]]).toEqual([[], []]);
  }, 120_000);

  test('opens neither their sessions nor their removal', async () => {
    const [path, own] = [`/admin/clients/${relative.accountId}`, '409 staff.own-file'];
    expect([
      summaryOf(await person.delete(`${path}/sessions`)),
      summaryOf(await person.delete(path)),
    ]).toEqual([own, own]);
  });

  test('gives them no money: by a receipt, alone or shared with others, its approval, or a correction of another’s', async () => {
    const lineId = await world.newBankLine();
    const part = { kind: 'client', accountId: relative.accountId, amountMinor: 5_00 };
    expect(summaryOf(await person.post(`/admin/bank-lines/${lineId}/allocation`, { parts: [part] }))).toBe(
      '409 staff.own-file',
    );
    const shared = [
      { ...part, amountMinor: 1_00 },
      { kind: 'client', accountId: world.customer.accountId, amountMinor: 4_00 },
    ];
    const about = { operation: 'bankLines.allocate', input: { id: lineId, parts: shared } };
    accepted(await world.administrator.put('/admin/four-eyes', { isOn: true }));
    const { seen } = accepted(await world.administrator.post('/admin/approval-requirements', about));
    const { proposal } = accepted(await world.administrator.post('/admin/proposals', { ...about, seen }));
    const one = `/admin/proposals/${proposal.id}`;
    const told = [
      await person.post('/admin/proposals', { ...about, seen }),
      await person.get(one),
      await person.post(`${one}/approval`, { inputHash: proposal.inputHash }),
    ];
    expect(told.map(summaryOf)).toEqual(told.map(() => '409 staff.own-file'));
    const { proposals } = accepted(await person.get('/admin/proposals?list=to-approve'));
    expect(proposals.map(({ id }: { id: string }) => id)).not.toContain(proposal.id);
    accepted(await world.administrator.put('/admin/four-eyes', { isOn: false }));
    const correction = {
      postingId: await world.newPosting(world.customer),
      reason: 'Versé au mauvais client',
      rightAccountId: relative.accountId,
    };
    expect(summaryOf(await person.post('/admin/corrections', correction))).toBe('409 staff.own-file');
  });

  test('reads and votes on no proposal about them, and asks for none in any form of the id', async () => {
    const command = (id: string) => ({
      operation: 'accounts.assignIban',
      input: { id, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' },
    });
    for (const id of [relative.accountId, relative.accountId.toUpperCase()])
      expect(summaryOf(await person.post('/admin/approval-requirements', command(id)))).toBe(
        '409 staff.own-file',
      );
    accepted(await world.administrator.put('/admin/four-eyes', { isOn: true }));
    const about = command(relative.accountId);
    const { seen } = accepted(await world.administrator.post('/admin/approval-requirements', about));
    const { proposal } = accepted(await world.administrator.post('/admin/proposals', { ...about, seen }));
    const one = `/admin/proposals/${proposal.id}`;
    const answers = [
      await person.get(one),
      await person.post(`${one}/approval`, { inputHash: proposal.inputHash }),
      await person.post(`${one}/refusal`, { reason: 'Non.' }),
      await person.post('/admin/proposals', { ...about, seen }),
    ];
    expect(answers.map(summaryOf)).toEqual(answers.map(() => '409 staff.own-file'));
    accepted(await world.administrator.put('/admin/four-eyes', { isOn: false }));
  });

  test('reads nothing of theirs in a list, a queue, a search or an export, on any route; counts hold none of it (STAFF-43)', async () => {
    const secrets = [relative.accountId, relative.email];
    const everybodys = new Set<string>();
    const faults: string[] = [];
    for (const route of inRowOrder(routes)) {
      if (route.method !== 'GET' || route.path.includes('{id}') || OF_THE_HOUSE.test(route.name)) continue;
      const asked = await rowOf(route).ask(world, relative);
      const [theirs, administrators] = [
        textOf(await send(bank, person, route, asked)),
        textOf(await send(bank, world.administrator, route, asked)),
      ];
      for (const secret of secrets) {
        if (theirs.includes(secret)) faults.push(`${route.name} tells ${secret}`);
        if (administrators.includes(secret)) everybodys.add(route.name);
      }
    }
    expect(faults).toEqual([]);
    // Others read them there.
    expect(everybodys.size).toBeGreaterThan(5);
    const [all] = await rowsOf<{ clients: number; loans: number; own: number }>(
      bank.database.db,
      sql`select (select count(*)::int from client_accounts) as clients, (select count(*)::int from loan_requests) as loans,
        (select count(*)::int from loan_requests where client_account_id = ${relative.accountId}::uuid) as own`,
    );
    const counts = accepted(await person.get('/admin/counts'));
    expect([counts.clients, counts.loans]).toEqual([
      (all?.clients ?? 0) - 1,
      (all?.loans ?? 0) - (all?.own ?? 0),
    ]);
    expect(accepted(await person.get(`/admin/find?q=${relative.email}`)).clients).toEqual([]);
    // The books are the house's: their sums hold everybody.
    expect(accepted(await person.get('/admin/overview')).trialBalance).toEqual(
      accepted(await world.administrator.get('/admin/overview')).trialBalance,
    );
  }, 120_000);

  test('goes on with everybody else’s', async () => {
    expect((await person.get(`/admin/clients/${world.customer.accountId}`)).status).toBe(200);
    expect((await person.get(`/admin/loans/${world.customer.loanId}/file`)).status).toBe(200);
  });
});
