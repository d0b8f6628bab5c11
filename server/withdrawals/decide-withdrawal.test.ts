import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { withdrawalRequests } from '../db/schema/index.ts';
import { newUuid } from '../ids.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import { type ClientPerson, type Person, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { openWithdrawalBank, WITHDRAWAL as REQUEST, withdrawalSteps } from '../testing/withdrawal-steps.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
const { request, decide, cancel, available, kindsTold } = withdrawalSteps(() => ({
  bank,
  client,
  administrator,
}));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client, administrator } = await openWithdrawalBank());
  }),
);
afterEach(() => bank.close());

describe('POST /admin/withdrawals/{id}/decision', () => {
  test('validation and processing move nothing; the execution debits once, with its reference and author', async () => {
    const id = await request();
    expect((await decide(id, { action: 'process' })).body.withdrawal.status).toBe('processing');
    const approved = await decide(id, { action: 'approve' });
    expect(approved.body.withdrawal).toMatchObject({
      status: 'approved',
      client: {
        balanceMinor: 1_250_00,
        availableMinor: 1_050_00,
        displayName: 'Alix Fictif',
        email: client.email,
      },
      decision: { by: 'Dominique Gestion' },
    });
    expect(await available()).toEqual({ balanceMinor: 1_250_00, availableMinor: 1_050_00 });

    const { status, body } = await decide(id, { action: 'complete' });
    expect(status).toBe(200);
    expect(body.withdrawal).toMatchObject({
      status: 'completed',
      client: { balanceMinor: 1_050_00, availableMinor: 1_050_00 },
    });
    const [movement] = (await client.get('/transactions')).body.transactions;
    expect(movement).toMatchObject({
      amountMinor: -200_00,
      currency: 'EUR',
      transactionType: 'debit',
      event: 'withdrawal-execution',
      description: 'Virement vers Banque du Marais - IBAN …0189',
      balanceAfterMinor: 1_050_00,
      original: null,
    });
    expect(movement.referenceNumber).toMatch(/^VIR-\d{8}-[2-9A-HJ-NP-Z]{8}$/);
    const entries = await rowsOf(
      bank.database.db,
      sql`select a.holder_kind as kind, e.amount::int, t.event, t.cause_id, t.author_id
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.cause_id = ${id}::uuid order by a.holder_kind`,
    );
    const common = { event: 'withdrawal-execution', cause_id: id, author_id: administrator.userId };
    expect(entries).toEqual([
      { kind: 'client', amount: -200_00, ...common },
      { kind: 'house', amount: 200_00, ...common },
    ]);
    expect(await kindsTold()).toEqual([
      'withdrawal-requested',
      'withdrawal-processing',
      'withdrawal-approved',
      'withdrawal-completed',
    ]);
  });

  test.each([
    ['invalid-iban', undefined],
    ['missing-document', "Le relevé d'identité bancaire est illisible"],
    ['other', 'Doublon de la demande de mardi.'],
  ])('a rejection for %s says why, is kept as data and releases the hold', async (reasonCode, reasonNote) => {
    const id = await request();
    const { status, body } = await decide(id, { action: 'reject', reasonCode, reasonNote });
    expect(status).toBe(200);
    expect(body.withdrawal).toMatchObject({
      status: 'rejected',
      reasonCode,
      reasonNote: reasonNote ?? null,
      failureReason: null,
      client: { availableMinor: 1_250_00 },
    });
    const own = (await client.get('/withdrawals')).body.withdrawals[0];
    expect(own).toMatchObject({ reasonCode, reasonNote: reasonNote ?? null, failureReason: null });
    expect(await kindsTold()).toEqual(['withdrawal-requested', 'withdrawal-rejected']);
    // What is kept is the reason, not its sentence: neither with the request nor with the notice.
    const [kept] = await rowsOf(
      bank.database.db,
      sql`select reason_code, reason_note, failure_reason from withdrawal_requests where id = ${id}::uuid`,
    );
    expect(kept).toEqual({
      reason_code: reasonCode,
      reason_note: reasonNote || null,
      failure_reason: null,
    });
    const notices = await rowsOf<{ params: object }>(
      bank.database.db,
      sql`select params from notifications where user_id = ${client.userId}::uuid and kind = 'withdrawal-rejected'`,
    );
    expect(notices.map(({ params }) => params)).toEqual([
      { amountMinor: expect.any(Number), currency: 'EUR', reasonCode, reasonNote: reasonNote ?? '' },
    ]);
  });

  test('a sentence that was kept before notes were is still what the client reads', async () => {
    const id = await request();
    await decide(id, { action: 'reject', reasonCode: 'invalid-iban' });
    const sentence = 'Le motif tel que la banque le disait alors.';
    await pastTheGuards(bank.database.db, (tx) =>
      tx.execute(sql`update withdrawal_requests set failure_reason = ${sentence} where id = ${id}::uuid`),
    );
    const { withdrawals } = (await client.get('/withdrawals')).body;
    expect(withdrawals[0].failureReason).toBe(sentence);
  });

  test.each([
    ['without a reason', {}, 'withdrawal.reason-required', 'reasonCode'],
    [
      'for another reason without a note',
      { reasonCode: 'other', reasonNote: '  ' },
      'withdrawal.reason-required',
      'reasonNote',
    ],
    [
      'with a note that asks for money',
      { reasonCode: 'other', reasonNote: 'Versez 150 € de frais de déblocage.' },
      'request.invalid',
      'reasonNote',
    ],
    ['for a reason that does not exist', { reasonCode: 'because' }, 'request.invalid', 'reasonCode'],
  ])('400: a rejection %s', async (_, reason, code, field) => {
    const id = await request();
    const { status, body } = await decide(id, { action: 'reject', ...reason });
    expect([status, body.code, body.errors[0].field]).toEqual([400, code, field]);
    expect((await client.get('/withdrawals')).body.withdrawals[0].status).toBe('pending');
  });

  test('409: a transfer to the account it leaves is refused, when it is asked for and when it would be executed (PAY-34)', async () => {
    const id = await request({ iban: 'DE89370400440532013000', bankName: 'Bank' });
    const assigned = await administrator.put(`/admin/clients/${client.accountId}/iban`, {
      iban: 'DE89370400440532013000',
      bankName: 'Bank',
    });
    expect(assigned.status).toBe(200);
    const own = await client.post('/withdrawals', { ...REQUEST, iban: 'de89 3704 0044 0532 0130 00' });
    expect([own.status, own.body.code, own.body.errors[0].detail]).toEqual([
      409,
      'transfer.same-account',
      'Cet IBAN est celui de votre compte\u00a0: indiquez un autre compte.',
    ]);
    await administrator.post(`/admin/withdrawals/${id}/decision`, { action: 'approve' });
    const executed = await administrator.post(`/admin/withdrawals/${id}/decision`, { action: 'complete' });
    expect([executed.status, executed.body.code]).toEqual([409, 'transfer.same-account']);
  });

  test('409: a withdrawal to an invalid IBAN is never executed', async () => {
    const id = await request({ iban: 'FR7630006000011234567890188' });
    await decide(id, { action: 'approve' });
    const { status, body } = await decide(id, { action: 'complete' });
    expect([status, body.code]).toEqual([409, 'withdrawal.invalid-iban']);
    expect(await available()).toEqual({ balanceMinor: 1_250_00, availableMinor: 1_050_00 });
    expect((await decide(id, { action: 'reject', reasonCode: 'invalid-iban' })).status).toBe(200);
  });

  test.each([
    [[], 'complete'],
    [['process'], 'process'],
    [['approve'], 'approve'],
    [['approve'], 'process'],
    [['approve', 'complete'], 'complete'],
    [['approve', 'complete'], 'reject'],
    [['reject'], 'approve'],
  ])('409: after %j, %s is refused and nothing changes', async (before, action) => {
    const id = await request();
    const reason = { reasonCode: 'payee-mismatch' };
    for (const earlier of before) expect((await decide(id, { action: earlier, ...reason })).status).toBe(200);
    const was = (await client.get('/withdrawals')).body.withdrawals[0];
    const { status, body } = await decide(id, { action, ...reason });
    expect([status, body.code]).toEqual([409, 'withdrawal.already-decided']);
    expect(body.params).toMatchObject({ status: was.status, by: before.length ? 'Dominique Gestion' : '' });
    expect(body.detail).toContain(`par ${before.length ? 'Dominique Gestion' : 'une autre personne'}.`);
    expect((await client.get('/withdrawals')).body.withdrawals[0]).toEqual(was);
  });

  test('409: a rejection of what a colleague validated meanwhile; seen as it is, it may be rejected', async () => {
    const id = await request();
    await decide(id, { action: 'approve' });
    const rejection = { action: 'reject', reasonCode: 'account-closed' };
    const { status, body } = await decide(id, { ...rejection, seenStatus: 'pending' });
    expect([status, body.code, body.params.by, body.params.status]).toEqual([
      409,
      'withdrawal.already-decided',
      'Dominique Gestion',
      'approved',
    ]);
    expect((await decide(id, { ...rejection, seenStatus: 'approved' })).status).toBe(200);
  });

  test('409: what the client cancelled cannot be decided any more, and the refusal names the client', async () => {
    const id = await request();
    await cancel(id);
    const { status, body } = await decide(id, { action: 'approve' });
    expect([status, body.params.by]).toEqual([409, 'Alix Fictif']);
  });

  test('ten administrators at once execute once', async () => {
    const id = await request();
    await decide(id, { action: 'approve' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, { action: 'complete' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await available()).toEqual({ balanceMinor: 1_050_00, availableMinor: 1_050_00 });
  });

  test('a client who cancels while an administrator decides: one of them wins', async () => {
    const id = await request();
    const answers = await Promise.all([cancel(id), decide(id, { action: 'approve' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('an execution sent again with its key answers the same and debits nothing more', async () => {
    const id = await request();
    await decide(id, { action: 'approve' });
    const key = newUuid();
    const first = await decide(id, { action: 'complete' }, { key });
    const again = await decide(id, { action: 'complete' }, { key });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await decide(id, { action: 'approve' }, { key })).body.code).toBe('idempotency.key-reused');
    expect((await available()).balanceMinor).toBe(1_050_00);
  });

  test('400, 401, 403, 404', async () => {
    const id = await request();
    expect((await decide(id, { action: 'cancel' })).status).toBe(400);
    expect((await decide(id, { action: 'approve' }, { key: null })).status).toBe(400);
    expect((await decide('not-an-id', { action: 'approve' })).status).toBe(400);
    expect((await decide(newUuid(), { action: 'approve' })).status).toBe(404);
    expect(
      (await bank.visitor().post(`/admin/withdrawals/${id}/decision`, { action: 'approve' })).status,
    ).toBe(401);
    const denied = await client.post(`/admin/withdrawals/${id}/decision`, { action: 'approve' });
    expect([denied.status, denied.body.code]).toEqual([403, 'auth.admin-required']);
  });
});

describe('GET /admin/withdrawals', () => {
  test('pages by state, newest first, with the means of the client and the value in euro', async () => {
    const yen = await bank.client({ country: 'JP', firstName: 'Emi' });
    await bank.fund(yen, 32_600);
    const old = await request();
    await decide(old, { action: 'approve' });
    await yen.post('/withdrawals', { ...REQUEST, amountMinor: 16_300 });

    const { body } = await administrator.get('/admin/withdrawals?limit=1');
    expect(body.withdrawals).toHaveLength(1);
    expect(body.withdrawals[0]).toMatchObject({
      amountMinor: 16_300,
      currency: 'JPY',
      amountEurMinor: 100_00,
      client: { displayName: 'Emi Fictif', balanceMinor: 32_600, availableMinor: 16_300, currency: 'JPY' },
      decision: { by: null, at: null },
    });
    const next = await administrator.get(`/admin/withdrawals?limit=1&cursor=${body.nextCursor}`);
    expect(next.body.withdrawals[0].id).toBe(old);
    expect(next.body.nextCursor).toBeNull();
    const approved = await administrator.get('/admin/withdrawals?status=approved');
    expect(approved.body.withdrawals.map((row: { id: string }) => row.id)).toEqual([old]);
  });

  test('400, 401, 403', async () => {
    expect((await administrator.get('/admin/withdrawals?status=lost')).status).toBe(400);
    expect((await administrator.get('/admin/withdrawals?cursor=@@@')).status).toBe(400);
    expect((await administrator.get('/admin/withdrawals?limit=0')).status).toBe(400);
    expect((await client.get('/admin/withdrawals')).status).toBe(403);
    expect((await bank.visitor().get('/admin/withdrawals')).status).toBe(401);
  });
});

test('Q-41 the page of an order says whether its payee was paid before, the last transfers, and what its client changed lately', async () => {
  const factsOf = async (id: string) =>
    (await administrator.get(`/admin/withdrawals/${id}`)).body.withdrawal.facts;
  const first = await request();
  expect(await factsOf(first)).toMatchObject({
    paidBefore: { count: 0, lastAt: null, totalMinor: 0 },
    payeeCountry: 'FR',
    otherOpen: { count: 0, totalMinor: 0 },
    passwordChangedAt: null,
    lastTransfers: [],
  });
  await decide(first, { action: 'approve' });
  await decide(first, { action: 'complete' });
  const changed = await client.put('/profile/password', {
    currentPassword: TEST_PASSWORD,
    newPassword: 'Un-autre-mot-2026',
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const facts = await factsOf(await request());
  expect(facts).toMatchObject({
    paidBefore: { count: 1, totalMinor: REQUEST.amountMinor },
    lastTransfers: [{ id: first, amountMinor: REQUEST.amountMinor, status: 'completed' }],
  });
  // Another client who pays the same IBAN, which is told to those alone who may read IBANs.
  expect(facts.otherClients).toBe(0);
  const other = await bank.client();
  await bank.fund(other, 10_000_00);
  const { withdrawal } = accepted(await other.post('/withdrawals', REQUEST));
  expect((await factsOf(withdrawal.id)).otherClients).toBe(1);
  const masked = await memberWith(bank, ['adviser']);
  expect(
    (await masked.get(`/admin/withdrawals/${withdrawal.id}`)).body.withdrawal.facts.otherClients,
  ).toBeNull();
  expect(facts.paidBefore.lastAt).not.toBeNull();
  expect(facts.passwordChangedAt).not.toBeNull();
});

test('Q-41 the page of an order says what else is open and what stands against its client, each to those who may see it', async () => {
  const factsOf = async (reader: Person, id: string) =>
    (await reader.get(`/admin/withdrawals/${id}`)).body.withdrawal.facts;
  const id = await request();
  const other = await request();
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into withdrawal_holds (withdrawal_id, rules, held_at, decide_by)
      values (${id}::uuid, '["listed-iban"]'::jsonb, now(), now() + interval '1 day')`),
  );
  const warned = await administrator.put(`/admin/clients/${client.accountId}/warning`, {
    reason: 'À rappeler',
  });
  expect(warned.status, JSON.stringify(warned.body)).toBe(200);
  expect(await factsOf(administrator, id)).toMatchObject({
    otherOpen: { count: 1, totalMinor: REQUEST.amountMinor },
    heldBy: ['listed-iban'],
    client: { isWarned: true, isFrozen: false },
  });
  expect(await factsOf(administrator, other)).toMatchObject({ heldBy: [] });
  const reader = await staffWith(bank, ['withdrawals.reviewOne']);
  expect(await factsOf(reader, id)).toMatchObject({
    heldBy: null,
    client: { isWarned: null, isFrozen: null },
  });
});

test('Q-41 an order keeps the browser it was asked from, and says since when its client signs in with it', async () => {
  const { askedFrom } = (await administrator.get(`/admin/withdrawals/${await request()}`)).body.withdrawal
    .facts;
  // A demonstration's accounts are shared: the addresses of their visitors stay private.
  expect(askedFrom).toMatchObject({ address: null });
  const kept = await bank.database.db.select().from(withdrawalRequests);
  expect(kept.every((row) => row.askedFrom !== null && row.askedFrom.address !== '')).toBe(true);
});
