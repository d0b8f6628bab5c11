import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loanToDoubtful } from '#domain/ledger/postings.ts';
import { PERMISSIONS } from '#domain/operations.ts';
import type { GovernedOperation } from '#domain/proposals/policy.ts';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import { legalDay } from '#domain/time/days.ts';
import words from '#locales/fr/admin-proposals.json' with { type: 'json' };
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { post } from '../ledger/post.ts';
import { adoptAccount } from '../testing/bank-files.ts';
import { lend } from '../testing/confirmed-recovery-calls.ts';
import { accept, offerOn, requestForContract } from '../testing/contract-path.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted, LOAN_REQUEST, type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { sizeFor } from '../testing/size.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { asOwner, pastTheGuards, SOURCE_OF_TESTS } from '../testing/test-database.ts';
import { confirmTestSheet } from '../testing/test-sheet.ts';

// Longer than 400 lines: one table, a case for each operation that others approve.

/**
 * FOUR-16 for every entry of the registry: what its maker saw and has changed since, or a maker who has gone, ends a proposal without an act. An
 * operation without its case does not compile.
 */

let bank: TestBank;
let world: PopulatedBank;
let admin: Person;
let maker: Person;
let second: Person;
/** Somebody who is tied to a client, and somebody who sees assigned files alone. */
let tied: Person;
let restricted: Person;

interface Case {
  /** The command, in a world where it needs an approval. */
  readonly input: () => Promise<object>;
  /** Changes what it rests on, in each way that counts. Every way is tried on a command of its own. */
  readonly changes: Readonly<Record<string, (input: Input) => Promise<unknown>>>;
  /** How the last approval is refused, where what it rests on is gone; `proposal.stale` elsewhere. */
  readonly refused?: string;
}
// biome-ignore lint/suspicious/noExplicitAny: each operation has its own input.
type Input = any;

const owner = (query: ReturnType<typeof sql>) =>
  asOwner(bank.database.db, async (tx) => {
    await tx.execute(query);
  });
/** Does something while nobody is asked. */
async function free<T>(act: () => Promise<T>): Promise<T> {
  accepted(await admin.put('/admin/four-eyes', { isOn: false }));
  try {
    return await act();
  } finally {
    accepted(await admin.put('/admin/four-eyes', { isOn: true }));
  }
}
/** An act of the staff that asks nobody. */
const alone = (act: () => Promise<Answer>) => free(async () => accepted(await act()));

const newClient = () => bank.client();
const clientOfLoan = new Map<string, ClientPerson>();
const loanInput = async (more: object) => {
  const client = await newClient();
  const { id } = accepted(await client.post('/loans', { ...LOAN_REQUEST, amountMinor: 20_000_00 })).loan;
  clientOfLoan.set(id, client);
  return { id, ...more };
};
const loanChanges: Case['changes'] = {
  phase: ({ id }) => alone(() => admin.post(`/admin/loans/${id}/decision`, { action: 'process' })),
  amount: ({ id }) => owner(sql`update loan_requests set amount = amount + 100 where id = ${id}::uuid`),
  'version of the sheet': async ({ id }) =>
    accepted(await confirmTestSheet(clientOfLoan.get(id) as ClientPerson, id)),
};
const activationChange: Case['changes'] = {
  activation: ({ id }) =>
    owner(sql`update client_accounts set is_activated = not is_activated where id = ${id}::uuid`),
};
const newTransfer = () =>
  free(async () => {
    const client = await newClient();
    await bank.fund(client, 9_000_00);
    const order = { amountMinor: 6_000_00, iban: nextIban(), bankName: 'Banque du Port' };
    return accepted(await client.post('/withdrawals', order)).withdrawal.id;
  });
/** A loan that runs, made ready for an act of recovery. */
const runningLoan = (more: object = {}, ready: (id: string) => Promise<unknown> = async () => {}) =>
  free(async () => {
    const id = await lend(admin, await newClient());
    await ready(id);
    return { id, reason: 'Irrécouvrable', ...more };
  });
const loanFrozen: Case['changes'] = {
  'a freeze': ({ id }) =>
    owner(sql`update loans set frozen = 'death', frozen_from = current_date where id = ${id}::uuid`),
};
const remission = async (more: object) => {
  const { id } = await runningLoan();
  const path = `/admin/loans/${id}/measure-effect?kind=remission&amountMinor=10000`;
  const { effect } = accepted(await admin.get(path));
  return {
    id,
    kind: 'remission',
    amountMinor: 100_00,
    seenExtraInterestMinor: effect.extraInterestMinor,
    ...more,
  };
};
/** Makes bank and books of a currency differ by five more, as a fault would. */
const differMore = (currency: string) =>
  pastTheGuards(bank.database.db, async (tx) => {
    await tx.execute(
      sql`update bank_accounts set adopted_balance = adopted_balance + 500 where currency = ${currency}`,
    );
  });
const newPerson = async () => (await memberWith(bank, ['auditor'])).userId;

const CASES: Readonly<Record<GovernedOperation, Case>> = {
  'accounts.credit': {
    input: async () => ({
      id: (await newClient()).accountId,
      amountMinor: 2_000_00,
      currency: 'EUR',
      description: 'Versement au guichet',
    }),
    changes: activationChange,
  },
  'accounts.activate': {
    input: async () => ({ id: (await bank.client()).accountId, receivedMinor: 10_00 }),
    changes: activationChange,
  },
  'accounts.assignIban': {
    input: async () => ({
      id: (await newClient()).accountId,
      iban: nextIban(),
      bankName: 'Banque du Marais',
    }),
    changes: {
      'the replaced IBAN': ({ id }) =>
        alone(() => admin.put(`/admin/clients/${id}/iban`, { iban: nextIban(), bankName: 'Banque du Port' })),
    },
  },
  'loanOffers.issue': { input: () => loanInput({ seenPhase: 'submitted' }), changes: loanChanges },
  'loans.decide.approve': { input: () => loanInput({ action: 'approve' }), changes: loanChanges },
  'loanOffers.decideAgreement.agree': {
    input: () =>
      free(async () => {
        const client = await newClient();
        const id = await requestForContract(client, {
          amountMinor: 60_000_00,
          durationMonths: 60,
          monthlyIncomeMinor: 9_000_00,
          product: 'project',
        });
        await offerOn(await bank.administrator(), id);
        accepted(await accept(client, id));
        return { id, action: 'agree', seenPhase: 'accepted' };
      }),
    changes: {
      phase: ({ id }) => owner(sql`update loan_requests set phase = 'lapsed' where id = ${id}::uuid`),
    },
  },
  'loanRepayments.measure.propose': { input: () => remission({ action: 'propose' }), changes: loanFrozen },
  'loanRepayments.measure.impose': {
    input: () => remission({ action: 'impose', decisionOn: legalDay(new Date()) }),
    changes: loanFrozen,
  },
  'loanRecovery.accelerate': {
    input: () =>
      runningLoan({}, (id) =>
        owner(sql`insert into loan_formal_notices (id, loan_id, sent_on, last_day, amount, instalments, sent_at, sent_by)
          values (${newUuid()}, ${id}, current_date - 60, current_date - 20, 1, 2, now(), ${newUuid()})`),
      ),
    changes: loanFrozen,
  },
  'loanRecovery.provide': {
    input: () =>
      runningLoan({ amountMinor: 500_00 }, (id) =>
        bank.work(admin.userId, (work) =>
          post(work, loanToDoubtful(id, { amountMinor: 2_000_00, currency: 'EUR' }), id),
        ),
      ),
    changes: {
      ...loanFrozen,
      'what is set aside': ({ id, amountMinor, reason }) =>
        alone(() => admin.post(`/admin/loans/${id}/provisions`, { amountMinor, reason })),
    },
  },
  'loanRecovery.writeOff': { input: () => runningLoan(), changes: loanFrozen },
  'loanRecovery.forfeitInterest': {
    input: () =>
      runningLoan({ amountMinor: 1 }, (id) =>
        owner(sql`update loan_instalments set paid_interest = 1 where loan_id = ${id}::uuid and number = 1`),
      ),
    changes: loanFrozen,
  },
  'loanRecovery.taxCosts': {
    input: () => runningLoan({ amountMinor: 1_00, document: 'Ordonnance de taxe' }),
    changes: loanFrozen,
  },
  'withdrawals.decide.approve': {
    input: async () => ({ id: await newTransfer(), action: 'approve' }),
    changes: {
      status: ({ id }) => alone(() => admin.post(`/admin/withdrawals/${id}/decision`, { action: 'process' })),
      IBAN: ({ id }) =>
        owner(sql`update withdrawal_requests set client_iban = ${nextIban()} where id = ${id}::uuid`),
      amount: ({ id }) =>
        owner(sql`update withdrawal_requests set amount = amount + 1 where id = ${id}::uuid`),
    },
  },
  'withdrawalBatches.export': {
    input: () =>
      free(async () => {
        const client = await newClient();
        await bank.fund(client, 9_000_00);
        return { withdrawalIds: [await world.newValidatedWithdrawal(client)] };
      }),
    changes: {
      'what waits for a file': ({ withdrawalIds }) =>
        alone(() => admin.post('/admin/withdrawals/sepa-export', { withdrawalIds })),
      amount: ({ withdrawalIds }) =>
        owner(sql`update withdrawal_requests set amount = amount + 1 where id = ${withdrawalIds[0]}::uuid`),
    },
  },
  'corrections.reverse': {
    input: () =>
      free(async () => ({ id: await world.newPosting(await newClient()), reason: 'Saisi deux fois' })),
    changes: {
      'its reversal': ({ id }) =>
        alone(() => admin.post(`/admin/postings/${id}/reversal`, { reason: 'Saisi deux fois par erreur' })),
    },
  },
  'corrections.create': {
    input: () =>
      free(async () => ({
        postingId: await world.newPosting(await newClient()),
        reason: 'Versé au mauvais client',
        rightAccountId: (await newClient()).accountId,
      })),
    changes: {
      'the receipt taken back': (input) => alone(() => admin.post('/admin/corrections', input)),
    },
  },
  'corrections.decideDispute.refund': {
    input: () =>
      free(async () => {
        const id = await world.newDispute(world.customer);
        await owner(sql`update transaction_disputes set amount = 200000 where id = ${id}::uuid`);
        return { id, action: 'refund' };
      }),
    changes: {
      state: ({ id }) =>
        alone(() =>
          admin.post(`/admin/disputes/${id}/decision`, { action: 'suspect', note: 'Relevé incohérent.' }),
        ),
    },
  },
  'corrections.decideDispute.bear': {
    input: () =>
      free(async () => {
        const id = await world.newDispute(world.customer);
        accepted(await admin.post(`/admin/disputes/${id}/decision`, { action: 'refund' }));
        return { id, action: 'bear', motive: 'not-recovered' };
      }),
    changes: {
      state: (input) => alone(() => admin.post(`/admin/disputes/${input.id}/decision`, input)),
    },
  },
  'corrections.giveUp': {
    input: async () => ({ id: await world.newReceivable(world.customer), motive: 'insolvent' }),
    changes: {
      'what is owed': async ({ id }) =>
        accepted(await world.customer.post(`/receivables/${id}/repayment`, { amountMinor: 1_00 })),
      'its loss': ({ id, motive }) => alone(() => admin.post(`/admin/receivables/${id}/loss`, { motive })),
    },
  },
  'clients.remove': {
    input: async () => ({ id: (await newClient()).accountId }),
    // Its file goes, and what waits about it ends with it (FOUR-20).
    changes: { existence: ({ id }) => alone(() => admin.delete(`/admin/clients/${id}`)) },
    refused: 'proposal.already-decided',
  },
  'staff.invite': {
    input: async () => ({
      email: `${newUuid()}@example.test`,
      firstName: 'Sacha',
      lastName: 'Essai',
      roles: ['auditor'],
    }),
    // Nothing is there before: an address that was taken meanwhile is the use case's refusal, and the vote is not counted.
    changes: { 'the address': (input) => alone(() => admin.post('/admin/staff', input)) },
    refused: 'proposal.not-executed',
  },
  'staff.changeRoles': {
    input: async () => ({ id: await newPerson(), roles: ['payments'] }),
    changes: {
      'the set before': ({ id }) =>
        alone(() => admin.put(`/admin/staff/${id}/roles`, { roles: ['adviser'] })),
    },
  },
  'staff.changeLimits': {
    input: async () => ({
      id: await newPerson(),
      limits: [{ operation: 'accounts.credit', perActEurMinor: 100_00, perDayEurMinor: null }],
    }),
    changes: {
      'the limits before': ({ id }) =>
        alone(() =>
          admin.put(`/admin/staff/${id}/limits`, {
            limits: [{ operation: 'accounts.credit', perActEurMinor: 50_00, perDayEurMinor: null }],
          }),
        ),
    },
  },
  'staff.resume': {
    input: async () => {
      const id = await newPerson();
      accepted(await admin.post(`/admin/staff/${id}/suspension`, { reason: 'Absence' }));
      return { id };
    },
    changes: { status: ({ id }) => alone(() => admin.post(`/admin/staff/${id}/resumption`)) },
  },
  'roles.define': {
    input: async () => ({
      code: `essai-${newUuid().slice(-8)}`,
      label: 'Essai',
      description: '',
      permissions: ['loans.review'],
      seenVersion: 0,
    }),
    changes: {
      version: ({ code, ...role }) => alone(() => admin.put(`/admin/roles/${code}`, role)),
    },
  },
  'policies.change': {
    input: async () => {
      const { policies } = accepted(await admin.get('/admin/policies'));
      const operation = 'clients.remove';
      const { version } = policies.find((one: Input) => one.operation === operation);
      return { operation, seenVersion: version, rows: [{ above: -1, approvers: [['compliance']] }] };
    },
    changes: {
      version: ({ operation, ...change }) => alone(() => admin.put(`/admin/policies/${operation}`, change)),
    },
  },
  'parameters.change': {
    input: async () => {
      const { parameters } = accepted(await admin.get('/admin/legal-parameters'));
      const { rows } = parameters.find(({ key }: Input) => key === 'early.policy');
      return {
        key: 'early.policy',
        from: `${Number(rows[0].from.slice(0, 4)) < 2050 ? 2050 : Number(rows[0].from.slice(0, 4)) + 1}-01-01`,
        value: 10,
        source: SOURCE_OF_TESTS,
        verified: 'decision',
        seenFrom: rows[0].from,
      };
    },
    changes: { version: (change) => alone(() => admin.put('/admin/legal-parameters', change)) },
  },
  'rates.change': {
    input: async () => ({ currencyCode: 'USD', rate: '1.3', asOf: '2026-11-20' }),
    changes: {
      'the rate before': () =>
        alone(() => admin.put('/admin/rates/USD', { rate: '1.2', asOf: '2026-11-20' })),
    },
  },
  'rates.import': {
    input: async () => ({ text: 'Date, USD, \n20 November 2026, 1.4, \n' }),
    changes: {
      'a rate before': () => alone(() => admin.put('/admin/rates/USD', { rate: '1.25', asOf: '2026-11-20' })),
    },
  },
  'bankLines.allocate': {
    input: () =>
      free(async () => ({
        id: await world.newBankLine(),
        parts: [{ kind: 'client', accountId: (await newClient()).accountId, amountMinor: 5_00 }],
      })),
    changes: {
      'what waits of the line': ({ id }) =>
        alone(() => admin.post(`/admin/bank-lines/${id}/return`, { amountMinor: 1_00, reasonCode: 'CUST' })),
    },
  },
  'bankLines.return': {
    input: () => free(async () => ({ id: await world.newBankLine(), amountMinor: 5_00, reasonCode: 'CUST' })),
    changes: {
      'what waits of the line': ({ id }) =>
        alone(() => admin.post(`/admin/bank-lines/${id}/return`, { amountMinor: 1_00, reasonCode: 'CUST' })),
    },
  },
  'bankAccounts.adopt': {
    input: () =>
      free(async () => ({ id: await world.newBankAccount(), openingMinor: 5_00, day: '2026-11-20' })),
    changes: {
      'who keeps the account': ({ id, ...order }) =>
        alone(() => admin.post(`/admin/bank-accounts/${id}/adoption`, order)),
    },
  },
  'statements.release': {
    input: () => free(async () => ({ id: (await world.newBankFile()).statementId, release: 'post' })),
    changes: {
      state: ({ id }) => alone(() => admin.post(`/admin/statements/${id}/release`, { release: 'refuse' })),
    },
  },
  'reconciliation.explain': {
    input: () =>
      free(async () => {
        const currency = 'NOK';
        await adoptAccount(admin, 0, { iban: nextIban(), currency });
        await differMore(currency);
        return { currency, note: 'Agios que la banque retire demain' };
      }),
    changes: {
      'the difference': ({ currency }) => differMore(currency),
    },
  },
  'lists.export': {
    input: async () => ({ list: 'clients' }),
    // The file is written when it is taken out, of what is there then: nothing of it can change before.
    changes: {},
  },
};

/** Those of the registry that need an approval whatever the world holds; a long list needs many clients (server/lists). */
const OPERATIONS_HERE = GOVERNED_OPERATIONS.filter((operation) => operation !== 'lists.export');

async function proposed(operation: GovernedOperation, input: object, by = maker) {
  const about = { operation, input };
  const asked = await by.post('/admin/approval-requirements', about);
  const { seen, shown, memberName } = accepted(asked);
  // FOUR-14: what a checker reads stands under a name, and of the staff's access it is said whose.
  const names = Object.keys({ ...seen, ...shown }).filter((name) => !['currency', 'clients'].includes(name));
  expect(names.filter((name) => !(name.replace(/Minor$/, '') in words.fields))).toEqual([]);
  const isOfMember = /^staff\.(changeRoles|changeLimits|resume)$/.test(operation);
  expect([operation, memberName !== null]).toEqual([operation, isOfMember]);
  return accepted(await by.post('/admin/proposals', { ...about, seen })).proposal;
}
/** FOUR-14: who reads it without their own files, or their assigned ones alone, reads what it rests on now as well, and finds it in their lists. */
async function expectReadable({ id, client }: Input): Promise<void> {
  if (client)
    await owner(sql`insert into assignments (id, subject_kind, subject_id, client_account_id, assignee_id, assigned_by, at)
      values (${newUuid()}::uuid, 'client', ${client.accountId}::uuid, ${client.accountId}::uuid, ${restricted.userId}::uuid,
        ${admin.userId}::uuid, now()) on conflict (subject_kind, subject_id) where ended_at is null
        do update set assignee_id = excluded.assignee_id`);
  for (const reader of [tied, ...(client ? [restricted] : [])]) {
    const { proposal } = accepted(await reader.get(`/admin/proposals/${id}`));
    // A receipt that is not given yet is nobody's file.
    if (reader === tied) expect(proposal.now).toEqual(proposal.seen);
    const { proposals } = accepted(await reader.get('/admin/proposals?list=all&limit=1'));
    expect(proposals[0].id).toBe(id);
  }
}
/** Gives the approvals that a proposal needs; the last one is told. */
const approve = async ({ id, inputHash, slots }: Input) => {
  let told = '';
  for (const voter of slots.length > 1 ? [second, admin] : [admin]) {
    const { body } = await voter.post(`/admin/proposals/${id}/approval`, { inputHash });
    told = body.code ?? body.proposal.status;
  }
  return told;
};
const linesOf = async (operation: string) =>
  (
    await rowsOf(
      bank.database.db,
      sql`select 1 from audit_entries where operation = ${operation} and outcome = 'done' and actor_id = ${maker.userId}::uuid`,
    )
  ).length;

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  admin = await bank.administrator();
  maker = await bank.administrator();
  second = await bank.administrator();
  tied = await memberWith(bank, ['compliance']);
  restricted = await staffWith(bank, PERMISSIONS);
  const { accountId } = await newClient();
  await owner(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
    values (${tied.userId}::uuid, ${accountId}::uuid, 'relative', ${tied.userId}::uuid, now())`);
  await owner(sql`update roles set assigned_only = true
    where code in (select role from user_roles where user_id = ${restricted.userId}::uuid)`);
  accepted(await admin.put('/admin/rates/USD', { rate: '1.1', asOf: '2026-11-20' }));
  accepted(await admin.put('/admin/four-eyes', { isOn: true }));
});
afterAll(() => bank.close());

describe('FOUR-16 what its maker saw has changed', () => {
  const ways = OPERATIONS_HERE.flatMap((operation) =>
    Object.keys(CASES[operation].changes)
      .slice(0, sizeFor({ small: 1, whole: undefined }))
      .map((way) => [operation, way] as const),
  );

  test('every entry of the registry but the one whose file is written later names what changes', () => {
    const without = GOVERNED_OPERATIONS.filter(
      (operation) => Object.keys(CASES[operation].changes).length === 0,
    );
    expect(without).toEqual(['lists.export']);
  });

  test.each(ways)('%s: %s', async (operation, way) => {
    const { input, changes, refused = 'proposal.stale' } = CASES[operation];
    const command = await input();
    const waiting = await proposed(operation, command);
    await expectReadable(waiting);
    await changes[way]?.(command);
    expect(await approve(waiting)).toBe(refused);
    expect(await linesOf(operation)).toBe(0);
    if (refused !== 'proposal.stale') return;
    expect(accepted(await admin.get(`/admin/proposals/${waiting.id}`)).proposal.status).toBe('stale');
    const told = accepted(await maker.get('/notifications')).notifications[0];
    expect([told.kind, told.params.reference]).toEqual(['proposal-stale', waiting.reference]);
  });
});

/** One rule for all of them, which no operation has a part in: each fifth, and all in the whole tests. */
const WITHOUT_MAKER = OPERATIONS_HERE.filter((_, index) => index % sizeFor({ small: 5, whole: 1 }) === 0);

test.each(WITHOUT_MAKER)(
  'FOUR-16 %s: its maker no longer holds it, and nothing is done',
  async (operation) => {
    const gone = await bank.administrator();
    const waiting = await proposed(operation, await CASES[operation].input(), gone);
    await owner(sql`update user_roles set role = 'auditor' where user_id = ${gone.userId}::uuid`);
    expect(await approve(waiting)).toBe('proposal.maker-gone');
    expect(accepted(await admin.get(`/admin/proposals/${waiting.id}`)).proposal.status).toBe('stale');
  },
);

test('FOUR-10 a dispute whose refund is proposed says so in its list', async () => {
  const operation = 'corrections.decideDispute.refund';
  const input = await CASES[operation].input();
  const waiting = await proposed(operation, input);
  const { disputes } = accepted(await admin.get('/admin/disputes?list=all&limit=100'));
  const shown = disputes.find(({ id }: { id: string }) => id === (input as { id: string }).id);
  expect(shown.approvalSince).toBe(waiting.madeAt);
});
