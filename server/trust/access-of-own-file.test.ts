import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#domain/operations.ts';
import { rowsOf } from '../db/database.ts';
import { summaryOf } from '../testing/access-requests.ts';
import { accepted, type Customer, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { type StaffPerson, staffWith } from '../testing/staff.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/**
 * STAFF-40: a member of the staff who is tied to a client reads and changes nothing of their file. Each route by itself: access-matrix.test.ts.
 * The role holds every permission, so that only the tie is left to refuse.
 */

let bank: TestBank;
let world: PopulatedBank;
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
  person = await staffWith(bank, PERMISSIONS);
  await tie(person, relative);
});
afterAll(() => bank.close());

describe('STAFF-40 a person who is tied to a client', () => {
  test('reads the receipts that wait as everybody does, without the relative among those they may be for', async () => {
    await world.newBankLine();
    await world.newFee(relative);
    const lines = accepted(await person.get('/admin/bank-lines'));
    const everybodys = accepted(await world.administrator.get('/admin/bank-lines'));
    const [idsOf, namesOf] = [
      (all: { id: string }[]) => all.map(({ id }) => id),
      (all: { proposals: { accountId: string }[] }[]) =>
        all.flatMap(({ proposals }) => proposals.map(({ accountId }) => accountId)),
    ];
    expect(idsOf(lines.lines)).toEqual(idsOf(everybodys.lines));
    expect(namesOf(lines.lines)).not.toContain(relative.accountId);
  });

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

  test('STAFF-43 finds nothing of theirs by a search, and counts hold none of it', async () => {
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
  });

  test('reads nothing of theirs in the trail, on the screen or in its file, and everybody else’s', async () => {
    for (const path of [
      '/admin/audit?limit=100',
      '/admin/audit.csv',
      `/admin/audit.csv?q=${relative.email}`,
    ]) {
      const ofPerson = await person.get(path);
      const ofAll = await world.administrator.get(path);
      // Whom a line concerns; what the person tried themselves they know.
      const holds = ({ bytes }: { bytes: Uint8Array }, { accountId }: Customer) =>
        [`"accountId":"${accountId}"`, `;${accountId};`].some((client) =>
          Buffer.from(bytes).toString().includes(client),
        );
      expect([path, ofPerson.status, holds(ofPerson, relative), holds(ofAll, relative)]).toEqual([
        path,
        200,
        false,
        true,
      ]);
      if (!path.includes('q=')) expect([path, holds(ofPerson, world.customer)]).toEqual([path, true]);
    }
  });

  test('goes on with everybody else’s', async () => {
    expect((await person.get(`/admin/clients/${world.customer.accountId}`)).status).toBe(200);
    expect((await person.get(`/admin/loans/${world.customer.loanId}/file`)).status).toBe(200);
  });
});
