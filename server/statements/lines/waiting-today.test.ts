import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { adoptAccount } from '../../testing/bank-files.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted, newBankLine } from '../../testing/populated-bank.ts';
import { balancesOfCodes, type StatementLine, writeStatement } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { bookStatement } from './book-statement.ts';

/** Why a receipt waits is what is known today, not on the day of its booking (PAY-26, PAY-30). */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
const IBAN = 'FR7630006000011234567890189';

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-03T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
  await adoptAccount(administrator, 0);
  const first = await newBankLine(bank, 500_00);
  const toClient = { kind: 'client', accountId: client.accountId, amountMinor: 500_00 };
  accepted(await administrator.post(`/admin/bank-lines/${first}/allocation`, { parts: [toClient] }));
});
afterEach(() => bank.close());

const euroClosing = async () => {
  const [row] = await rowsOf<{ closing: number }>(
    bank.database.db,
    sql`select closing::int as closing from bank_statements where posted_number is not null order by posted_number desc limit 1`,
  );
  return row?.closing ?? 0;
};
/** Books lines of a statement that follows. @returns the only one that waits, as staff see it. */
async function waiting(...lines: readonly StatementLine[]) {
  const statementId = await writeStatement(bank.database.db, lines, { openingMinor: await euroClosing() });
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  return seen();
}
const seen = async () => accepted(await administrator.get('/admin/bank-lines')).lines[0];
const give = (id: string, amountMinor: number) =>
  administrator.post(`/admin/bank-lines/${id}/allocation`, {
    parts: [{ kind: 'client', accountId: client.accountId, amountMinor }],
  });
const assign = async (iban: string) =>
  accepted(await administrator.put(`/admin/clients/${client.accountId}/iban`, { iban, bankName: 'Guichet' }));

test('PAY-26 an IBAN that was nobody’s is proposed to the client who has it by now', async () => {
  const { iban } = accepted(await administrator.get('/admin/iban-proposal'));
  const line = await waiting({ amountMinor: 70_00, ownIban: iban, counterpartyIban: IBAN });
  expect(line).toMatchObject({ reason: 'iban-unknown', proposals: [] });
  await assign(iban);
  expect(await seen()).toMatchObject({
    id: line.id,
    reason: 'proposed',
    proposals: [{ accountId: client.accountId, reasons: ['virtual-iban'] }],
  });
  expect(accepted(await give(line.id, 70_00)).line.openMinor).toBe(0);
});

test('PAY-31, PAY-32 receipts and debits that wait stand under « À traiter », until the end of their own last day', async () => {
  const queue = async (name: string) =>
    accepted(await administrator.get('/admin/queues')).queues.find(
      (one: { name: string }) => one.name === name,
    );
  expect(await queue('receipts-to-allocate')).toMatchObject({ count: 0, late: 0, nextDueAt: null });
  await waiting({ amountMinor: 70_00, counterpartyIban: IBAN }, { amountMinor: -2_50 });
  const receipt = accepted(await administrator.get('/admin/bank-lines')).lines[0];
  const last = receipt.deadline as string;
  expect(await queue('receipts-to-allocate')).toMatchObject({
    count: 1,
    late: 0,
    nextDueAt: startOfDayIn(LEGAL_TIME_ZONE, addDays(last, 1)).toISOString(),
  });
  // A debit that nobody knows alarms on its own day.
  expect(await queue('debits-to-justify')).toMatchObject({ count: 1, late: 1 });
  await bank.travelTo(startOfDayIn(LEGAL_TIME_ZONE, addDays(last, 1)));
  expect(await queue('receipts-to-allocate')).toMatchObject({ count: 1, late: 1 });
  accepted(await give(receipt.id, 70_00));
  expect(await queue('receipts-to-allocate')).toMatchObject({ count: 0 });
});

test('PAY-62 what a freeze held can be given or sent back once it is lifted', async () => {
  const iban = nextIban();
  await assign(iban);
  const block = `/admin/clients/${client.accountId}/legal-block`;
  accepted(await administrator.put(block, { reason: 'Gel des avoirs du 3 décembre' }));
  const line = await waiting({ amountMinor: 70_00, ownIban: iban, counterpartyIban: IBAN });
  expect(line).toMatchObject({ reason: 'legal-block', isReturnable: false, proposals: [] });
  accepted(await administrator.put(block, { reason: null }));
  expect(await seen()).toMatchObject({
    reason: 'proposed',
    isReturnable: true,
    proposals: [{ accountId: client.accountId, reasons: ['virtual-iban'] }],
  });
  const back = { amountMinor: 70_00, reasonCode: 'CUST' };
  accepted(await administrator.post(`/admin/bank-lines/${line.id}/return`, back));
});

test('PAY-31, PAY-18 a transfer that came back is not sent to its payee: nobody else is its sender', async () => {
  const order = { amountMinor: 42_00, iban: IBAN, bankName: 'Banque du Marais' };
  const { withdrawal } = accepted(await client.post('/withdrawals', order));
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
  const endToEndId = withdrawal.id.replaceAll('-', '');
  await waiting({ amountMinor: -42_00, endToEndId });
  // The payee's bank kept two euros back: the amount is not that of the transfer.
  const payee = { counterpartyName: 'Paul Escroc', counterpartyIban: IBAN };
  const less = { amountMinor: 40_00, endToEndId, ...payee };
  const returned = await waiting({ ...less, isReturn: true, returnReason: 'FOCR' });
  expect(returned).toMatchObject({ reason: 'return-unknown', isReturnable: false });
  await bank.travelTo(new Date('2027-01-04T10:00:00Z'));
  expect(await seen()).toMatchObject({ isReturnProposed: false });
  const back = { amountMinor: 40_00, reasonCode: 'MS03' };
  expect((await administrator.post(`/admin/bank-lines/${returned.id}/return`, back)).body.code).toBe(
    'line.not-returnable',
  );
  const part = { kind: 'return', ...back };
  const parts = await administrator.post(`/admin/bank-lines/${returned.id}/allocation`, { parts: [part] });
  expect(parts.body.code).toBe('line.not-returnable');
  accepted(await give(returned.id, 40_00));
  // Nor is it what somebody paid, that their bank could ask back (PAY-42).
  const [movement] = accepted(await client.get('/transactions')).transactions;
  const recall = { referenceNumber: movement.referenceNumber, reason: 'DUPL' };
  expect((await administrator.post('/admin/recalls', recall)).status).toBe(404);
});

test('PAY-53 a client who got a receipt by mistake is not proposed for it again', async () => {
  const iban = nextIban();
  await assign(iban);
  const statementId = await writeStatement(
    bank.database.db,
    [{ amountMinor: 70_00, ownIban: iban, counterpartyName: 'Zoé Renard', counterpartyIban: IBAN }],
    { openingMinor: await euroClosing() },
  );
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  const [posted] = await rowsOf<{ id: string }>(
    bank.database.db,
    sql`select ledger_transaction_id as id from bank_lines where statement_id = ${statementId}::uuid`,
  );
  accepted(
    await administrator.post('/admin/corrections', { postingId: posted?.id, reason: 'Imputé par erreur' }),
  );
  expect(await seen()).toMatchObject({ reason: 'wrong-client', openMinor: 70_00, proposals: [] });
});

/** Makes bank and books differ, as a fault would, and explains it. */
const differ = () =>
  pastTheGuards(bank.database.db, async (tx) => {
    await tx.execute(sql`update bank_statements set closing = closing + 500`);
  });
async function explain() {
  const note = { currency: 'EUR', note: 'Agios que la banque a retirés le lendemain' };
  accepted(await administrator.post('/admin/reconciliation/explanation', note));
}

test('PAY-33 what a difference held back is proposed once it is explained', async () => {
  const iban = nextIban();
  await assign(iban);
  await differ();
  const line = await waiting({ amountMinor: 70_00, ownIban: iban });
  expect(line.reason).toBe('reconciliation-open');
  await explain();
  expect(await seen()).toMatchObject({
    id: line.id,
    reason: 'proposed',
    proposals: [{ accountId: client.accountId, points: 100, reasons: ['virtual-iban'] }],
  });
});

test('PAY-40 a return that a difference held back gives the transfer back, and says so of it', async () => {
  const order = { amountMinor: 42_00, iban: IBAN, bankName: 'Banque du Marais' };
  const { withdrawal } = accepted(await client.post('/withdrawals', order));
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
  const endToEndId = withdrawal.id.replaceAll('-', '');
  await waiting({ amountMinor: -42_00, endToEndId });
  await differ();
  const returned = { amountMinor: 42_00, endToEndId, isReturn: true, returnReason: 'AC04' };
  expect(await waiting(returned)).toMatchObject({ reason: 'reconciliation-open' });
  await explain();
  const line = await seen();
  expect(line).toMatchObject({
    reason: 'proposed',
    proposals: [{ accountId: client.accountId, reasons: ['own-transfer'] }],
  });
  accepted(await give(line.id, 42_00));
  const [transfer] = await rowsOf(
    bank.database.db,
    sql`select phase, reason_code as code, returned_on::text as day from withdrawal_requests where id = ${withdrawal.id}`,
  );
  expect(transfer).toEqual({ phase: 'returned', code: 'account-closed', day: '2026-12-02' });
  expect(await balancesOfCodes(bank.database.db)).toEqual({ clients: 500_00, settlement: -500_00 });
});
