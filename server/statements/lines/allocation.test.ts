import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted, newBankLine } from '../../testing/populated-bank.ts';
import { balancesOfCodes, writeStatement } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { bookStatement } from './book-statement.ts';
import { proveDayStep } from './prove-day.ts';

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

const allocation = (id: string) => `/admin/bank-lines/${id}/allocation`;
const toClient = (amountMinor: number, of = client) => ({
  kind: 'client',
  accountId: of.accountId,
  amountMinor,
});
const balances = () => balancesOfCodes(bank.database.db);

describe('PAY-30 a receipt that waits', () => {
  test('PAY-28 is listed with the client whose name it bears, and goes to them in one press up to the limit', async () => {
    const id = await newBankLine(bank, 500_00);
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    expect(lines).toMatchObject([
      {
        id,
        openMinor: 500_00,
        ageDays: 1,
        reason: 'proposed',
        payer: { name: 'Zoé Renard' },
        proposals: [
          { accountId: client.accountId, holder: 'Zoé Renard', points: 60, reasons: ['same-name'] },
        ],
      },
    ]);
    const done = accepted(await administrator.post(allocation(id), { parts: [toClient(500_00)] }));
    expect(done).toMatchObject({ line: { phase: 'allocated', openMinor: 0 } });
    expect(await balances()).toEqual({ clients: 500_00, settlement: -500_00 });
    const { transactions } = accepted(await client.get('/transactions'));
    expect(transactions).toMatchObject([
      { description: 'Virement reçu de Zoé Renard', event: 'suspense-allocation' },
    ]);
    expect(accepted(await administrator.get('/admin/bank-lines')).lines).toEqual([]);
  });

  test('PAY-31 is late after five payment days, and its return is proposed after ten; the days are dated data (PAY-2)', async () => {
    const id = await newBankLine(bank, 500_00);
    const seen = async (at: string) => {
      await bank.travelTo(new Date(at));
      const { lines } = accepted(await administrator.get('/admin/bank-lines'));
      return lines.find((line: { id: string }) => line.id === id);
    };
    // Booked on 2 December 2026, a Wednesday.
    expect(await seen('2026-12-09T22:59:59Z')).toMatchObject({ deadline: '2026-12-09', isLate: false });
    expect(await seen('2026-12-09T23:00:00Z')).toMatchObject({ isLate: true, isReturnProposed: false });
    expect(await seen('2026-12-16T10:00:00Z')).toMatchObject({ isReturnProposed: false });
    expect(await seen('2026-12-17T10:00:00Z')).toMatchObject({ isLate: true, isReturnProposed: true });
    await pastTheGuards(bank.database.db, (tx) =>
      tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
        values ('suspense.alarmDays', '2026-12-01', '20', 'Essai', 'decision'), ('suspense.returnDays', '2026-12-01', '30', 'Essai', 'decision')`),
    );
    expect(await seen('2026-12-17T10:00:00Z')).toMatchObject({ isLate: false, isReturnProposed: false });
  });

  test('PAY-28 teaches whom its payer pays: who got all of one by hand is known by its IBAN', async () => {
    const close = await bank.client({ firstName: 'Paul', lastName: 'Martyn' });
    const iban = nextIban();
    const newLine = async (counterpartyName: string) => {
      const statementId = await writeStatement(bank.database.db, [
        { amountMinor: 500_00, counterpartyName, counterpartyIban: iban },
      ]);
      await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
      const [line] = await rowsOf<{ id: string }>(
        bank.database.db,
        sql`select id from bank_lines where statement_id = ${statementId}`,
      );
      return line?.id ?? '';
    };
    const proposalsOf = async (id: string) => {
      const { lines } = accepted(await administrator.get('/admin/bank-lines'));
      return lines.find((line: { id: string }) => line.id === id)?.proposals;
    };
    const first = await newLine('Paul Martyn');
    accepted(await administrator.post(allocation(first), { parts: [toClient(500_00, close)] }));
    const second = await newLine('Paul Martin');
    expect(await proposalsOf(second)).toMatchObject([
      { accountId: close.accountId, points: 70, reasons: ['close-name', 'known-iban'] },
    ]);
    // Two clients got the next: it names neither.
    const shared = await newLine('Zoé Renart');
    const halves = [toClient(250_00), toClient(250_00, close)];
    accepted(await administrator.post(allocation(shared), { parts: halves }));
    const third = await newLine('Zoé Renart');
    expect(await proposalsOf(third)).toEqual([]);
  });

  test('PAY-62 is not proposed to a client whose assets are frozen: it could not be given to them', async () => {
    await newBankLine(bank, 500_00);
    const proposed = async () =>
      accepted(await administrator.get('/admin/bank-lines')).lines[0].proposals.length;
    expect(await proposed()).toBe(1);
    const path = `/admin/clients/${client.accountId}/legal-block`;
    accepted(await administrator.put(path, { reason: 'Gel des avoirs du 3 décembre' }));
    expect(await proposed()).toBe(0);
  });

  test('is split, and a part goes back to its sender (PAY-31, postings-01)', async () => {
    const id = await newBankLine(bank, 1_200_00);
    const parts = [toClient(700_00), { kind: 'return', reasonCode: 'AC01', amountMinor: 500_00 }];
    accepted(await administrator.post(allocation(id), { parts }));
    expect(await balances()).toEqual({
      clients: 700_00,
      'payments-in-transit': 500_00,
      settlement: -1_200_00,
    });
    const made = await rowsOf(
      bank.database.db,
      sql`select kind, amount::int, reason_code from bank_line_parts order by amount`,
    );
    expect(made).toEqual([
      { kind: 'return', amount: 500_00, reason_code: 'AC01' },
      { kind: 'client', amount: 700_00, reason_code: null },
    ]);
  });

  test('is given away once when two members of the staff allocate it at the same moment', async () => {
    const id = await newBankLine(bank, 500_00);
    const other = await bank.administrator();
    const both = await Promise.all(
      [administrator, other].map((person) => person.post(allocation(id), { parts: [toClient(500_00)] })),
    );
    expect(both.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort()).toEqual([
      '200 ',
      '409 line.already-allocated',
    ]);
    expect(await balances()).toEqual({ clients: 500_00, settlement: -500_00 });
  });

  test('answers what is wrong', async () => {
    const id = await newBankLine(bank, 500_00);
    const debit = await newBankLine(bank, -5_00);
    const post = async (path: string, body: object) => {
      const { status, body: told } = await administrator.post(path, body);
      return `${status} ${told.code}`;
    };
    expect([
      await post(allocation(id), { parts: [toClient(500_01)] }),
      await post(allocation(id), { parts: [toClient(200_00), toClient(200_00)] }),
      await post(allocation(id), { parts: [] }),
      await post(allocation(debit), { parts: [toClient(5_00)] }),
      await post(`/admin/bank-lines/${debit}/justification`, { target: 'bank-charges', amountMinor: 5_01 }),
      await post(`/admin/bank-lines/${id}/justification`, { target: 'bank-charges' }),
    ]).toEqual([
      '409 line.sum-differs',
      '409 line.sum-differs',
      '400 request.invalid',
      '404 not-found',
      '409 line.sum-differs',
      '404 not-found',
    ]);
  });
});

test('PAY-32 a debit is contested with the bank, and waits on', async () => {
  const id = await newBankLine(bank, -42_00);
  const justify = (body: object) => administrator.post(`/admin/bank-lines/${id}/justification`, body);
  const contested = { phase: 'suspense', reason: 'contested', openMinor: -42_00, isLate: true };
  expect(accepted(await justify({ target: 'contested' })).line).toMatchObject(contested);
  expect(accepted(await administrator.get('/admin/bank-lines?queue=to-justify')).lines).toMatchObject([
    contested,
  ]);
  expect(await balances()).toEqual({ 'outgoing-suspense': -42_00, settlement: 42_00 });
  const answered = await newBankLine(bank, 42_00);
  accepted(await justify({ target: 'incoming-suspense', receiptId: answered }));
  expect(await balances()).toEqual({});
});

test('PAY-32 a debit that nobody knows is justified in parts (postings-07)', async () => {
  const id = await newBankLine(bank, -42_00);
  const { lines } = accepted(await administrator.get('/admin/bank-lines?queue=to-justify'));
  expect(lines).toMatchObject([{ id, openMinor: -42_00, proposals: [] }]);
  const justify = (body: object) => administrator.post(`/admin/bank-lines/${id}/justification`, body);
  accepted(await justify({ target: 'bank-charges', amountMinor: 2_00 }));
  // No order of 40.00 is open: the person says why it is one of ours all the same.
  expect((await justify({ target: 'payments-in-transit' })).body.errors).toMatchObject([{ field: 'note' }]);
  const note = 'Ordre passé au guichet de la banque';
  expect(accepted(await justify({ target: 'payments-in-transit', note })).line).toMatchObject({
    phase: 'allocated',
    openMinor: 0,
  });
  expect((await justify({ target: 'bank-charges' })).body.code).toBe('line.already-allocated');
  expect(await balances()).toEqual({
    'bank-charges': -2_00,
    'payments-in-transit': -40_00,
    settlement: 42_00,
  });
});

/** The proof of the night, as its job makes it. */
const prove = () => proveDayStep('00:45')(bank.bank, { day: '2026-12-03' });

describe('PAY-33 the proof', () => {
  const IBAN = 'FR7600000000010000000000179';
  let accountId: string;

  beforeEach(async () => {
    const added = accepted(
      await administrator.post('/admin/bank-accounts', {
        iban: nextIban(),
        bankName: 'Banque',
        currency: 'EUR',
      }),
    );
    accountId = added.account.id;
    await pastTheGuards(bank.database.db, async (tx) => {
      await tx.execute(sql`update bank_accounts set iban = ${IBAN} where id = ${accountId}`);
    });
    const adoption = `/admin/bank-accounts/${accountId}/adoption`;
    accepted(await administrator.post(adoption, { openingMinor: 0, day: '2026-12-01' }));
  });

  const euro = async () => accepted(await administrator.get('/admin/reconciliation')).currencies[0];

  test('holds after each statement, with what stands between bank and books', async () => {
    await newBankLine(bank, 300_00);
    expect(await euro()).toMatchObject({
      isKept: true,
      bankMinor: 300_00,
      settlementMinor: -300_00,
      differenceMinor: 0,
      booksSumMinor: 0,
      alarms: [],
      items: [{ code: 'incoming-suspense', balanceMinor: 300_00 }],
    });
    await prove();
  });

  test('of a day that is over has what stood between bank and books at its end', async () => {
    const line = await newBankLine(bank, 300_00);
    await bank.travelTo(new Date('2026-12-04T10:00:00Z'));
    const statementId = await writeStatement(bank.database.db, [{ amountMinor: 40_00 }], {
      openingMinor: 300_00,
    });
    await pastTheGuards(bank.database.db, async (tx) => {
      await tx.execute(sql`update bank_statements set day = '2026-12-04' where id = ${statementId}`);
    });
    await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
    accepted(await administrator.post(allocation(line), { parts: [toClient(300_00)] }));
    const on = async (day: string) => accepted(await administrator.get(`/admin/reconciliation?day=${day}`));
    const past = await on('2026-12-03');
    expect(past).toMatchObject({ day: '2026-12-03', today: '2026-12-04' });
    expect(past.currencies[0]).toMatchObject({
      bankMinor: 300_00,
      settlementMinor: -300_00,
      differenceMinor: 0,
      booksSumMinor: 0,
      items: [{ code: 'incoming-suspense', balanceMinor: 300_00 }],
    });
    expect((await on('2026-12-04')).currencies[0]).toMatchObject({
      bankMinor: 340_00,
      settlementMinor: -340_00,
      items: [{ code: 'incoming-suspense', balanceMinor: 40_00 }],
    });
  });

  test('stops automatic postings and payouts until a difference is explained', async () => {
    const line = await newBankLine(bank, 300_00);
    accepted(await administrator.post(allocation(line), { parts: [toClient(300_00)] }));
    await pastTheGuards(bank.database.db, async (tx) => {
      await tx.execute(sql`update bank_statements set closing = closing + 500`);
    });
    expect(await euro()).toMatchObject({ differenceMinor: 5_00, alarms: ['proof.bank'], isExplained: false });
    await expect(prove()).rejects.toThrow('EUR 500');
    const order = { amountMinor: 1_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
    const { withdrawal } = accepted(await client.post('/withdrawals', order));
    const decide = (action: string) =>
      administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });
    accepted(await decide('approve'));
    const stopped = await decide('complete');
    expect([stopped.status, stopped.body.code]).toEqual([409, 'reconciliation.open']);
    const iban = nextIban();
    accepted(
      await administrator.put(`/admin/clients/${client.accountId}/iban`, { iban, bankName: 'Guichet' }),
    );
    const receive = async (openingMinor: number) => {
      const statementId = await writeStatement(bank.database.db, [{ amountMinor: 1_00, ownIban: iban }], {
        openingMinor,
      });
      await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
      const [line] = await rowsOf<{ reason: string }>(
        bank.database.db,
        sql`select reason from bank_lines where statement_id = ${statementId}`,
      );
      return line?.reason;
    };
    expect(await receive(305_00)).toBe('reconciliation-open');
    const note = { currency: 'EUR', note: 'Agios que la banque a retirés le lendemain' };
    const explained = accepted(await administrator.post('/admin/reconciliation/explanation', note));
    expect(explained.currencies[0]).toMatchObject({ differenceMinor: 5_00, isExplained: true });
    expect(await receive(306_00)).toBe('virtual-iban');
    accepted(await decide('complete'));
  });

  test('PAY-32 PAY-38 a debit that paid a transfer of ours settles it', async () => {
    const line = await newBankLine(bank, 50_00);
    accepted(await administrator.post(allocation(line), { parts: [toClient(50_00)] }));
    const order = { amountMinor: 42_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
    const { withdrawal } = accepted(await client.post('/withdrawals', order));
    const transferId = withdrawal.id;
    for (const action of ['approve', 'complete'])
      accepted(await administrator.post(`/admin/withdrawals/${transferId}/decision`, { action }));
    const id = await newBankLine(bank, -44_50);
    const justify = (body: object) => administrator.post(`/admin/bank-lines/${id}/justification`, body);
    const paid = { target: 'payments-in-transit', orderId: transferId };
    expect((await justify({ ...paid, amountMinor: 44_50 })).body.code).toBe('line.sum-differs');
    expect((await justify({ ...paid, amountMinor: 42_00, orderId: newUuid() })).body.code).toBe(
      'line.sum-differs',
    );
    // An order with this amount is open: it is named, whatever the person says.
    const unnamed = { target: 'payments-in-transit', amountMinor: 42_00, note: 'Inconnu' };
    expect((await justify(unnamed)).body.errors).toMatchObject([{ field: 'orderId' }]);
    accepted(await justify({ ...paid, amountMinor: 42_00 }));
    accepted(await justify({ target: 'bank-charges' }));
    const [row] = await rowsOf(
      bank.database.db,
      sql`select phase, settled_on::text as settled from withdrawal_requests where id = ${transferId}`,
    );
    expect(row).toEqual({ phase: 'settled', settled: '2026-12-02' });
    expect(await balances()).toEqual({ clients: 8_00, 'bank-charges': -2_50, settlement: -5_50 });
  });

  test('PAY-19 what staff enter goes elsewhere once the account is kept by its statements', async () => {
    const credit = await administrator.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor: 1_00,
      currency: 'EUR',
      description: 'Reçu',
    });
    expect(credit.status).toBe(400);
    expect(JSON.stringify(credit.body)).toContain('amountMinor');
    const deposit = await administrator.post(`/admin/clients/${client.accountId}/activation`, {
      receivedMinor: 1_00,
    });
    expect(deposit.status).toBe(400);
    const { fee } = accepted(
      await administrator.post(`/admin/clients/${client.accountId}/fees`, {
        amountMinor: 5_00,
        description: 'Carte',
      }),
    );
    accepted(await administrator.post(`/admin/fees/${fee.id}/settlement`));
    expect(await balances()).toEqual({ 'fee-income': 5_00, cash: -5_00 });
    const line = await newBankLine(bank, 50_00);
    accepted(await administrator.post(allocation(line), { parts: [toClient(50_00)] }));
    const asked = accepted(
      await client.post('/withdrawals', {
        amountMinor: 20_00,
        iban: 'FR7630006000011234567890189',
        bankName: 'Banque du Marais',
      }),
    );
    for (const action of ['approve', 'complete'])
      accepted(await administrator.post(`/admin/withdrawals/${asked.withdrawal.id}/decision`, { action }));
    expect(await balances()).toMatchObject({
      clients: 30_00,
      'payments-in-transit': 20_00,
      settlement: -50_00,
    });
  });
});
