import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PolicyOfFile } from '#domain/proposals/policies-of-file.ts';
import { BadConfiguration } from '../config.ts';
import { rowsOf } from '../db/database.ts';
import { assembleBank, mattersToSettle } from '../open-bank.ts';
import { LIVE_INSTITUTION } from '../testing/live-institution.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { changePolicy } from './change-policy.ts';

/** FOUR-1, FOUR-2: policies are data of the product, of the institution's file and of the screen; the newest counts. */

let bank: TestBank;
let admin: Person;
let maker: Person;

const OPERATION = 'accounts.credit' as const;
const SLOT = ['accountant', 'payments'];
const rowsAbove = (above: number) => [{ above, approvers: [SLOT] }];
const BECAUSE = 'Deux personnes tiennent la caisse ensemble, décision du 3 mars.';

/** Starts the bank anew with these policies in its file, as a start of the product does. */
const startWith = (approvalPolicies: PolicyOfFile[] | undefined, mode: 'demo' | 'live' = 'demo') => {
  const { config, database, institution } = bank.bank;
  const file = { ...institution, mode, approvalPolicies: approvalPolicies as never };
  return assembleBank(config, file, database, bank.bank.surroundings);
};
const restart = async (approvalPolicies?: PolicyOfFile[]) => (await startWith(approvalPolicies)).live.close();

const policyNow = async () =>
  accepted(await admin.get('/admin/policies')).policies.find(
    ({ operation }: { operation: string }) => operation === OPERATION,
  );
const versions = async () =>
  (await rowsOf<{ n: number }>(bank.database.db, sql`select count(*)::int as n from approval_policies`))[0]
    ?.n;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    admin = await bank.administrator();
    maker = await memberWith(bank, ['payments']);
    accepted(await admin.put('/admin/four-eyes', { isOn: true }));
  }),
);
afterEach(() => bank.close());

test('FOUR-1 a start writes the file’s as a version of its own, once; without it the product’s hold again', async () => {
  expect(await policyNow()).toMatchObject({ version: 0, source: 'product' });
  await restart([{ operation: OPERATION, rows: rowsAbove(200_00), emergencyUpToEurMinor: null }]);
  expect(await policyNow()).toMatchObject({
    version: 1,
    source: 'file',
    rows: [{ above: 200_00 }],
    emergencyUpToEurMinor: null,
  });
  const client = await bank.client();
  const refused = await maker.post(`/admin/clients/${client.accountId}/credits`, {
    amountMinor: 200_01,
    currency: 'EUR',
    description: 'Versement au guichet',
  });
  // FOUR-7: the version of the policy goes with the refusal.
  expect([refused.status, refused.body.code, refused.body.params.policyVersion]).toEqual([
    409,
    'approval.required',
    1,
  ]);
  await restart([{ operation: OPERATION, rows: rowsAbove(200_00), emergencyUpToEurMinor: null }]);
  expect(await versions()).toBe(1);
  await restart();
  expect(await policyNow()).toMatchObject({
    version: 2,
    source: 'product',
    emergencyUpToEurMinor: 1_000_000,
  });
});

test('FOUR-1 what the screen changed is newer, and a start leaves it; its author and terms stay', async () => {
  await restart([{ operation: OPERATION, rows: rowsAbove(200_00), isCumulative: false }]);
  const change = { operation: OPERATION, seenVersion: 1, rows: rowsAbove(100_00) };
  await bank.work(admin.userId, (work) => changePolicy(work, bank.bank.institution, change));
  await restart([{ operation: OPERATION, rows: rowsAbove(300_00) }]);
  expect(await policyNow()).toMatchObject({
    version: 2,
    source: 'screen',
    isCumulative: false,
    rows: [{ above: 100_00 }],
  });
});

test('FOUR-2 in a live institution the screen makes a policy stricter, never looser than the file’s or the product’s', async () => {
  const changed = (above: number, approvalPolicies: PolicyOfFile[] = []) =>
    bank.work(admin.userId, async (work) => {
      const institution = { mode: 'live' as const, approvalPolicies: approvalPolicies as never };
      await changePolicy(work, institution, {
        operation: 'accounts.activate',
        seenVersion: 0,
        rows: [{ above, approvers: [['compliance', 'payments']] }],
      });
      // Nothing of it is kept: each case begins with the product's.
      throw new Error('undone');
    });
  await expect(changed(1)).rejects.toMatchObject({ code: 'policy.looser' });
  await expect(changed(-1)).rejects.toThrow('undone');
  const file = [
    {
      operation: 'accounts.activate',
      rows: [{ above: 50_00, approvers: [['compliance', 'payments']] }],
      because: BECAUSE,
    },
  ];
  await expect(changed(50_00, file)).rejects.toThrow('undone');
  await expect(changed(50_01, file)).rejects.toMatchObject({ code: 'policy.looser' });
});

test('FOUR-2 a live start with a looser policy needs a reason, and says it each time', async () => {
  const looser = [{ operation: OPERATION, rows: rowsAbove(5_000_00) }];
  await expect(startWith(looser, 'live')).rejects.toBeInstanceOf(BadConfiguration);
  const institution = {
    ...LIVE_INSTITUTION,
    approvalPolicies: [{ ...looser[0], because: BECAUSE }],
  } as never;
  expect(await mattersToSettle({ ...bank.bank, institution })).toContainEqual(
    expect.stringContaining(`${OPERATION} asks for fewer approvals than the product does: ${BECAUSE}`),
  );
});

test('FOUR-1 a row that asks for a role which nobody could hold is refused', async () => {
  const rows = [{ above: 0, approvers: [['cashier']] }];
  const change = bank.work(admin.userId, (work) =>
    changePolicy(work, bank.bank.institution, { operation: OPERATION, seenVersion: 0, rows }),
  );
  await expect(change).rejects.toMatchObject({ code: 'request.invalid' });
});

test('FOUR-19 people who manage access read which operations have no approver left, until there is one again', async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update user_roles set role = 'technical-admin' where role = 'admin' and user_id <> ${admin.userId}::uuid`,
    ),
  );
  const checker = await memberWith(bank, ['accountant']);
  const client = await bank.client();
  const input = {
    id: client.accountId,
    amountMinor: 1_500_00,
    currency: 'EUR',
    description: 'Versement au guichet',
  };
  const about = { operation: OPERATION, input };
  const { seen } = accepted(await maker.post('/admin/approval-requirements', about));
  const { proposal } = accepted(await maker.post('/admin/proposals', { ...about, seen }));
  const isSaidTo = async (person: Person) =>
    accepted(await person.get(`/admin/proposals/${proposal.id}`)).proposal.isUnfillable;
  const manager = await memberWith(bank, ['technical-admin', 'auditor']);
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update user_roles set role = 'technical-admin' where role = 'admin' and user_id <> ${checker.userId}::uuid`,
    ),
  );
  expect([await isSaidTo(manager), proposal.rule]).toEqual([
    false,
    { above: 100_000, conditions: [], accountTypes: [], rateDeviationBps: null },
  ]);
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update user_roles set role = 'adviser' where user_id = ${checker.userId}::uuid`),
  );
  expect([await isSaidTo(manager), await isSaidTo(maker)]).toEqual([true, false]);
  const { proposals } = accepted(await manager.get('/admin/proposals?list=all'));
  expect(proposals.map(({ isUnfillable }: { isUnfillable: boolean }) => isUnfillable)).toEqual([true]);
  await memberWith(bank, ['accountant']);
  expect(await isSaidTo(manager)).toBe(false);
});

test('FOUR-1 STAFF-0 a policy is changed whole and from a day on: until then the one before holds', async () => {
  accepted(await admin.put('/admin/four-eyes', { isOn: false }));
  bank.setNow(new Date('2026-11-28T10:00:00Z'));
  const change = (input: object) => admin.put(`/admin/policies/${OPERATION}`, input);
  const rows = [{ above: 50_00, approvers: [SLOT, ['compliance']] }];
  const later = { rows, isCumulative: false, expiry: 'payment-day', emergencyUpToEurMinor: null };
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  expect(codeOf(await change({ ...later, seenVersion: 0, from: '2026-11-27' }))).toEqual([
    400,
    'request.invalid',
  ]);
  expect(codeOf(await change({ rows, seenVersion: 0, emergencyUpToEurMinor: -1 }))).toEqual([
    400,
    'request.invalid',
  ]);
  accepted(await change({ ...later, seenVersion: 0, from: '2026-12-01' }));
  expect(await policyNow()).toMatchObject({
    version: 0,
    isCumulative: true,
    planned: { version: 1, from: '2026-12-01', rows: [{ above: 50_00 }] },
  });
  // Who did not see what is planned changes nothing.
  expect(codeOf(await change({ rows, seenVersion: 0 }))).toEqual([409, 'proposal.stale']);
  accepted(await admin.put('/admin/four-eyes', { isOn: true }));
  const client = await bank.client();
  const credit = () =>
    maker.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor: 60_00,
      currency: 'EUR',
      description: 'Versement au guichet',
    });
  // The night in Paris: the last second of 30 November, and the first of December.
  await bank.travelTo(new Date('2026-11-30T22:59:59Z'));
  accepted(await credit());
  await bank.travelTo(new Date('2026-11-30T23:00:00Z'));
  expect(codeOf(await credit())).toEqual([409, 'approval.required']);
  expect(await policyNow()).toMatchObject({
    version: 1,
    isCumulative: false,
    expiry: 'payment-day',
    emergencyUpToEurMinor: null,
    planned: null,
  });
});

test('FOUR-2 FOUR-22 a live policy gets no longer term, no emergency and no uncounted sum on the screen', async () => {
  const institution = { ...bank.bank.institution, mode: 'live' as const };
  const { rows } = accepted(await admin.get('/admin/policies')).policies.find(
    ({ operation }: { operation: string }) => operation === OPERATION,
  );
  const asSent = rows.map(
    ({
      above,
      conditions,
      approvers,
    }: {
      above: number;
      conditions: string[];
      approvers: { roles: string[] }[];
    }) => ({
      above,
      conditions,
      approvers: approvers.map(({ roles }) => roles),
    }),
  );
  for (const terms of [{ isCumulative: false }, { emergencyUpToEurMinor: 10_000_01 }]) {
    const change = bank.work(admin.userId, (work) =>
      changePolicy(work, institution, { operation: OPERATION, seenVersion: 0, rows: asSent, ...terms }),
    );
    await expect(change).rejects.toMatchObject({ code: 'policy.looser' });
  }
});

describe('FOUR-1 the conditions of a row', () => {
  const credited = async (client: ClientPerson) => {
    const { status, body } = await maker.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor: 20_00,
      currency: 'EUR',
      description: 'Versement au guichet',
    });
    return status === 200 ? 'done' : body.code;
  };

  test('asks of the clients whose account has a type that it names, and says so to who approves', async () => {
    const [current, savings] = [await bank.client(), await bank.client({ accountType: 'epargne' })];
    await restart([
      {
        operation: OPERATION,
        rows: [{ above: 10_00, accountTypes: ['epargne', 'credit'], approvers: [SLOT] }],
      },
    ]);
    expect(await policyNow()).toMatchObject({ rows: [{ accountTypes: ['epargne', 'credit'] }] });
    expect([await credited(current), await credited(savings)]).toEqual(['done', 'approval.required']);
    const about = {
      operation: OPERATION,
      input: {
        id: savings.accountId,
        amountMinor: 20_00,
        currency: 'EUR',
        description: 'Versement au guichet',
      },
    };
    const { seen } = accepted(await maker.post('/admin/approval-requirements', about));
    const { proposal } = accepted(await maker.post('/admin/proposals', { ...about, seen }));
    expect(proposal.rule).toMatchObject({ above: 10_00, accountTypes: ['epargne', 'credit'] });
  });

  test('FOUR-6 is met by every client while nothing is kept that says it', async () => {
    await restart([
      { operation: OPERATION, rows: [{ above: 10_00, conditions: ['highRisk', 'pep'], approvers: [SLOT] }] },
    ]);
    expect(await credited(await bank.client())).toBe('approval.required');
  });

  test('FOUR-22 is the distance of a rate that the policy names, and the screen changes it', async () => {
    const accountant = await memberWith(bank, ['accountant']);
    const change = async (rate: string) => {
      const { status, body } = await accountant.put('/admin/rates/USD', { rate, asOf: '2026-11-20' });
      return status === 200 ? 'done' : body.code;
    };
    const policy = (rateDeviationBps: number, seenVersion: number) =>
      admin.put('/admin/policies/rates.change', {
        seenVersion,
        rows: [{ above: -1, rateDeviationBps, approvers: [['accountant']] }],
      });
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update currency_rates set eur_to_local_rate = 1.1 where currency_code = 'USD'`),
    );
    accepted(await admin.put('/admin/four-eyes', { isOn: false }));
    accepted(await policy(50, 0));
    expect((await policy(-1, 1)).status).toBe(400);
    accepted(await admin.put('/admin/four-eyes', { isOn: true }));
    expect([await change('1.1055'), await change('1.112')]).toEqual(['done', 'approval.required']);
  });
});
