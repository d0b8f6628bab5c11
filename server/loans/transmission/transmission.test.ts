import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { loanPayout } from '#domain/ledger/postings.ts';
import { LENDER_ANSWERS } from '#domain/loans/intermediation.ts';
import { money } from '#domain/money/money.ts';
import { codeOf, stepAt } from '../../auth/second-factor/totp.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { post } from '../../ledger/post.ts';
import { secretOf } from '../../testing/authenticator-app.ts';
import { refusal } from '../../testing/contract-path.ts';
import { INTERMEDIARY, LIVE_INSTITUTION, PARTNER_LENDERS } from '../../testing/live-institution.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { TEST_SHEET } from '../../testing/test-sheet.ts';

/** LC-6: a house that does not lend sees requests, hands them to lenders that their clients agreed to, and decides nothing. */

const TODAY = new Date('2026-11-23T09:00:00.000Z');
const REQUEST = {
  amountMinor: 5_000_00,
  purpose: 'Une cuisine',
  durationMonths: 24,
  monthlyIncomeMinor: 3_000_00,
};

let bank: TestBank;
let client: ClientPerson;
let staff: Person;

afterEach(() => bank.close());

async function open(institution: object = INTERMEDIARY) {
  bank = await openTestBank({ institution: institutionSchema.parse(institution) });
  await bank.travelTo(TODAY);
  client = await bank.client();
  staff = await bank.administrator();
  const app = accepted(await staff.post('/two-factor/secret', { currentPassword: TEST_PASSWORD }));
  accepted(await staff.post('/two-factor/activation', { code: codeOf(secretOf(app.secret), stepAt(TODAY)) }));
}

const ask = async (lenders: readonly string[] = ['banque-rive']): Promise<string> =>
  accepted(await client.post('/loans', { ...REQUEST, lenders })).loan.id;
const send = (id: string, fields: object = {}, person: Person = staff) =>
  person.post(`/admin/loans/${id}/transmission`, {
    lender: 'banque-rive',
    seenPhase: 'submitted',
    ...fields,
  });
const answer = (id: string, fields: object, person: Person = staff) =>
  person.post(`/admin/loans/${id}/transmission/answer`, { seenPhase: 'transmitted', ...fields });
const close = (id: string, fields: object = {}) =>
  staff.post(`/admin/loans/${id}/transmission/closing`, {
    note: 'Aucun prêteur ne finance ce projet.',
    seenPhase: 'submitted',
    ...fields,
  });
const own = async (id: string) => accepted(await client.get(`/loans/${id}`)).loan;
const examined = async (id: string) => accepted(await staff.get(`/admin/loans/${id}`)).loan;
const told = async () =>
  accepted(await client.get('/notifications')).notifications.map(({ kind }: { kind: string }) => kind);
const waiting = async () => {
  const { queues } = accepted(await staff.get('/admin/loan-queues'));
  return Object.fromEntries(queues.map((one: { name: string; count: number }) => [one.name, one.count]));
};

describe('LC-6: a request of an intermediary', () => {
  test('LC-6 loan.lender-required: it names at least one lender of the institution, which the client read before', async () => {
    await open();
    const { lenders } = accepted(await client.get('/overview'));
    expect(lenders).toEqual(PARTNER_LENDERS.map(({ code, name, cib }) => ({ code, name, cib })));
    for (const chosen of [undefined, ['autre-banque'], ['banque-rive', 'autre-banque']]) {
      const asked = await client.post('/loans', { ...REQUEST, ...(chosen ? { lenders: chosen } : {}) });
      expect([chosen, ...refusal(asked)]).toEqual([chosen, 400, 'loan.lender-required']);
    }
    expect((await client.post('/loans', { ...REQUEST, lenders: [] })).status).toBe(400);
    expect(accepted(await client.get('/loans')).loans).toEqual([]);
  });

  test('LC-6 is handed to the lender with the consent, told to the client, and never handed over twice', async () => {
    await open();
    const id = await ask(['banque-rive', 'credit-du-pont']);
    expect((await own(id)).intermediation).toEqual({
      lenders: ['Banque Rive', 'Crédit du Pont'],
      lender: null,
      sentOn: null,
      answeredOn: null,
    });
    expect((await examined(id)).transmission).toEqual({
      lenders: [
        { code: 'banque-rive', name: 'Banque Rive', agreedAt: TODAY.toISOString() },
        { code: 'credit-du-pont', name: 'Crédit du Pont', agreedAt: TODAY.toISOString() },
      ],
      sent: null,
    });
    accepted(await send(id, { note: 'Dossier complet.' }));
    expect(await own(id)).toMatchObject({
      status: 'processing',
      phase: 'transmitted',
      sub: 'transmitted',
      subDay: '2026-11-23',
      intermediation: { lender: 'Banque Rive', sentOn: '2026-11-23', answeredOn: null },
    });
    expect((await examined(id)).transmission.sent).toMatchObject({
      lender: 'Banque Rive',
      note: 'Dossier complet.',
      answer: null,
    });
    expect(await told()).toEqual(expect.arrayContaining(['loan-to-transmit', 'loan-transmitted']));
    expect(await told()).not.toContain('loan-requested');
    expect(await waiting()).toMatchObject({ 'lender-answers': 1, 'ficp-to-consult': 0, 'to-review': 0 });
    for (const lender of ['banque-rive', 'credit-du-pont'])
      expect(refusal(await send(id, { lender, seenPhase: 'transmitted' }))).toEqual([
        409,
        'loan.wrong-phase',
      ]);
    expect(refusal(await send(id))).toEqual([409, 'loan.wrong-phase']);
  });

  test('LC-6 the same call under its key hands it over once', async () => {
    await open();
    const id = await ask();
    const call = () =>
      staff.post(
        `/admin/loans/${id}/transmission`,
        { lender: 'banque-rive', seenPhase: 'submitted' },
        { key: 'once-and-for-all-1234' },
      );
    expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
    expect((await told()).filter((kind: string) => kind === 'loan-transmitted')).toHaveLength(1);
  });

  test('LC-6 loan.lender-not-agreed: to no lender that the client did not agree to', async () => {
    await open();
    const id = await ask(['banque-rive']);
    for (const lender of ['credit-du-pont', 'autre-banque'])
      expect(refusal(await send(id, { lender }))).toEqual([409, 'loan.lender-not-agreed']);
    expect((await own(id)).phase).toBe('submitted');
  });

  test('LC-6 a cancelled, closed or unknown request is handed to nobody', async () => {
    await open();
    const cancelled = await ask();
    accepted(await client.post(`/loans/${cancelled}/cancellation`, {}));
    expect(refusal(await send(cancelled, { seenPhase: 'cancelled' }))).toEqual([409, 'loan.wrong-phase']);
    const closed = await ask();
    accepted(await close(closed));
    expect(refusal(await send(closed, { seenPhase: 'not_transmitted' }))).toEqual([409, 'loan.wrong-phase']);
    expect(await own(closed)).toMatchObject({
      status: 'rejected',
      phase: 'not_transmitted',
      reasonNote: 'Aucun prêteur ne finance ce projet.',
    });
    expect(await told()).toContain('loan-not-transmitted');
    expect((await send(newUuid())).status).toBe(404);
    expect((await close(newUuid())).status).toBe(404);
    expect((await answer(newUuid(), { answer: 'accepted' })).status).toBe(404);
    expect((await staff.get(`/admin/loans/${closed}/transmission.pdf`)).status).toBe(404);
    expect((await client.get(`/loans/${closed}/transmission.pdf`)).status).toBe(404);
  });

  test('LC-6 who may not, and what is not well-formed: 400, 401, 403', async () => {
    await open();
    const id = await ask();
    expect((await send(id, { lender: 'Pas un code' })).status).toBe(400);
    expect((await send(id, { seenPhase: undefined })).status).toBe(400);
    expect((await close(id, { note: '' })).status).toBe(400);
    expect((await answer(id, { answer: 'peut-être' })).status).toBe(400);
    expect((await send(id, {}, bank.visitor())).status).toBe(401);
    expect((await send(id, {}, client)).status).toBe(403);
    expect((await answer(id, { answer: 'accepted' }, client)).status).toBe(403);
    const other = await bank.client();
    accepted(await send(id));
    expect((await other.get(`/loans/${id}/transmission.pdf`)).status).toBe(404);
  });

  test('LC-6 its paper says who, what, by whose word and that the lender decides; who opened it is in the trail', async () => {
    await open();
    const id = await ask();
    accepted(await client.put(`/loans/${id}/dialogue-sheet`, { content: TEST_SHEET }));
    accepted(await send(id, { note: 'Dossier suivi par Dominique.' }));
    const paper = await staff.get(`/admin/loans/${id}/transmission.pdf`);
    expect(paper.status).toBe(200);
    const { text } = readPdf(paper.bytes);
    for (const words of [
      'Banque Rive, établissement de crédit, CIB 99997',
      'ORIAS 26000001',
      'Transmission à Banque Rive acceptée le 23 novembre 2026',
      client.email,
      'Une cuisine',
      'Dossier suivi par Dominique.',
      'Le prêteur étudie seul cette demande et en décide',
    ])
      expect(text).toContain(words);
    // A draft of the sheet is not the client's word yet.
    expect(text).not.toContain('Certifiée le');
    expect((await client.get(`/loans/${id}/transmission.pdf`)).bytes).toEqual(paper.bytes);
    const { entries } = accepted(await staff.get('/admin/audit'));
    const operations = entries.map(({ operation }: { operation: string }) => operation);
    expect(operations.slice(0, 2)).toEqual(['loanTransmissions.openPaper', 'loanTransmissions.send']);
  });

  test.each([
    ['accepted then paid out', ['accepted', 'paid-out'], 'lender_paid', 'approved'],
    ['accepted then without effect', ['accepted', 'refused'], 'lender_refused', 'rejected'],
    ['refused', ['refused'], 'lender_refused', 'rejected'],
  ] as const)(
    'LC-6 the lender answers: %s, and the request does not stay open',
    async (_, answers, phase, status) => {
      await open();
      const id = await ask();
      accepted(await send(id));
      for (const one of answers)
        accepted(await answer(id, { answer: one, note: 'Un mot', seenPhase: (await own(id)).phase }));
      expect(await own(id)).toMatchObject({ phase, status, reasonNote: 'Un mot' });
      expect((await waiting())['lender-answers']).toBe(0);
      const seenPhase = (await own(id)).phase;
      for (const one of LENDER_ANSWERS)
        expect(refusal(await answer(id, { answer: one, seenPhase }))).toEqual([409, 'loan.wrong-phase']);
      expect(await told()).toContain(
        answers[0] === 'accepted' ? 'loan-lender-accepted' : 'loan-lender-refused',
      );
    },
  );

  test('LC-6 CMF L519-6 no fee is asked of its client before the lender has paid out', async () => {
    await open();
    const id = await ask();
    const isBanned = async () => accepted(await client.get('/overview')).paymentBan !== null;
    accepted(await send(id));
    expect(await isBanned()).toBe(true);
    accepted(await answer(id, { answer: 'accepted' }));
    expect(await isBanned()).toBe(true);
    accepted(await answer(id, { answer: 'paid-out', seenPhase: 'lender_accepted' }));
    const [row] = await rowsOf<{ stage: string }>(
      bank.database.db,
      sql`select stage from loan_requests where id = ${id}::uuid`,
    );
    expect(row?.stage).toBe('end');
  });

  test('LC-6 its client cancels while the lender has not answered; the lender is told once', async () => {
    await open();
    const id = await ask();
    accepted(await send(id));
    accepted(await client.post(`/loans/${id}/cancellation`, { seenPhase: 'transmitted' }));
    expect((await waiting())['lender-answers']).toBe(1);
    expect(refusal(await answer(id, { answer: 'accepted', seenPhase: 'cancelled' }))).toEqual([
      409,
      'loan.wrong-phase',
    ]);
    accepted(await answer(id, { answer: 'withdrawn', seenPhase: 'cancelled' }));
    expect((await waiting())['lender-answers']).toBe(0);
    expect((await own(id)).phase).toBe('cancelled');
    expect(refusal(await answer(id, { answer: 'withdrawn', seenPhase: 'cancelled' }))).toEqual([
      409,
      'loan.wrong-phase',
    ]);
  });
});

describe.each([
  ['iobsp-broker', INTERMEDIARY],
  [
    'payment-institution',
    {
      ...LIVE_INSTITUTION,
      status: 'payment-institution',
      depositGuaranteeMinor: undefined,
      partnerLenders: PARTNER_LENDERS,
    },
  ],
] as const)('LC-6 CMF L511-5: a %s', (_, institution) => {
  test('LC-6 loan.status-forbids: offers, approves, refuses and consults nothing, and its screens offer none of it', async () => {
    await open(institution);
    const id = await ask();
    const calls: readonly (readonly [string, object])[] = [
      ['offer', { seenPhase: 'submitted' }],
      ['decision', { action: 'reject', reasonCode: 'insufficient-income' }],
      ['ficp-consultations', { searchKey: 'x', reference: 'x', outcome: 'nothing' }],
    ];
    for (const [route, fields] of calls)
      expect([route, ...refusal(await staff.post(`/admin/loans/${id}/${route}`, fields))]).toEqual([
        route,
        409,
        'loan.status-forbids',
      ]);
    const { decideLoan } = await import('../decide-loan.ts');
    const approved = bank.work(staff.userId, (work) =>
      decideLoan(work, bank.bank.institution, { loanId: id, action: 'approve' }),
    );
    await expect(approved).rejects.toMatchObject({ code: 'loan.status-forbids' });
    const { session } = accepted(await staff.get('/session'));
    for (const hidden of ['loans.decide.approve', 'loans.decide.reject', 'loanOffers.issue'])
      expect(session.permissions).not.toContain(hidden);
    expect(session.permissions).toContain('loanTransmissions.send');
    accepted(await staff.post(`/admin/loans/${id}/decision`, { action: 'process' }));
    expect(await told()).not.toContain('loan-processing');
    accepted(await send(id, { seenPhase: 'in_review' }));
  });

  test('LC-6 the database takes no offer, no loan and no payout of it, whatever the code asks', async () => {
    await open(institution);
    const id = await ask();
    const refusedBy = (write: (work: Parameters<Parameters<TestBank['work']>[1]>[0]) => Promise<unknown>) =>
      bank
        .work(newUuid(), write)
        .catch((error) => Promise.reject((error as { cause?: unknown }).cause ?? error));
    const { insertGrantedLoan } = await import('../queries.ts');
    await expect(
      refusedBy((work) =>
        insertGrantedLoan(work.tx, {
          id,
          clientAccountId: client.accountId,
          path: 'contract',
          principal: 5_000_00,
          currency: 'EUR',
          annualRateBps: 500,
          durationMonths: 24,
        }),
      ),
    ).rejects.toMatchObject({ code: 'LC052', constraint: 'loan.status-forbids' });
    const [account] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}::uuid`,
    );
    const payout = loanPayout(
      { ledgerAccountId: account?.id ?? '', currency: 'EUR' },
      id,
      money(5_000_00, 'EUR'),
    );
    await expect(refusedBy((work) => post(work, payout, id))).rejects.toMatchObject({
      code: 'LC052',
      constraint: 'loan.status-forbids',
    });
  });
});

describe('LC-6: the database', () => {
  test('LC-6 takes no transmission without the consent to its lender, and changes none', async () => {
    await open();
    const id = await ask(['banque-rive']);
    const { insertTransmission } = await import('./queries.ts');
    const to = (lenderCode: string) =>
      bank.work(newUuid(), (work) =>
        insertTransmission(work.tx, {
          loanRequestId: id,
          lenderCode,
          lenderName: 'x',
          sentAt: TODAY,
          sentBy: newUuid(),
          sha256: '0'.repeat(64),
          content: new Uint8Array([0]),
        }),
      );
    await expect(to('credit-du-pont')).rejects.toMatchObject({
      cause: { constraint: 'loan_transmissions_consent' },
    });
    const phase = bank.work(newUuid(), (work) =>
      work.tx.execute(sql`update loan_requests set phase = 'transmitted' where id = ${id}::uuid`),
    );
    await expect(phase).rejects.toMatchObject({ cause: { code: '42501' } });
    await to('banque-rive');
    await expect(to('banque-rive')).rejects.toMatchObject({ cause: { code: '23505' } });
    for (const change of [sql`note = 'x'`, sql`lender_name = 'y'`, sql`content = '\\x01'`])
      await expect(
        bank.work(newUuid(), (work) => work.tx.execute(sql`update loan_transmissions set ${change}`)),
      ).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

describe('LC-6: a house that lends', () => {
  test.each([
    ['credit-institution', {}],
    ['finance-company', { status: 'finance-company', depositGuaranteeMinor: undefined }],
  ])(
    'LC-6 loan.lends-itself: a %s transmits nothing, names no lender and shows no button of it',
    async (_, fields) => {
      await open({ ...LIVE_INSTITUTION, ...fields });
      expect(accepted(await client.get('/overview')).lenders).toEqual([]);
      // A page that was open before the status changed may still name one: no consent is kept.
      const id = await ask(['banque-rive']);
      expect((await own(id)).intermediation).toBeNull();
      expect((await examined(id)).transmission).toBeNull();
      expect(refusal(await send(id))).toEqual([409, 'loan.lends-itself']);
      expect(refusal(await close(id))).toEqual([409, 'loan.lends-itself']);
      const { session } = accepted(await staff.get('/session'));
      expect(session.permissions).not.toContain('loanTransmissions.send');
      expect(session.permissions).toContain('loans.decide.approve');
    },
  );
});
