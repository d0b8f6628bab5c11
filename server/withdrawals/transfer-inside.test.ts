import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** Transfers between two clients of the house (PAY-34). */

let bank: TestBank;
let administrator: Person;
let payer: ClientPerson;
let payee: ClientPerson;

// A night between two days on which banks are closed.
const NOW = new Date('2026-11-21T23:30:00Z');
const ibanOf = (number: number) =>
  frenchIban({ bank: '00000', branch: '00001', account: String(number).padStart(11, '0') });

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(NOW);
    administrator = await bank.administrator();
    payer = await bank.client({ firstName: 'Camille', lastName: 'Lemoine' });
    payee = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
    await bank.fund(payer, 1_000_00);
    for (const [place, person] of [payer, payee].entries()) await takeIn(person, place + 1);
  }),
);
afterEach(() => bank.close());

/** Activates an account and gives it an IBAN of the house. */
async function takeIn(person: ClientPerson, number: number) {
  const path = `/admin/clients/${person.accountId}`;
  await administrator.post(`${path}/activation`, { receivedMinor: 0 });
  const { status } = await administrator.put(`${path}/iban`, { iban: ibanOf(number), bankName: 'Guichet' });
  expect(status).toBe(200);
}

const order = (from: ClientPerson, to: number, more: object = {}) =>
  from.post('/withdrawals', { amountMinor: 250_50, iban: ibanOf(to), bankName: 'Guichet', ...more });
const named = { recipientName: 'Zoé Renard' };
const balanceOf = async (person: ClientPerson) => (await person.get('/overview')).body.account.balanceMinor;
const linesOf = async (person: ClientPerson) => (await person.get('/transactions')).body.transactions;

test('PAY-34 one posting with both sides, at once, at night, without a decision; each reads the other’s name', async () => {
  const { status, body } = await order(payer, 2, named);
  expect([status, body.withdrawal.status, body.availableMinor]).toEqual([200, 'completed', 749_50]);
  expect([await balanceOf(payer), await balanceOf(payee)]).toEqual([749_50, 250_50]);
  const [sent] = await linesOf(payer);
  const [received] = await linesOf(payee);
  expect(sent).toMatchObject({
    amountMinor: -250_50,
    event: 'internal-transfer',
    details: { name: 'Zoé Renard' },
  });
  expect(received).toMatchObject({
    amountMinor: 250_50,
    event: 'internal-transfer',
    details: { name: 'Camille Lemoine' },
  });
  expect(sent.referenceNumber).toMatch(/^VIR-/);
  expect(received.referenceNumber).toBe(sent.referenceNumber);
  const posted = await rowsOf(
    bank.database.db,
    sql`select count(*)::int as entries from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.event = 'internal-transfer'`,
  );
  expect(posted).toEqual([{ entries: 2 }]);
  const told = await rowsOf<{ kind: string }>(
    bank.database.db,
    sql`select kind from notifications where user_id = ${payee.userId}::uuid and kind = 'account-credited'`,
  );
  expect(told).toHaveLength(1);
  expect((await payee.get('/withdrawals')).body.withdrawals).toEqual([]);
});

test('PAY-34 a repetition moves nothing; what was sent cannot be cancelled or decided', async () => {
  const key = newUuid();
  const input = { amountMinor: 10_00, iban: ibanOf(2), bankName: 'Guichet', ...named };
  const first = await payer.post('/withdrawals', input, { key });
  expect((await payer.post('/withdrawals', input, { key })).body).toEqual(first.body);
  expect(await balanceOf(payee)).toBe(10_00);
  const { id } = first.body.withdrawal;
  expect((await payer.post(`/withdrawals/${id}/cancellation`)).body.code).toBe('withdrawal.not-cancellable');
  const decided = await administrator.post(`/admin/withdrawals/${id}/decision`, { action: 'complete' });
  expect(decided.body.code).toBe('withdrawal.already-decided');
});

test('PAY-12 PAY-34 the name is verified by our own books, and a typed name is not replaced by the holder’s', async () => {
  const asked = await order(payer, 2, { recipientName: 'Paul Martin' });
  expect([asked.status, asked.body.code, asked.body.params.result]).toEqual([
    409,
    'transfer.payee-check-required',
    'no-match',
  ]);
  const { payeeCheckId } = asked.body.params;
  const knowing = { recipientName: 'Paul Martin', payeeCheckId, acceptedResult: 'no-match' };
  expect((await order(payer, 2, knowing)).status).toBe(200);
  const [sent] = await linesOf(payer);
  expect(sent.details).toEqual({ name: 'Paul Martin' });
});

test('PAY-34 what is refused moves nothing', async () => {
  const swiss = await bank.client({ country: 'CH', firstName: 'Nora', lastName: 'Keller' });
  await takeIn(swiss, 3);
  const waiting = await bank.client({ firstName: 'Ines', lastName: 'Morel' });
  await administrator.put(`/admin/clients/${waiting.accountId}/iban`, {
    iban: ibanOf(4),
    bankName: 'Guichet',
  });
  for (const [answer, code] of [
    [await order(payer, 1), 'transfer.same-account'],
    [await order(payer, 3, { recipientName: 'Nora Keller' }), 'transfer.currency-differs'],
    [await order(payer, 4, { recipientName: 'Ines Morel' }), 'transfer.payee-unavailable'],
    [await order(payer, 99, named), 'transfer.payee-unavailable'],
    [await order(payer, 2, { ...named, amountMinor: 1_000_01 }), 'withdrawal.insufficient-funds'],
  ] as const)
    expect([answer.status, answer.body.code]).toEqual([409, code]);
  expect([await balanceOf(payer), await balanceOf(payee)]).toEqual([1_000_00, 0]);
});

test('PAY-34 an IBAN of another bank, and all of them while such transfers are off, wait for a decision', async () => {
  await administrator.put(`/admin/clients/${payee.accountId}/iban`, {
    iban: 'BE68539007547034',
    bankName: 'Banque de Gand',
  });
  const outside = await payer.post('/withdrawals', {
    amountMinor: 1_00,
    iban: 'BE68539007547034',
    bankName: 'Banque de Gand',
    ...named,
  });
  expect(outside.body.withdrawal.status).toBe('pending');
  const setting = (statement: ReturnType<typeof sql>) =>
    asOwner(bank.database.db, (tx) => tx.execute(statement));
  await setting(
    sql`insert into legal_parameters (key, "from", value, source, verified) values ('internal.enabled', '2026-11-21', 'false', 'test', 'decision')`,
  );
  try {
    expect((await order(payer, 7, named)).body.withdrawal.status).toBe('pending');
  } finally {
    await setting(sql`delete from legal_parameters where key = 'internal.enabled' and "from" = '2026-11-21'`);
  }
});

test('PAY-5 PAY-34 an IBAN that two accounts have counts as outside, and is refused when it is decided', async () => {
  const other = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update client_accounts set iban_is_shared = true, iban = ${ibanOf(2)} where id in (${payee.accountId}, ${other.accountId})`,
    ),
  );
  const { payeeCheckId } = (await order(payer, 2, named)).body.params;
  const { body } = await order(payer, 2, { ...named, payeeCheckId, acceptedResult: 'not-possible' });
  expect(body.withdrawal.status).toBe('pending');
  for (const action of ['approve', 'process'])
    expect(
      (await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action })).body.code,
    ).toBe('transfer.payee-unavailable');
});

test('PAY-34 two clients who pay each other at once do not wait for each other, and nothing is lost', async () => {
  await bank.fund(payee, 1_000_00);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      place % 2 === 0
        ? order(payer, 2, { ...named, amountMinor: 1_00 })
        : order(payee, 1, { recipientName: 'Camille Lemoine', amountMinor: 2_00 }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect([await balanceOf(payer), await balanceOf(payee)]).toEqual([1_010_00, 990_00]);
});

test('PAY-42 another client asks for it back: with the payee’s agreement it comes back inside the house', async () => {
  expect((await order(payer, 2, named)).status).toBe(200);
  const [{ referenceNumber }] = await linesOf(payee);
  const asked = { referenceNumber, reason: 'AC03' };
  expect((await administrator.post('/admin/recalls', asked)).status).toBe(200);
  const { recalls } = (await payee.get('/recall-requests')).body;
  expect(recalls).toMatchObject([{ kind: 'received', payerName: 'Camille Lemoine', amountMinor: 250_50 }]);
  await payee.post(`/recall-requests/${recalls[0].id}/answer`, { action: 'accept' });
  const [{ id }] = (await payee.get('/withdrawals')).body.withdrawals;
  for (const action of ['approve', 'complete'])
    expect((await administrator.post(`/admin/withdrawals/${id}/decision`, { action })).status).toBe(200);
  expect([await balanceOf(payer), await balanceOf(payee)]).toEqual([1_000_00, 0]);
});

test('PAY-42 what was taken back from a client is asked of them no more', async () => {
  await order(payer, 2, named);
  const [{ referenceNumber, id }] = await linesOf(payee);
  const [row] = await rowsOf<{ posting: string }>(
    bank.database.db,
    sql`select ledger_transaction_id as posting from transactions where id = ${id}::uuid`,
  );
  const reason = 'Demandé par erreur';
  expect((await administrator.post(`/admin/postings/${row?.posting}/reversal`, { reason })).status).toBe(200);
  expect((await administrator.post('/admin/recalls', { referenceNumber, reason: 'AC03' })).status).toBe(404);
});
