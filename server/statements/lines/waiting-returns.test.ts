import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { unexplainedBalances } from '../../ledger/open-items.ts';
import {
  adoptAccount,
  camt053,
  camt054,
  closingOf,
  type MadeEntry,
  orderDetail,
  sendBankFile,
} from '../../testing/bank-files.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { importBankFilesStep } from '../files/import-step.ts';

/** PAY-26, PAY-40: a transfer comes back before, with or behind its debit, in any order of entries and files, once. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
/** What our bank holds, and the day of its next statement. */
let bankMinor: number;
let nextDay: string;

const FUNDED = 9_000_00;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-01T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client();
  await bank.fund(client, FUNDED);
  await adoptAccount(administrator, FUNDED);
  bankMinor = FUNDED;
  nextDay = '2026-12-01';
});
afterEach(() => bank.close());

const decide = async (id: string, action: string) =>
  accepted(await administrator.post(`/admin/withdrawals/${id}/decision`, { action }));

/** A file for our bank with transfers of these amounts. */
async function newFile(amounts: readonly number[]) {
  const withdrawalIds: string[] = [];
  for (const amountMinor of amounts) {
    const order = { amountMinor, iban: 'DE89370400440532013000', bankName: 'Banque' };
    const { id } = accepted(await client.post('/withdrawals', order)).withdrawal;
    await decide(id, 'approve');
    withdrawalIds.push(id);
  }
  const { batch } = accepted(await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds }));
  return { ids: withdrawalIds, messageId: batch.messageId as string };
}

const hex = (id: string) => id.replaceAll('-', '');
const debit = (id: string, amountMinor: number): MadeEntry => ({
  amountMinor: -amountMinor,
  bankRef: `D${id}`,
  details: orderDetail({ endToEndId: hex(id) }),
});
const back = (id: string, amountMinor: number, number = 1): MadeEntry => ({
  amountMinor,
  bankRef: `R${number}${id}`,
  details: orderDetail({ endToEndId: hex(id), returnReason: 'AC04' }),
});

/** The next statement of our bank with these entries, as a file. */
function statement(entries: readonly MadeEntry[]): Uint8Array {
  const one = { id: newUuid(), day: nextDay, openingMinor: bankMinor, entries };
  bankMinor = closingOf(one);
  nextDay = addDays(nextDay, 1);
  return camt053([one], newUuid());
}
const send = async (file: Uint8Array) => {
  const { status, body } = await sendBankFile(administrator, file);
  expect([status, body.code]).toEqual([200, undefined]);
};

const transfers = async (ids: readonly string[]) => {
  const rows = await rowsOf<{ id: string; phase: string; settled: boolean; returned: boolean }>(
    bank.database.db,
    sql`select id, phase, settled_on is not null as settled, returned_on is not null as returned from withdrawal_requests`,
  );
  return ids.map((id) => {
    const { id: _, ...found } = rows.find((row) => row.id === id) ?? { id };
    return found;
  });
};
const BACK = { phase: 'returned', settled: true, returned: true };
const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;
const balances = () => balancesOfCodes(bank.database.db);

/** Gives the client the whole of the receipt that waits, by hand. @returns the code of its refusal. */
async function giveAll(): Promise<string | undefined> {
  const [line] = accepted(await administrator.get('/admin/bank-lines')).lines;
  const parts = [{ kind: 'client', accountId: client.accountId, amountMinor: line.openMinor }];
  return (await administrator.post(`/admin/bank-lines/${line.id}/allocation`, { parts })).body.code;
}

/** The books hold what the bank holds, and nothing waits. */
async function expectWhole(waitingMinor = 0) {
  const codes = await balances();
  expect(codes).toEqual({
    clients: FUNDED,
    settlement: -bankMinor,
    ...(waitingMinor ? { 'incoming-suspense': waitingMinor } : {}),
  });
  expect(await unexplainedBalances(bank.database.db)).toEqual([]);
}

describe('PAY-40 a transfer that comes back before its debit', () => {
  test('in an earlier statement is given back once the debit is there, and the client has its money once', async () => {
    const { ids } = await newFile([400_00]);
    const [id = ''] = ids;
    await send(statement([back(id, 400_00)]));
    expect(await balances()).toMatchObject({ 'incoming-suspense': 400_00 });
    await send(statement([debit(id, 400_00)]));
    expect(await transfers(ids)).toEqual([BACK]);
    expect(await balance()).toBe(FUNDED);
    await expectWhole();
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    expect(lines).toEqual([]);
  });

  test('is given to nobody by hand before, so that nobody gets it twice; with the debit it goes by itself', async () => {
    const { ids } = await newFile([400_00]);
    const [id = ''] = ids;
    await send(statement([back(id, 400_00)]));
    expect(await giveAll()).toBe('line.awaits-debit');
    await send(statement([debit(id, 400_00)]));
    expect(await transfers(ids)).toEqual([BACK]);
    await expectWhole();
  });

  test('when our bank executed it by its word, before the debit of the whole file', async () => {
    const { ids, messageId } = await newFile([400_00, 100_00]);
    const [id = '', other = ''] = ids;
    await send(statement([back(id, 400_00)]));
    const executed = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>A</MsgId></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>ACSC</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
    await send(new TextEncoder().encode(executed));
    expect(await transfers([id, other])).toEqual([
      { ...BACK, settled: false },
      { phase: 'sent', settled: false, returned: false },
    ]);
    // The debit of the file comes last: what is back has left our account all the same.
    await send(statement([{ amountMinor: -500_00, details: orderDetail({ paymentId: messageId }) }]));
    expect(await transfers([id, other])).toEqual([
      BACK,
      { phase: 'settled', settled: true, returned: false },
    ]);
    expect(await balances()).toEqual({ clients: FUNDED - 100_00, settlement: -bankMinor });
    expect(await unexplainedBalances(bank.database.db)).toEqual([]);
  });

  test('by the press « Exécuté » of a person it is given back by the job of the next minute', async () => {
    const { ids } = await newFile([400_00]);
    const [id = ''] = ids;
    await send(statement([back(id, 400_00)]));
    await decide(id, 'complete');
    await importBankFilesStep(bank.bank);
    expect(await transfers(ids)).toEqual([{ ...BACK, settled: false }]);
    await send(statement([debit(id, 400_00)]));
    expect(await transfers(ids)).toEqual([BACK]);
    await expectWhole();
  });

  test.each([
    ['details, return, debit', ['details', 'return', 'debit']],
    ['return, debit, details', ['return', 'debit', 'details']],
    ['debit, details, return', ['debit', 'details', 'return']],
  ])('PAY-25 whose details come as camt.054: %s', async (_, order) => {
    const { ids } = await newFile([400_00]);
    const [id = ''] = ids;
    // The statement of the return names neither the transfer nor that it comes back: its details do.
    const { details, ...entry } = back(id, 400_00);
    const steps: Record<string, () => Uint8Array> = {
      details: () =>
        camt054(
          [{ id: 'N1', day: nextDay, openingMinor: 0, entries: [{ ...entry, details: details ?? '' }] }],
          'N',
        ),
      return: () => statement([entry]),
      debit: () => statement([debit(id, 400_00)]),
    };
    for (const step of order) await send(steps[step]?.() ?? new Uint8Array());
    expect(await transfers(ids)).toEqual([BACK]);
    expect(await balance()).toBe(FUNDED);
    await expectWhole();
  });

  test.each([
    ['a second return', 400_00],
    ['one of another amount', 399_00],
  ])('%s waits for a person', async (what, waitingMinor) => {
    const { ids } = await newFile([400_00]);
    const [id = ''] = ids;
    const isSecond = what.startsWith('a second');
    await send(statement(isSecond ? [back(id, 400_00), back(id, 400_00, 2)] : [back(id, 399_00)]));
    await send(statement([debit(id, 400_00)]));
    expect((await balances())['incoming-suspense']).toBe(waitingMinor);
    expect(await balance()).toBe(isSecond ? FUNDED : FUNDED - 400_00);
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    expect(lines).toMatchObject([{ reason: 'return-unknown', openMinor: waitingMinor }]);
  });

  test('is not given back while the assets of its client are frozen', async () => {
    const { ids } = await newFile([400_00]);
    const [id = ''] = ids;
    await send(statement([back(id, 400_00)]));
    const block = `/admin/clients/${client.accountId}/legal-block`;
    accepted(await administrator.put(block, { reason: 'Gel des avoirs du 1er décembre' }));
    await send(statement([debit(id, 400_00)]));
    expect(await transfers(ids)).toEqual([{ phase: 'settled', settled: true, returned: false }]);
    expect((await balances())['incoming-suspense']).toBe(400_00);
  });
});

/** Our bank refuses one of a file, by a pain.002, and debits the whole file all the same. */
async function refusedInFile() {
  const { ids, messageId } = await newFile([400_00, 100_00]);
  const [id = ''] = ids;
  accepted(await administrator.post(`/admin/withdrawals/${id}/bank-refusal`, { bankReason: 'AC04' }));
  expect(await balance()).toBe(FUNDED);
  const debited: MadeEntry = {
    amountMinor: -500_00,
    bankRef: `D${messageId}`,
    details: orderDetail({ paymentId: messageId }),
  };
  return { id, debited };
}

describe('PAY-38 a refused transfer that our bank debits with the whole of its file', () => {
  test('is open in transit until its line comes, which is no money for its client a second time', async () => {
    const { id, debited } = await refusedInFile();
    await send(statement([debited]));
    expect(await balances()).toMatchObject({ 'payments-in-transit': -400_00 });
    expect(await unexplainedBalances(bank.database.db)).toEqual([]);
    expect((await transfers([id]))[0]).toMatchObject({ phase: 'bank-refused' });
    await send(statement([back(id, 400_00)]));
    expect(await balances()).toEqual({ clients: FUNDED - 100_00, settlement: -bankMinor });
    expect(await unexplainedBalances(bank.database.db)).toEqual([]);
    expect(await balance()).toBe(FUNDED - 100_00);
    expect(accepted(await administrator.get('/admin/bank-lines')).lines).toEqual([]);
    // A second one is not its money, and waits for a person.
    await send(statement([back(id, 400_00, 2)]));
    expect(await balances()).toMatchObject({ 'incoming-suspense': 400_00 });
    expect(await giveAll()).toBeUndefined();
    const { withdrawals } = accepted(await client.get('/withdrawals'));
    expect(withdrawals.find((one: { id: string }) => one.id === id).days.settled).toBeNull();
  });

  test('also when its line comes first, which nobody gives away by hand', async () => {
    const { id, debited } = await refusedInFile();
    await send(statement([back(id, 400_00)]));
    expect(await balances()).toMatchObject({ 'incoming-suspense': 400_00 });
    expect(await giveAll()).toBe('line.awaits-debit');
    await send(statement([debited]));
    expect(await balances()).toEqual({ clients: FUNDED - 100_00, settlement: -bankMinor });
    expect(await unexplainedBalances(bank.database.db)).toEqual([]);
  });
});

test('PAY-26 what names a transfer of ours in another currency is not of it: neither its debit nor its return', async () => {
  await adoptAccount(administrator, 0, { iban: 'FR7630006000011234567890189', currency: 'USD' });
  const { ids } = await newFile([400_00]);
  const [id = ''] = ids;
  const dollars = { account: 'FR7630006000011234567890189', currency: 'USD', day: nextDay };
  const first = { ...dollars, id: 'U1', openingMinor: 0, entries: [back(id, 400_00)] };
  await send(camt053([first], newUuid()));
  await decide(id, 'complete');
  const second = { ...dollars, id: 'U2', openingMinor: 400_00, entries: [debit(id, 400_00)] };
  await send(camt053([second], newUuid()));
  expect(await transfers(ids)).toEqual([{ phase: 'sent', settled: false, returned: false }]);
  expect(await balancesOfCodes(bank.database.db, 'USD')).toEqual({
    'incoming-suspense': 400_00,
    'outgoing-suspense': -400_00,
  });
});

/** Money of somebody unknown in each statement, so that every balance is above the one before (PAY-22). */
const UNKNOWN = 50_000_00;

test('PAY-40 debits and returns in any order of entries and files, a part of the files twice: each counts once', async () => {
  let waitingMinor = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(100_00, 100_00, 250_00), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('file', 'each'),
      fc.infiniteStream(fc.nat(1000)),
      async (amounts, debited, dice) => {
        const draw = () => dice.next().value as number;
        const { ids, messageId } = await newFile(amounts);
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        for (const id of ids) if (draw() % 3 === 0) await decide(id, 'complete');
        const ofOrder = (make: typeof debit) => ids.map((id, index) => make(id, amounts[index] ?? 0));
        const entries = [
          ...(debited === 'each'
            ? ofOrder(debit)
            : [{ amountMinor: -total, bankRef: messageId, details: orderDetail({ paymentId: messageId }) }]),
          ...ofOrder(back),
        ]
          .map((entry) => ({ entry, at: draw() }))
          .sort((one, other) => one.at - other.at)
          .map(({ entry }) => entry);
        const files: Uint8Array[] = [];
        while (entries.length > 0) {
          const unknown = { amountMinor: UNKNOWN, bankRef: newUuid() };
          files.push(statement([unknown, ...entries.splice(0, 1 + (draw() % 3))]));
          waitingMinor += UNKNOWN;
        }
        const order = [...files, ...files.slice(0, draw() % (files.length + 1))]
          .map((content) => ({ content, at: draw() }))
          .sort((one, other) => one.at - other.at);
        for (const { content } of order) await sendBankFile(administrator, content);
        expect(await transfers(ids)).toEqual(ids.map(() => BACK));
        expect(await balance()).toBe(FUNDED);
        await expectWhole(waitingMinor);
      },
    ),
    { numRuns: 4 },
  );
});
