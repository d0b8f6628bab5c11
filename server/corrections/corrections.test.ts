import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { lastMovement, newDispute, newSentTransfer } from '../testing/corrections.ts';
import { accepted, newBankLine } from '../testing/populated-bank.ts';
import { balancesOfCodes } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-03T10:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
  }),
);
afterEach(() => bank.close());

const REASON = 'Saisi deux fois par erreur';
const balances = () => balancesOfCodes(bank.database.db);
const credit = (amountMinor: number, more: object = {}, of = client) =>
  administrator.post(`/admin/clients/${of.accountId}/credits`, {
    amountMinor,
    currency: 'EUR',
    description: 'Remise',
    ...more,
  });
const postingOf = async (of = client) => (await lastMovement(bank, of)).postingId;
const reverse = (id: string, reason = REASON, by: Person = administrator) =>
  by.post(`/admin/postings/${id}/reversal`, { reason });
const takeBack = (postingId: string, more: object = {}) =>
  administrator.post('/admin/corrections', { postingId, reason: 'Versé au mauvais client', ...more });
const movements = async (of = client) =>
  accepted(await of.get('/transactions')).transactions.map(
    ({ description, amountMinor, valueDay }: Record<string, unknown>) => [description, amountMinor, valueDay],
  );
const fourEyes = async (isOn: boolean) => accepted(await administrator.put('/admin/four-eyes', { isOn }));
const spend = async (amountMinor: number, of = client) => {
  const order = { amountMinor, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
  const { withdrawal } = accepted(await of.post('/withdrawals', order));
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
};
/** A receipt of our bank that was given to the client. */
const receipt = async (amountMinor: number) => {
  const lineId = await newBankLine(bank, amountMinor);
  const parts = [{ kind: 'client', accountId: client.accountId, amountMinor }];
  accepted(await administrator.post(`/admin/bank-lines/${lineId}/allocation`, { parts }));
  return { lineId, postingId: await postingOf() };
};

test('PAY-50 a credit has a motive of the closed list; without one it is money received, entered by hand', async () => {
  const { status, body } = await credit(15_00, { motive: 'present' });
  expect([status, body.errors[0].field]).toEqual([400, 'motive']);
  accepted(await credit(15_00));
  expect(await balances()).toEqual({ clients: 15_00, settlement: -15_00 });
});

describe('PAY-51 a commercial gesture', () => {
  test('is named after the institution, and comes out of the gestures of the house', async () => {
    const answer = accepted(await credit(15_00, { motive: 'gesture' }));
    expect(answer).toMatchObject({ creditedMinor: 15_00, balanceMinor: 15_00 });
    expect(await movements()).toEqual([['Geste commercial de Guichet Démo', 15_00, null]]);
    expect(await balances()).toEqual({ clients: 15_00, 'commercial-gestures': -15_00 });
  });

  test('above its limit needs a second person, and below it one is enough', async () => {
    await fourEyes(true);
    expect((await credit(50_00, { motive: 'gesture' })).status).toBe(200);
    const { status, body } = await credit(50_01, { motive: 'gesture' });
    expect([status, body.code]).toEqual([409, 'approval.required']);
    expect((await credit(50_01)).status).toBe(200);
  });

  test('is refused in another currency, and while a contract of credit waits for its payout', async () => {
    const other = await credit(15_00, { motive: 'gesture', currency: 'USD' });
    expect(other.status).toBe(400);
    expect(JSON.stringify(other.body)).toContain('validation.currencyOfAccount');
    accepted(await client.post('/durable-medium-consent', { canKeepPdf: true }));
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 2_000_00,
      }),
    );
    accepted(await administrator.post(`/admin/loans/${loan.id}/offer`, { seenPhase: 'submitted' }));
    const refused = await credit(15_00, { motive: 'gesture' });
    expect([refused.status, refused.body.code]).toEqual([409, 'gesture.loan-open']);
  });
});

describe('PAY-52 the reversal of a posting', () => {
  test('negates every entry once, with the value day of the original, and tells the client why', async () => {
    accepted(await credit(120_00));
    const id = await postingOf();
    await bank.travelTo(new Date('2026-12-04T10:00:00Z'));
    const { posting } = accepted(await reverse(id));
    expect(posting).toMatchObject({ event: 'account-credit', remedies: [] });
    expect(posting.reversedBy).not.toBeNull();
    expect(await balances()).toEqual({});
    const [row] = await rowsOf(
      bank.database.db,
      sql`select event, reverses, booking_day::text as day, value_day::text as value from ledger_transactions where reverses is not null`,
    );
    expect(row).toEqual({ event: 'reversal', reverses: id, day: '2026-12-04', value: '2026-12-03' });
    expect((await reverse(id)).body.code).toBe('posting.already-reversed');
  });

  test('reads « Annulation du » day and reason on the client’s line and in the bell', async () => {
    accepted(await credit(120_00));
    accepted(await reverse(await postingOf()));
    expect((await movements())[0]).toEqual([
      'Annulation du 3 décembre 2026\u00a0: Saisi deux fois par erreur',
      -120_00,
      null,
    ]);
    const { notifications } = accepted(await client.get('/notifications'));
    expect(notifications[0]).toMatchObject({ kind: 'movement-reversed', params: { reasonText: REASON } });
  });

  test('of a transfer between two clients writes both lines again', async () => {
    const iban = accepted(await administrator.get('/admin/iban-proposal')).iban;
    const payee = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    const receives = { iban, bankName: 'Guichet Démo' };
    accepted(await administrator.post(`/admin/clients/${payee.accountId}/activation`, { receivedMinor: 0 }));
    accepted(await administrator.put(`/admin/clients/${payee.accountId}/iban`, receives));
    await bank.fund(client, 100_00);
    accepted(
      await client.post('/withdrawals', { ...receives, amountMinor: 40_00, recipientName: 'Paul Martin' }),
    );
    expect((await movements(payee))[0][1]).toBe(40_00);
    accepted(await reverse(await postingOf()));
    expect((await movements())[0][1]).toBe(40_00);
    expect((await movements(payee))[0][1]).toBe(-40_00);
  });

  test('of a settled fee makes it unpaid again', async () => {
    const { fee } = accepted(
      await administrator.post(`/admin/clients/${client.accountId}/fees`, {
        amountMinor: 8_00,
        description: 'Copie',
      }),
    );
    accepted(await administrator.post(`/admin/fees/${fee.id}/settlement`));
    const [row] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_transaction_id as id from fees where id = ${fee.id}`,
    );
    accepted(await reverse(row?.id ?? ''));
    expect(accepted(await client.get('/fees')).fees).toMatchObject([
      { status: 'unpaid', receiptNumber: null },
    ]);
    expect(await balances()).toEqual({});
  });

  test.each([
    ['too short a reason', { reason: 'Erreur' }, 400],
    ['no reason', {}, 400],
  ])('is refused with %s', async (_, body, status) => {
    accepted(await credit(120_00));
    expect((await administrator.post(`/admin/postings/${await postingOf()}/reversal`, body)).status).toBe(
      status,
    );
  });

  test('takes nothing that is held for a transfer: it is refused first (ledger.insufficient-balance)', async () => {
    await bank.fund(client, 100_00);
    const id = await postingOf();
    const order = { amountMinor: 60_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
    const { withdrawal } = accepted(await client.post('/withdrawals', order));
    expect((await reverse(id)).body.code).toBe('ledger.insufficient-balance');
    const rejection = { action: 'reject', reasonCode: 'payee-mismatch' };
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, rejection));
    accepted(await reverse(id));
    expect(await balances()).toEqual({});
  });

  test('is refused of a bank’s line, of a loan’s event, of a reversal, and where the money is spent', async () => {
    const { lineId } = await receipt(300_00);
    const [own] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_transaction_id as id from bank_lines where id = ${lineId}`,
    );
    expect((await reverse(own?.id ?? '')).body.code).toBe('posting.not-reversible');
    accepted(await credit(120_00));
    const id = await postingOf();
    await spend(400_00);
    expect((await reverse(id)).body.code).toBe('ledger.insufficient-balance');
    accepted(await credit(10_00, { motive: 'gesture' }));
    accepted(await reverse(await postingOf()));
    expect((await reverse(await postingOf())).body.code).toBe('posting.not-reversible');
    expect((await reverse('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await reverse(id, REASON, bank.visitor())).status).toBe(401);
    expect((await reverse(id, REASON, client)).status).toBe(403);
  });

  test('needs two different persons (through a proposal), and is done once when both approve at one moment', async () => {
    accepted(await credit(120_00));
    const id = await postingOf();
    const colleague = await bank.administrator();
    await fourEyes(true);
    expect((await reverse(id)).body.code).toBe('approval.required');
    const command = { operation: 'corrections.reverse', input: { id, reason: REASON } };
    const { seen } = accepted(await administrator.post('/admin/approval-requirements', command));
    const { proposal } = accepted(await administrator.post('/admin/proposals', { ...command, seen }));
    const approve = (by: Person) =>
      by.post(`/admin/proposals/${proposal.id}/approval`, { inputHash: proposal.inputHash });
    expect((await approve(administrator)).body.code).toBe('proposal.own');
    accepted(await approve(colleague));
    expect(await balances()).toEqual({});
    const { posting } = accepted(await administrator.get(`/admin/postings/${id}`));
    expect(posting.reversedBy).not.toBeNull();
  });
});

describe('PAY-53 a receipt of the wrong client', () => {
  test('goes back to suspense, and from there to the right one', async () => {
    const { lineId, postingId } = await receipt(300_00);
    expect(accepted(await administrator.get(`/admin/postings/${postingId}`)).posting.remedies).toEqual([
      'take-back',
    ]);
    accepted(await takeBack(postingId));
    expect(await balances()).toEqual({ 'incoming-suspense': 300_00, settlement: -300_00 });
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    expect(lines).toMatchObject([{ id: lineId, openMinor: 300_00, reason: 'wrong-client' }]);
    const right = await bank.client();
    const parts = [{ kind: 'client', accountId: right.accountId, amountMinor: 300_00 }];
    accepted(await administrator.post(`/admin/bank-lines/${lineId}/allocation`, { parts }));
    expect(await balances()).toEqual({ clients: 300_00, settlement: -300_00 });
    expect((await takeBack(postingId)).body.code).toBe('posting.already-reversed');
  });

  test('that was entered by hand goes to the right one in the same act', async () => {
    accepted(await credit(300_00));
    const postingId = await postingOf();
    const right = await bank.client({ firstName: 'Paul' });
    const yen = await bank.client({ country: 'JP' });
    expect((await takeBack(postingId)).body.code).toBe('correction.right-client-required');
    expect((await takeBack(postingId, { rightAccountId: client.accountId })).body.code).toBe(
      'correction.same-client',
    );
    expect((await takeBack(postingId, { rightAccountId: yen.accountId })).body.code).toBe(
      'transfer.currency-differs',
    );
    expect(accepted(await takeBack(postingId, { rightAccountId: right.accountId }))).toMatchObject({
      receivableMinor: 0,
    });
    expect(await balances()).toEqual({ clients: 300_00, settlement: -300_00 });
    expect((await movements(right))[0].slice(0, 2)).toEqual(['Virement reçu', 300_00]);
    expect((await movements())[0].slice(0, 2)).toEqual(['Correction', -300_00]);
    expect((await takeBack('00000000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  test('is taken back once when two members of the staff do it at the same moment', async () => {
    const { postingId } = await receipt(300_00);
    const other = await bank.administrator();
    const body = { postingId, reason: 'Versé au mauvais client' };
    const both = await Promise.all([administrator, other].map((by) => by.post('/admin/corrections', body)));
    expect(both.map(({ status, body: told }) => `${status} ${told.code ?? ''}`).sort()).toEqual([
      '200 ',
      '409 posting.already-reversed',
    ]);
    expect(await balances()).toEqual({ 'incoming-suspense': 300_00, settlement: -300_00 });
  });
});

test('PAY-54 what the wrong client has spent is claimed and given back when they say so (postings-05)', async () => {
  const { postingId } = await receipt(200_00);
  await spend(195_00);
  const right = await bank.client();
  const done = accepted(await takeBack(postingId, { rightAccountId: right.accountId }));
  expect(done.receivableMinor).toBe(195_00);
  expect(await balances()).toEqual({ clients: 200_00, 'client-receivables': -195_00, settlement: -5_00 });
  expect(accepted(await administrator.get('/admin/receivables')).receivables).toMatchObject([
    { owedMinor: 195_00, creditedMinor: 200_00, client: { accountId: client.accountId } },
  ]);
  const { notifications } = accepted(await client.get('/notifications'));
  expect(notifications[0]).toMatchObject({ kind: 'receipt-claimed', params: { owedMinor: 195_00 } });

  const [{ id }] = accepted(await client.get('/receivables')).receivables;
  const repay = (amountMinor: number, of = client) =>
    of.post(`/receivables/${id}/repayment`, { amountMinor });
  expect((await repay(195_00)).body.code).toBe('ledger.insufficient-balance');
  await bank.fund(client, 300_00);
  expect((await repay(195_01)).body.code).toBe('repayment.above-balance');
  expect((await repay(1_00, right)).status).toBe(404);
  accepted(await repay(95_00));
  expect(accepted(await client.get('/receivables')).receivables).toMatchObject([{ owedMinor: 100_00 }]);
  accepted(await repay(100_00));
  expect(accepted(await client.get('/receivables')).receivables).toEqual([]);
  expect(await balances()).toEqual({ clients: 305_00, settlement: -305_00 });
  expect((await repay(1_00)).status).toBe(404);
});

test('PAY-54 of a wrong client who has spent all of it, the whole is claimed; the right one is made whole at once', async () => {
  const { postingId } = await receipt(200_00);
  await spend(200_00);
  const right = await bank.client();
  const done = accepted(await takeBack(postingId, { rightAccountId: right.accountId }));
  expect(done.receivableMinor).toBe(200_00);
  expect(await balances()).toEqual({ clients: 200_00, 'client-receivables': -200_00 });
  expect((await movements(right))[0][1]).toBe(200_00);
  // Nothing moved on the account of the wrong one: no line of theirs, a notice of what is claimed.
  expect((await movements())[0][1]).toBe(-200_00);
  const { notifications } = accepted(await client.get('/notifications'));
  expect(notifications[0]).toMatchObject({ kind: 'receipt-claimed', params: { owedMinor: 200_00 } });
});

test('PAY-54 what is held for a transfer is not there to be taken back', async () => {
  const { postingId } = await receipt(200_00);
  const order = { amountMinor: 150_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
  accepted(await client.post('/withdrawals', order));
  expect(accepted(await takeBack(postingId)).receivableMinor).toBe(150_00);
  const [{ id }] = accepted(await client.get('/receivables')).receivables;
  const repayment = await client.post(`/receivables/${id}/repayment`, { amountMinor: 1_00 });
  expect(repayment.body.code).toBe('ledger.insufficient-balance');
});

describe('PAY-55 a movement that a client did not authorise', () => {
  test('is refunded by the end of the next payment day, provisionally', async () => {
    await bank.fund(client, 10_00);
    const id = await newSentTransfer(bank, administrator, client);
    const dispute = (of = client, movement = id) =>
      of.post(`/transactions/${movement}/dispute`, { statement: 'Pas moi' });
    // Thursday 3 December: the next payment day is the Friday.
    expect(accepted(await dispute())).toEqual({ refundBy: '2026-12-04' });
    expect((await dispute()).body.code).toBe('dispute.already-open');
    expect((await dispute(await bank.client())).status).toBe(404);
    const { queues } = accepted(await administrator.get('/admin/queues'));
    expect(queues).toContainEqual(expect.objectContaining({ name: 'disputes-to-answer', count: 1 }));
    const { disputes } = accepted(await administrator.get('/admin/disputes'));
    expect(disputes).toMatchObject([
      { amountMinor: 1_00, state: 'open', refundBy: '2026-12-04', statement: 'Pas moi' },
    ]);
    expect(accepted(await administrator.get('/admin/reconciliation')).openDisputes).toBe(1);
    const decide = (body: object) => administrator.post(`/admin/disputes/${disputes[0].id}/decision`, body);
    accepted(await decide({ action: 'suspect', note: 'Connexion depuis son appareil habituel' }));
    expect(accepted(await client.get('/disputes')).disputes).toMatchObject([{ outcome: 'suspected' }]);
    expect(accepted(await decide({ action: 'refund' })).dispute).toMatchObject({
      state: 'refunded',
      isTakenBack: false,
    });
    expect((await decide({ action: 'refund' })).body.code).toBe('dispute.decided');
    expect((await movements())[0].slice(0, 2)).toEqual(['Remboursement provisoire', 1_00]);
    expect(await balances()).toEqual({ clients: 10_00, settlement: -9_00, 'client-receivables': -1_00 });
    // The inquiry shows that the client had authorised it: two persons reverse the refund.
    accepted(await reverse(await postingOf()));
    expect(accepted(await administrator.get('/admin/disputes?list=all')).disputes).toMatchObject([
      { isTakenBack: true },
    ]);
  });

  test('comes before those that are decided, the next deadline first, on every page', async () => {
    await bank.fund(client, 10_00);
    const ids: string[] = [];
    for (const minute of [1, 2, 3, 4]) {
      bank.setNow(new Date(`2026-12-03T10:0${minute}:00Z`));
      ids.push(await newDispute(bank, administrator, client));
    }
    const [first, second, third, fourth] = ids;
    for (const id of [first, third])
      accepted(await administrator.post(`/admin/disputes/${id}/decision`, { action: 'refund' }));
    const read: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = accepted(await administrator.get(`/admin/disputes?list=all&limit=1&cursor=${cursor}`));
      read.push(...page.disputes.map(({ id }: { id: string }) => id));
      cursor = page.nextCursor;
    }
    expect(read).toEqual([second, fourth, third, first]);
  });

  test('is refused of money received, and after thirteen months', async () => {
    await bank.fund(client, 10_00);
    const received = await lastMovement(bank, client);
    const sent = await newSentTransfer(bank, administrator, client);
    expect((await client.post(`/transactions/${received.id}/dispute`, {})).body.code).toBe(
      'dispute.not-possible',
    );
    await bank.travelTo(new Date('2028-01-04T10:00:00Z'));
    expect((await client.post(`/transactions/${sent}/dispute`, {})).body.code).toBe('dispute.not-possible');
  });
});
