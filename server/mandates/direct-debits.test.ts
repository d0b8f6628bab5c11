import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { addDays } from '#domain/time/days.ts';
import { rowsOf } from '../db/database.ts';
import { bankStatementFile, type MadeLine } from '../demo/bank-statement-file.ts';
import { adoptAccount, HOUSE_IBAN, sendBankFile } from '../testing/bank-files.ts';
import { codeOf, debitBorrower, mandateOf, PAYOUT, signed } from '../testing/debit-steps.ts';
import { debitSchemaFaults } from '../testing/iso-20022-schema.ts';
import { morningOf, runJobOn } from '../testing/lent-loan.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes } from '../testing/statements.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/** Direct debits of instalments from accounts in other banks (PAY-69 to PAY-73), from a signed mandate to what comes back. */

const FIRST_DUE = '2027-02-05';

let bank: TestBank;
let administrator: Person;

const borrower = (principalMinor?: number) => debitBorrower(bank, administrator, principalMinor);

/** The first instalment of a loan, as the database holds it. */
async function instalment(loanId: string, number = 1) {
  const [row] = await rowsOf<{
    due_on: string;
    amount: number;
    paid: number;
    settled_on: string | null;
    missed_on: string | null;
    tried: boolean;
  }>(
    bank.database.db,
    sql`select due_on::text, amount::int, (paid_capital + paid_interest)::int as paid, settled_on::text, missed_on::text,
      collect_at is not null as tried from loan_instalments where loan_id = ${loanId} and number = ${number} and not is_superseded`,
  );
  if (!row) throw new Error('no such instalment');
  return row;
}

async function debitOf(loanId: string, attempt = 1) {
  const [row] = await rowsOf<{
    id: string;
    state: string;
    collection_on: string;
    amount: number;
    cancellation: string | null;
  }>(
    bank.database.db,
    sql`select id, state, collection_on::text, amount::int, cancellation from direct_debits
      where loan_id = ${loanId} and attempt = ${attempt} order by due_on limit 1`,
  );
  return row;
}

const interestOf = async (loanId: string) =>
  (
    await rowsOf<{ balance: number }>(
      bank.database.db,
      sql`select balance::int from ledger_accounts where holder_id = ${loanId} and chart_code = 'interest-receivable'`,
    )
  )[0]?.balance ?? 0;

/** Announces the first instalment, and puts it into a file. @returns the id of the file. */
async function exported(day = FIRST_DUE): Promise<string> {
  const collectionOn = collectionDayOf(day);
  await runJobOn(bank, 'plan-direct-debits', addDays(collectionOn, -15));
  await bank.travelTo(morningOf(addDaysOf('target-days', collectionOn, -2)));
  return accepted(await administrator.post('/admin/direct-debit-batches', { collectionOn })).batch.id;
}

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
});
afterAll(() => bank.close());

describe('a collection, while people keep the account at our bank by hand', () => {
  test('PAY-69, PAY-70, PAY-73 is announced in time, sent in one file, and pays its instalment without the client’s account', async () => {
    const { client, loanId } = await borrower();
    const mandateId = await signed(client, loanId);
    await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -18));
    expect(await debitOf(loanId)).toBeUndefined();
    await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -17));
    const { amount } = await instalment(loanId);
    expect(await debitOf(loanId)).toMatchObject({ state: 'announced', collection_on: FIRST_DUE, amount });
    // The database too refuses a second collection while one is open (PAY-73).
    const second = asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into direct_debits (id, mandate_id, client_account_id, loan_id, version, number, attempt, amount, due_on, collection_on,
          state, announced_on)
        select gen_random_uuid(), mandate_id, client_account_id, loan_id, version, number, 2, amount, due_on, collection_on, state, announced_on
        from direct_debits where loan_id = ${loanId}`),
    );
    await expect(second).rejects.toThrow();
    // Neither announced twice nor collected from the client's account.
    await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -16));
    expect((await instalment(loanId)).tried).toBe(false);
    const { toSend } = accepted(await administrator.get('/admin/direct-debit-batches'));
    expect(toSend).toEqual([
      {
        collectionOn: FIRST_DUE,
        sendBy: '2027-02-04',
        sendBefore: '2027-02-04T13:00:00.000Z',
        debitCount: 1,
        totalMinor: amount,
      },
    ]);
    // « À traiter » has the deadline too (PAY-2, PAY-70), and says when it is over.
    const deadline = async () => {
      const { queues } = accepted(await administrator.get('/admin/queues'));
      return queues.find((one: { name: string }) => one.name === 'debits-to-send');
    };
    const dueAt = '2027-02-04T13:00:00.000Z';
    expect(await deadline()).toMatchObject({ count: 1, late: 0, nextDueAt: dueAt });
    await bank.travelTo(new Date(dueAt));
    expect(await deadline()).toMatchObject({ count: 1, late: 1, nextDueAt: dueAt });
    const { batch } = accepted(
      await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE }),
    );
    expect(batch).toMatchObject({ state: 'exported', debitCount: 1, totalMinor: amount });
    const again = await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE });
    expect(codeOf(again)).toEqual({ status: 409, code: 'direct-debit.nothing-to-send' });
    const file = await administrator.get(`/admin/direct-debit-batches/${batch.id}/file.xml`);
    // Who took it out of the house stands in the trail.
    const { entries } = accepted(await administrator.get('/admin/audit?area=bank'));
    expect(entries[0]).toMatchObject({
      operation: 'directDebits.file',
      subjectId: batch.id,
      after: { messageId: batch.messageId },
    });
    expect(file.body).toContain('<SeqTp>RCUR</SeqTp>');
    expect(debitSchemaFaults?.(file.body) ?? []).toEqual([]);
    expect(file.body).toContain((await mandateOf(client, mandateId)).reference);
    const before = (await administrator.get(`/admin/clients/${client.accountId}`)).body;
    await runJobOn(bank, 'collect-morning', FIRST_DUE);
    accepted(await administrator.post(`/admin/direct-debit-batches/${batch.id}/settlement`));
    expect(await instalment(loanId)).toMatchObject({ paid: amount, settled_on: FIRST_DUE, missed_on: null });
    expect(await debitOf(loanId)).toMatchObject({ state: 'settled' });
    const after = (await administrator.get(`/admin/clients/${client.accountId}`)).body;
    expect(after.client?.balanceMinor ?? after.balanceMinor).toBe(
      before.client?.balanceMinor ?? before.balanceMinor,
    );
    expect((await balancesOfCodes(bank.database.db))['direct-debit-clearing']).toBeUndefined();
    expect(await interestOf(loanId)).toBeLessThanOrEqual(0);
    const [two] = await rowsOf<{ count: number }>(
      bank.database.db,
      sql`select count(*)::int as count from notifications where kind = 'direct-debit-announced'
        and user_id = ${client.userId}`,
    );
    expect(two?.count).toBe(1);
  });

  test.each([
    ['left to the client', false],
    ['taken from the account here, with their wish', true],
  ])('PAY-71 without funds is tried once more, and the second time %s', async (_, usesAccount) => {
    const { client, loanId } = await borrower();
    await signed(client, loanId, { usesAccount });
    const id = await exported();
    const debit = await debitOf(loanId);
    await bank.travelTo(morningOf(FIRST_DUE));
    const record = (debitId: string | undefined, reasonCode: string) =>
      administrator.post(`/admin/direct-debits/${debitId}/failure`, { reasonCode });
    accepted(await record(debit?.id, 'AM04'));
    expect(await debitOf(loanId)).toMatchObject({ state: 'rejected' });
    expect(await instalment(loanId)).toMatchObject({ missed_on: FIRST_DUE, settled_on: null, tried: false });
    expect(accepted(await administrator.get(`/admin/direct-debit-batches/${id}`)).batch.state).toBe(
      'settled',
    );
    const retry = await debitOf(loanId, 2);
    expect(retry).toMatchObject({
      state: 'announced',
      collection_on: addDaysOf('target-days', FIRST_DUE, 3),
    });
    await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, 1)));
    accepted(await administrator.post('/admin/direct-debit-batches', { collectionOn: retry?.collection_on }));
    accepted(await record(retry?.id, 'AM04'));
    expect(await debitOf(loanId, 2)).toMatchObject({ state: 'rejected' });
    expect(await instalment(loanId)).toMatchObject({ settled_on: null, tried: usesAccount });
    expect(codeOf(await record(retry?.id, 'AM04'))).toEqual({
      status: 409,
      code: 'direct-debit.wrong-state',
    });
  });

  test.each([
    ['AC04', 'suspended', false],
    ['MD01', 'suspended', false],
    ['MD06', 'suspended', true],
    ['MS03', 'active', false],
  ])('PAY-71, PAY-72 %s takes the collection back, its mandate is %s', async (code, state, isToCall) => {
    const { client, loanId } = await borrower();
    const mandateId = await signed(client, loanId, { usesAccount: code === 'MS03' });
    const id = await exported();
    await bank.travelTo(morningOf(FIRST_DUE));
    accepted(await administrator.post(`/admin/direct-debit-batches/${id}/settlement`));
    const { amount } = await instalment(loanId);
    const before = await balancesOfCodes(bank.database.db);
    const returned = addDaysOf('target-days', FIRST_DUE, 2);
    await bank.travelTo(morningOf(returned));
    const debit = await debitOf(loanId);
    accepted(await administrator.post(`/admin/direct-debits/${debit?.id}/failure`, { reasonCode: code }));
    expect(await instalment(loanId)).toMatchObject({
      paid: 0,
      settled_on: null,
      missed_on: returned,
      tried: code === 'MS03',
    });
    const after = await balancesOfCodes(bank.database.db);
    expect(after['direct-debit-clearing']).toBeUndefined();
    expect((after.settlement ?? 0) - (before.settlement ?? 0)).toBe(amount);
    const { mandates } = accepted(await administrator.get(`/admin/mandates?accountId=${client.accountId}`));
    expect(mandates[0]).toMatchObject({ id: mandateId, state, isToCall, call: null });
    const call = (person: Person, note = 'Il ne reconnaît pas le contrat.') =>
      person.post(`/admin/mandates/${mandateId}/call`, { note });
    if (isToCall) {
      const waiting = async () => {
        const { queues } = accepted(await administrator.get('/admin/queues'));
        return queues.find((one: { name: string }) => one.name === 'mandates-to-call').count;
      };
      expect(await waiting()).toBe(1);
      expect((await call(administrator, ' ')).status).toBe(400);
      expect((await call(client)).status).toBe(403);
      expect((await call(bank.visitor())).status).toBe(401);
      accepted(await call(administrator));
      expect(await waiting()).toBe(0);
      const { mandates: called } = accepted(
        await administrator.get(`/admin/mandates?accountId=${client.accountId}`),
      );
      expect(called[0]).toMatchObject({
        state: 'suspended',
        isToCall: false,
        call: {
          by: expect.any(String),
          at: expect.any(String),
          note: 'Il ne reconnaît pas le contrat.',
        },
      });
      // The trail says who called and when, not what was said.
      const { entries } = accepted(await administrator.get('/admin/audit?area=bank'));
      expect(entries[0]).toMatchObject({ subjectId: mandateId, after: { isToCall: false, length: 31 } });
      const missing = await administrator.post('/admin/mandates/00000000-0000-7000-8000-000000000000/call', {
        note: 'x',
      });
      expect(missing.status).toBe(404);
    }
    expect(codeOf(await call(administrator))).toEqual({ status: 409, code: 'direct-debit.wrong-state' });
    const { debits } = accepted(await administrator.get('/admin/direct-debit-returns'));
    expect(debits.find((one: { id: string }) => one.id === debit?.id)).toMatchObject({ reasonCode: code });
    await runJobOn(bank, 'check-loans', addDays(returned, 1));
    // Late interest runs from the return alone (PAY-72).
    const { position } = accepted(await client.get(`/loans/${loanId}`)).loan;
    expect(position.arrears).toMatchObject({ instalments: 1, since: FIRST_DUE });
  });

  test('ends before its file, with its mandate, or unsent: its instalment is taken from the client’s account again', async () => {
    const { client, loanId } = await borrower();
    const mandateId = await signed(client, loanId);
    await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -15));
    accepted(await client.post(`/mandates/${mandateId}/revocation`));
    expect(await debitOf(loanId)).toMatchObject({ state: 'cancelled', cancellation: 'mandate-ended' });
    expect((await instalment(loanId)).tried).toBe(true);
    const unsent = await borrower();
    await signed(unsent.client, unsent.loanId);
    await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -15));
    await runJobOn(bank, 'plan-direct-debits', FIRST_DUE);
    expect(await debitOf(unsent.loanId)).toMatchObject({ state: 'cancelled', cancellation: 'not-sent' });
    expect((await instalment(unsent.loanId)).tried).toBe(true);
  });

  test('of an instalment that was paid meanwhile goes to its client', async () => {
    const { client, loanId } = await borrower();
    await signed(client, loanId);
    const id = await exported();
    await bank.fund(client, 5_000_00);
    await bank.travelTo(morningOf(FIRST_DUE));
    const { amount } = await instalment(loanId);
    accepted(await client.post(`/loans/${loanId}/payments`, { amountMinor: amount }));
    accepted(await administrator.post(`/admin/direct-debit-batches/${id}/settlement`));
    const { transactions } = accepted(await client.get('/transactions'));
    expect(transactions[0]).toMatchObject({ amountMinor: amount });
    expect((await balancesOfCodes(bank.database.db))['direct-debit-clearing']).toBeUndefined();
  });
});

describe('a collection, once our bank’s statements keep the account', () => {
  let closing = 0;
  let number = 0;

  async function statement(day: string, lines: readonly MadeLine[]) {
    number += 1;
    const content = bankStatementFile({
      id: `SDD-${number}`,
      iban: HOUSE_IBAN,
      currency: 'EUR',
      day,
      openingMinor: closing,
      lines,
    });
    closing += lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return accepted(await sendBankFile(administrator, content)).file;
  }

  test('PAY-70, PAY-72 is settled, and taken back, by the lines of statements alone; the return may stand beside the collection or before it', async () => {
    await bank.travelTo(morningOf(PAYOUT));
    const [row] = await rowsOf<{ balance: string }>(
      bank.database.db,
      sql`select sum(balance)::text as balance from ledger_accounts where chart_code = 'settlement' and currency = 'EUR'`,
    );
    closing = -Number(row?.balance ?? 0);
    await adoptAccount(administrator, closing);
    const one = await borrower();
    const two = await borrower(8_000_00);
    const three = await borrower(6_000_00);
    for (const { client, loanId } of [one, two, three]) await signed(client, loanId);
    const id = await exported();
    const { batch } = accepted(await administrator.get(`/admin/direct-debit-batches/${id}`));
    const refused = await administrator.post(`/admin/direct-debit-batches/${id}/settlement`);
    expect(codeOf(refused)).toEqual({ status: 409, code: 'direct-debit.by-statement' });
    const back = async (loanId: string) => {
      const debit = await debitOf(loanId);
      const endToEndId = debit?.id.replaceAll('-', '') ?? '';
      return line(-(debit?.amount ?? 0), { endToEndId, returnReason: 'AC04' });
    };
    const line = (amountMinor: number, more: Partial<MadeLine>): MadeLine => ({
      amountMinor,
      name: 'Banque',
      text: 'PRELEVEMENT',
      ...more,
    });
    await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, 1)));
    const early = await back(three.loanId);
    await statement(FIRST_DUE, [early]);
    expect((await balancesOfCodes(bank.database.db))['outgoing-suspense']).toBe(early.amountMinor);
    await statement(FIRST_DUE, [
      await back(two.loanId),
      line(batch.totalMinor, { batchMessageId: batch.messageId }),
    ]);
    expect(await instalment(one.loanId)).toMatchObject({ settled_on: FIRST_DUE });
    for (const { loanId } of [two, three]) {
      expect(await instalment(loanId)).toMatchObject({ settled_on: null, missed_on: FIRST_DUE, paid: 0 });
      expect(await debitOf(loanId)).toMatchObject({ state: 'returned' });
    }
    const books = await balancesOfCodes(bank.database.db);
    expect([books['direct-debit-clearing'], books['outgoing-suspense'], books.settlement]).toEqual([
      undefined,
      undefined,
      -closing,
    ]);
    // The same statement again changes nothing.
    const lines = await rowsOf<{ reason: string }>(
      bank.database.db,
      sql`select reason from bank_lines where direct_debit_id is not null or direct_debit_batch_id is not null order by amount`,
    );
    expect(lines.map(({ reason }) => reason)).toEqual([
      'direct-debit-returned',
      'direct-debit-returned',
      'direct-debit-settled',
    ]);
  });

  test('PAY-71 is refused by a pain.002 on its file', async () => {
    const { client, loanId } = await borrower();
    await signed(client, loanId);
    const id = await exported();
    const { batch } = accepted(await administrator.get(`/admin/direct-debit-batches/${id}`));
    const debit = await debitOf(loanId);
    const answer = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>A1</MsgId><CreDtTm>2027-02-04T10:00:00Z</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${batch.messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId></OrgnlGrpInfAndSts>
      <OrgnlPmtInfAndSts><OrgnlPmtInfId>${batch.messageId}</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${debit?.id.replaceAll('-', '')}</OrgnlEndToEndId>
      <TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC06</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
    accepted(await sendBankFile(administrator, new TextEncoder().encode(answer), { name: 'reponse.xml' }));
    expect(await debitOf(loanId)).toMatchObject({ state: 'rejected' });
    expect((await instalment(loanId)).missed_on).toBeNull();
    // Missed on its collection day, and not before (LC-74).
    await runJobOn(bank, 'plan-direct-debits', FIRST_DUE);
    expect((await instalment(loanId)).missed_on).toBe(FIRST_DUE);
    const { mandates } = accepted(await administrator.get(`/admin/mandates?accountId=${client.accountId}`));
    expect(mandates[0]).toMatchObject({ state: 'suspended', suspensionCode: 'AC06' });
    const path = `/admin/mandates/${mandates[0].id}`;
    accepted(await administrator.post(`${path}/resumption`, { reason: 'Le compte est de nouveau ouvert.' }));
    expect(codeOf(await administrator.post(`${path}/resumption`, { reason: 'Encore.' }))).toEqual({
      status: 409,
      code: 'mandate.not-active',
    });
    accepted(await administrator.post(`${path}/suspension`, { reason: 'Demandé au téléphone.' }));
  });
});
