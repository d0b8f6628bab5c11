import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import { adoptAccount } from '../../testing/bank-files.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes, writeStatement } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { bookStatement } from './book-statement.ts';
import { proveDayStep } from './prove-day.ts';

/** Transit explained line by line (PAY-33, ACC-36), and what is undone of it (PAY-52). */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
let closingMinor: number;

/** A line of the next statement of our bank. @returns its id. */
async function newLine(amountMinor: number): Promise<string> {
  const sender = { counterpartyName: 'Zoé Renard', counterpartyIban: 'FR7630006000011234567890189' };
  const opening = { openingMinor: closingMinor };
  const statementId = await writeStatement(bank.database.db, [{ amountMinor, ...sender }], opening);
  closingMinor += amountMinor;
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  const [line] = await rowsOf<{ id: string }>(
    bank.database.db,
    sql`select id from bank_lines where statement_id = ${statementId}::uuid`,
  );
  return line?.id ?? '';
}

beforeEach(async () => {
  closingMinor = 0;
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-03T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
  await adoptAccount(administrator, 0);
  const first = await newLine(500_00);
  const part = { kind: 'client', accountId: client.accountId, amountMinor: 500_00 };
  accepted(await administrator.post(`/admin/bank-lines/${first}/allocation`, { parts: [part] }));
});
afterEach(() => bank.close());

const transit = async () => {
  const { currencies } = accepted(await administrator.get('/admin/reconciliation?items=open'));
  return {
    alarms: currencies[0].alarms,
    item: currencies[0].items.find(({ code }: { code: string }) => code === 'payments-in-transit'),
  };
};
async function sent(amountMinor: number): Promise<string> {
  const order = { amountMinor, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
  const { withdrawal } = accepted(await client.post('/withdrawals', order));
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
  return withdrawal.id;
}
async function returned(amountMinor: number) {
  const id = await newLine(amountMinor);
  accepted(await administrator.post(`/admin/bank-lines/${id}/return`, { amountMinor, reasonCode: 'CUST' }));
  return id;
}
const reverse = async (event: string) => {
  const [posting] = await rowsOf<{ id: string }>(
    bank.database.db,
    sql`select id from ledger_transactions where event = ${event} order by occurred_at desc limit 1`,
  );
  return administrator.post(`/admin/postings/${posting?.id}/reversal`, { reason: 'Saisi par erreur' });
};

const prove = () => proveDayStep('00:45')(bank.bank, { day: '2026-12-03' });

describe('PAY-33 what is in transit', () => {
  test('is listed line by line: transfers, returns and debits of no named order; the books hold', async () => {
    const transferId = await sent(42_00);
    await returned(30_00);
    expect(await transit()).toMatchObject({
      alarms: [],
      item: {
        balanceMinor: 72_00,
        unexplainedMinor: 0,
        partCount: 2,
        parts: expect.arrayContaining([
          expect.objectContaining({
            kind: 'transfer',
            id: transferId,
            amountMinor: 42_00,
            day: '2026-12-03',
          }),
          expect.objectContaining({ kind: 'return', name: 'Zoé Renard', amountMinor: 30_00 }),
        ]),
      },
    });
    const debit = await newLine(-12_00);
    const justify = (id: string, body: object) =>
      administrator.post(`/admin/bank-lines/${id}/justification`, body);
    const unnamed = { target: 'payments-in-transit', note: 'Ordre de 2025, avant la reprise' };
    accepted(await justify(debit, unnamed));
    expect((await transit()).item).toMatchObject({ balanceMinor: 60_00, unexplainedMinor: 0, partCount: 3 });
    const paid = await newLine(-42_00);
    accepted(await justify(paid, { target: 'payments-in-transit', orderId: transferId }));
    expect((await transit()).item).toMatchObject({
      balanceMinor: 18_00,
      parts: [
        { kind: 'return' },
        {
          kind: 'unnamed-debit',
          amountMinor: -12_00,
          name: 'Zoé Renard – Ordre de 2025, avant la reprise',
        },
      ],
    });
    expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  });

  test('that is not what is open of it alarms on the screen, at night and in the check of the books', async () => {
    const transferId = await sent(42_00);
    await pastTheGuards(bank.database.db, (tx) =>
      tx.execute(sql`update withdrawal_requests set phase = 'settled' where id = ${transferId}::uuid`),
    );
    expect(await transit()).toMatchObject({ alarms: ['proof.items'], item: { unexplainedMinor: 42_00 } });
    const said = 'payments-in-transit in EUR is 4200, what is open of it sums to 0';
    await expect(prove()).rejects.toThrow(said);
    expect(await faultsOfBooks(bank.database.db)).toEqual([said]);
  });
});

describe('PAY-52 a return to its sender', () => {
  test('that stands in no file is taken back whole: nobody can send it any more', async () => {
    const id = await returned(30_00);
    expect((await reverse('suspense-return-order')).status).toBe(200);
    expect(accepted(await administrator.get('/admin/withdrawals/batches')).returns).toEqual([]);
    expect(accepted(await administrator.get('/admin/bank-lines')).lines).toMatchObject([
      { id, openMinor: 30_00 },
    ]);
    expect(await balancesOfCodes(bank.database.db)).toMatchObject({ 'incoming-suspense': 30_00 });
    expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  });

  test('waits in a queue of its own until it stands in a file, late after a day, also without a transfer beside it', async () => {
    await returned(30_00);
    const queue = async () =>
      accepted(await administrator.get('/admin/queues')).queues.find(
        (one: { name: string }) => one.name === 'returns-to-send',
      );
    expect(await queue()).toMatchObject({ count: 1, late: 0 });
    bank.setNow(new Date('2026-12-04T10:00:01Z'));
    administrator = await bank.administrator();
    expect(await queue()).toMatchObject({ count: 1, late: 1 });
    const { returns } = accepted(await administrator.get('/admin/withdrawals/batches'));
    const returnIds = [returns[0].returnId];
    accepted(await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [], returnIds }));
    expect(await queue()).toMatchObject({ count: 0 });
  });

  test('that no file can take is asked for by hand, keeps no file back, and is settled by the debit that names it', async () => {
    const outside = { counterpartyName: 'Nora Keller', counterpartyIban: 'US00' };
    const statementId = await writeStatement(bank.database.db, [{ amountMinor: 30_00, ...outside }], {
      openingMinor: closingMinor,
    });
    closingMinor += 30_00;
    await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
    const [line] = accepted(await administrator.get('/admin/bank-lines')).lines;
    const back = { amountMinor: 30_00, reasonCode: 'CUST' };
    accepted(await administrator.post(`/admin/bank-lines/${line.id}/return`, back));
    const { returns, returnsByHand } = accepted(await administrator.get('/admin/withdrawals/batches'));
    expect([returns, returnsByHand]).toMatchObject([[], [{ payeeName: 'Nora Keller', currency: 'EUR' }]]);
    const debit = await newLine(-30_00);
    const justify = (body: object) =>
      administrator.post(`/admin/bank-lines/${debit}/justification`, {
        target: 'payments-in-transit',
        ...body,
      });
    expect((await justify({ note: 'Inconnu' })).body.errors).toMatchObject([{ field: 'orderId' }]);
    accepted(await justify({ orderId: returnsByHand[0].returnId }));
    expect(await balancesOfCodes(bank.database.db)).not.toHaveProperty('payments-in-transit');
    expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  });

  test('that is in a file is not, nor a debit that settled a transfer of ours', async () => {
    const transferId = await sent(42_00);
    await returned(30_00);
    const { returns } = accepted(await administrator.get('/admin/withdrawals/batches'));
    const returnIds = [returns[0].returnId];
    accepted(await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [], returnIds }));
    expect((await reverse('suspense-return-order')).body.code).toBe('posting.not-reversible');
    const paid = await newLine(-42_00);
    const named = { target: 'payments-in-transit', orderId: transferId };
    accepted(await administrator.post(`/admin/bank-lines/${paid}/justification`, named));
    expect((await reverse('outgoing-justified')).body.code).toBe('posting.not-reversible');
  });
});
