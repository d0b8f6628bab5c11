import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELD_PERMISSIONS } from '#domain/operations.ts';
import { type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { memberWith, type StaffPerson, staffWith } from '../testing/staff.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';

/** STAFF-11, STAFF-43: counts, cards and search of what a member of the staff may list, and nothing of the rest. */

let bank: TestBank;
let world: PopulatedBank;
let person: StaffPerson;

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  person = await staffWith(bank, []);
});
afterAll(() => bank.close());

/** The names of what is not null. */
const shown = (body: Record<string, unknown>) =>
  Object.keys(body)
    .filter((name) => body[name] !== null)
    .sort();

test.each([
  ['clients.list', ['activatedClients', 'clients'], ['awaited', 'lastClients']],
  ['loans.review', ['loans', 'loansByStatus', 'pendingLoans'], ['recentLoans']],
  ['withdrawals.review', ['pendingWithdrawals', 'withdrawals', 'withdrawalsByStatus'], ['recentWithdrawals']],
  ['fees.review', ['fees', 'openFees'], ['awaited']],
  ['enquiries.review', ['newEnquiries'], []],
  ['overview.trialBalance', [], ['flows', 'trialBalance']],
] as const)('STAFF-43 with %s alone', async (permission, counts, cards) => {
  await person.permit(['overview.counts', 'overview.administrator', permission, ...FIELD_PERMISSIONS]);
  const {
    isFourEyesOn: _,
    aloneUpToEurMinor: __,
    parts: ___,
    ...counted
  } = (await person.get('/admin/counts')).body;
  expect(shown(counted)).toEqual(counts);
  expect(shown((await person.get('/admin/overview')).body)).toEqual(cards);
});

test('STAFF-43 what waits for clients holds fees or first deposits, each for who may list them', async () => {
  await world.administrator.post(`/admin/clients/${world.customer.accountId}/fees`, {
    amountMinor: 5_00,
    description: 'Carte',
  });
  const kinds = async (permission: 'fees.review' | 'clients.list') => {
    await person.permit(['overview.administrator', permission]);
    const { awaited } = (await person.get('/admin/overview')).body;
    return [...new Set(awaited.map(({ kind }: { kind: string }) => kind))];
  };
  expect(await kinds('fees.review')).not.toContain('first-deposit');
  expect(await kinds('clients.list')).not.toContain('fee');
});

test('STAFF-43 a search answers with what the person may list', async () => {
  const find = async () => (await person.get('/admin/find?q=Alix')).body;
  await person.permit(['overview.find', ...FIELD_PERMISSIONS]);
  expect(await find()).toEqual({
    clients: [],
    loans: [],
    withdrawals: [],
    fees: [],
    batch: null,
    proposal: null,
  });
  await person.permit(['overview.find', 'clients.list', ...FIELD_PERMISSIONS]);
  expect((await find()).clients.length).toBeGreaterThan(0);
  expect((await find()).withdrawals).toEqual([]);
});

test('STAFF-11 a person who may not open a page reads which roles may', async () => {
  const adviser = await memberWith(bank, ['adviser']);
  const { body } = await adviser.get('/admin/role-holders?permission=rates.list');
  expect(body.labels).toEqual([
    'Administrateur technique',
    'Auditeur (lecture seule)',
    'Comptable',
    'Conformité',
    'Opérations et paiements',
    'Responsable crédit',
  ]);
  const refused = await adviser.get('/admin/rates');
  expect(refused.body).toMatchObject({
    code: 'auth.permission-required',
    detail: `Vos droits ne permettent pas cette action. Elle est ouverte à\u00a0: ${body.labels.join(', ')}.`,
  });
});
