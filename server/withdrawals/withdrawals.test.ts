import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import {
  type CallOptions,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client();
  administrator = await bank.administrator();
  await bank.fund(client, 1_250_00);
});
afterEach(() => bank.close());

const IBAN = 'FR7630006000011234567890189';
const REQUEST = { amountMinor: 200_00, iban: IBAN, bankName: 'Banque du Marais' };

async function request(overrides: Partial<typeof REQUEST> = {}): Promise<string> {
  const { status, body } = await client.post('/withdrawals', { ...REQUEST, ...overrides });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.withdrawal.id;
}

const decide = (withdrawalId: string, decision: object, options?: CallOptions) =>
  administrator.post(`/admin/withdrawals/${withdrawalId}/decision`, decision, options);

const cancel = (withdrawalId: string, options?: CallOptions) =>
  client.post(`/withdrawals/${withdrawalId}/cancellation`, {}, options);

async function available(): Promise<{ balanceMinor: number; availableMinor: number }> {
  const { body } = await client.get('/overview');
  const { balanceMinor, availableMinor } = body.account;
  return { balanceMinor, availableMinor };
}

const kindsTold = async () =>
  (
    await rowsOf<{ kind: string }>(
      bank.database.db,
      sql`select kind from notifications where user_id = ${client.userId}::uuid and kind like 'withdrawal%' order by created_at, id`,
    )
  ).map((row) => row.kind);

describe('POST /withdrawals', () => {
  test('200: keeps the IBAN in its electronic form with its verdict and holds the amount, the balance stays', async () => {
    const { status, body } = await client.post('/withdrawals', {
      ...REQUEST,
      iban: ' fr76 3000 6000 0112 3456 7890 189 ',
      bankName: ' Banque du Marais ',
    });
    expect(status).toBe(200);
    expect(body.withdrawal).toMatchObject({
      amountMinor: 200_00,
      currency: 'EUR',
      clientIban: IBAN,
      ibanValid: true,
      clientBankName: 'Banque du Marais',
      status: 'pending',
      reasonCode: null,
      failureReason: null,
      processedAt: null,
    });
    expect(body.availableMinor).toBe(1_050_00);
    expect(await available()).toEqual({ balanceMinor: 1_250_00, availableMinor: 1_050_00 });
    expect(await kindsTold()).toEqual(['withdrawal-requested']);
  });

  test.each(['FR7630006000011234567890188', 'XX00', 'compte de ma tante'])(
    '200: the IBAN « %s » that does not hold never blocks',
    async (iban) => {
      const { status, body } = await client.post('/withdrawals', { ...REQUEST, iban });
      expect([status, body.withdrawal.ibanValid]).toEqual([200, false]);
    },
  );

  test('409: more than what is available, in its fixed words', async () => {
    await request({ amountMinor: 1_000_00 });
    const { status, body } = await client.post('/withdrawals', { ...REQUEST, amountMinor: 1_250_00 });
    expect([status, body.code, body.title]).toEqual([
      409,
      'withdrawal.insufficient-funds',
      'Montant insuffisant',
    ]);
    expect(body.detail).toBe(
      'Votre solde disponible est de 250,00€. Vous ne pouvez pas retirer 1\u202f250,00€.',
    );
    expect(body.params).toEqual({ available: '250,00€', requested: '1\u202f250,00€' });
    expect((await client.post('/withdrawals', { ...REQUEST, amountMinor: 250_01 })).status).toBe(409);
    expect((await client.post('/withdrawals', { ...REQUEST, amountMinor: 250_00 })).body.availableMinor).toBe(
      0,
    );
  });

  test.each([
    ['nothing at all', {}, ['amountMinor', 'bankName', 'iban']],
    ['99 cents', { ...REQUEST, amountMinor: 99 }, ['amountMinor']],
    ['nothing', { ...REQUEST, amountMinor: 0 }, ['amountMinor']],
    ['a negative amount', { ...REQUEST, amountMinor: -200_00 }, ['amountMinor']],
    ['a fraction of a cent', { ...REQUEST, amountMinor: 200.5 }, ['amountMinor']],
    ['an IBAN of spaces', { ...REQUEST, iban: '   ' }, ['iban']],
    ['a bank of spaces', { ...REQUEST, bankName: '  ' }, ['bankName']],
  ])('400: %s', async (_, input, fields) => {
    const { status, body } = await client.post('/withdrawals', input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual(fields);
    expect((await client.get('/withdrawals')).body.withdrawals).toEqual([]);
  });

  test('the least is one unit of the currency: one yen for an account in yen', async () => {
    expect((await client.post('/withdrawals', { ...REQUEST, amountMinor: 1_00 })).status).toBe(200);
    const yen = await bank.client({ country: 'JP' });
    await bank.fund(yen, 500);
    expect((await yen.post('/withdrawals', { ...REQUEST, amountMinor: 1 })).status).toBe(200);
    const { body } = await yen.post('/withdrawals', { ...REQUEST, amountMinor: 1_000 });
    expect(body.detail).toBe('Votre solde disponible est de 499¥. Vous ne pouvez pas retirer 1\u202f000¥.');
  });

  test('the same key gives the same answer and holds once; another body under it is refused', async () => {
    const key = newUuid();
    const first = await client.post('/withdrawals', REQUEST, { key });
    const again = await client.post('/withdrawals', REQUEST, { key });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await client.post('/withdrawals', { ...REQUEST, amountMinor: 1_00 }, { key });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency.key-reused']);
    expect((await available()).availableMinor).toBe(1_050_00);
    expect((await client.post('/withdrawals', REQUEST, { key: null })).status).toBe(400);
  });

  test('ten simultaneous requests for everything: one is taken', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/withdrawals', { ...REQUEST, amountMinor: 1_250_00 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await available()).toEqual({ balanceMinor: 1_250_00, availableMinor: 0 });
  });

  test('401 without a session, 403 for someone without an account', async () => {
    expect((await bank.visitor().post('/withdrawals', REQUEST)).status).toBe(401);
    expect((await (await bank.halfSignedUp()).post('/withdrawals', REQUEST)).status).toBe(403);
    expect((await administrator.post('/withdrawals', REQUEST)).status).toBe(403);
  });
});

describe('GET /withdrawals and /payees', () => {
  test('show the client their own, newest first, and nobody else', async () => {
    const first = await request();
    const second = await request({ amountMinor: 1_00 });
    const { body } = await client.get('/withdrawals');
    expect(body.withdrawals.map((row: { id: string }) => row.id)).toEqual([second, first]);
    const stranger = await bank.client();
    expect((await stranger.get('/withdrawals')).body.withdrawals).toEqual([]);
    expect((await bank.visitor().get('/withdrawals')).status).toBe(401);
    expect((await administrator.get('/withdrawals')).status).toBe(403);
  });

  test('payees: each account once, the last used first; neither invalid, nor refused, nor cancelled ones', async () => {
    const belgian = 'BE68539007547034';
    await request({ bankName: 'Ancien nom' });
    await request({ iban: belgian, bankName: 'Banque de Gand' });
    await request();
    await request({ iban: 'FR00', bankName: 'Nulle part' });
    await cancel(await request({ iban: 'DE89370400440532013000', bankName: 'Bank' }));
    const { status, body } = await client.get('/payees');
    expect(status).toBe(200);
    expect(body.payees.map(({ iban, bankName }: Record<string, string>) => [iban, bankName])).toEqual([
      [IBAN, 'Banque du Marais'],
      [belgian, 'Banque de Gand'],
    ]);
    expect(body.payees[0].lastUsedAt).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    expect((await (await bank.client()).get('/payees')).body.payees).toEqual([]);
    expect((await bank.visitor().get('/payees')).status).toBe(401);
    expect((await administrator.get('/payees')).status).toBe(403);
  });
});

describe('POST /withdrawals/{id}/cancellation', () => {
  test('200: takes a pending request back and releases its hold', async () => {
    const id = await request();
    const { status, body } = await cancel(id);
    expect(status).toBe(200);
    expect(body.withdrawal).toMatchObject({ id, status: 'cancelled' });
    expect(body.availableMinor).toBe(1_250_00);
    expect(await kindsTold()).toEqual(['withdrawal-requested', 'withdrawal-cancelled']);
  });

  test.each(['process', 'approve'])(
    '409 after %s: it is in our hands, and nobody is named',
    async (action) => {
      const id = await request();
      await decide(id, { action });
      const { status, body } = await cancel(id);
      expect([status, body.code]).toEqual([409, 'withdrawal.not-cancellable']);
      expect(body.detail).toBe(
        'Cette demande est déjà traitée ou prise en charge par notre équipe\u00a0: elle ne peut plus être annulée.',
      );
      expect(JSON.stringify(body)).not.toContain('Dominique');
    },
  );

  test('404: a foreign request answers exactly like a missing one, and stays as it is', async () => {
    const id = await request();
    const stranger = await bank.client();
    const foreign = await stranger.post(`/withdrawals/${id}/cancellation`);
    const missing = await stranger.post(`/withdrawals/${newUuid()}/cancellation`);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await client.get('/withdrawals')).body.withdrawals[0].status).toBe('pending');
  });

  test('replays; 400, 401, 403', async () => {
    const id = await request();
    const other = await request();
    const key = newUuid();
    const first = await cancel(id, { key });
    expect((await cancel(id, { key })).body).toEqual(first.body);
    expect((await cancel(other, { key })).body.code).toBe('idempotency.key-reused');
    expect((await cancel(other, { key: null })).body.code).toBe('idempotency.key-required');
    expect((await cancel('not-an-id')).status).toBe(400);
    expect((await bank.visitor().post(`/withdrawals/${other}/cancellation`)).status).toBe(401);
    expect((await administrator.post(`/withdrawals/${other}/cancellation`)).status).toBe(403);
  });
});

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
    ['invalid-iban', undefined, "L'IBAN indiqué n'est pas valable."],
    [
      'missing-document',
      "Le relevé d'identité bancaire est illisible",
      "Un justificatif manque au dossier. Le relevé d'identité bancaire est illisible.",
    ],
    [
      'other',
      'Doublon de la demande de mardi.',
      'Ce virement ne peut pas être exécuté. Doublon de la demande de mardi.',
    ],
  ])(
    'a rejection for %s says why, asks for no payment and releases the hold',
    async (reasonCode, reasonNote, words) => {
      const id = await request();
      const { status, body } = await decide(id, { action: 'reject', reasonCode, reasonNote });
      expect(status).toBe(200);
      expect(body.withdrawal).toMatchObject({
        status: 'rejected',
        reasonCode,
        failureReason: `${words} Aucun paiement ne vous sera demandé pour débloquer ce virement.`,
        client: { availableMinor: 1_250_00 },
      });
      const own = (await client.get('/withdrawals')).body.withdrawals[0];
      expect(own.failureReason).toBe(body.withdrawal.failureReason);
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
    },
  );

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
