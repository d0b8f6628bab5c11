import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../testing/populated-bank.ts';
import { staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** everything that a decision on a loan rests on stands in the answer of its panel. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

const ask = async (change: object = {}): Promise<string> =>
  accepted(await client.post('/loans', { ...LOAN, ...change })).loan.id;
const factsFor = async (id: string, reader = administrator) =>
  accepted(await reader.get(`/admin/loans/${id}`)).loan.facts;

test('Q-40 the panel of a loan says who asks, what the account did, what was missed and what was asked before', async () => {
  const first = await ask();
  expect(await factsFor(first)).toMatchObject({
    client: { accountType: 'courant', identityVerifiedAt: null, isWarned: false, isFrozen: false },
    availableMinor: 0,
    missedPayments: { late: 0, ever: 0 },
    lastMovements: [],
    earlier: [],
  });
  await administrator.post(`/admin/loans/${first}/decision`, {
    action: 'reject',
    reasonCode: 'insufficient-income',
  });
  await bank.fund(client, 500_00);
  accepted(
    await client.post('/withdrawals', {
      amountMinor: 120_00,
      iban: 'FR7630006000011234567890189',
      bankName: 'Banque du Port',
    }),
  );
  accepted(
    await administrator.put(`/admin/clients/${client.accountId}/warning`, { reason: 'Deux adresses' }),
  );
  const facts = await factsFor(await ask({ amountMinor: 2_000_00 }));
  expect(facts).toMatchObject({
    client: { isWarned: true },
    availableMinor: 380_00,
    earlier: [{ id: first, amountMinor: 1_000_00, status: 'rejected', isRunning: false }],
  });
  expect(facts.lastMovements.map(({ amountMinor }: { amountMinor: number }) => amountMinor)).toEqual([
    500_00,
  ]);
  // The first request says nothing of the one after it.
  expect((await factsFor(first)).earlier).toEqual([]);
});

test('Q-40, STAFF-5 warnings, freezes and verified identities are absent for who may not read them', async () => {
  const reader = await staffWith(bank, ['loans.review', 'loans.reviewOne']);
  const id = await ask();
  expect((await factsFor(id, reader)).client).toMatchObject({
    isWarned: null,
    isFrozen: null,
    identityVerifiedAt: null,
  });
});
