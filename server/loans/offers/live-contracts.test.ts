import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { loanPayout } from '#domain/ledger/postings.ts';
import { PAPER_KINDS, TEMPLATE_VERSIONS } from '#domain/loans/contract-papers.ts';
import { money } from '#domain/money/money.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { codeOf, stepAt } from '../../auth/second-factor/totp.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { post } from '../../ledger/post.ts';
import { secretOf } from '../../testing/authenticator-app.ts';
import { acceptanceOf, openContractBank, refusal } from '../../testing/contract-path.ts';
import { LIVE_INSTITUTION, PARTNER_LENDERS } from '../../testing/live-institution.ts';
import { accepted, TEST_PDF } from '../../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, TEST_PASSWORD, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { CONSOLIDATION_SHEET, TEST_SHEET } from '../../testing/test-sheet.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** What a live institution cannot do without the papers, people and days that the law asks for. */

let bank: TestBank;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client } = await openContractBank());
  }),
);
afterEach(() => bank.close());

describe('a live institution', () => {
  const today = new Date('2026-03-30T09:00:00.000Z');
  const APPROVALS = Object.fromEntries(
    PAPER_KINDS.filter((kind) => kind !== 'consolidation').map((kind) => [
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

  test('LC-13 loan.euro-only (C. civ. 1343-3): a client whose account is in another currency is lent nothing', async () => {
    await open({});
    client = await bank.client({ country: 'GB' });
    const asked = await client.post('/loans', {
      amountMinor: 2_500_00,
      purpose: 'Travaux',
      durationMonths: 24,
      monthlyIncomeMinor: 3_000_00,
    });
    expect(refusal(asked)).toEqual([409, 'loan.euro-only']);
    expect((await client.get('/loans')).body.loans).toEqual([]);
  });

  /** A request with everything in its file: sheet, verified identity, consultation of the FICP. */
  async function askedBy(
    lacks: 'nothing' | 'consent' | 'sheet' | 'identity' | 'ficp' = 'nothing',
    consultedAt = today,
    content = TEST_SHEET,
  ) {
    client = await bank.client();
    await bank.travelTo(today);
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 2_500_00,
        purpose: 'Travaux',
        durationMonths: 24,
        monthlyIncomeMinor: 3_000_00,
        ...(bank.bank.institution.partnerLenders ? { lenders: ['banque-rive'] } : {}),
      }),
    );
    if (lacks !== 'consent') accepted(await client.post('/durable-medium-consent', { canKeepPdf: true }));
    accepted(await client.post(`/loans/${loan.id}/documents`, TEST_PDF));
    if (lacks !== 'sheet') {
      accepted(await client.put(`/loans/${loan.id}/dialogue-sheet`, { content }));
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
          values (${newUuid()}, ${loan.id}::uuid, ${consultedAt.toISOString()}::timestamptz, ${newUuid()}, 'x', 'x', 'x', 'nothing', 'simulated')`);
    });
    return loan.id as string;
  }

  /** Makes the offer of a request as a person, and accepts it as its client. */
  async function acceptedFrom(person: string, loanId: string): Promise<void> {
    const { issueOffer } = await import('./issue-offer.ts');
    const { acceptOffer } = await import('./accept-offer.ts');
    const { institution } = bank.bank;
    await bank.work(person, (work) => issueOffer(work, institution, { loanId, seenPhase: 'submitted' }));
    const fields = await acceptanceOf(client, loanId);
    await bank.work(client.userId, (work) =>
      acceptOffer(
        work,
        institution,
        client.accountId,
        { ...fields, id: loanId, dueDay: 5, payoutChoice: 'earliest' },
        { address: 'x', device: 'x', factors: 'x', proof: 'x', signatureLevel: 'simple' },
      ),
    );
  }

  /** Runs a use case as a member of the staff: signing in to a live back office takes an authenticator app. */
  const asStaff = <T>(useCase: (work: Parameters<Parameters<TestBank['work']>[1]>[0]) => Promise<T>) =>
    bank.work(newUuid(), useCase);

  async function offerIsRefused(loanId: string, code: string): Promise<void> {
    const { issueOffer } = await import('./issue-offer.ts');
    const order = { loanId, seenPhase: 'submitted' as const };
    const offered = asStaff((work) => issueOffer(work, bank.bank.institution, order));
    await expect(offered).rejects.toMatchObject({ code });
  }

  /** The payout of a loan to its client, as the product posts it. */
  async function payoutOf(loanId: string) {
    const [account] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}::uuid`,
    );
    const ledger = { ledgerAccountId: account?.id ?? '', currency: 'EUR' } as const;
    return loanPayout(ledger, loanId, money(2_500_00, 'EUR'));
  }

  test.each<[string, object, string]>([
    [
      'LC-6 CMF L511-5 loan.status-forbids',
      { status: 'payment-institution', partnerLenders: PARTNER_LENDERS, templateApprovals: APPROVALS },
      'loan.status-forbids',
    ],
    ['LC-28 offer.template-missing without approvals', {}, 'offer.template-missing'],
    ...Object.keys(APPROVALS).map((kind): [string, object, string] => [
      `LC-28 offer.template-missing without the template of ${kind}`,
      { templateApprovals: Object.fromEntries(Object.entries(APPROVALS).filter(([one]) => one !== kind)) },
      'offer.template-missing',
    ]),
    [
      'LC-28 offer.template-missing for an approval of another version',
      { templateApprovals: { ...APPROVALS, fipen: { version: '2020-01.1', by: 'x' } } },
      'offer.template-missing',
    ],
  ])('%s', async (_, overrides, code) => {
    await open(overrides);
    await offerIsRefused(await askedBy(), code);
  });

  test.each([
    ['LC-29 L314-27 client.paper-required', 'consent', 'client.paper-required'],
    ['LC-16 L312-17 file.incomplete without a sheet', 'sheet', 'file.incomplete'],
    ['LC-41 file.incomplete without an identity', 'identity', 'file.incomplete'],
    ['LC-21 L312-16 file.incomplete without a consultation of the FICP', 'ficp', 'file.incomplete'],
  ] as const)('%s', async (_, lacks, code) => {
    await open({ templateApprovals: APPROVALS });
    await offerIsRefused(await askedBy(lacks), code);
  });

  test.each([
    ['without its own template approved', CONSOLIDATION_SHEET, {}, 'offer.template-missing'],
    [
      'without the debts that it repays',
      { ...CONSOLIDATION_SHEET, otherDebts: [] },
      { consolidation: { version: TEMPLATE_VERSIONS.consolidation, by: 'Maître Essai' } },
      'file.incomplete',
    ],
  ])('LC-24 R314-18: no offer of a consolidation %s', async (_, sheet, approval, code) => {
    await open({ templateApprovals: { ...APPROVALS, ...approval } });
    await offerIsRefused(await askedBy('nothing', today, sheet), code);
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
    await expect(
      asStaff((work) => decideLoan(work, { mode: 'live', status: 'credit-institution' }, decision)),
    ).rejects.toMatchObject({
      code: 'loan.contract-required',
    });
    const whatever = asStaff((work) =>
      decideLoan(work, { mode: 'demo', status: 'credit-institution' }, decision),
    );
    await expect(whatever.catch((error) => Promise.reject(error.cause))).rejects.toMatchObject({
      code: 'LC052',
      constraint: 'loan.contract-required',
    });
  });

  test('LC-5, LC-52 loan.contract-required: no payout of an offer that was not accepted, whatever the code', async () => {
    await open({ templateApprovals: APPROVALS });
    const { issueOffer } = await import('./issue-offer.ts');
    const loanId = await askedBy();
    await asStaff((work) => issueOffer(work, bank.bank.institution, { loanId, seenPhase: 'submitted' }));
    const payout = await payoutOf(loanId);
    const paid = asStaff((work) => post(work, payout, loanId));
    await expect(paid.catch((error) => Promise.reject(error.cause ?? error))).rejects.toMatchObject({
      code: 'LC052',
      constraint: 'loan.contract-required',
    });
  });

  /** A contract that is accepted and agreed to, and what the database says of its payout once its rows were changed. */
  async function agreedContract() {
    const { decideAgreement } = await import('./decide-agreement.ts');
    const loanId = await askedBy();
    await acceptedFrom(newUuid(), loanId);
    const agreed = { id: loanId, action: 'agree' as const, seenPhase: 'accepted' as const };
    await asStaff((work) => decideAgreement(work, bank.bank.institution, agreed));
    const payout = await payoutOf(loanId);
    const undone = new Error('undone');
    return (...changes: SQL[]) =>
      asStaff(async (work) => {
        await work.tx.execute(sql`set local role none`);
        await work.tx.execute(sql`set local session_replication_role = replica`);
        for (const change of changes) await work.tx.execute(change);
        await work.tx.execute(sql`set local session_replication_role = origin`);
        await work.tx.execute(sql`set local role guichet_staff`);
        await post(work, payout, loanId);
        throw undone;
      }).catch((error) => (error === undone ? 'paid out' : (error.cause ?? error).constraint));
  }
  const contract = sql`update loan_contracts set`;

  test('LC-5, LC-45, LC-52 loan.contract-required: no payout of a contract that is not its accepted offer, though its rows say accepted and agreed', async () => {
    await open({ templateApprovals: APPROVALS });
    const paidAfter = await agreedContract();
    bank.setNow(new Date('2026-04-10T09:00:00.000Z'));
    expect([
      await paidAfter(sql`${contract} set_hash = null, statements = null, evidence = null`),
      await paidAfter(sql`${contract} set_hash = repeat('0', 64)`),
      await paidAfter(sql`${contract} accepted_at = accepted_at + interval '1 day'`),
      await paidAfter(sql`update loans set annual_rate_bps = annual_rate_bps + 1`),
      await paidAfter(sql`delete from loan_offers`),
      await paidAfter(sql`${contract} reminded_at = null`),
    ]).toEqual([...Array(5).fill('loan.contract-required'), 'paid out']);
  });

  test("LC-52 L312-25 loan.locked-until: a node whose clock runs ahead pays nothing out before J+8 of the database's own clock", async () => {
    await open({ templateApprovals: APPROVALS });
    const paidAfter = await agreedContract();
    bank.setNow(new Date(Date.now() + 20 * 86_400_000));
    /** Accepted so many days ago, by the clock of the database. */
    const acceptedSince = (daysAgo: number) => {
      const day = sql`((now() at time zone 'Europe/Paris')::date - ${daysAgo}::int)`;
      return [
        sql`update loans set accepted_on = ${day}`,
        sql`${contract} accepted_at = (${day} + time '12:00') at time zone 'Europe/Paris', no_payment_until_day = ${day} + 7,
          earliest_payout_day = ${day} + 8, payout_day = ${day} + 8`,
      ];
    };
    // A test brings its moments with it: the database reads no clock beside them until it is told that they are those of the day.
    expect(await paidAfter(...acceptedSince(7))).toBe('paid out');
    const { declareMode } = await import('../../db/bank-mode.ts');
    await declareMode(bank.database.db, bank.bank.institution, true);
    expect([await paidAfter(...acceptedSince(7)), await paidAfter(...acceptedSince(8))]).toEqual([
      'loan.locked-until',
      'paid out',
    ]);
    // Nor is that taken back, by the product's own role.
    await expect(declareMode(bank.database.db, bank.bank.institution)).rejects.toThrow();
  });

  test('LC-52 L312-25 a node whose clock runs behind dates no acceptance earlier than the clock of the database', async () => {
    await open({ templateApprovals: APPROVALS });
    await acceptedFrom(newUuid(), await askedBy());
    const { db } = bank.database;
    const undone = new Error('undone');
    /** What the database says of the same contract, accepted so many minutes ago by its own clock. */
    const acceptedSince = (minutes: number) =>
      asOwner(db, async (tx) => {
        const [contract] = await rowsOf<{ row: object }>(
          tx,
          sql`select to_jsonb(c) as row from loan_contracts c`,
        );
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`delete from loan_contracts`);
        await tx.execute(sql`set local session_replication_role = origin`);
        await tx.execute(sql`insert into loan_contracts select (jsonb_populate_record(null::loan_contracts,
          ${JSON.stringify(contract?.row)}::jsonb || jsonb_build_object('accepted_at', now() - ${minutes}::int * interval '1 minute'))).*`);
        throw undone;
      }).catch((error) => (error === undone ? 'accepted' : (error.cause ?? error).constraint));
    expect(await acceptedSince(11)).toBe('accepted');
    const { declareMode } = await import('../../db/bank-mode.ts');
    await declareMode(db, bank.bank.institution, true);
    expect([await acceptedSince(11), await acceptedSince(9)]).toEqual([
      'loan_contracts_accepted_now',
      'accepted',
    ]);
  });

  test.each(['finance-company', 'iobsp-broker'])(
    'LC-6 account.no-deposits: a %s activates an account with nothing, and takes no deposit',
    async (status) => {
      await open({ status, depositGuaranteeMinor: undefined });
      const { activateAccount } = await import('../../accounts/activate-account.ts');
      client = await bank.client();
      const activate = (receivedMinor: number) =>
        asStaff((work) => activateAccount(work, client.accountId, receivedMinor, bank.bank.institution));
      await expect(activate(250_00)).rejects.toMatchObject({ code: 'account.no-deposits' });
      expect((await activate(0)).referenceNumber).toBeNull();
    },
  );

  test('LC-5 the database of a live institution never becomes a demonstration', async () => {
    await open({});
    const { declareMode } = await import('../../db/bank-mode.ts');
    await expect(
      declareMode(bank.database.db, { mode: 'demo', status: 'credit-institution' }),
    ).rejects.toThrow();
  });

  test('LC-49 loan.other-person-required: who made the offer does not agree to it', async () => {
    await open({ templateApprovals: APPROVALS });
    const { decideAgreement } = await import('./decide-agreement.ts');
    const loanId = await askedBy();
    const person = newUuid();
    await acceptedFrom(person, loanId);
    const decide = (by: string) =>
      bank.work(by, (work) =>
        decideAgreement(work, bank.bank.institution, {
          id: loanId,
          action: 'agree',
          seenPhase: 'accepted',
        }),
      );
    await expect(decide(person)).rejects.toMatchObject({ code: 'loan.other-person-required' });
    await decide(newUuid());
  });

  test('STAFF-24, LC-49 L312-16 file.ficp-missing: an agreement needs a second person who manages access, and a consultation of the last thirty days', async () => {
    await open({ templateApprovals: APPROVALS });
    const loanId = await askedBy('nothing', new Date(today.getTime() - 30 * 86_400_000));
    await acceptedFrom(newUuid(), loanId);
    const agent = await bank.administrator();
    const app = accepted(await agent.post('/two-factor/secret', { currentPassword: TEST_PASSWORD }));
    const code = (moment: Date) => codeOf(secretOf(app.secret), stepAt(moment));
    accepted(await agent.post('/two-factor/activation', { code: code(today) }));
    const agreeAt = async (moment: Date) => {
      await bank.travelTo(moment);
      const operation = 'loanOffers.decideAgreement.agree';
      const fields = { action: 'agree', seenPhase: 'accepted' };
      const subject = confirmationSubject(operation, { id: loanId, ...fields });
      const { token } = accepted(
        await agent.post('/session/confirmation', { operation, subject, code: code(moment) }),
      );
      return agent.post(`/admin/loans/${loanId}/agreement`, fields, { headers: { 'x-confirmation': token } });
    };
    const daysLater = (days: number) => new Date(today.getTime() + days * 86_400_000);
    // Nobody else could approve anything: no money is lent before a second person has their second factor (STAFF-24).
    const second = await bank.administrator();
    expect(refusal(await agreeAt(daysLater(1)))).toEqual([409, 'staff.second-person-missing']);
    await bank.database.db.execute(
      sql`insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
        values (${newUuid()}, ${second.userId}::uuid, 'x', ${newUuid()}, 'x', 0, 'internal', now())`,
    );
    const later = new Date(daysLater(1).getTime() + 120_000);
    expect(refusal(await agreeAt(later))).toEqual([409, 'file.ficp-missing']);
  });

  test('LC-47 loans.accept needs a second factor', async () => {
    await open({ templateApprovals: APPROVALS });
    const loanId = await askedBy();
    const answer = await client.post(`/loans/${loanId}/offer/acceptance`, {});
    expect(refusal(answer)).toEqual([403, 'auth.second-factor-missing']);
  });
});
