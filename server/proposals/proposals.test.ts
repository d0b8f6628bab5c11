import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#domain/operations.ts';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import { rowsOf } from '../db/database.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner, SOURCE_OF_TESTS } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { GOVERNED } from './governed-operations.ts';

// Longer than 400 lines: the life of one proposal, on the staff and the policies that stand above it.

let bank: TestBank;
let anne: Person;
let chloe: Person;
let client: ClientPerson;

/** A member of the staff with these roles alone. */
async function staffWith(...roles: string[]): Promise<Person> {
  const person = await bank.administrator();
  await asOwner(bank.database.db, async (tx) => {
    for (const role of roles)
      await tx.execute(sql`insert into user_roles (user_id, role) values (${person.userId}::uuid, ${role})`);
    await tx.execute(sql`delete from user_roles where user_id = ${person.userId}::uuid and role = 'admin'`);
  });
  return person;
}

const turnOn = async (isOn = true) => accepted(await chloe.put('/admin/four-eyes', { isOn }));

const credit = (amountMinor: number) => ({
  amountMinor,
  currency: 'EUR',
  description: 'Versement au guichet',
});
const creditPath = () => `/admin/clients/${client.accountId}/credits`;
const command = (amountMinor: number) => ({
  operation: 'accounts.credit',
  input: { ...credit(amountMinor), id: client.accountId },
});

/** Proposes a command as its dialog does: it asks what is needed, then sends what it saw. */
async function propose(by: Person, about: { operation: string; input: object }, comment?: string) {
  const { seen } = accepted(await by.post('/admin/approval-requirements', about));
  return by.post('/admin/proposals', { ...about, seen, ...(comment ? { comment } : {}) });
}

const proposed = async (by: Person, about: { operation: string; input: object }) =>
  accepted(await propose(by, about)).proposal;

const approve = (by: Person, proposal: { id: string; inputHash: string }) =>
  by.post(`/admin/proposals/${proposal.id}/approval`, { inputHash: proposal.inputHash });

const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    chloe = await bank.administrator();
    anne = await staffWith('payments');
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

test('FOUR-15 every governed operation is one, and its command is executed by the use case of its route', () => {
  expect([...GOVERNED.keys()].sort()).toEqual([...GOVERNED_OPERATIONS].sort());
  for (const operation of GOVERNED_OPERATIONS) expect(OPERATIONS[operation].by).toBe('staff');
});

test('FOUR-2, STAFF-12 everybody of the staff reads with the counts whether second approvals are asked for, and above what in a row', async () => {
  const [adviser, payments] = [await staffWith('adviser'), await staffWith('payments')];
  const asked = async (person: Person) => {
    const { isFourEyesOn, aloneUpToEurMinor } = accepted(await person.get('/admin/counts'));
    return [isFourEyesOn, aloneUpToEurMinor];
  };
  expect(await asked(payments)).toEqual([false, {}]);
  await turnOn();
  expect(await asked(payments)).toEqual([true, { 'withdrawals.decide.approve': 5_000_00 }]);
  // Of what a person cannot do they read no rule.
  expect(await asked(adviser)).toEqual([true, {}]);
});

describe('a demonstration with four eyes off', () => {
  test('FOUR-2 asks nobody, and says so', async () => {
    expect((await anne.post(creditPath(), credit(50_000_00))).status).toBe(200);
    expect(accepted(await anne.post('/admin/approval-requirements', command(50_000_00)))).toMatchObject({
      isOn: false,
      slots: [],
    });
    expect(
      code(await anne.post('/admin/proposals', { ...command(50_000_00), seen: { isActivated: false } })),
    ).toEqual([409, 'approval.not-required']);
  });
});

describe('a credit above its limit', () => {
  beforeEach(() => turnOn());

  test('FOUR-5, FOUR-7 exactly the threshold needs nobody; a cent more is refused, spends no key and writes nothing', async () => {
    const before = await balance();
    expect((await anne.post(creditPath(), credit(1_000_00))).status).toBe(200);
    const key = 'a-key-that-is-not-spent';
    const refused = await anne.post(creditPath(), credit(1_000_01), { key });
    expect(code(refused)).toEqual([409, 'approval.required']);
    expect(refused.body.params.slots).toContain('ou');
    expect(await balance()).toBe(before + 1_000_00);
    await turnOn(false);
    expect((await anne.post(creditPath(), credit(1_000_01), { key })).status).toBe(200);
  });

  test('FOUR-6 acts of 24 hours on a client and by a maker count together, waiting proposals too', async () => {
    expect((await anne.post(creditPath(), credit(600_00))).status).toBe(200);
    expect(code(await anne.post(creditPath(), credit(500_00)))).toEqual([409, 'approval.required']);
    const other = await bank.client();
    const elsewhere = `/admin/clients/${other.accountId}/credits`;
    expect(code(await anne.post(elsewhere, credit(500_00)))).toEqual([409, 'approval.required']);
    expect((await anne.post(elsewhere, credit(400_00))).status).toBe(200);
    const waiting = await proposed(anne, command(2_000_00));
    expect(waiting.comparedEurMinor).toBe(3_000_00);
    const bruno = await staffWith('payments');
    expect(code(await bruno.post(creditPath(), credit(1_00)))).toEqual([409, 'approval.required']);
  });

  test('STAFF-3, FOUR-7 the approvals of others are asked for before a confirmation, which comes with the proposal', async () => {
    const before = await balance();
    const begun = Date.now();
    for (let minutes = 9; minutes <= 63; minutes += 9) {
      bank.setNow(new Date(begun + minutes * 60_000));
      await anne.get('/session');
      await client.get('/session');
    }
    expect(code(await anne.post(creditPath(), credit(1_000_01)))).toEqual([409, 'approval.required']);
    expect(code(await anne.post(creditPath(), credit(1_000_00)))).toEqual([
      403,
      'auth.confirmation-required',
    ]);
    expect(code(await propose(anne, command(1_000_01)))).toEqual([403, 'auth.confirmation-required']);
    // What was judged without its confirmation is not counted.
    expect(accepted(await anne.post('/admin/approval-requirements', command(1_000_00))).slots).toEqual([]);
    expect(await balance()).toBe(before);
  });

  test('two at once cannot both stay below', async () => {
    const answers = await Promise.all([1, 2].map(() => anne.post(creditPath(), credit(900_00))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('FOUR-8, FOUR-15 is proposed, seen by a checker, and executed in the name of its maker', async () => {
    const before = await balance();
    const answer = accepted(await propose(anne, command(1_500_00), 'Reçu au guichet ce matin.'));
    expect(answer.proposal).toMatchObject({
      status: 'awaiting',
      isOwn: true,
      canVote: false,
      comment: 'Reçu au guichet ce matin.',
      slots: [{ roles: ['accountant', 'payments'], filledBy: null }],
      input: command(1_500_00).input,
    });
    const bruno = await staffWith('payments');
    expect(accepted(await bruno.get('/admin/proposals?list=to-approve'))).toMatchObject({ count: 1 });
    const executed = accepted(await approve(bruno, answer.proposal)).proposal;
    expect(executed).toMatchObject({ status: 'executed', canVote: false });
    expect(await balance()).toBe(before + 1_500_00);
    expect(accepted(await bruno.get('/admin/proposals?list=to-approve'))).toMatchObject({ count: 0 });
    const lines = await rowsOf<{ operation: string; actor_id: string }>(
      bank.database.db,
      sql`select operation, actor_id from audit_entries order by number desc limit 2`,
    );
    expect(lines.map(({ operation, actor_id }) => [operation, actor_id]).sort()).toEqual([
      ['accounts.credit', anne.userId],
      ['proposals.approve', bruno.userId],
    ]);
  });

  test('FOUR-9 nobody approves their own, also as an administrator', async () => {
    const own = await proposed(chloe, command(1_500_00));
    expect(code(await approve(chloe, own))).toEqual([409, 'proposal.own']);
    await expect(
      asOwner(bank.database.db, (tx) =>
        tx.execute(
          sql`insert into proposal_votes (proposal_id, user_id, decision, at) values (${own.id}::uuid, ${chloe.userId}::uuid, 'approve', now())`,
        ),
      ),
    ).rejects.toThrow();
  });

  test('FOUR-10 waits once for the same subject; FOUR-20 its maker alone withdraws it', async () => {
    const waiting = await proposed(anne, command(1_500_00));
    expect(code(await propose(chloe, command(2_000_00)))).toEqual([409, 'proposal.already-there']);
    expect((await chloe.post(`/admin/proposals/${waiting.id}/withdrawal`)).status).toBe(404);
    expect(accepted(await anne.post(`/admin/proposals/${waiting.id}/withdrawal`)).proposal.status).toBe(
      'withdrawn',
    );
    expect(code(await approve(chloe, waiting))).toEqual([409, 'proposal.already-decided']);
    expect((await propose(chloe, command(2_000_00))).status).toBe(200);
  });

  test('FOUR-21 those who can approve are reminded at half time and two hours before the end, each once', async () => {
    const accountant = await staffWith('accountant');
    const waiting = await proposed(anne, command(2_000_00));
    const mailsAt = async (moment: number) => {
      await bank.travelTo(new Date(moment));
      await bank.runJobs();
      const lately = new Date(moment - 30 * 60_000).toISOString();
      const written = await rowsOf(
        bank.database.db,
        sql`select 1 from outbox where template = 'proposals-waiting' and user_id = ${accountant.userId}::uuid
          and created_at > ${lately}::timestamptz`,
      );
      return written.length;
    };
    const [from, end] = [Date.parse(waiting.madeAt), Date.parse(waiting.expiresAt)];
    const [minute, hour] = [60_000, 3_600_000];
    const half = from + (end - from) / 2;
    expect(await mailsAt(half - 2 * minute)).toBe(0);
    expect(await mailsAt(half + minute)).toBe(1);
    expect(await mailsAt(half + 3 * hour)).toBe(0);
    expect(await mailsAt(end - 2 * hour + minute)).toBe(1);
    expect(await mailsAt(end - minute)).toBe(0);
  });

  test('FOUR-3, FOUR-10 a protective act stays possible, and makes what waits on the same thing stale', async () => {
    await turnOn(false);
    await bank.fund(client, 9_000_00);
    await turnOn();
    const asked = {
      amountMinor: 6_000_00,
      iban: 'FR7630006000011234567890189',
      bankName: 'Banque du Marais',
    };
    const { id } = accepted(await client.post('/withdrawals', asked)).withdrawal;
    const payments = await staffWith('payments');
    const waiting = await proposed(payments, {
      operation: 'withdrawals.decide.approve',
      input: { id, action: 'approve' },
    });
    const path = `/admin/withdrawals/${id}/decision`;
    expect((await anne.post(path, { action: 'process' })).status).toBe(200);
    const statusOf = async () => accepted(await chloe.get(`/admin/proposals/${waiting.id}`)).proposal.status;
    expect(await statusOf()).toBe('awaiting');
    // The chip « Accord demandé », in the list and on the page, until it has ended.
    const waitsSince = async () => [
      accepted(await anne.get('/admin/withdrawals')).withdrawals[0].approvalSince,
      accepted(await anne.get(`/admin/withdrawals/${id}`)).withdrawal.approvalSince,
    ];
    expect(await waitsSince()).toEqual([waiting.madeAt, waiting.madeAt]);
    expect(
      (await anne.post(path, { action: 'reject', reasonCode: 'other', reasonNote: 'Demande du client' }))
        .status,
    ).toBe(200);
    expect(await statusOf()).toBe('stale');
    expect(await waitsSince()).toEqual([null, null]);
    expect(code(await approve(chloe, waiting))).toEqual([409, 'proposal.already-decided']);
  });

  test('FOUR-12 two slots need two people; a vote that fills nothing is refused', async () => {
    const [bruno, farid] = [await staffWith('payments'), await staffWith('payments')];
    const compliance = await staffWith('compliance');
    const waiting = await proposed(anne, command(20_000_00));
    expect(waiting.slots).toHaveLength(2);
    expect(accepted(await approve(bruno, waiting)).proposal.status).toBe('awaiting');
    expect(code(await approve(bruno, waiting))).toEqual([409, 'proposal.already-voted']);
    expect(code(await approve(farid, waiting))).toEqual([409, 'proposal.slot-filled']);
    expect(accepted(await approve(compliance, waiting)).proposal.status).toBe('executed');
  });

  test('FOUR-13 one refusal ends it, with its reason', async () => {
    const waiting = await proposed(anne, command(1_500_00));
    const bruno = await staffWith('payments');
    const path = `/admin/proposals/${waiting.id}/refusal`;
    expect((await bruno.post(path, { reason: ' ' })).status).toBe(400);
    const { proposal } = accepted(await bruno.post(path, { reason: 'Aucun reçu au dossier.' }));
    expect(proposal).toMatchObject({ status: 'refused', votes: [{ decision: 'refuse' }] });
    expect(code(await approve(chloe, waiting))).toEqual([409, 'proposal.already-decided']);
  });

  test('FOUR-16 is stale once its maker lost the right, and nothing is done', async () => {
    const waiting = await proposed(anne, command(1_500_00));
    const before = await balance();
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`delete from user_roles where user_id = ${anne.userId}::uuid`),
    );
    expect(code(await approve(chloe, waiting))).toEqual([409, 'proposal.maker-gone']);
    expect(accepted(await chloe.get(`/admin/proposals/${waiting.id}`)).proposal.status).toBe('stale');
    expect(await balance()).toBe(before);
  });

  test('FOUR-17 a rate that moved asks for more: the vote counts, the slots rise', async () => {
    const usd = { ...command(10_500_00), input: { ...command(10_500_00).input, currency: 'USD' } };
    const rate = async (value: string) =>
      accepted(await chloe.put('/admin/rates/USD', { rate: value, asOf: '2026-11-20' }));
    await rate('1.06');
    const waiting = await proposed(anne, usd);
    expect(waiting.slots).toHaveLength(1);
    // Changes of one day are measured together (FOUR-22).
    await bank.travelTo(new Date(Date.parse(waiting.madeAt) + 25 * 3_600_000));
    await rate('1.04');
    const bruno = await staffWith('payments');
    expect(code(await approve(bruno, waiting))).toEqual([409, 'proposal.policy-raised']);
    const raised = accepted(await chloe.get(`/admin/proposals/${waiting.id}`)).proposal;
    expect(raised).toMatchObject({
      status: 'awaiting',
      slots: [{ filledBy: expect.any(String) }, { filledBy: null }],
    });
    expect(accepted(await approve(chloe, waiting)).proposal.status).toBe('executed');
  });

  test('FOUR-18 expires at its instant', async () => {
    const waiting = await proposed(anne, command(1_500_00));
    const end = new Date(waiting.expiresAt);
    await bank.travelTo(end);
    expect(code(await approve(chloe, waiting))).toEqual([409, 'proposal.expired']);
    // Before the job has come to it, it keeps nobody from proposing the same again.
    accepted(await propose(anne, command(1_500_00)));
    expect(accepted(await chloe.get(`/admin/proposals/${waiting.id}`)).proposal.status).toBe('expired');
    await bank.travelTo(new Date(end.getTime() + 60_000));
    await bank.runJobs();
    expect(accepted(await chloe.get(`/admin/proposals/${waiting.id}`)).proposal.status).toBe('expired');
  });

  test('FOUR-19 is not made when nobody else could approve it', async () => {
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`delete from user_roles where user_id = ${anne.userId}::uuid`),
    );
    expect(code(await propose(chloe, command(1_500_00)))).toEqual([409, 'proposal.nobody']);
  });

  test('FOUR-25 bad input is refused as the route itself would refuse it', async () => {
    const cases: readonly (readonly [object, number])[] = [
      [{ operation: 'clients.list', input: {}, seen: {} }, 400],
      [{ operation: 'accounts.credit', input: { ...command(1_500_00).input, more: 1 }, seen: {} }, 400],
      [
        {
          operation: 'accounts.credit',
          input: { ...command(1_500_00).input, amountMinor: '150000' },
          seen: {},
        },
        400,
      ],
      [{ ...command(1_500_00), seen: { balance: 3 } }, 409],
      [command(1_500_00), 400],
    ];
    for (const [body, status] of cases)
      expect((await anne.post('/admin/proposals', body)).status).toBe(status);
  });
});

describe('other operations', () => {
  beforeEach(() => turnOn());

  test('FOUR-16 an IBAN that changed meanwhile makes the proposal stale', async () => {
    const order = {
      operation: 'accounts.assignIban',
      input: { id: client.accountId, iban: nextIban(), bankName: 'Banque du Marais' },
    };
    const waiting = await proposed(anne, order);
    await turnOn(false);
    accepted(
      await anne.put(`/admin/clients/${client.accountId}/iban`, {
        iban: nextIban(),
        bankName: 'Banque du Port',
      }),
    );
    await turnOn();
    expect(code(await approve(chloe, waiting))).toEqual([409, 'proposal.stale']);
  });

  test('FOUR-16 a use case that refuses for a passing reason undoes the vote; the proposal waits on and says why', async () => {
    await turnOn(false);
    await bank.fund(client, 100_00);
    const order = {
      amountMinor: 50_00,
      iban: nextIban(),
      bankName: 'Banque du Port',
      recipientName: 'Alix Fictif',
    };
    const { withdrawal } = accepted(await client.post('/withdrawals', order));
    accepted(await anne.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' }));
    const { batch } = accepted(
      await anne.post('/admin/withdrawals/sepa-export', { withdrawalIds: [withdrawal.id] }),
    );
    await turnOn();
    const waiting = await proposed(chloe, { operation: 'clients.remove', input: { id: client.accountId } });
    const compliance = await staffWith('compliance');
    expect(code(await approve(compliance, waiting))).toEqual([409, 'proposal.not-executed']);
    expect(accepted(await compliance.get(`/admin/proposals/${waiting.id}`)).proposal).toMatchObject({
      status: 'awaiting',
      refusalCode: 'client.in-batch',
      votes: [],
    });
    accepted(await anne.post(`/admin/withdrawals/batches/${batch.id}/cancellation`));
    expect(accepted(await approve(compliance, waiting)).proposal.status).toBe('executed');
  });

  test('FOUR-24 an emergency is executed at once, within its limit, and reviewed by another', async () => {
    const emergency = (
      amountMinor: number,
      reason = 'Le loyer du client doit partir ce soir, équipe absente.',
    ) => anne.post('/admin/emergencies', { ...command(amountMinor), category: 'payment-deadline', reason });
    expect(code(await emergency(10_000_01))).toEqual([409, 'proposal.above-emergency']);
    expect(code(await emergency(5_000_00, 'Trop court'))).toEqual([400, 'proposal.reason-too-short']);
    const before = await balance();
    // FOUR-10: what waits for others could be approved as well, and be done twice.
    const waiting = await proposed(anne, command(2_000_00));
    expect(code(await emergency(2_000_00))).toEqual([409, 'proposal.already-there']);
    accepted(await anne.post(`/admin/proposals/${waiting.id}/withdrawal`));
    expect(await balance()).toBe(before);
    const { proposal } = accepted(await emergency(5_000_00));
    expect(proposal).toMatchObject({ status: 'emergency', emergency: { category: 'payment-deadline' } });
    expect(await balance()).toBe(before + 5_000_00);
    // of several the one to review first stands first.
    const { proposal: second } = accepted(await emergency(1_500_00));
    const toReview = async (query = '') =>
      accepted(await chloe.get(`/admin/proposals?list=emergencies${query}`));
    const first = await toReview('&limit=1');
    const rest = await toReview(`&limit=1&cursor=${first.nextCursor}`);
    expect([...first.proposals, ...rest.proposals].map(({ id }) => id)).toEqual([proposal.id, second.id]);
    // FOUR-6: with those of the last 24 hours it would be above the limit, and cannot be done in parts.
    expect(code(await emergency(5_000_01))).toEqual([409, 'proposal.above-emergency']);
    // A reason is asked of who contests it, and of nobody else.
    const review = (answer: object) => chloe.post(`/admin/proposals/${proposal.id}/review`, answer);
    for (const reason of [undefined, '', '  ']) {
      const answer = await review({ outcome: 'contest', reason });
      expect(code(answer)).toEqual([400, 'request.invalid']);
      expect(answer.body).toMatchObject({ errors: [{ field: 'reason', message: 'validation.required' }] });
    }
    const { proposal: reviewed } = accepted(await review({ outcome: 'ratify' }));
    expect(reviewed).toMatchObject({ status: 'ratified', votes: [{ decision: 'ratify', reason: null }] });
    const iban = { id: client.accountId, iban: nextIban(), bankName: 'Banque du Marais' };
    expect(
      code(
        await chloe.post('/admin/emergencies', {
          operation: 'accounts.assignIban',
          input: iban,
          category: 'client-risk',
          reason: 'Le client attend son IBAN depuis plusieurs jours déjà.',
        }),
      ),
    ).toEqual([409, 'proposal.no-emergency']);
  });

  test('FOUR-22 a policy is changed by a proposal, and the next command follows it', async () => {
    const rows = [{ above: 200_00, approvers: [['compliance']] }];
    const change = {
      operation: 'policies.change',
      input: { operation: 'accounts.credit', seenVersion: 0, rows },
    };
    const compliance = await staffWith('compliance');
    accepted(await approve(compliance, await proposed(chloe, change)));
    expect(code(await anne.post(creditPath(), credit(200_01)))).toEqual([409, 'approval.required']);
    const { policies } = accepted(await chloe.get('/admin/policies'));
    expect(
      policies.find(({ operation }: { operation: string }) => operation === 'accounts.credit'),
    ).toMatchObject({ version: 1, rows: [{ above: 200_00 }] });
  });

  test('FOUR-10 changes of two policies wait beside each other, and of two dated values; a second change of the same does not', async () => {
    const policy = (operation: string, seenVersion: number) => ({
      operation: 'policies.change',
      input: { operation, seenVersion, rows: [{ above: 300_00, approvers: [['payments']] }] },
    });
    const { parameters } = accepted(await chloe.get('/admin/legal-parameters'));
    const value = (key: string) => ({
      operation: 'parameters.change',
      input: {
        key,
        from: '2050-01-01',
        value: 10,
        source: SOURCE_OF_TESTS,
        verified: 'decision',
        seenFrom: parameters.find((one: { key: string }) => one.key === key).rows[0].from,
      },
    });
    const compliance = await staffWith('compliance');
    for (const [first, second] of [
      [policy('accounts.credit', 0), policy('withdrawals.decide.approve', 0)],
      [value('early.policy'), value('retention.contract-years')],
    ] as const) {
      const waiting = [await proposed(chloe, first), await proposed(chloe, second)];
      expect(code(await propose(chloe, first))).toEqual([409, 'proposal.already-there']);
      for (const one of waiting)
        expect(accepted(await approve(compliance, one)).proposal.status).toBe('executed');
    }
  });
});
