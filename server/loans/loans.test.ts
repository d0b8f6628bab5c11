import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const REQUEST = {
  amountMinor: 10_000_00,
  purpose: 'Rénover la cuisine',
  durationMonths: 36,
  monthlyIncomeMinor: 2_400_00,
};

async function requestLoan(overrides: Partial<typeof REQUEST> = {}): Promise<string> {
  const { status, body } = await client.post('/loans', { ...REQUEST, ...overrides });
  expect(status).toBe(200);
  return body.loan.id;
}

const decide = (loanId: string, decision: object, options?: { key?: string | null }) =>
  administrator.post(`/admin/loans/${loanId}/decision`, decision, options);

describe('POST /loans', () => {
  test('200: records the request as pending, with the rate and instalment of the offer', async () => {
    const { status, body } = await client.post('/loans', {
      ...REQUEST,
      documentsUrl: 'https://exemple.test/dossier',
    });
    expect(status).toBe(200);
    expect(body.loan).toMatchObject({
      amountMinor: 10_000_00,
      currency: 'EUR',
      durationMonths: 36,
      monthlyIncomeMinor: 2_400_00,
      purpose: 'Rénover la cuisine',
      documentsUrl: 'https://exemple.test/dossier',
      status: 'pending',
      reasonCode: null,
      reviewedAt: null,
      paidOutAt: null,
      firstDueDate: null,
    });
    const { instalmentMinor } = amortisationSchedule({
      principalMinor: 10_000_00,
      annualRateBps: body.loan.annualRateBps,
      durationMonths: 36,
    });
    expect(body.loan.instalmentMinor).toBe(instalmentMinor);
  });

  test.each([
    ['nothing at all', {}, ['amountMinor', 'durationMonths', 'monthlyIncomeMinor', 'purpose']],
    ['a fraction of a cent', { ...REQUEST, amountMinor: 1000.5 }, ['amountMinor']],
    ['an amount beyond all bounds', { ...REQUEST, amountMinor: 9e18 }, ['amountMinor']],
    ['13 months', { ...REQUEST, durationMonths: 13 }, ['durationMonths']],
    ['84 months', { ...REQUEST, durationMonths: 84 }, ['durationMonths']],
    ['an unknown product', { ...REQUEST, product: 'mortgage' }, ['product']],
    ['a negative income', { ...REQUEST, monthlyIncomeMinor: -1 }, ['monthlyIncomeMinor']],
    ['a purpose of spaces', { ...REQUEST, purpose: '   ' }, ['purpose']],
    ['a script as documents', { ...REQUEST, documentsUrl: 'javascript:alert(1)' }, ['documentsUrl']],
  ])('400: refuses %s, names the fields in French', async (_, input, fields) => {
    const { status, body, headers } = await client.post('/loans', input);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.code).toBe('request.invalid');
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual(fields);
    for (const error of body.errors) expect(error.detail).toMatch(/[a-zéèàç]+ .*[.!]$/);
  });

  test.each([
    ['99,99 €', { amountMinor: 99_99 }],
    ['100 000,01 €, above the widest product', { amountMinor: 100_000_01 }],
    ['999 999 999,99 €', { amountMinor: 999_999_999_99 }],
    ['25 000,01 € for a personal loan', { amountMinor: 25_000_01, product: 'personal' }],
  ])('LC-13 loan.outside-terms 400: refuses %s with the limits', async (_, change) => {
    const { status, body } = await client.post('/loans', { ...REQUEST, ...change });
    expect([status, body.code]).toEqual([400, 'loan.outside-terms']);
    expect(body.detail).toMatch(/entre 100,00\s€ et (100|25)\s000,00\s€/);
    expect(body.errors).toMatchObject([{ field: 'amountMinor', message: 'validation.amount.between' }]);
  });

  test('LC-13 another currency is bounded by its value in euro', async () => {
    const american = await bank.client({ country: 'US' });
    const refused = await american.post('/loans', { ...REQUEST, amountMinor: 200_000_00 });
    expect([refused.status, refused.body.code]).toEqual([400, 'loan.outside-terms']);
    expect((await american.post('/loans', REQUEST)).body.loan.currency).toBe('USD');
  });

  test('keeps the product of the simulation, whose list price is offered', async () => {
    const asked = { ...REQUEST, amountMinor: 100_000_00 };
    const consolidation = await client.post('/loans', { ...asked, product: 'consolidation' });
    expect(consolidation.body.loan).toMatchObject({ product: 'consolidation', annualRateBps: 490 });
    const unnamed = await client.post('/loans', asked);
    expect(unnamed.body.loan).toMatchObject({ product: null, annualRateBps: 390 });
  });

  test('400 without an idempotency key', async () => {
    const { status, body } = await client.post('/loans', REQUEST, { key: null });
    expect([status, body.code]).toEqual([400, 'idempotency.key-required']);
  });

  test('a repeated call gets the first answer, another body under the same key is refused', async () => {
    const key = newUuid();
    const first = await client.post('/loans', REQUEST, { key });
    const again = await client.post('/loans', REQUEST, { key });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await client.post('/loans', { ...REQUEST, amountMinor: 20_000_00 }, { key });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency.key-reused']);
    expect((await client.get('/loans')).body.loans).toHaveLength(1);
  });

  test('ten simultaneous repetitions make one request', async () => {
    const key = newUuid();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/loans', REQUEST, { key })),
    );
    expect(new Set(answers.map(({ body }) => body.loan.id)).size).toBe(1);
    expect((await client.get('/loans')).body.loans).toHaveLength(1);
  });

  test('401 without a session, 403 for someone without an account', async () => {
    expect((await bank.visitor().post('/loans', REQUEST)).status).toBe(401);
    const half = await bank.halfSignedUp();
    expect((await half.post('/loans', REQUEST)).status).toBe(403);
  });

  test('409 until the eighteenth birthday of who has given a date of birth', async () => {
    await bank.travelTo(new Date('2026-11-21T12:00:00Z'));
    await client.put('/profile', { firstName: 'Léa', lastName: 'Essai', dateOfBirth: '2008-11-22' });
    const refused = await client.post('/loans', REQUEST);
    expect([refused.status, refused.body.code]).toEqual([409, 'loan.under-age']);
    expect(refused.body.detail).toContain('18 ans');
    await bank.travelTo(new Date('2026-11-21T23:30:00Z'));
    expect((await client.post('/loans', REQUEST)).status).toBe(200);
  });

  test('in yen the minimum is 100 yen and no fraction exists', async () => {
    const yen = await bank.client({ country: 'JP' });
    expect((await yen.post('/loans', { ...REQUEST, amountMinor: 99 })).status).toBe(400);
    const { body } = await yen.post('/loans', { ...REQUEST, amountMinor: 100 });
    expect(body.loan).toMatchObject({ amountMinor: 100, currency: 'JPY' });
  });
});

describe('GET /loans and /loans/{id}', () => {
  test('show the client their own, newest first; a foreign id answers exactly like a missing one', async () => {
    const first = await requestLoan();
    const second = await requestLoan({ amountMinor: 500_00 });
    expect((await client.get('/loans')).body.loans.map((loan: { id: string }) => loan.id)).toEqual([
      second,
      first,
    ]);
    expect((await client.get(`/loans/${first}`)).body.loan.id).toBe(first);

    const stranger = await bank.client();
    const foreign = await stranger.get(`/loans/${first}`);
    const missing = await stranger.get(`/loans/${newUuid()}`);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await stranger.get('/loans/not-an-id')).status).toBe(400);
    expect((await bank.visitor().get(`/loans/${first}`)).status).toBe(401);
    expect((await bank.visitor().get('/loans')).status).toBe(401);
    expect((await administrator.get('/loans')).status).toBe(403);
  });
});

describe('POST /admin/loans/{id}/decision', () => {
  test('approval pays out once: books, movement, request, reviewer and notification in one step', async () => {
    const loanId = await requestLoan();
    const { status, body } = await decide(loanId, { action: 'approve' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ balanceMinor: 10_000_00, currency: 'EUR' });
    expect(body.referenceNumber).toMatch(/^PRT-\d{8}-[2-9A-HJ-NP-Z]{8}$/);
    expect(body.loan).toMatchObject({ status: 'approved', decision: { by: 'Dominique Gestion' } });
    expect(body.loan.paidOutAt).not.toBeNull();

    const movements = await rowsOf(
      bank.database.db,
      sql`select amount::int, description, details, transaction_type, reference_number, created_by from transactions`,
    );
    expect(movements).toEqual([
      {
        amount: 10_000_00,
        // The event and its values: each language makes its own sentence of them.
        description: null,
        details: { durationMonths: 36 },
        transaction_type: 'credit',
        reference_number: body.referenceNumber,
        created_by: administrator.userId,
      },
    ]);
    const [shown] = (await client.get('/transactions')).body.transactions;
    expect(shown).toMatchObject({
      event: 'loan-payout',
      description: 'Virement automatique - Prêt approuvé (36 mois)',
      details: { durationMonths: 36 },
    });
    // Found by the words of either language of the screens, and by nothing else.
    for (const [q, count] of [
      ['prêt approuvé (36', 1],
      ['loan approved (36 months', 1],
      ['premier versement', 0],
      ['48 mois', 0],
    ] as const) {
      const found = (await client.get(`/transactions?q=${encodeURIComponent(q)}`)).body.transactions;
      expect(found, q).toHaveLength(count);
    }
    const house = await rowsOf(
      bank.database.db,
      sql`select chart_code || ':' || currency as code, sum(balance)::int as balance from ledger_accounts
      where holder_kind <> 'client' group by 1 order by 1`,
    );
    expect(house).toEqual([{ code: 'loans-receivable:EUR', balance: -10_000_00 }]);
    const told = await rowsOf<{ kind: string }>(
      bank.database.db,
      sql`select kind from notifications order by created_at, id`,
    );
    expect(told.map((row) => row.kind)).toEqual(['account-created', 'loan-requested', 'loan-approved']);
    const mails = await rowsOf(
      bank.database.db,
      sql`select template from outbox where template = 'loan-approved'`,
    );
    expect(mails).toHaveLength(1);
  });

  test('a request in hand can still be decided; a rejection needs its reason', async () => {
    const loanId = await requestLoan();
    expect((await decide(loanId, { action: 'process' })).body.loan.status).toBe('processing');
    const without = await decide(loanId, { action: 'reject' });
    expect([without.status, without.body.code, without.body.errors[0].field]).toEqual([
      400,
      'loan.reason-required',
      'reasonCode',
    ]);
    const withoutNote = await decide(loanId, { action: 'reject', reasonCode: 'other' });
    expect(withoutNote.body.errors[0].field).toBe('reasonNote');
    const { status, body } = await decide(loanId, {
      action: 'reject',
      reasonCode: 'debt-ratio-too-high',
      reasonNote: 'Au-delà de 35 %.',
    });
    expect(status).toBe(200);
    expect(body.loan).toMatchObject({
      status: 'rejected',
      reasonCode: 'debt-ratio-too-high',
      reasonNote: 'Au-delà de 35 %.',
    });
    expect(body.balanceMinor).toBe(0);
  });

  test.each(['approve', 'process', 'reject'])(
    '409: %s after an approval says who decided',
    async (action) => {
      const loanId = await requestLoan();
      await decide(loanId, { action: 'approve' });
      const { status, body } = await decide(loanId, { action, reasonCode: 'other', reasonNote: 'x' });
      expect([status, body.code]).toEqual([409, 'loan.already-decided']);
      expect(body.detail).toBe('Cette demande a déjà été traitée par Dominique Gestion.');
    },
  );

  test('409: a decision of what was seen pending and a colleague has taken in hand', async () => {
    const loanId = await requestLoan();
    await decide(loanId, { action: 'process' });
    const { status, body } = await decide(loanId, { action: 'approve', seenStatus: 'pending' });
    expect([status, body.code, body.params.status]).toEqual([409, 'loan.already-decided', 'processing']);
    expect((await decide(loanId, { action: 'approve', seenStatus: 'processing' })).status).toBe(200);
  });

  test('ten administrators at once pay out once', async () => {
    const loanId = await requestLoan();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => decide(loanId, { action: 'approve' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const [row] = await rowsOf<{ balance: number }>(
      bank.database.db,
      sql`select balance::int from ledger_accounts where holder_kind = 'client'`,
    );
    expect(row?.balance).toBe(10_000_00);
  });

  test('a decision sent again with its key answers the same and pays nothing more', async () => {
    const loanId = await requestLoan();
    const key = newUuid();
    const first = await decide(loanId, { action: 'approve' }, { key });
    const again = await decide(loanId, { action: 'approve' }, { key });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect((await decide(loanId, { action: 'process' }, { key })).status).toBe(409);
  });

  test('400, 401, 403, 404', async () => {
    const loanId = await requestLoan();
    expect((await decide(loanId, { action: 'forget' })).status).toBe(400);
    expect((await decide(loanId, { action: 'approve' }, { key: null })).status).toBe(400);
    expect((await bank.visitor().post(`/admin/loans/${loanId}/decision`, { action: 'approve' })).status).toBe(
      401,
    );
    const denied = await client.post(`/admin/loans/${loanId}/decision`, { action: 'approve' });
    expect([denied.status, denied.body.code]).toEqual([403, 'auth.admin-required']);
    expect((await decide(newUuid(), { action: 'approve' })).status).toBe(404);
  });
});

describe('GET /loans/{id}/schedule and /admin/loans/{id}/schedule', () => {
  test('LC-61: the rows that the payout wrote, the same for the client and the staff', async () => {
    const loanId = await requestLoan();
    await decide(loanId, { action: 'approve' });
    const { annualRateBps, firstDueDate } = (await client.get(`/loans/${loanId}`)).body.loan;
    const { status, body } = await client.get(`/loans/${loanId}/schedule`);
    expect(status).toBe(200);
    const schedule = amortisationSchedule({
      principalMinor: 10_000_00,
      annualRateBps,
      durationMonths: 36,
      firstDueDate,
    });
    const unpaid = { deferredInterestMinor: 0, paidMinor: 0, settledOn: null, isLate: false };
    expect(body.schedule).toEqual({
      ...schedule,
      dayInterest: [],
      capitalBeside: [],
      replaces: null,
      rates: [{ annualRateBps, untilDay: null }],
      rows: schedule.rows.map((row) => ({ ...row, ...unpaid })),
    });
    expect((await administrator.get(`/admin/loans/${loanId}/schedule`)).body).toEqual(body);
  });

  test('404 before the payout, of a foreign loan and of none; 400, 401, 403', async () => {
    const loanId = await requestLoan();
    const stranger = await bank.client();
    expect((await client.get(`/loans/${loanId}/schedule`)).status).toBe(404);
    expect((await administrator.get(`/admin/loans/${loanId}/schedule`)).status).toBe(404);
    await decide(loanId, { action: 'approve' });
    expect((await stranger.get(`/loans/${loanId}/schedule`)).status).toBe(404);
    expect((await administrator.get(`/admin/loans/${newUuid()}/schedule`)).status).toBe(404);
    expect((await client.get('/loans/x/schedule')).status).toBe(400);
    expect((await administrator.get('/admin/loans/x/schedule')).status).toBe(400);
    expect((await bank.visitor().get(`/loans/${loanId}/schedule`)).status).toBe(401);
    expect((await bank.visitor().get(`/admin/loans/${loanId}/schedule`)).status).toBe(401);
    expect((await administrator.get(`/loans/${loanId}/schedule`)).status).toBe(403);
    expect((await client.get(`/admin/loans/${loanId}/schedule`)).status).toBe(403);
  });
});

describe('GET /admin/loans', () => {
  test('pages by state, newest first, with the situation of the client', async () => {
    const paid = await requestLoan({ amountMinor: 3_000_00 });
    await decide(paid, { action: 'approve' });
    const open = await requestLoan();
    const { body } = await administrator.get('/admin/loans?limit=1');
    expect(body.loans).toHaveLength(1);
    expect(body.loans[0]).toMatchObject({
      id: open,
      client: { displayName: 'Alix Fictif', balanceMinor: 3_000_00, isActivated: false },
    });
    // One that runs and none that waits; a request that waits is told as such and no part of the ratio.
    expect(body.loans[0].client.commitments).toMatchObject({ runningLoans: 1, openRequests: 0 });
    expect(body.loans[0].client.commitments.runningInstalmentsMinor).toBeGreaterThan(80_00);
    const next = await administrator.get(`/admin/loans?limit=1&cursor=${body.nextCursor}`);
    expect(next.body.loans[0].id).toBe(paid);
    expect(next.body.loans[0].client.commitments).toMatchObject({ runningLoans: 0, openRequests: 1 });
    expect(next.body.nextCursor).toBeNull();
    const pending = await administrator.get('/admin/loans?status=pending');
    expect(pending.body.loans.map((loan: { id: string }) => loan.id)).toEqual([open]);
  });

  test('one request; 400, 401, 403, 404', async () => {
    const loanId = await requestLoan();
    expect((await administrator.get(`/admin/loans/${loanId}`)).body.loan.id).toBe(loanId);
    expect((await administrator.get(`/admin/loans/${newUuid()}`)).status).toBe(404);
    expect((await administrator.get('/admin/loans/x')).status).toBe(400);
    expect((await administrator.get('/admin/loans?status=lost')).status).toBe(400);
    expect((await administrator.get('/admin/loans?cursor=@@@')).status).toBe(400);
    expect((await administrator.get('/admin/loans?limit=1000')).status).toBe(400);
    expect((await client.get('/admin/loans')).status).toBe(403);
    expect((await client.get(`/admin/loans/${loanId}`)).status).toBe(403);
    expect((await bank.visitor().get('/admin/loans')).status).toBe(401);
    expect((await bank.visitor().get(`/admin/loans/${loanId}`)).status).toBe(401);
  });
});
