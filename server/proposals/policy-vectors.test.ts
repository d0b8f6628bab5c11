import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import vectors from '#domain/proposals/vectors/back-office.json' with { type: 'json' };
import { type DefaultRoleCode, HOLDERS } from '#domain/staff/permission-table.ts';
import { lend } from '../testing/confirmed-recovery-calls.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted, LOAN_REQUEST } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/**
 * The worked cases of four eyes, played through the API by people with the roles that they name: the call, its proposal, and each vote.
 * `domain/proposals/policy-vectors.test.ts` plays them through the rules.
 */
// biome-ignore lint/suspicious/noExplicitAny: each case has the fields that it is about.
type Given = any;

let bank: TestBank;
let admin: Person;

const owner = (query: ReturnType<typeof sql>) =>
  asOwner(bank.database.db, async (tx) => {
    await tx.execute(query);
  });

/** A command as its own route is called, and as it is proposed. */
interface Prepared {
  readonly operation: string;
  readonly input: object;
  readonly call: (by: Person) => Promise<Answer>;
}

/** What each operation of the cases is about, ready for its call, while nobody is asked. */
const PREPARED: Readonly<Record<string, (given: Given, client: ClientPerson) => Promise<Prepared>>> = {
  async 'accounts.credit'({ amountMinor, currency = 'EUR', sum24hClientEurMinor: before }, client) {
    const body = { amountMinor, currency, description: 'Versement au guichet' };
    const path = `/admin/clients/${client.accountId}/credits`;
    // Acts of the day count whether others were asked for them or not.
    if (before) {
      accepted(await admin.put('/admin/four-eyes', { isOn: true }));
      const colleague = await memberWith(bank, ['payments']);
      accepted(await colleague.post(path, { ...body, amountMinor: before, currency: 'EUR' }));
    }
    return {
      operation: 'accounts.credit',
      input: { id: client.accountId, ...body },
      call: (by) => by.post(path, body),
    };
  },
  async 'fees.create'({ amountMinor }, client) {
    const body = { amountMinor, description: 'Duplicata' };
    return {
      operation: 'fees.create',
      input: { id: client.accountId, ...body },
      call: (by) => by.post(`/admin/clients/${client.accountId}/fees`, body),
    };
  },
  // The demonstration's approval pays at once what a live institution offers: the same rows hold for both.
  async 'loans.offer'({ amountMinor }, client) {
    const { id } = accepted(await client.post('/loans', { ...LOAN_REQUEST, amountMinor: 20_000_00 })).loan;
    await owner(sql`update loan_requests set amount = ${amountMinor} where id = ${id}::uuid`);
    const body = { action: 'approve', seenStatus: 'pending' };
    return {
      operation: 'loans.decide.approve',
      input: { id, ...body },
      call: (by) => by.post(`/admin/loans/${id}/decision`, body),
    };
  },
  async 'loans.writeOff'(_, client) {
    const id = await lend(admin, client);
    const body = { reason: 'Irrécouvrable' };
    return {
      operation: 'loanRecovery.writeOff',
      input: { id, ...body },
      call: (by) => by.post(`/admin/loans/${id}/write-off`, body),
    };
  },
  async 'withdrawals.decide.approve'({ amountMinor, newPayee }, client) {
    const paidBefore = newPayee ? 0 : 1_00;
    await bank.fund(client, amountMinor + paidBefore);
    const order = { amountMinor, iban: nextIban(), bankName: 'Banque du Port', recipientName: 'Alix' };
    if (paidBefore > 0) {
      const { id } = accepted(
        await client.post('/withdrawals', { ...order, amountMinor: paidBefore }),
      ).withdrawal;
      for (const action of ['approve', 'complete'])
        accepted(await admin.post(`/admin/withdrawals/${id}/decision`, { action }));
    }
    const { id } = accepted(await client.post('/withdrawals', order)).withdrawal;
    const body = { action: 'approve', seenStatus: 'pending' };
    return {
      operation: 'withdrawals.decide.approve',
      input: { id, ...body },
      call: (by) => by.post(`/admin/withdrawals/${id}/decision`, body),
    };
  },
};

async function setRates(rates: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [currency, rate] of Object.entries(rates))
    await owner(
      sql`update currency_rates set eur_to_local_rate = ${rate}::numeric where currency_code = ${currency}`,
    );
}

const rolesOf = (slots: readonly { roles: string[] }[]) => slots.map(({ roles }) => [...roles].sort());

/** The answer to a vote in the words of the cases. */
const outcomeOf = ({ status, body }: Answer): string => {
  if (status !== 200) return body.code;
  return body.proposal.status === 'awaiting' ? 'counted' : body.proposal.status;
};

async function voted(given: Given, people: ReadonlyMap<string, Person>, id: string): Promise<string[]> {
  const answers: string[] = [];
  for (const { by, decision, at } of given.votes ?? []) {
    await bank.travelTo(new Date(at));
    await setRates(given.ratesNow);
    const person = people.get(by) as Person;
    const { inputHash } = accepted(await admin.get(`/admin/proposals/${id}`)).proposal;
    const path = `/admin/proposals/${id}`;
    answers.push(
      outcomeOf(
        decision === 'approve'
          ? await person.post(`${path}/approval`, { inputHash })
          : await person.post(`${path}/refusal`, { reason: 'Non.' }),
      ),
    );
  }
  return answers;
}

/** Plays a case, and answers in the words of the cases. */
// Longer than 70 lines: it is one path from the call to its last vote, with the three ends before it.
async function played(given: Given): Promise<object> {
  await bank.travelTo(new Date(given.at));
  await setRates(given.rates);
  accepted(await admin.put('/admin/four-eyes', { isOn: false }));
  const people = new Map<string, Person>();
  for (const { id, roles } of given.staff) people.set(id, await memberWith(bank, roles));
  const maker = people.get(given.maker.id) as Person;
  const client = await bank.client();
  const prepared = await (PREPARED[given.operation] as (typeof PREPARED)[string])(given, client);
  for (const _ of given.maker.relatives ?? [])
    await owner(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
      values (${maker.userId}::uuid, ${client.accountId}::uuid, 'relative', ${admin.userId}::uuid, now())`);
  const isOn = given.mode === 'live' || given.fourEyesOn === true;
  accepted(await admin.put('/admin/four-eyes', { isOn }));
  const { operation, input, call } = prepared;
  const about = { operation, input };
  const needed = await maker.post('/admin/approval-requirements', about);
  const facts =
    needed.status === 200
      ? { slots: rolesOf(needed.body.slots), comparedEurMinor: needed.body.comparedEurMinor }
      : {};
  if (given.emergency !== undefined) {
    const order = { ...about, category: 'payment-deadline', reason: given.emergency };
    const { proposal } = accepted(await maker.post('/admin/emergencies', order));
    return { ...facts, outcome: 'executes', reviewBy: proposal.emergency.reviewBy };
  }
  const answer = await call(maker);
  if (answer.status === 200) return { ...facts, outcome: 'executes' };
  if (answer.body.code !== 'approval.required') return { outcome: 'refused', code: answer.body.code };
  const made = await maker.post('/admin/proposals', { ...about, seen: needed.body.seen });
  if (made.status !== 200) return { ...facts, outcome: 'refused', code: made.body.code };
  const { id, expiresAt } = made.body.proposal;
  const votes = await voted(given, people, id);
  const { proposal } = accepted(await admin.get(`/admin/proposals/${id}`));
  return {
    slots: rolesOf(proposal.slots),
    comparedEurMinor: proposal.comparedEurMinor,
    expiresAt,
    outcome: 'proposal',
    status: proposal.status,
    votes,
    filled: proposal.slots.filter(({ filledBy }: { filledBy: string | null }) => filledBy !== null).length,
  };
}

/** The guard asks for the right to approve before anybody asks whose proposal it is. */
function codeAt(given: Given, vote: string, index: number): string {
  const voter = given.staff.find(({ id }: Given) => id === given.votes[index].by);
  const mayApprove = voter.roles.some((role: DefaultRoleCode) => HOLDERS['proposals.approve'].includes(role));
  return mayApprove ? vote : 'auth.permission-required';
}

beforeEach(async () => {
  bank = await openTestBank();
  admin = await bank.administrator();
});
afterEach(() => bank.close());

const cases = vectors.cases.filter(({ family }) => family === 'policy');

test('there are cases', () => expect(cases.length).toBeGreaterThan(0));

test.each(cases.map((one) => [one.id, one.title, one] as const))(
  '%s %s',
  async (_id, _title, { input, expected }) => {
    const given: Given = input;
    const { slots, votes, ...rest } = expected as Given;
    expect(await played(given)).toMatchObject({
      ...rest,
      ...(slots ? { slots: slots.map((slot: string[]) => [...slot].sort()) } : {}),
      ...(votes ? { votes: votes.map((vote: string, index: number) => codeAt(given, vote, index)) } : {}),
    });
  },
  60_000,
);
