import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { loanPayout } from '#domain/ledger/postings.ts';
import { TEMPLATE_VERSIONS } from '#domain/loans/contract-papers.ts';
import vectors from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import { money } from '#domain/money/money.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { post } from '../../ledger/post.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import {
  accept,
  acceptanceOf,
  agree,
  confirmed,
  offerOn,
  requestForContract,
} from '../../testing/contract-path.ts';
import { LIVE_INSTITUTION } from '../../testing/live-institution.ts';
import { accepted, TEST_PDF } from '../../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../../testing/test-database.ts';
import { TEST_SHEET } from '../../testing/test-sheet.ts';

const NOW = new Date('2026-12-01T09:00:00.000Z');

let bank: TestBank;
let administrator: Person;
let colleague: Person;
let client: ClientPerson;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(NOW);
  administrator = await bank.administrator();
  colleague = await bank.administrator();
  client = await bank.client({ firstName: 'Camille', lastName: 'Concernée' });
});
afterEach(() => bank.close());

const phaseOf = async (loanId: string) => accepted(await client.get(`/loans/${loanId}`)).loan.phase;
const contractOf = async (loanId: string) => accepted(await client.get(`/loans/${loanId}/offer`)).contract;
const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const mailsOf = async () => {
  const { mails } = accepted(
    await bank.visitor().get(`/demo/mails?recipient=${encodeURIComponent(client.email)}`),
  );
  return mails.map(({ subject }: { subject: string }) => subject) as string[];
};
const kinds = async () => {
  const { notifications } = accepted(await client.get('/notifications'));
  return notifications.map(({ kind }: { kind: string }) => kind) as string[];
};

/** Moves the clock to a moment of a day in Paris and runs what is due. */
async function liveTo(moment: string): Promise<void> {
  await bank.travelTo(new Date(moment));
  await bank.runJobs();
  await bank.travelTo(new Date(moment));
}

const daysAfterNow = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

/** A contract that was accepted at a moment, with its offer made a minute before. */
async function acceptedAt(moment: Date, fields: object = {}): Promise<string> {
  await bank.travelTo(new Date(moment.getTime() - 60_000));
  const loanId = await requestForContract(client, fields);
  await offerOn(administrator, loanId);
  await bank.travelTo(moment);
  accepted(await accept(client, loanId));
  return loanId;
}

const casesOf = (family: string) =>
  vectors.cases
    .filter((one) => one.family === family)
    // biome-ignore lint/suspicious/noExplicitAny: each family of the file has its own fields.
    .map((one) => [one.id, one as any] as const);

describe('LC-10 to LC-12: the days of a contract, through the API', () => {
  test.each(casesOf('clocks'))('%s', async (_, { given, expected }) => {
    if (given.residenceZone === 'America/Guadeloupe')
      accepted(
        await client.put('/profile', {
          firstName: 'Camille',
          lastName: 'Concernée',
          address: '1 rue Frébault',
          postalCode: '97110',
          city: 'Pointe-à-Pitre',
        }),
      );
    const contract = await contractOf(await acceptedAt(new Date(given.acceptedAt)));
    expect(contract).toMatchObject({
      acceptedAt: given.acceptedAt,
      noPaymentUntilDay: expected.noPaymentUntilDay,
      agreementLastDay: expected.approvalDeadlineDay,
      earliestPayoutDay: expected.earliestPayoutDay,
      payoutDay: expected.payoutDay,
      withdrawalLastDay: expected.withdrawalLastDay,
      withdrawalEndsAt: expected.withdrawalDeadlineInstant,
      canWithdraw: true,
    });
  });

  test.each(casesOf('offer'))('LC-34 %s', async (_, { given, expected }) => {
    await bank.travelTo(new Date(given.sentAt));
    const loanId = await requestForContract(client);
    await offerOn(administrator, loanId);
    // The mail server takes the mail.
    await bank.database.db.execute(
      sql`update outbox set delivered_at = ${given.sentAt}::timestamptz where template = 'loan-offered'`,
    );
    const { offer } = accepted(await client.get(`/loans/${loanId}/offer`));
    expect([offer.sentAt, offer.lastAcceptanceDay]).toEqual([given.sentAt, expected.lastAcceptanceDay]);
    await liveTo(new Date(Date.parse(expected.deadlineInstant) - 1000).toISOString());
    expect(await phaseOf(loanId)).toBe('offered');
    await bank.travelTo(new Date(expected.deadlineInstant));
    const fields = await acceptanceOf(client, loanId);
    const late = await confirmed(client, 'loans.accept', `/loans/${loanId}/offer/acceptance`, {
      named: { id: loanId },
      fields,
    });
    expect(refusal(late)).toEqual([409, 'offer.expired']);
    await liveTo(new Date(Date.parse(expected.deadlineInstant) + 600_000).toISOString());
    expect(await phaseOf(loanId)).toBe('expired');
    expect(await mailsOf()).toContain('Le délai de votre offre de contrat est passé');
    // LC-107: the purge counts from this end.
    expect(await rowsOf(bank.database.db, sql`select 1 from loan_requests where ended_at is null`)).toEqual(
      [],
    );
  });
});

describe('LC-41 the guards of an offer', () => {
  test('LC-3 a demonstration lists what a live institution would lack, and makes the offer', async () => {
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 5_000_00,
        purpose: 'Travaux',
        durationMonths: 24,
        monthlyIncomeMinor: 3_000_00,
      }),
    );
    const review = accepted(await administrator.get(`/admin/loans/${loan.id}/offer`));
    expect(review.missing.map(({ code }: { code: string }) => code)).toEqual([
      'file.incomplete',
      'client.paper-required',
      'file.incomplete',
    ]);
    expect(review.missing[2].params.missing).toContain('FICP');
    expect(review.usury).toEqual({ ceilingBps: 1587, isLoaded: false });
    accepted(await administrator.post(`/admin/loans/${loan.id}/offer`, { seenPhase: 'submitted' }));
  });

  test('LC-29 the word about documents as PDF holds for twelve months', async () => {
    const holds = async () => accepted(await client.get('/durable-medium-consent')).holds;
    expect(await holds()).toBe(false);
    expect(refusal(await client.post('/durable-medium-consent', { canKeepPdf: false }))[0]).toBe(400);
    accepted(await client.post('/durable-medium-consent', { canKeepPdf: true }));
    expect(await holds()).toBe(true);
    await bank.travelTo(new Date('2027-12-02T09:00:00Z'));
    expect(await holds()).toBe(false);
  });

  test('LC-13 loan.outside-terms and LC-37 usury.above, in a demonstration too', async () => {
    const loanId = await requestForContract(client);
    const issue = () => administrator.post(`/admin/loans/${loanId}/offer`, { seenPhase: 'submitted' });
    const set = (change: string) =>
      pastTheGuards(bank.database.db, (tx) => tx.execute(sql.raw(`update loan_requests set ${change}`)));
    await set('amount = 99999999');
    expect(refusal(await issue())).toEqual([400, 'loan.outside-terms']);
    await set('amount = 1000000, annual_rate_bps = 860');
    expect(refusal(await issue())).toEqual([409, 'usury.above']);
  });

  test('loan.wrong-phase for another phase than the one that was seen, and for a second offer', async () => {
    const loanId = await requestForContract(client);
    const issue = (seenPhase: string) => administrator.post(`/admin/loans/${loanId}/offer`, { seenPhase });
    expect(refusal(await issue('in_review'))).toEqual([409, 'loan.wrong-phase']);
    expect((await issue('submitted')).status).toBe(200);
    expect(refusal(await issue('submitted'))).toEqual([409, 'loan.wrong-phase']);
    expect(refusal(await issue('offered'))).toEqual([409, 'loan.wrong-phase']);
    const absent = await administrator.post(`/admin/loans/${newUuid()}/offer`, { seenPhase: 'submitted' });
    expect(absent.status).toBe(404);
  });
});

describe('a live institution', () => {
  const today = new Date('2026-03-30T09:00:00.000Z');
  const APPROVALS = Object.fromEntries(
    (['fipen', 'offer', 'withdrawal-slip'] as const).map((kind) => [
      kind,
      { version: TEMPLATE_VERSIONS[kind], by: 'Maître Essai' },
    ]),
  );

  async function open(overrides: object) {
    await bank.close();
    bank = await openTestBank({
      institution: institutionSchema.parse({ ...LIVE_INSTITUTION, ...overrides }),
    });
    bank.setNow(today);
  }

  /** A request with everything in its file: sheet, verified identity, consultation of the FICP. */
  async function askedBy(lacks: 'nothing' | 'consent' | 'sheet' | 'identity' | 'ficp' = 'nothing') {
    client = await bank.client();
    await bank.travelTo(today);
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 2_500_00,
        purpose: 'Travaux',
        durationMonths: 24,
        monthlyIncomeMinor: 3_000_00,
      }),
    );
    if (lacks !== 'consent') accepted(await client.post('/durable-medium-consent', { canKeepPdf: true }));
    accepted(await client.post(`/loans/${loan.id}/documents`, TEST_PDF));
    if (lacks !== 'sheet') {
      accepted(await client.put(`/loans/${loan.id}/dialogue-sheet`, { content: TEST_SHEET }));
      await asOwner(bank.database.db, (tx) =>
        tx.execute(sql`update dialogue_sheets set confirmed_at = ${today.toISOString()}::timestamptz`),
      );
    }
    await asOwner(bank.database.db, async (tx) => {
      await tx.execute(sql`update profiles set date_of_birth = '1990-01-01'`);
      if (lacks !== 'identity')
        await tx.execute(sql`update loan_documents set state = 'verified', kind = 'identity', holder = 'Alix Fictif',
          expires_on = '2030-01-01', reviewed_by = ${newUuid()}, reviewed_at = now()`);
      if (lacks !== 'ficp')
        await tx.execute(sql`insert into ficp_consultations
          (id, loan_request_id, consulted_at, agent_id, legal_basis, search_key, reference, outcome, provider)
          values (${newUuid()}, ${loan.id}::uuid, ${today.toISOString()}::timestamptz, ${newUuid()}, 'x', 'x', 'x', 'nothing', 'simulated')`);
    });
    return loan.id as string;
  }

  /** Runs a use case as a member of the staff: signing in to a live back office takes an authenticator app. */
  const asStaff = <T>(useCase: (work: Parameters<Parameters<TestBank['work']>[1]>[0]) => Promise<T>) =>
    bank.work(newUuid(), useCase);

  test.each([
    [
      'LC-6 CMF L511-5 loan.status-forbids',
      { status: 'payment-institution', templateApprovals: APPROVALS },
      'loan.status-forbids',
    ],
    ['LC-28 offer.template-missing without approvals', {}, 'offer.template-missing'],
    [
      'LC-28 offer.template-missing for an approval of another version',
      { templateApprovals: { ...APPROVALS, fipen: { version: '2020-01.1', by: 'x' } } },
      'offer.template-missing',
    ],
  ])('%s', async (_, overrides, code) => {
    await open(overrides);
    const { issueOffer } = await import('./issue-offer.ts');
    const loanId = await askedBy();
    const order = { loanId, seenPhase: 'submitted' as const };
    await expect(asStaff((work) => issueOffer(work, bank.bank.institution, order))).rejects.toMatchObject({
      code,
    });
  });

  test.each([
    ['LC-29 L314-27 client.paper-required', 'consent', 'client.paper-required'],
    ['LC-16 L312-17 file.incomplete without a sheet', 'sheet', 'file.incomplete'],
    ['LC-41 file.incomplete without an identity', 'identity', 'file.incomplete'],
    ['LC-21 L312-16 file.incomplete without a consultation of the FICP', 'ficp', 'file.incomplete'],
  ] as const)('%s', async (_, lacks, code) => {
    await open({ templateApprovals: APPROVALS });
    const { issueOffer } = await import('./issue-offer.ts');
    const loanId = await askedBy(lacks);
    const order = { loanId, seenPhase: 'submitted' as const };
    await expect(asStaff((work) => issueOffer(work, bank.bank.institution, order))).rejects.toMatchObject({
      code,
    });
  });

  test('LC-37 usury.quarter-missing on a day whose quarter is not loaded; an offer in one that is', async () => {
    await open({ templateApprovals: APPROVALS });
    const { issueOffer } = await import('./issue-offer.ts');
    const loanId = await askedBy();
    const order = { loanId, seenPhase: 'submitted' as const };
    bank.setNow(new Date('2026-04-01T00:00:00Z'));
    await expect(asStaff((work) => issueOffer(work, bank.bank.institution, order))).rejects.toMatchObject({
      code: 'usury.quarter-missing',
    });
    bank.setNow(today);
    const { offer } = await asStaff((work) => issueOffer(work, bank.bank.institution, order));
    expect([offer.isUsuryQuarterLoaded, offer.usuryCeilingBps]).toEqual([true, 2356]);
  });

  test('LC-5 loan.contract-required: « Approuver » pays nothing out, by the rule and by the database', async () => {
    await open({ templateApprovals: APPROVALS });
    const { decideLoan } = await import('../decide-loan.ts');
    const loanId = await askedBy();
    const decision = { loanId, action: 'approve' as const };
    await expect(asStaff((work) => decideLoan(work, { mode: 'live' }, decision))).rejects.toMatchObject({
      code: 'loan.contract-required',
    });
    const whatever = asStaff((work) => decideLoan(work, { mode: 'demo' }, decision));
    await expect(whatever.catch((error) => Promise.reject(error.cause))).rejects.toMatchObject({
      code: 'LC052',
      constraint: 'loan.contract-required',
    });
  });

  test('LC-5 the database of a live institution never becomes a demonstration', async () => {
    await open({});
    const { declareMode } = await import('../../db/bank-mode.ts');
    await expect(declareMode(bank.database.db, 'demo')).rejects.toThrow();
  });

  test('LC-49 loan.other-person-required: whoever made the offer does not agree to it', async () => {
    await open({ templateApprovals: APPROVALS });
    const { issueOffer } = await import('./issue-offer.ts');
    const { decideAgreement } = await import('./decide-agreement.ts');
    const loanId = await askedBy();
    const person = newUuid();
    const { institution } = bank.bank;
    await bank.work(person, (work) => issueOffer(work, institution, { loanId, seenPhase: 'submitted' }));
    const { acceptOffer } = await import('./accept-offer.ts');
    const fields = await acceptanceOf(client, loanId);
    await bank.work(client.userId, (work) =>
      acceptOffer(
        work,
        institution,
        client.accountId,
        { ...fields, id: loanId, dueDay: 5, payoutChoice: 'earliest' },
        { address: 'x', device: 'x', factors: 'x', proof: 'x' },
      ),
    );
    const decide = (by: string) =>
      bank.work(by, (work) =>
        decideAgreement(work, institution, { id: loanId, action: 'agree', seenPhase: 'accepted' }),
      );
    await expect(decide(person)).rejects.toMatchObject({ code: 'loan.other-person-required' });
    await decide(newUuid());
  });

  test('LC-47 loans.accept needs a second factor', async () => {
    await open({ templateApprovals: APPROVALS });
    const loanId = await askedBy();
    const answer = await client.post(`/loans/${loanId}/offer/acceptance`, {});
    expect(refusal(answer)).toEqual([403, 'auth.second-factor-missing']);
  });
});

describe('LC-42 to LC-47: the acceptance', () => {
  let loanId: string;
  beforeEach(async () => {
    loanId = await requestForContract(client);
    await offerOn(administrator, loanId);
  });
  const acceptWith = async (fields: object) =>
    confirmed(client, 'loans.accept', `/loans/${loanId}/offer/acceptance`, { named: { id: loanId }, fields });

  test('LC-28 to LC-32 the set is kept whole: papers with versions and hashes, attached to the mail', async () => {
    const { offer, papers } = accepted(await client.get(`/loans/${loanId}/offer`));
    expect(papers.map(({ kind }: { kind: string }) => kind)).toEqual([
      'fipen',
      'offer',
      'withdrawal-slip',
      'planned-schedule',
    ]);
    expect(offer).toMatchObject({
      amountMinor: 10_000_00,
      instalmentMinor: 294_80,
      lastInstalmentMinor: 294_59,
      dailyInterestMinor: 1_06,
      taegBps: 397,
      largestFirstInstalmentMinor: 294_80 + 32_05,
    });
    const [mail] = await rowsOf<{ count: number }>(
      bank.database.db,
      sql`select cardinality(paper_ids)::int as count from outbox where template = 'loan-offered'`,
    );
    expect(mail?.count).toBe(4);
    expect(await kinds()).toContain('loan-offered');
  });

  test('LC-42 offer.unopened until each paper was opened', async () => {
    const fields = await (async () => {
      const { offer } = accepted(await client.get(`/loans/${loanId}/offer`));
      return {
        amountMinor: offer.amountMinor,
        annualRateBps: offer.annualRateBps,
        durationMonths: offer.durationMonths,
        setHash: offer.setHash,
      };
    })();
    const whole = {
      ...fields,
      hasReceivedPapers: true,
      keepsCopyWithSlip: true,
      acceptsOffer: true,
      dueDay: null,
      payoutChoice: 'earliest',
    };
    expect(refusal(await acceptWith(whole))).toEqual([409, 'offer.unopened']);
    expect((await acceptWith(await acceptanceOf(client, loanId))).status).toBe(200);
  });

  test.each(['hasReceivedPapers', 'keepsCopyWithSlip', 'acceptsOffer'])(
    'LC-43 a call without the box %s is refused',
    async (box) => {
      const { [box as 'acceptsOffer']: _, ...without } = await acceptanceOf(client, loanId);
      for (const fields of [without, { ...without, [box]: false }]) {
        const { status, body } = await acceptWith(fields);
        expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, [box]]);
      }
      expect(await phaseOf(loanId)).toBe('offered');
    },
  );

  test('LC-47 asks for a confirmation however fresh the sign-in is, bound to these very conditions', async () => {
    const fields = await acceptanceOf(client, loanId);
    const path = `/loans/${loanId}/offer/acceptance`;
    const bare = await client.post(path, fields);
    expect(refusal(bare)).toEqual([403, 'auth.confirmation-required']);
    expect(bare.body.params).toMatchObject({ who: 'Camille Concernée', amountMinor: 10_000_00 });
    expect(refusal(await acceptWith({ ...fields, amountMinor: 9_000_00 }))).toEqual([409, 'offer.changed']);
    expect(refusal(await acceptWith({ ...fields, setHash: '0'.repeat(64) }))).toEqual([409, 'offer.changed']);
  });

  test('LC-45 freezes the evidence, sends the signed contract, and nothing else happens (LC-48)', async () => {
    accepted(await accept(client, loanId));
    const { contract, papers } = accepted(await client.get(`/loans/${loanId}/offer`));
    expect(papers.map(({ kind }: { kind: string }) => kind)).toContain('contract');
    expect(contract).toMatchObject({ dueDay: 5, payoutDay: '2026-12-09', agreedAt: null, canWithdraw: true });
    const signed = await client.get(`/loans/${loanId}/contract.pdf`);
    expect(new TextDecoder().decode(signed.bytes.subarray(0, 5))).toBe('%PDF-');
    const [row] = await rowsOf<{ statements: string[]; evidence: Record<string, string>; set_hash: string }>(
      bank.database.db,
      sql`select statements, evidence, set_hash from loan_contracts where id = ${loanId}::uuid`,
    );
    expect(row?.statements).toHaveLength(3);
    expect(row?.statements[2]).toContain(contract.reference);
    expect(row?.evidence.proof).not.toBe('');
    expect(await balance()).toBe(0);
    expect(await mailsOf()).toContain(`Votre contrat de crédit ${contract.reference}`);
    for (const change of ['accepted_at = now()', "evidence = '{}'", "withdrawal_last_day = '2030-01-01'"])
      await expect(
        bank.database.db.execute(sql.raw(`update loan_contracts set ${change}`)),
      ).rejects.toThrow();
  });

  test('LC-46 twice under one key is once; another person, and a second time, are refused', async () => {
    const key = newUuid();
    const fields = await acceptanceOf(client, loanId);
    const send = () =>
      confirmed(client, 'loans.accept', `/loans/${loanId}/offer/acceptance`, {
        named: { id: loanId },
        fields,
        key,
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(refusal(await acceptWith(fields))).toEqual([409, 'loan.wrong-phase']);
    const stranger = await bank.client();
    const theirs = await confirmed(stranger, 'loans.accept', `/loans/${loanId}/offer/acceptance`, {
      named: { id: loanId },
      fields,
    });
    expect(theirs.status).toBe(404);
    expect((await stranger.get(`/loans/${loanId}/offer`)).status).toBe(404);
  });

  test('LC-36 an offer is declined, once', async () => {
    accepted(await client.post(`/loans/${loanId}/offer/decline`));
    expect(await phaseOf(loanId)).toBe('declined');
    expect(refusal(await client.post(`/loans/${loanId}/offer/decline`))).toEqual([409, 'loan.wrong-phase']);
    expect(refusal(await accept(client, loanId))).toEqual([409, 'loan.wrong-phase']);
    expect(await kinds()).toContain('loan-declined');
  });

  test('LC-107 a declined offer goes with its request thirty days after, and not before', async () => {
    accepted(await client.post(`/loans/${loanId}/offer/decline`));
    await liveTo(daysAfterNow(30));
    expect(await phaseOf(loanId)).toBe('declined');
    await liveTo(daysAfterNow(32));
    expect((await client.get(`/loans/${loanId}`)).status).toBe(404);
  });
});

describe('LC-48 to LC-53: agreement, lock and payout', () => {
  test('by another person; then the payout on the first TARGET day from J+8, whole', async () => {
    const loanId = await acceptedAt(NOW);
    expect(refusal(await agree(administrator, loanId))).toEqual([409, 'loan.other-person-required']);
    accepted(await agree(colleague, loanId));
    expect(await phaseOf(loanId)).toBe('agreed');
    await liveTo('2026-12-08T22:59:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['agreed', 0]);
    await liveTo('2026-12-09T07:00:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['active', 10_000_00]);
    // The due day chosen at the acceptance, and the interest of the days before it (LC-63, LC-64).
    const instalments = await rowsOf<{ day: string; anchor: string | null }>(
      bank.database.db,
      sql`select due_on::text as day, anchor_on::text as anchor from loan_instalments
        where loan_id = ${loanId}::uuid and number <= 2 order by number`,
    );
    expect(instalments).toEqual([
      { day: '2027-02-05', anchor: '2027-01-05' },
      { day: '2027-03-05', anchor: null },
    ]);
    await bank.runJobs();
    expect(await balance()).toBe(10_000_00);
    expect(await mailsOf()).toContain('Votre prêt de 10\u202f000,00\u00a0€ est versé');
    // The due day that the client chose, and the interest of the days before its first month (LC-63, LC-64).
    const { schedule } = accepted(await client.get(`/loans/${loanId}/schedule`));
    expect(schedule.rows[0]).toMatchObject({ dueDate: '2027-02-05', instalmentMinor: 323_65 });
  });

  test('LC-49 a demonstration with one administrator lets them agree, and says so', async () => {
    await bank.close();
    bank = await openTestBank();
    bank.setNow(NOW);
    administrator = await bank.administrator();
    client = await bank.client();
    const loanId = await acceptedAt(NOW);
    expect(accepted(await administrator.get(`/admin/loans/${loanId}/offer`))).toMatchObject({
      isIssuer: true,
      mayAgreeAlone: true,
    });
    expect((await agree(administrator, loanId)).status).toBe(200);
  });

  test('LC-49 refuses with a reason', async () => {
    const loanId = await acceptedAt(NOW);
    const refuse = (reason: object) =>
      colleague.post(`/admin/loans/${loanId}/agreement`, {
        action: 'refuse',
        seenPhase: 'accepted',
        ...reason,
      });
    expect(refusal(await refuse({}))).toEqual([400, 'loan.reason-required']);
    accepted(await refuse({ reasonCode: 'insufficient-income' }));
    expect(await phaseOf(loanId)).toBe('refused');
    expect(await kinds()).toContain('loan-rejected');
  });

  test('LC-50 L312-24 lapses after J+7, LC-51 a late agreement holds once the client wants it, J does not move', async () => {
    const loanId = await acceptedAt(NOW);
    await liveTo('2026-12-08T22:59:59.000Z');
    expect(await phaseOf(loanId)).toBe('accepted');
    await liveTo('2026-12-08T23:15:00.000Z');
    expect(await phaseOf(loanId)).toBe('lapsed');
    expect(refusal(await agree(colleague, loanId, 'accepted'))).toEqual([409, 'loan.wrong-phase']);
    const confirmLate = () =>
      confirmed(client, 'loanOffers.confirmLateAgreement', `/loans/${loanId}/offer/confirmation`, {
        named: { id: loanId },
        fields: { stillWants: true },
      });
    expect(refusal(await confirmLate())).toEqual([409, 'loan.wrong-phase']);
    accepted(await agree(colleague, loanId, 'lapsed'));
    expect(await phaseOf(loanId)).toBe('lapsed');
    await bank.travelTo(new Date('2026-12-11T09:00:00Z'));
    accepted(await confirmLate());
    expect([await phaseOf(loanId), (await contractOf(loanId)).payoutDay]).toEqual(['agreed', '2026-12-14']);
    await liveTo('2026-12-14T07:00:00Z');
    expect(await phaseOf(loanId)).toBe('active');
  });

  test('LC-51 agreement.too-late fifteen days after the lapse, and a minute after J+7', async () => {
    const loanId = await acceptedAt(NOW);
    await bank.travelTo(new Date('2026-12-08T23:00:00.000Z'));
    expect(refusal(await agree(colleague, loanId))).toEqual([409, 'agreement.too-late']);
    await liveTo('2026-12-23T23:00:00.000Z');
    expect(refusal(await agree(colleague, loanId, 'lapsed'))).toEqual([409, 'agreement.too-late']);
  });

  test('LC-52 L312-25 the database refuses any posting of the loan before J+8 or without an agreement, whatever the code', async () => {
    const loanId = await acceptedAt(NOW);
    const [account] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}::uuid`,
    );
    const payout = loanPayout(
      { ledgerAccountId: account?.id ?? '', currency: 'EUR' },
      loanId,
      money(10_000_00, 'EUR'),
    );
    const pay = (causeId: string) =>
      bank
        .work(administrator.userId, (work) => post(work, payout, causeId))
        .catch((error) => Promise.reject(error.cause ?? error));
    const locked = { code: 'LC052', constraint: 'loan.locked-until' };
    await expect(pay(loanId)).rejects.toMatchObject(locked);
    await expect(pay(newUuid())).rejects.toMatchObject(locked);
    accepted(await agree(colleague, loanId));
    bank.setNow(new Date('2026-12-08T22:59:59.000Z'));
    await expect(pay(loanId)).rejects.toMatchObject(locked);
  });
});

describe('LC-54 to LC-60: the right to withdraw', () => {
  test.each(casesOf('withdrawal'))(
    'LC-57, LC-58 L312-26 %s, through the API',
    async (_, { given, expected }) => {
      const payoutDay = given.payoutDay ?? '2026-12-09';
      // Accepted eight days before the payout, a day later when the ninth one is no TARGET day.
      const acceptedOn = new Date(Date.parse(`${payoutDay}T12:00:00Z`) - 8 * 86_400_000);
      const loanId = await acceptedAt(acceptedOn, {
        amountMinor: given.principalMinor,
        durationMonths: given.principalMinor < 100_000 ? 12 : 36,
      });
      accepted(await agree(colleague, loanId));
      if (given.payoutDay) await liveTo(`${payoutDay}T07:00:00Z`);
      await liveTo(`${given.noticeDay}T12:00:00Z`);
      const { contract } = accepted(await client.post(`/loans/${loanId}/retraction`));
      if (!given.payoutDay) {
        expect([await phaseOf(loanId), contract.toReturn, await balance()]).toEqual(['retracted', null, 0]);
        return;
      }
      expect([await phaseOf(loanId), contract.toReturn.byDay]).toEqual(['retracting', expected.repayBy]);
      await bank.fund(client, 100_00);
      await bank.travelTo(new Date(`${given.repaymentDay}T06:30:00Z`));
      const before = await balance();
      expect(accepted(await client.get(`/loans/${loanId}/offer`)).contract.toReturn).toMatchObject({
        totalMinor: expected.totalMinor,
        interestMinor: expected.interestMinor,
        dailyInterestMinor: expected.dailyInterestMinor,
      });
      accepted(await client.post(`/loans/${loanId}/retraction/repayment`));
      expect([await phaseOf(loanId), before - (await balance())]).toEqual(['retracted', expected.totalMinor]);
      expect(await kinds()).toContain('loan-sum-returned');
    },
  );

  test('LC-54 until the instant, LC-55 with a receipt at once; then it is too late', async () => {
    const loanId = await acceptedAt(NOW);
    await bank.travelTo(new Date('2026-12-15T23:00:00.000Z'));
    expect((await contractOf(loanId)).canWithdraw).toBe(false);
    expect(refusal(await client.post(`/loans/${loanId}/retraction`))).toEqual([409, 'retraction.too-late']);
    await bank.travelTo(new Date('2026-12-15T22:59:59.000Z'));
    const { papers } = accepted(await client.post(`/loans/${loanId}/retraction`));
    expect(papers.map(({ kind }: { kind: string }) => kind)).toContain('withdrawal-receipt');
    expect(await mailsOf()).toContain('Votre rétractation est reçue');
    expect(refusal(await client.post(`/loans/${loanId}/retraction`))).toEqual([409, 'loan.wrong-phase']);
    expect(
      (
        await client.post('/loans', {
          amountMinor: 1_000_00,
          purpose: 'x y',
          durationMonths: 12,
          monthlyIncomeMinor: 1_000_00,
        })
      ).status,
    ).toBe(200);
  });

  test('LC-4 a loan that a demonstration paid out at its approval has the right too', async () => {
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 6_000_00,
        purpose: 'Travaux',
        durationMonths: 12,
        monthlyIncomeMinor: 3_000_00,
      }),
    );
    accepted(await administrator.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' }));
    const contract = await contractOf(loan.id);
    expect(contract).toMatchObject({
      payoutDay: '2026-12-01',
      withdrawalLastDay: '2026-12-15',
      canWithdraw: true,
    });
    accepted(await client.post(`/loans/${loan.id}/retraction`));
    accepted(await client.post(`/loans/${loan.id}/retraction/repayment`));
    expect([await phaseOf(loan.id), await balance()]).toEqual(['retracted', 0]);
  });

  test('LC-59 collection.insufficient on demand; the job takes the sum on the thirtieth day, with arrears after it', async () => {
    const loanId = await acceptedAt(NOW);
    accepted(await agree(colleague, loanId));
    await liveTo('2026-12-09T07:00:00Z');
    accepted(await client.post(`/loans/${loanId}/retraction`));
    await bank.fund(client, 1_00);
    accepted(
      await client.post('/withdrawals', {
        amountMinor: 500_00,
        iban: 'FR7630006000011234567890189',
        bankName: 'B',
      }),
    );
    const early = await client.post(`/loans/${loanId}/retraction/repayment`);
    expect(refusal(early)).toEqual([409, 'collection.insufficient']);
    await liveTo('2027-01-08T12:00:00Z');
    expect(await phaseOf(loanId)).toBe('retracting');
    await bank.fund(client, 1_000_00);
    await liveTo('2027-01-10T12:00:00Z');
    // 32 days at 1.06: the daily amount goes on after the thirtieth day.
    expect([await phaseOf(loanId), await balance()]).toEqual(['retracted', 1_001_00 - 33_92]);
  });

  test('LC-60 the reminder on J+2, once', async () => {
    const loanId = await acceptedAt(NOW);
    await liveTo('2026-12-03T07:00:00Z');
    expect(await mailsOf()).not.toContain('Votre droit de renoncer au contrat');
    await liveTo('2026-12-03T08:30:00Z');
    await liveTo('2026-12-04T08:30:00Z');
    expect(
      (await mailsOf()).filter((subject) => subject === 'Votre droit de renoncer au contrat'),
    ).toHaveLength(1);
    expect(await phaseOf(loanId)).toBe('accepted');
  });

  test('LC-54 without signing in: the same answer whether the contract exists, and nothing is lost', async () => {
    const loanId = await acceptedAt(NOW);
    const { reference } = await contractOf(loanId);
    const visitor = bank.visitor();
    const declare = (fields: object) =>
      visitor.post('/retractions', { name: 'Camille Concernée', reference, email: client.email, ...fields });
    const wrong = await declare({ reference: 'CTR-20261201-AAAAAAAA' });
    expect(await phaseOf(loanId)).toBe('accepted');
    const right = await declare({});
    expect([wrong.status, Object.keys(wrong.body), right.body]).toEqual([200, ['declaredAt'], wrong.body]);
    expect(await phaseOf(loanId)).toBe('retracted');
    const { declarations } = accepted(await administrator.get('/admin/retraction-declarations'));
    expect(declarations).toMatchObject([{ reference: 'CTR-20261201-AAAAAAAA', email: client.email }]);
    expect((await declare({ email: 'x' })).status).toBe(400);
  });

  test('LC-54 on paper: what counts is the day on which it was sent; LC-56 the trail says « contract closed » and no more', async () => {
    const loanId = await acceptedAt(NOW);
    await bank.travelTo(new Date('2026-12-18T09:00:00Z'));
    const close = (fields: object) =>
      administrator.post(`/admin/loans/${loanId}/retraction`, {
        way: 'paper',
        sentOn: '2026-12-15',
        ...fields,
      });
    expect(refusal(await close({ sentOn: '2026-12-16' }))).toEqual([409, 'retraction.too-late']);
    expect(refusal(await close({ sentOn: '2026-12-19' }))).toEqual([400, 'request.invalid']);
    accepted(await close({}));
    expect(await phaseOf(loanId)).toBe('retracted');
    const { entries } = accepted(await administrator.get(`/admin/audit?clientId=${client.accountId}`));
    const line = entries.find(
      ({ operation }: { operation: string }) => operation === 'loanOffers.closeContract',
    );
    expect(entries.filter((entry: unknown) => entry === line)).toHaveLength(1);
    expect(JSON.stringify(line).toLowerCase()).not.toMatch(/retract|withdraw|rétract/);
  });

  test('LC-56 no list, count or timeline of the back office names who withdrew', async () => {
    const loanId = await acceptedAt(NOW);
    accepted(await client.post(`/loans/${loanId}/retraction`));
    for (const path of [
      '/admin/loans',
      '/admin/overview',
      '/admin/counts',
      `/admin/clients/${client.accountId}`,
      `/admin/clients/${client.accountId}/timeline`,
      '/admin/audit',
    ]) {
      const { body } = await administrator.get(path);
      expect([
        path,
        JSON.stringify(body)
          .toLowerCase()
          .match(/retract|rétract/),
      ]).toEqual([path, null]);
    }
  });
});

test('LC-8 the largest consumer credit is the same in the table and in the rule that screens use', async () => {
  const { regimeMaxMinor } = await import('#domain/loans/regime.ts');
  for (const day of ['2026-11-19', '2026-11-20'])
    expect(await parameterOn(bank.database.db, day, 'regime.max')).toBe(regimeMaxMinor(day));
});

test('LC-9 a policy above its cap stops the server with a line for each', async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('early.policy', '2026-01-01', '101', 'x', 'decision'), ('default.policy', '2026-01-01', '801', 'x', 'decision')`),
  );
  try {
    await expect(openTestBank()).rejects.toThrow(/early\.policy is 101[\s\S]*default\.policy is 801/);
  } finally {
    await asOwner(bank.database.db, (tx) =>
      tx.execute(
        sql`delete from legal_parameters where "from" = '2026-01-01' and key in ('early.policy', 'default.policy')`,
      ),
    );
  }
});
