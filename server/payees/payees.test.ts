import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { purgePayeeChecks } from './purge-payee-checks.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

const NOW = new Date('2026-11-20T12:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const IBAN = 'DE89370400440532013000';
const ORDER = { amountMinor: 10_00, iban: IBAN, bankName: 'Banque du Marais' };

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(NOW);
    client = await bank.client({ firstName: 'Camille', lastName: 'Lemoine' });
    administrator = await bank.administrator();
    await bank.fund(client, 1_000_00);
  }),
);
afterEach(() => bank.close());

const ask = (name: string, iban = IBAN, person: Person = client) =>
  person.post('/payee-checks', { iban, name });
const order = (more: object = {}) => client.post('/withdrawals', { ...ORDER, ...more });
const stored = () =>
  rowsOf<Record<string, unknown>>(
    bank.database.db,
    sql`select iban, typed_name as name, result, returned_name as returned, reason, provider, decision, wording,
        withdrawal_id is not null as ordered, answered_at >= asked_at as answered from payee_checks order by asked_at, id`,
  );
const inLists = async () => (await client.get('/withdrawals')).body.withdrawals.length;

describe('POST /payee-checks', () => {
  test.each([
    ['Zoé Renard', { result: 'match', name: null, reason: null }],
    ['Paul Presque Martin', { result: 'close-match', name: 'MARTIN P', reason: null }],
    ['Paul Inconnu', { result: 'no-match', name: null, reason: null }],
    ['Paul Indisponible', { result: 'not-possible', name: null, reason: 'unreachable' }],
  ])('PAY-13 the simulated answer to « %s »', async (name, answer) => {
    const { status, body } = await ask(name);
    expect([status, body.check]).toMatchObject([200, { ...answer, isSimulated: true }]);
    expect(body.check.expiresAt).toBe(later(10).toISOString());
    expect(await stored()).toMatchObject([
      { name, result: answer.result, decision: null, wording: '2026-11', answered: true },
    ]);
  });

  test('PAY-12 PAY-14 an IBAN of a client is answered from our own books; one that two have decides nothing', async () => {
    const holder = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
    await administrator.put(`/admin/clients/${holder.accountId}/iban`, { iban: IBAN, bankName: 'Guichet' });
    const answered = async (name: string) => {
      const { result, name: told, reason } = (await ask(name)).body.check;
      return [result, told ?? reason];
    };
    expect(await answered('M. Renard Zoe')).toEqual(['match', null]);
    expect(await answered('Z Renard')).toEqual(['close-match', 'Zoé Renard']);
    expect(await answered('Paul Martin')).toEqual(['no-match', null]);
    await asOwner(bank.database.db, (tx) =>
      tx.execute(
        sql`update client_accounts set iban_is_shared = true, iban = ${IBAN} where id in (${holder.accountId}, ${client.accountId})`,
      ),
    );
    expect(await answered('Zoé Renard')).toEqual(['not-possible', 'account-type']);
  });

  test('PAY-12 an IBAN that does not hold is not asked about', async () => {
    const { body } = await ask('Paul Inconnu', 'DE00370400440532013000');
    expect(body.check).toMatchObject({ result: 'not-possible', reason: 'invalid-iban' });
  });

  test('PAY-16 a repetition gets the first answer and stores nothing', async () => {
    const key = newUuid();
    const first = await client.post('/payee-checks', { iban: IBAN, name: 'Zoé Renard' }, { key });
    const again = await client.post('/payee-checks', { iban: IBAN, name: 'Zoé Renard' }, { key });
    expect(again.body).toEqual(first.body);
    expect(await stored()).toHaveLength(1);
    const other = await client.post('/payee-checks', { iban: IBAN, name: 'Autre' }, { key });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency.key-reused']);
  });

  test('PAY-16 more than 20 checks in 24 hours that no order followed are refused, however many come at once', async () => {
    for (let each = 0; each < 15; each += 1) await ask(`Zoé ${each}`);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, each) => ask(`Inès ${each}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(5).fill(429),
    ]);
    const { status, body } = await ask('Paul Martin');
    expect([status, body.code, body.params.max]).toEqual([429, 'payee-check.too-many', 20]);
    expect((await order({ recipientName: 'Paul Inconnu' })).body.code).toBe('payee-check.too-many');
    // A check that an order follows does not count.
    bank.setNow(later(5));
    const [last] = answers.filter((answer) => answer.status === 200);
    const { check } = last?.body ?? {};
    const [{ name }] = (await rowsOf<{ name: string }>(
      bank.database.db,
      sql`select typed_name as name from payee_checks where id = ${check.id}::uuid`,
    )) as [{ name: string }];
    expect((await order({ recipientName: name, payeeCheckId: check.id })).status).toBe(200);
    expect((await ask('Paul Martin')).status).toBe(200);
    expect((await ask('Paul Martin')).status).toBe(429);
    await bank.travelTo(later(24 * 60 + 6));
    expect((await ask('Paul Martin')).status).toBe(200);
  });

  test('400, 401, 403', async () => {
    expect((await client.post('/payee-checks', { iban: IBAN })).status).toBe(400);
    expect((await client.post('/payee-checks', { iban: '', name: 'Zoé' })).status).toBe(400);
    expect((await ask('Zoé', IBAN, bank.visitor())).status).toBe(401);
    expect((await ask('Zoé', IBAN, administrator)).status).toBe(403);
  });
});

describe('POST /withdrawals and the name of the payee', () => {
  test("PAY-11 without a name it is the client's own account, and its check goes with the order", async () => {
    const { status, body } = await order();
    expect([status, body.withdrawal.recipientName]).toEqual([200, 'Camille Lemoine']);
    expect(await stored()).toMatchObject([
      { name: 'Camille Lemoine', result: 'match', decision: 'accepted', ordered: true },
    ]);
    const { body: review } = await administrator.get(`/admin/withdrawals/${body.withdrawal.id}`);
    expect(review.withdrawal).toMatchObject({
      isOwnAccount: true,
      payeeCheck: { result: 'match', isSimulated: true, decision: 'accepted' },
    });
  });

  test('PAY-12 an IBAN that does not hold goes on by itself', async () => {
    const { status } = await order({ iban: 'DE00370400440532013000', recipientName: 'Paul Inconnu' });
    expect(status).toBe(200);
    expect(await stored()).toMatchObject([{ reason: 'invalid-iban', decision: 'accepted', ordered: true }]);
  });

  test.each([
    ['Paul Presque Martin', 'close-match', { name: 'MARTIN P' }],
    ['Paul Inconnu', 'no-match', {}],
    ['Paul Lent', 'not-possible', { reason: 'timeout' }],
  ])(
    'PAY-15 « %s » without a check: 409 with it, and the client goes on knowing',
    async (recipientName, result, told) => {
      const { status, body } = await order({ recipientName });
      expect([status, body.code]).toEqual([409, 'transfer.payee-check-required']);
      expect(body.params).toMatchObject({ result, ...told });
      expect(await inLists()).toBe(0);
      const { payeeCheckId } = body.params;
      const undecided = await order({ recipientName, payeeCheckId });
      expect([undecided.status, undecided.body.code]).toEqual([409, 'transfer.payee-check-required']);
      const other = await order({ recipientName, payeeCheckId, acceptedResult: 'match' });
      expect(other.body.code).toBe('transfer.payee-check-required');
      expect((await order({ recipientName, payeeCheckId, acceptedResult: result })).status).toBe(200);
      expect(await stored()).toMatchObject([{ decision: 'accepted', ordered: true }]);
      const twice = await order({ recipientName, payeeCheckId, acceptedResult: result });
      expect([twice.status, twice.body.code]).toEqual([409, 'payee-check.expired']);
      expect(await inLists()).toBe(1);
    },
  );

  test("PAY-15 the holder's name is taken: the order names it, and the check says so", async () => {
    const { check } = (await ask('Paul Presque Martin')).body;
    const { status, body } = await order({ recipientName: check.name, payeeCheckId: check.id });
    expect([status, body.withdrawal.recipientName]).toEqual([200, 'MARTIN P']);
    expect(await stored()).toMatchObject([{ name: 'Paul Presque Martin', decision: 'name-taken' }]);
  });

  test('PAY-16 a check serves its own name, IBAN and client, for ten minutes', async () => {
    const { check } = (await ask('Zoé Renard')).body;
    const used = { recipientName: 'Zoé Renard', payeeCheckId: check.id };
    const stranger = await bank.client();
    await bank.fund(stranger, 100_00);
    for (const answer of [
      await order({ ...used, recipientName: 'Zoé Renarde' }),
      await order({ ...used, iban: 'BE68539007547034' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'payee-check.expired']);
    for (const answer of [
      await order({ ...used, payeeCheckId: newUuid() }),
      await stranger.post('/withdrawals', { ...ORDER, ...used }),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
    bank.setNow(later(10));
    expect((await order(used)).status).toBe(200);
    const { check: old } = (await ask('Inès Morel')).body;
    bank.setNow(later(21));
    const expired = await order({ recipientName: 'Inès Morel', payeeCheckId: old.id });
    expect([expired.status, expired.body.code]).toEqual([409, 'payee-check.expired']);
  });

  test('a repetition is the first answer, and asks nobody again', async () => {
    const key = newUuid();
    const first = await client.post('/withdrawals', { ...ORDER, recipientName: 'Zoé' }, { key });
    const again = await client.post('/withdrawals', { ...ORDER, recipientName: 'Zoé' }, { key });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await stored()).toHaveLength(1);
  });

  test('PAY-16 the returned name is told to the client who asked and to the staff of the order, and nowhere else', async () => {
    const recipientName = 'Paul Presque Martin';
    const { payeeCheckId } = (await order({ recipientName })).body.params;
    const { body } = await order({ recipientName, payeeCheckId, acceptedResult: 'close-match' });
    const one = await administrator.get(`/admin/withdrawals/${body.withdrawal.id}`);
    expect(one.body.withdrawal.payeeCheck).toMatchObject({
      typedName: recipientName,
      returnedName: 'MARTIN P',
    });
    expect((await client.get('/profile/export')).body.payeeChecks).toMatchObject([
      { returnedName: 'MARTIN P' },
    ]);
    for (const path of ['/admin/audit', '/admin/clients', '/admin/overview'])
      expect(JSON.stringify((await administrator.get(path)).body)).not.toContain('MARTIN P');
    expect(JSON.stringify((await client.get('/notifications')).body)).not.toContain('MARTIN P');
    const mails = await rowsOf<{ text: string }>(
      bank.database.db,
      sql`select json_agg(o)::text as text from outbox o`,
    );
    expect(mails[0]?.text).not.toContain('MARTIN P');
  });
});

describe('what is kept', () => {
  test('PAY-16 a check is written once: neither changed, nor deleted, nor decided twice, by client or house', async () => {
    const { check } = (await ask('Zoé Renard')).body;
    await order({ recipientName: 'Zoé Renard', payeeCheckId: check.id });
    const theirs = bank.database.of(client.userId);
    for (const db of [theirs, bank.database.db])
      for (const statement of [
        sql`update payee_checks set result = 'match'`,
        sql`update payee_checks set decision = 'cancelled', withdrawal_id = null`,
        sql`delete from payee_checks`,
      ])
        await expect(db.execute(statement)).rejects.toThrow();
    await expect(
      asOwner(bank.database.db, (tx) => tx.execute(sql`update payee_checks set typed_name = 'x'`)),
    ).rejects.toThrow();
    await expect(theirs.execute(sql`select payee_checks_purge(now(), 1)`)).rejects.toThrow();
    expect(await stored()).toMatchObject([{ name: 'Zoé Renard', decision: 'accepted' }]);
  });

  test('PAY-16 the job ends what no order followed, and deletes after five years', async () => {
    await ask('Zoé Renard');
    await order({ recipientName: 'Inès Morel' });
    bank.setNow(later(10));
    const purge = (day: string) => bank.work(administrator.userId, (work) => purgePayeeChecks(work, { day }));
    expect(await purge('2026-11-20')).toBe(1);
    expect(await stored()).toMatchObject([
      { name: 'Zoé Renard', decision: 'cancelled', ordered: false },
      { name: 'Inès Morel', decision: 'accepted', ordered: true },
    ]);
    expect(await purge('2031-11-20')).toBe(0);
    expect(await purge('2031-11-21')).toBe(2);
    expect(await stored()).toEqual([]);
  });
});

describe('payees that a client keeps', () => {
  const PAYEE = { name: 'Zoé Renard', iban: 'de89 3704 0044 0532 0130 00', bankName: 'Bank Beispiel' };
  const list = async (person: Person = client) => (await person.get('/payees')).body.payees;

  test('PAY-10 kept, changed, used and forgotten; the one under the same IBAN is replaced', async () => {
    const { status, body } = await client.post('/payees', PAYEE);
    expect([status, body.payee]).toMatchObject([200, { name: 'Zoé Renard', iban: IBAN, lastUsedAt: null }]);
    const again = await client.post('/payees', { ...PAYEE, nickname: 'Loyer' });
    expect(again.body.payee.id).toBe(body.payee.id);
    await order({ recipientName: 'Zoé Renard' });
    expect(await list()).toMatchObject([
      {
        id: body.payee.id,
        name: 'Zoé Renard',
        nickname: 'Loyer',
        lastUsedAt: NOW.toISOString(),
        checkedAt: NOW.toISOString(),
      },
    ]);
    const address = { street: '3 rue des Lilas', city: 'Lyon', countryCode: 'FR' };
    const changed = await client.put(`/payees/${body.payee.id}`, {
      ...PAYEE,
      name: 'Zoé Renard-Morel',
      address,
    });
    expect([changed.status, changed.body.payee.address]).toEqual([200, address]);
    expect((await client.delete(`/payees/${body.payee.id}`)).status).toBe(200);
    // Still an account that was paid before.
    expect(await list()).toMatchObject([{ id: null, name: 'Zoé Renard', iban: IBAN }]);
    expect((await client.delete(`/payees/${body.payee.id}`)).status).toBe(404);
  });

  test('400, 401, 403, 404', async () => {
    for (const wrong of [
      {},
      { ...PAYEE, name: ' ' },
      { ...PAYEE, name: 'a'.repeat(71) },
      { ...PAYEE, address: { city: 'Lyon' } },
    ])
      expect((await client.post('/payees', wrong)).status).toBe(400);
    const { payee } = (await client.post('/payees', PAYEE)).body;
    const { payee: other } = (await client.post('/payees', { ...PAYEE, iban: 'BE68539007547034' })).body;
    const twice = await client.put(`/payees/${other.id}`, PAYEE);
    expect([twice.status, twice.body.errors[0]]).toMatchObject([
      400,
      { field: 'iban', message: 'validation.iban.payeeTwice' },
    ]);
    const stranger = await bank.client();
    expect((await stranger.put(`/payees/${payee.id}`, PAYEE)).status).toBe(404);
    expect((await stranger.delete(`/payees/${payee.id}`)).status).toBe(404);
    expect(await list(stranger)).toEqual([]);
    expect((await bank.visitor().post('/payees', PAYEE)).status).toBe(401);
    expect((await administrator.post('/payees', PAYEE)).status).toBe(403);
  });
});
