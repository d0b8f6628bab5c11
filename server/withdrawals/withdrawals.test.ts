import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../ids.ts';
import type { ClientPerson, Person, TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import {
  PAYEE_IBAN as IBAN,
  openWithdrawalBank,
  WITHDRAWAL as REQUEST,
  withdrawalSteps,
} from '../testing/withdrawal-steps.ts';

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

describe('PAY-1 POST /withdrawals with the three fields that there always were', () => {
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
