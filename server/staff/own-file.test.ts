import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/** STAFF-40: nobody of the staff reads or acts on their own file, or on that of a client they are tied to. */

let bank: TestBank;
let administrator: Person;
let payments: Person;
let compliance: Person;
let cousin: ClientPerson;
let stranger: ClientPerson;
/** A member of the staff who is a client of the house too. */
let both: ClientPerson;

const WITHDRAWAL = { amountMinor: 10_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };

interface Things {
  readonly loanId: string;
  readonly withdrawalId: string;
}
let cousins: Things;
let strangers: Things;
let owns: Things;

async function thingsOf(client: ClientPerson): Promise<Things> {
  await bank.fund(client, 1_000_00);
  const asked = await client.post('/withdrawals', WITHDRAWAL);
  const loan = await client.post('/loans', LOAN);
  return { withdrawalId: asked.body.withdrawal.id, loanId: loan.body.loan.id };
}

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
  payments = await memberWith(bank, ['payments', 'credit-manager']);
  compliance = await memberWith(bank, ['compliance']);
  cousin = await bank.client({ firstName: 'Camille', lastName: 'Lemoine' });
  stranger = await bank.client();
  both = await bank.client();
  [cousins, strangers, owns] = [await thingsOf(cousin), await thingsOf(stranger), await thingsOf(both)];
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into user_roles (user_id, role) values (${both.userId}::uuid, 'admin')`),
  );
  const declared = await payments.post('/admin/declared-links', {
    clientId: cousin.accountId,
    relation: 'relative',
  });
  expect(declared.status, JSON.stringify(declared.body)).toBe(200);
});
afterAll(() => bank.close());

/** Calls of the staff on a client's file. */
const callsOn = ({ accountId }: ClientPerson, { loanId, withdrawalId }: Things) =>
  [
    ['GET', `/admin/clients/${accountId}`],
    ['GET', `/admin/clients/${accountId}/timeline`],
    ['GET', `/admin/loans/${loanId}`],
    ['GET', `/admin/loans/${loanId}/file`],
    ['GET', `/admin/withdrawals/${withdrawalId}`],
    ['POST', `/admin/clients/${accountId}/notes`, { text: 'Rappel' }],
    [
      'POST',
      `/admin/clients/${accountId}/credits`,
      { amountMinor: 1_00, currency: 'EUR', description: 'Don' },
    ],
    ['POST', `/admin/clients/${accountId}/fees`, { amountMinor: 5_00, description: 'Carte' }],
    ['PUT', `/admin/clients/${accountId}/iban`, { iban: nextIban(), bankName: 'Guichet' }],
    ['POST', `/admin/loans/${loanId}/decision`, { action: 'process' }],
    ['POST', `/admin/withdrawals/${withdrawalId}/decision`, { action: 'process' }],
  ] as const;

async function answersOf(person: Person, calls: ReturnType<typeof callsOn>) {
  const answers = [];
  for (const [method, path, body] of calls) {
    const ask = {
      GET: () => person.get(path),
      POST: () => person.post(path, body),
      PUT: () => person.put(path, body),
    };
    const { status, body: answer } = await ask[method]();
    answers.push([`${method} ${path}`, status, status === 200 ? null : answer.code]);
  }
  return answers;
}

const refused = (calls: ReturnType<typeof callsOn>) =>
  calls.map(([method, path]) => [`${method} ${path}`, 409, 'staff.own-file']);

describe('STAFF-40 own file', () => {
  test("a relative's file is refused on every route, whatever the right", async () => {
    const calls = callsOn(cousin, cousins);
    expect(await answersOf(payments, calls)).toEqual(refused(calls));
  });

  test("one's own file is refused as well, also with all rights", async () => {
    const calls = callsOn(both, owns);
    expect(await answersOf(both, calls)).toEqual(refused(calls));
  });

  test("a stranger's file is not", async () => {
    const answers = await answersOf(payments, callsOn(stranger, strangers));
    expect(answers.filter(([, , code]) => code === 'staff.own-file')).toEqual([]);
    expect((await payments.get(`/admin/clients/${stranger.accountId}`)).status).toBe(200);
  });

  test('a file of transfers that holds one of theirs is refused whole', async () => {
    const { status, body } = await payments.post('/admin/withdrawals/sepa-export', {
      withdrawalIds: [strangers.withdrawalId, cousins.withdrawalId],
    });
    expect([status, body.code]).toEqual([409, 'staff.own-file']);
  });

  test("one's own removal keeps its own refusal", async () => {
    expect((await both.delete(`/admin/clients/${both.accountId}`)).body.code).not.toBe('staff.own-file');
  });

  test('a person who is tied to the client is no approver of a proposal, and cannot make one', async () => {
    await administrator.put('/admin/four-eyes', { isOn: true });
    const command = {
      operation: 'accounts.assignIban',
      input: { id: cousin.accountId, iban: nextIban(), bankName: 'Guichet' },
    };
    const asked = await administrator.post('/admin/approval-requirements', command);
    const proposal = { ...command, seen: asked.body.seen };
    expect((await payments.post('/admin/proposals', proposal)).body.code).toBe('staff.own-file');
    const made = await administrator.post('/admin/proposals', proposal);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { id, inputHash } = made.body.proposal;
    expect((await payments.post(`/admin/proposals/${id}/approval`, { inputHash })).body.code).toBe(
      'staff.own-file',
    );
    const idsFor = async (person: Person) =>
      (await person.get('/admin/proposals?list=to-approve')).body.proposals.map(
        (one: { id: string }) => one.id,
      );
    expect(await idsFor(payments)).not.toContain(id);
    expect(await idsFor(compliance)).toContain(id);
    await administrator.put('/admin/four-eyes', { isOn: false });
  });
});

describe('STAFF-40 what waits for the approval of others', () => {
  const approve = (by: Person, { id, inputHash }: { readonly id: string; readonly inputHash: string }) =>
    by.post(`/admin/proposals/${id}/approval`, { inputHash });
  const answerTo = async (call: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await call;
    return status === 200 ? 200 : body.code;
  };
  const tie = ({ userId }: Person, { accountId }: ClientPerson) =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
        values (${userId}::uuid, ${accountId}::uuid, 'relative', ${userId}::uuid, now())`),
    );
  async function proposed(by: Person, about: object) {
    const { seen } = (await by.post('/admin/approval-requirements', about)).body;
    const made = await by.post('/admin/proposals', { ...about, seen });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.proposal;
  }
  const creditOf = ({ accountId }: ClientPerson, amountMinor: number) => ({
    operation: 'accounts.credit',
    input: { id: accountId, amountMinor, currency: 'EUR', description: 'Versement au guichet' },
  });

  test('FOUR-9 FOUR-15 a file for the bank in which the transfer of a relative stands is approved by others, and named by its proposal', async () => {
    for (const { withdrawalId } of [cousins, strangers])
      await administrator.post(`/admin/withdrawals/${withdrawalId}/decision`, { action: 'approve' });
    await administrator.put('/admin/four-eyes', { isOn: true });
    const about = {
      operation: 'withdrawalBatches.export',
      input: { withdrawalIds: [strangers.withdrawalId, cousins.withdrawalId] },
    };
    const waiting = await proposed(administrator, about);
    const other = await memberWith(bank, ['payments']);
    const sees = async (person: Person) =>
      (await person.get('/admin/proposals?list=to-approve')).body.proposals.some(
        (one: { id: string }) => one.id === waiting.id,
      );
    expect([await sees(payments), await sees(other)]).toEqual([false, true]);
    expect(await answerTo(approve(payments, waiting))).toBe('staff.own-file');
    // FOUR-14: who approves it opens its transfers; who is tied to one of its clients reads nothing of it (STAFF-40).
    const opens = async (person: Person) =>
      (await person.get(`/admin/proposals/${waiting.id}`)).body.proposal.transfers.map(
        (one: { withdrawalId: string }) => one.withdrawalId,
      );
    expect(new Set(await opens(other))).toEqual(new Set([strangers.withdrawalId, cousins.withdrawalId]));
    expect(await answerTo(payments.get(`/admin/proposals/${waiting.id}`))).toBe('staff.own-file');
    const { proposals } = (await other.get('/admin/proposals?list=to-approve')).body;
    expect(proposals.find(({ id }: { id: string }) => id === waiting.id).transfers).toEqual([]);
    // FOUR-15: while it waits there is no file; once it is executed the proposal names the one that was made.
    const batchOf = async () => (await other.get(`/admin/proposals/${waiting.id}`)).body.proposal.batchId;
    expect(await batchOf()).toBeNull();
    const { status, body } = await approve(other, waiting);
    expect([status, body.proposal?.status]).toEqual([200, 'executed']);
    const { batches } = (await administrator.get('/admin/withdrawals/batches')).body;
    expect([body.proposal.batchId, await batchOf()]).toEqual([batches[0].id, batches[0].id]);
    const all = (await other.get('/admin/proposals?list=all')).body.proposals;
    expect(all.find(({ id }: { id: string }) => id === waiting.id).batchId).toBeNull();
    await administrator.put('/admin/four-eyes', { isOn: false });
  });

  test('FOUR-9 an approval fills no slot once its person is tied to the client', async () => {
    await administrator.put('/admin/four-eyes', { isOn: true });
    const client = await bank.client();
    const [maker, first, second] = [
      await memberWith(bank, ['payments']),
      await memberWith(bank, ['payments']),
      await memberWith(bank, ['accountant']),
    ];
    const waiting = await proposed(maker, creditOf(client, 12_000_00));
    expect(await answerTo(approve(first, waiting))).toBe(200);
    await tie(first, client);
    const counted = await approve(compliance, waiting);
    expect([counted.status, counted.body.proposal.status]).toEqual([200, 'awaiting']);
    const executed = await approve(second, waiting);
    expect([executed.status, executed.body.proposal.status]).toEqual([200, 'executed']);
    await administrator.put('/admin/four-eyes', { isOn: false });
  });

  test('FOUR-16 a command is not executed once its maker is tied to the client', async () => {
    await administrator.put('/admin/four-eyes', { isOn: true });
    const client = await bank.client();
    const [maker, other] = [await memberWith(bank, ['payments']), await memberWith(bank, ['payments'])];
    const waiting = await proposed(maker, creditOf(client, 1_500_00));
    await tie(maker, client);
    expect(await answerTo(approve(other, waiting))).toBe('proposal.maker-gone');
    expect((await administrator.get(`/admin/clients/${client.accountId}`)).body.client.balanceMinor).toBe(0);
    expect((await administrator.get(`/admin/proposals/${waiting.id}`)).body.proposal.status).toBe('stale');
    await administrator.put('/admin/four-eyes', { isOn: false });
  });
});

describe('STAFF-40 declared links', () => {
  const faults = (body: { errors?: { field: string }[] }) => body.errors?.map(({ field }) => field);

  test("oneself as the client, and a colleague's tie without the right, are faults of their fields", async () => {
    const own = await both.post('/admin/declared-links', { clientId: both.accountId, relation: 'partner' });
    expect([own.status, faults(own.body)]).toEqual([400, ['clientId']]);
    const ofOther = await payments.post('/admin/declared-links', {
      clientId: stranger.accountId,
      relation: 'partner',
      personId: compliance.userId,
    });
    expect([ofOther.status, faults(ofOther.body)]).toEqual([400, ['personId']]);
    const unknown = await payments.post('/admin/declared-links', {
      clientId: crypto.randomUUID(),
      relation: 'partner',
    });
    expect(unknown.status).toBe(404);
  });

  test('compliance reads them by name, others count them, and only compliance takes one back', async () => {
    const path = `/admin/staff/${payments.userId}`;
    expect((await compliance.get(path)).body).toMatchObject({
      linkCount: 1,
      links: [{ displayName: 'Camille Lemoine', relation: 'relative' }],
    });
    const auditor = await memberWith(bank, ['auditor']);
    expect((await auditor.get(path)).body).toMatchObject({ linkCount: 1, links: null });
    const link = `/admin/staff/${payments.userId}/links/${cousin.accountId}`;
    expect((await payments.delete(link)).status).toBe(403);
    expect((await compliance.delete(link)).status).toBe(200);
    expect((await compliance.delete(link)).status).toBe(404);
    expect((await payments.get(`/admin/clients/${cousin.accountId}`)).status).toBe(200);
  });

  test('STAFF-21 nobody writes over what another declared of them', async () => {
    const person = await memberWith(bank, ['accountant']);
    const declare = (by: Person, relation: string, more: object = {}) =>
      by.post('/admin/declared-links', { clientId: stranger.accountId, relation, ...more });
    const links = async () =>
      accepted(await compliance.get(`/admin/staff/${person.userId}`)).links.map(
        (one: { relation: string }) => one.relation,
      );
    expect((await declare(compliance, 'relative', { personId: person.userId })).status).toBe(200);
    expect((await declare(person, 'business')).body.code).toBe('staff.own-access');
    expect(await links()).toEqual(['relative']);
    expect((await declare(compliance, 'partner', { personId: person.userId })).status).toBe(200);
    expect(await links()).toEqual(['partner']);
  });

  test('STAFF-21 nobody takes their own back', async () => {
    await compliance.post('/admin/declared-links', { clientId: stranger.accountId, relation: 'business' });
    const own = `/admin/staff/${compliance.userId}/links/${stranger.accountId}`;
    expect((await compliance.delete(own)).body.code).toBe('staff.own-access');
    expect((await administrator.delete(own)).status).toBe(200);
  });
});

test('FOUR-16 what a suspended person proposed is stale at once', async () => {
  await administrator.put('/admin/four-eyes', { isOn: true });
  const maker = await memberWith(bank, ['payments']);
  const command = {
    operation: 'accounts.assignIban',
    input: { id: stranger.accountId, iban: nextIban(), bankName: 'Guichet' },
  };
  const { seen } = (await maker.post('/admin/approval-requirements', command)).body;
  const { proposal } = (await maker.post('/admin/proposals', { ...command, seen })).body;
  const suspended = await compliance.post(`/admin/staff/${maker.userId}/suspension`, { reason: 'Absence' });
  expect(suspended.status, JSON.stringify(suspended.body)).toBe(200);
  expect((await administrator.get(`/admin/proposals/${proposal.id}`)).body.proposal.status).toBe('stale');
  await administrator.put('/admin/four-eyes', { isOn: false });
});
