import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { unexplainedBalances } from '../ledger/open-items.ts';
import { importBankFilesStep } from '../statements/files/import-step.ts';
import { bookStatement } from '../statements/lines/book-statement.ts';
import { adoptAccount, fixture, sendBankFile } from '../testing/bank-files.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes, type StatementLine, writeStatement } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';

/** What our bank says of our transfers, from the file to the client (PAY-36 to PAY-40, section 18). */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
/** What our bank's last statement ends with. */
let bankMinor: number;

beforeEach(async () => {
  bank = await openTestBank();
  bankMinor = 5_000_00;
  bank.setNow(new Date('2026-12-01T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
  await bank.fund(client, 5_000_00);
});
afterEach(() => bank.close());

const IBAN = 'DE89370400440532013000';
const decide = (id: string, action: string, more: object = {}) =>
  administrator.post(`/admin/withdrawals/${id}/decision`, { action, ...more });

async function validated(amountMinor: number): Promise<string> {
  const order = { amountMinor, iban: IBAN, bankName: 'Banque' };
  const { withdrawal } = accepted(await client.post('/withdrawals', order));
  accepted(await decide(withdrawal.id, 'approve'));
  return withdrawal.id;
}

/** Transfers of 1,000.00, 600.00 and 400.00 in a file for our bank. */
async function newFile(amounts: readonly number[] = [1_000_00, 600_00, 400_00]) {
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await validated(amount));
  const { batch } = accepted(
    await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: ids }),
  );
  return { ids, batch: batch as { id: string; messageId: string; totalMinor: number } };
}

const hex = (id: string) => id.replaceAll('-', '');
const own = async () => accepted(await client.get('/withdrawals')).withdrawals;
const phases = async (ids: readonly string[]) => {
  const all = new Map((await own()).map((one: { id: string; phase: string }) => [one.id, one.phase]));
  return ids.map((id) => all.get(id));
};
const balance = async () => accepted(await client.get('/overview')).account;

/** Books a statement with these lines. */
async function book(...lines: StatementLine[]) {
  const statementId = await writeStatement(bank.database.db, lines, { openingMinor: bankMinor });
  bankMinor += lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  return rowsOf(
    bank.database.db,
    sql`select phase, reason, open_amount::int as open from bank_lines where statement_id = ${statementId} order by position`,
  );
}

/** What our bank answers on a file. */
function answer(
  messageId: string,
  group: string,
  transactions: readonly (readonly [string, string, string?])[] = [],
) {
  const named = transactions.map(
    ([id, status, reason]) =>
      `<TxInfAndSts><OrgnlEndToEndId>${hex(id)}</OrgnlEndToEndId><TxSts>${status}</TxSts>${
        reason ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>` : ''
      }</TxInfAndSts>`,
  );
  return sendBankFile(
    administrator,
    new TextEncoder().encode(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>A-${group}-${named.length}</MsgId></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>
      <OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${named.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
    ),
  );
}

describe('PAY-37 a refusal that our bank tells outside of a file', () => {
  const refuse = (id: string, bankReason = 'AC04') =>
    administrator.post(`/admin/withdrawals/${id}/bank-refusal`, { bankReason });

  test('of a transfer in a file holds its amount no longer and tells its client; the rest of the file goes on (row 9)', async () => {
    const { ids } = await newFile();
    const [first = '', second = '', third = ''] = ids;
    const { withdrawal } = accepted(await refuse(first));
    expect(withdrawal).toMatchObject({
      phase: 'bank-refused',
      status: 'rejected',
      bankReason: 'AC04',
      reasonCode: 'account-closed',
    });
    expect(await balance()).toMatchObject({ balanceMinor: 5_000_00, availableMinor: 4_000_00 });
    const { notifications } = accepted(await client.get('/notifications'));
    expect(notifications[0].kind).toBe('withdrawal-rejected');
    expect(await phases([second, third])).toEqual(['exported', 'exported']);
    for (const id of [second, third]) accepted(await refuse(id, 'MD07'));
    const { batches } = accepted(await administrator.get('/admin/withdrawals/batches'));
    expect(batches[0].status).toBe('cancelled');
  });

  test('is not of one that is in no file, has left or is refused, nor with a code that is none', async () => {
    const waiting = await validated(100_00);
    const { ids } = await newFile([200_00, 300_00]);
    const [left = '', refused = ''] = ids;
    accepted(await decide(left, 'complete'));
    accepted(await refuse(refused));
    for (const id of [waiting, left, refused])
      expect((await refuse(id)).body.code).toBe('transfer.wrong-phase');
    expect((await refuse(waiting, 'XX99')).status).toBe(400);
    expect((await refuse(newUuid())).status).toBe(404);
  });
});

describe('PAY-36 an answer of our bank on a file', () => {
  test('accepts what it does not name and refuses the rest: no posting, and the amount is held no longer (PAY-37, rows 7 to 9)', async () => {
    const { ids, batch } = await newFile();
    expect(await phases(ids)).toEqual(['exported', 'exported', 'exported']);
    const [, refused = ''] = ids;
    const { file } = accepted(
      await answer(batch.messageId, 'PART', [
        [refused, 'RJCT', 'AC04'],
        ['f'.repeat(32), 'RJCT'],
      ]),
    );
    expect(file).toMatchObject({
      state: 'read',
      answer: {
        batchId: batch.id,
        accepted: 2,
        refused: 1,
        sent: 0,
        unchanged: 0,
        unknown: ['f'.repeat(32)],
      },
    });
    expect(await phases(ids)).toEqual(['accepted', 'bank-refused', 'accepted']);
    expect(await balance()).toMatchObject({ balanceMinor: 5_000_00, availableMinor: 3_600_00 });
    expect((await own()).find(({ id }: { id: string }) => id === refused)).toMatchObject({
      status: 'rejected',
      reasonCode: 'account-closed',
      reasonNote: null,
      days: { returned: '2026-12-01' },
    });
    const { notifications } = accepted(await client.get('/notifications'));
    expect(notifications[0]).toMatchObject({ kind: 'withdrawal-rejected' });
    expect(accepted(await administrator.get(`/admin/withdrawals/${refused}`)).withdrawal.bankReason).toBe(
      'AC04',
    );
    const batches = accepted(await administrator.get('/admin/withdrawals/batches')).batches;
    expect(batches).toMatchObject([{ acceptedCount: 2, refusedCount: 1, executedCount: 0, settledCount: 0 }]);
  });

  test('of a file that is none of ours is refused', async () => {
    const { file } = accepted(await answer('SEP-19990101-XXXXXXXX', 'ACCP'));
    expect(file).toMatchObject({ state: 'refused', code: 'file.unknown-batch', answer: null });
  });

  test('the given files: one of three refused; all accepted', async () => {
    const { ids, batch } = await newFile();
    const [, second = ''] = ids;
    for (const name of ['18-pain002-accepted.xml', '17-pain002-partly.xml']) {
      const text = new TextDecoder()
        .decode(fixture(name))
        .replaceAll('SEP-20261201-AAAABBBB', batch.messageId)
        .replaceAll('0c6d2b1a9e8f4d7cb5a3e2f1d0c9b8a7', hex(second));
      accepted(await sendBankFile(administrator, new TextEncoder().encode(text)));
    }
    expect(await phases(ids)).toEqual(['accepted', 'bank-refused', 'accepted']);
  });

  test('that says its money has moved sends it; people enter the rest while our account is theirs (row 10)', async () => {
    const { ids, batch } = await newFile([1_000_00]);
    accepted(await answer(batch.messageId, 'ACSC'));
    expect(await phases(ids)).toEqual(['sent']);
    expect(await balancesOfCodes(bank.database.db)).toEqual({ clients: 4_000_00, settlement: -4_000_00 });
    // A later answer: what was posted at once comes back the same way (PAY-37).
    accepted(await answer(batch.messageId, 'RJCT'));
    expect(await phases(ids)).toEqual(['bank-refused']);
    expect(await balancesOfCodes(bank.database.db)).toEqual({ clients: 5_000_00, settlement: -5_000_00 });
  });

  test('cannot be taken back by cancelling the file: what is not listed is refused (section 18)', async () => {
    const { ids, batch } = await newFile([1_000_00]);
    accepted(await answer(batch.messageId, 'ACTC'));
    const cancelled = await administrator.post(`/admin/withdrawals/batches/${batch.id}/cancellation`);
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'transfer.wrong-phase']);
    const refusal = await decide(ids[0] ?? '', 'reject', { reasonCode: 'payee-mismatch' });
    expect([refusal.status, refusal.body.code]).toEqual([409, 'withdrawal.in-batch']);
  });
});

describe('PAY-38 the debit of our bank', () => {
  beforeEach(async () => {
    await adoptAccount(administrator, 5_000_00);
  });
  const file = (batch: { messageId: string }) => ({ paymentId: batch.messageId });
  const transit = async () => (await balancesOfCodes(bank.database.db))['payments-in-transit'] ?? 0;

  test('of a whole file sends what was not sent, settles all of it and closes the file (row 11)', async () => {
    const { ids, batch } = await newFile();
    accepted(await decide(ids[0] ?? '', 'complete'));
    expect(await transit()).toBe(1_000_00);
    expect(await book({ amountMinor: -2_000_00, ...file(batch) })).toEqual([
      { phase: 'matched', reason: 'transfer-settled', open: 0 },
    ]);
    expect(await phases(ids)).toEqual(['settled', 'settled', 'settled']);
    expect(await balancesOfCodes(bank.database.db)).toEqual({ clients: 3_000_00, settlement: -3_000_00 });
    expect(accepted(await administrator.get('/admin/withdrawals/batches')).batches).toMatchObject([
      { status: 'executed', settledCount: 3, executedCount: 3 },
    ]);
    expect((await own())[0].days).toMatchObject({
      sent: '2026-12-01',
      arrivesBy: '2026-12-02',
      settled: '2026-12-02',
    });
  });

  test('of the file less what was refused before and after it was sent (rows 9 and 12, postings-02)', async () => {
    const { ids, batch } = await newFile();
    const [first = '', second = '', third = ''] = ids;
    for (const id of [first, second]) accepted(await decide(id, 'complete'));
    accepted(await answer(batch.messageId, 'PART', [[second, 'RJCT', 'AC01']]));
    expect(await transit()).toBe(1_000_00);
    expect(await book({ amountMinor: -1_400_00, ...file(batch) })).toMatchObject([{ phase: 'matched' }]);
    expect(await phases([first, second, third])).toEqual(['settled', 'bank-refused', 'settled']);
    expect(await transit()).toBe(0);
    expect((await balance()).balanceMinor).toBe(3_600_00);
    // What is booked is not undone by a later answer.
    accepted(await answer(batch.messageId, 'RJCT'));
    expect(await phases([first])).toEqual(['settled']);
  });

  test('of any other amount waits for a person, and so does the second of two', async () => {
    const { ids, batch } = await newFile();
    expect(await book({ amountMinor: -1_600_00, ...file(batch) })).toEqual([
      { phase: 'suspense', reason: 'outgoing-unknown', open: -1_600_00 },
    ]);
    expect(await phases(ids)).toEqual(['exported', 'exported', 'exported']);
    expect(
      await book({ amountMinor: -2_000_00, ...file(batch) }, { amountMinor: -2_000_00, ...file(batch) }),
    ).toEqual([
      { phase: 'matched', reason: 'transfer-settled', open: 0 },
      { phase: 'suspense', reason: 'outgoing-unknown', open: -2_000_00 },
    ]);
  });

  test('of one transfer, and its return in the same statement, once (PAY-40, row 13)', async () => {
    const { ids } = await newFile([400_00]);
    const line = { endToEndId: hex(ids[0] ?? '').toUpperCase() };
    const returned = { ...line, amountMinor: 400_00, returnReason: 'AC06' };
    expect(await book({ ...line, amountMinor: -400_00 }, returned, returned)).toEqual([
      { phase: 'matched', reason: 'transfer-settled', open: 0 },
      { phase: 'matched', reason: 'transfer-returned', open: 0 },
      { phase: 'suspense', reason: 'return-unknown', open: 400_00 },
    ]);
    expect((await own())[0]).toMatchObject({
      phase: 'returned',
      status: 'rejected',
      reasonCode: 'account-blocked',
      days: { settled: '2026-12-02', returned: '2026-12-02' },
    });
    const { transactions } = accepted(await client.get('/transactions'));
    expect(transactions.map(({ event }: { event: string }) => event).slice(0, 2)).toEqual([
      'transfer-returned',
      'transfer-sent',
    ]);
    const { notifications } = accepted(await client.get('/notifications'));
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toContain('withdrawal-returned');
  });

  test('its return may stand hundreds of lines before it in the statement (PAY-40)', async () => {
    const { ids } = await newFile([400_00]);
    const line = { endToEndId: hex(ids[0] ?? '') };
    const others = Array.from({ length: 600 }, (): StatementLine => ({ amountMinor: 1 }));
    const rows = await book({ ...line, amountMinor: 400_00, returnReason: 'AC06' }, ...others, {
      ...line,
      amountMinor: -400_00,
    });
    expect([rows.at(0), rows.at(-1)]).toMatchObject([
      { reason: 'transfer-returned', open: 0 },
      { reason: 'transfer-settled', open: 0 },
    ]);
    expect(await phases(ids)).toEqual(['returned']);
  });

  test('a return of what has not left, or of another amount, waits for a person', async () => {
    const { ids } = await newFile([400_00]);
    const line = { endToEndId: hex(ids[0] ?? ''), returnReason: 'AC04' };
    expect(await book({ ...line, amountMinor: 400_00 })).toMatchObject([{ reason: 'return-unknown' }]);
    accepted(await decide(ids[0] ?? '', 'complete'));
    expect(await book({ ...line, amountMinor: 399_99 })).toMatchObject([{ reason: 'return-unknown' }]);
    expect(await phases(ids)).toEqual(['sent']);
  });
});

describe('PAY-31 a return to its sender', () => {
  beforeEach(async () => {
    await adoptAccount(administrator, 5_000_00);
  });

  async function ordered(): Promise<string> {
    await book({
      amountMinor: 500_00,
      counterpartyName: 'Inconnue',
      counterpartyIban: IBAN,
      endToEndId: 'FACTURE-7',
    });
    const [line] = accepted(await administrator.get('/admin/bank-lines')).lines;
    accepted(
      await administrator.post(`/admin/bank-lines/${line.id}/return`, {
        amountMinor: 500_00,
        reasonCode: 'AC01',
      }),
    );
    return line.id;
  }
  const phaseOf = async (lineId: string) =>
    (
      await rowsOf<{ phase: string }>(
        bank.database.db,
        sql`select phase from bank_lines where id = ${lineId}`,
      )
    )[0]?.phase;
  async function inFile() {
    const { returns } = accepted(await administrator.get('/admin/withdrawals/batches'));
    expect(returns).toMatchObject([
      { amountMinor: 500_00, payeeName: 'Inconnue', remittance: 'RETOUR FACTURE-7' },
    ]);
    const { batch } = accepted(
      await administrator.post('/admin/withdrawals/sepa-export', {
        withdrawalIds: [await validated(100_00)],
        returnIds: [returns[0].returnId],
      }),
    );
    expect(batch).toMatchObject({ withdrawalCount: 2, totalMinor: 600_00 });
    const xml = await administrator.get(`/admin/withdrawals/batches/${batch.id}/file.xml`);
    expect(new TextDecoder().decode(xml.bytes)).toContain('<Ustrd>RETOUR FACTURE-7</Ustrd>');
    return { batch, returnId: returns[0].returnId as string };
  }

  test('leaves in a file with transfers, and the debit of our bank settles it', async () => {
    const lineId = await ordered();
    expect(await phaseOf(lineId)).toBe('return-ordered');
    const { batch } = await inFile();
    expect(await book({ amountMinor: -600_00, messageId: batch.messageId })).toMatchObject([
      { phase: 'matched' },
    ]);
    expect(await phaseOf(lineId)).toBe('returned');
    expect(await balancesOfCodes(bank.database.db)).toEqual({ clients: 4_900_00, settlement: -4_900_00 });
  });

  test('waits in suspense again when a bank refuses it, once, also when it is debited with its file and given back (PAY-38)', async () => {
    const lineId = await ordered();
    const { batch, returnId } = await inFile();
    accepted(await answer(batch.messageId, 'PART', [[returnId, 'RJCT', 'AC04']]));
    const books = async () => [
      await balancesOfCodes(bank.database.db),
      await unexplainedBalances(bank.database.db),
    ];
    const waiting = { id: lineId, openMinor: 500_00, reason: 'return-refused' };
    expect(await phaseOf(lineId)).toBe('suspense');
    await book({ amountMinor: -600_00, messageId: batch.messageId });
    const left = { clients: 4_900_00, 'incoming-suspense': 500_00 };
    expect(await books()).toEqual([{ ...left, settlement: -4_900_00, 'payments-in-transit': -500_00 }, []]);
    await book({ amountMinor: 500_00, endToEndId: hex(returnId), isReversal: true });
    await importBankFilesStep(bank.bank);
    expect(await books()).toEqual([{ ...left, settlement: -5_400_00 }, []]);
    expect(accepted(await administrator.get('/admin/bank-lines')).lines).toMatchObject([waiting]);
  });

  test('can leave in another file when the first is cancelled', async () => {
    await ordered();
    const { batch } = await inFile();
    accepted(await administrator.post(`/admin/withdrawals/batches/${batch.id}/cancellation`));
    expect(accepted(await administrator.get('/admin/withdrawals/batches'))).toMatchObject({
      returns: [{ amountMinor: 500_00 }],
      exportable: [{ amountMinor: 100_00 }],
    });
  });
});
