import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unexplainedBalances } from '../ledger/open-items.ts';
import { bookStatement } from '../statements/lines/book-statement.ts';
import { adoptAccount, sendBankFile } from '../testing/bank-files.ts';
import { lastMovement } from '../testing/corrections.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes, type StatementLine, writeStatement } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';

/** The money of a transfer comes back once, whatever says that it does: our bank, two persons, a dispute. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(async () => {
  bank = await openTestBank();
  bankMinor = 1_000_00;
  bank.setNow(new Date('2026-12-01T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client();
  await bank.fund(client, 1_000_00);
});
afterEach(() => bank.close());

const REASON = 'Exécuté deux fois par erreur';

/** A transfer of 400.00 that has left in a file. */
async function sent() {
  const order = { amountMinor: 400_00, iban: 'DE89370400440532013000', bankName: 'Banque' };
  const { withdrawal } = accepted(await client.post('/withdrawals', order));
  accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' }));
  const { batch } = accepted(
    await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [withdrawal.id] }),
  );
  accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'complete' }));
  const movement = await lastMovement(bank, client);
  return { id: withdrawal.id as string, messageId: batch.messageId as string, movement };
}

const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;
const phase = async () => accepted(await client.get('/withdrawals')).withdrawals[0].phase;
const reverse = (id: string) => administrator.post(`/admin/postings/${id}/reversal`, { reason: REASON });
const dispute = (movementId: string) => client.post(`/transactions/${movementId}/dispute`, {});
const disputes = async () => accepted(await administrator.get('/admin/disputes?list=all')).disputes;
const decideDispute = async (action: string, more: object = {}) =>
  administrator.post(`/admin/disputes/${(await disputes())[0].id}/decision`, { action, ...more });

/** What the client reads of their dispute. */
const toldOfDispute = async () => accepted(await client.get('/disputes')).disputes[0];

/** Our bank answers that it could not pay what a file asked for. */
const refusedByBank = (messageId: string) =>
  sendBankFile(
    administrator,
    new TextEncoder().encode(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>A-1</MsgId></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`,
    ),
  );

let bankMinor: number;
async function book(...lines: StatementLine[]) {
  const statementId = await writeStatement(bank.database.db, lines, { openingMinor: bankMinor });
  bankMinor += lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
}

describe('PAY-52 the reversal of an executed transfer', () => {
  test('returns the transfer: our bank’s refusal afterwards gives nothing a second time', async () => {
    const { movement, messageId } = await sent();
    accepted(await reverse(movement.postingId));
    expect([await balance(), await phase()]).toEqual([1_000_00, 'returned']);
    accepted(await refusedByBank(messageId));
    expect([await balance(), await phase()]).toEqual([1_000_00, 'returned']);
    expect(accepted(await client.get('/withdrawals')).withdrawals[0]).toMatchObject({
      status: 'rejected',
      reasonCode: 'other',
      reasonNote: REASON,
      days: { returned: '2026-12-01' },
    });
  });

  test('leaves nothing to ask back or to dispute', async () => {
    const { id, movement } = await sent();
    accepted(await reverse(movement.postingId));
    expect((await client.post(`/withdrawals/${id}/recall`, { reason: 'FRAD' })).body.code).toBe(
      'transfer.wrong-phase',
    );
    expect((await dispute(movement.id)).body.code).toBe('dispute.not-possible');
  });
});

describe('PAY-55 the dispute of a transfer whose money comes back', () => {
  test('is answered by it: no refund follows, also for a client who was suspected', async () => {
    const { movement } = await sent();
    accepted(await dispute(movement.id));
    accepted(await decideDispute('suspect', { note: 'Connexion habituelle' }));
    accepted(await reverse(movement.postingId));
    expect(await disputes()).toMatchObject([{ state: 'refunded', isTakenBack: false, note: null }]);
    expect(await toldOfDispute()).toMatchObject({ outcome: 'returned', on: '2026-12-01', reason: null });
    expect((await decideDispute('refund')).body.code).toBe('dispute.decided');
    expect(await balance()).toBe(1_000_00);
  });

  test('takes the provisional refund back when our bank refuses the transfer after it', async () => {
    const { movement, messageId } = await sent();
    accepted(await dispute(movement.id));
    accepted(await decideDispute('refund'));
    expect(await balance()).toBe(1_000_00);
    accepted(await refusedByBank(messageId));
    expect([await balance(), await phase()]).toEqual([1_000_00, 'bank-refused']);
    expect(await disputes()).toMatchObject([{ state: 'refunded', isTakenBack: true }]);
    expect(await toldOfDispute()).toMatchObject({ outcome: 'returned', amountMinor: 400_00 });
    expect(await balancesOfCodes(bank.database.db)).toEqual({ clients: 1_000_00, settlement: -1_000_00 });
  });

  test('is told with its day, its amount and its reason when two persons take the refund back', async () => {
    const { movement } = await sent();
    accepted(await dispute(movement.id));
    expect(await toldOfDispute()).toMatchObject({ outcome: 'open', on: null });
    accepted(await decideDispute('refund'));
    const { postingId } = await lastMovement(bank, client);
    expect(await toldOfDispute()).toMatchObject({ outcome: 'refunded', on: '2026-12-01', reason: null });
    accepted(await reverse(postingId));
    expect(await toldOfDispute()).toEqual({
      transactionId: movement.id,
      outcome: 'taken-back',
      openedAt: '2026-12-01T10:00:00.000Z',
      refundBy: '2026-12-02',
      amountMinor: 400_00,
      currency: 'EUR',
      on: '2026-12-01',
      reason: REASON,
    });
  });

  test('keeps the client from being deleted while the provisional refund stands (PAY-67, ACC-36)', async () => {
    const { movement } = await sent();
    accepted(await dispute(movement.id));
    accepted(await decideDispute('refund'));
    const path = `/admin/clients/${client.accountId}`;
    expect((await administrator.delete(path)).body.code).toBe('client.has-payments');
  });

  test('is borne by the house when it does not come back: the books hold nothing open, the client can be deleted', async () => {
    const { movement } = await sent();
    accepted(await dispute(movement.id));
    const bear = () => decideDispute('bear', { motive: 'not-recovered' });
    expect((await bear()).body.code).toBe('dispute.not-refunded');
    accepted(await decideDispute('refund'));
    expect((await decideDispute('bear')).body.errors).toMatchObject([{ field: 'motive' }]);
    expect(accepted(await bear()).dispute).toMatchObject({
      state: 'borne',
      isBearable: false,
      loss: { motive: 'not-recovered' },
    });
    expect((await bear()).body.code).toBe('dispute.decided');
    expect(await balance()).toBe(1_000_00);
    expect(await balancesOfCodes(bank.database.db)).toEqual({
      clients: 1_000_00,
      settlement: -600_00,
      'payment-losses': -400_00,
    });
    const [{ kind }] = accepted(await client.get('/notifications')).notifications;
    expect(kind).toBe('dispute-settled');
    expect(await toldOfDispute()).toMatchObject({ outcome: 'borne', amountMinor: 400_00, on: '2026-12-01' });
    expect(await unexplainedBalances(bank.database.db)).toEqual([]);
    accepted(await administrator.delete(`/admin/clients/${client.accountId}`));
  });

  test.each([
    'our bank refuses the transfer',
    'two persons reverse the refund',
    'two persons reverse the loss',
  ])('the loss is undone when %s after it', async (what) => {
    const { movement, messageId } = await sent();
    accepted(await dispute(movement.id));
    accepted(await decideDispute('refund'));
    const { postingId: refundId } = await lastMovement(bank, client);
    const { loss } = accepted(await decideDispute('bear', { motive: 'not-proved' })).dispute;
    if (what.startsWith('our bank')) accepted(await refusedByBank(messageId));
    else accepted(await reverse(what.endsWith('refund') ? refundId : loss.postingId));
    expect(await disputes()).toMatchObject([
      { state: 'refunded', loss: null, isTakenBack: !what.endsWith('loss') },
    ]);
    expect((await balancesOfCodes(bank.database.db))['payment-losses'] ?? 0).toBe(0);
    expect(await unexplainedBalances(bank.database.db)).toEqual([]);
    // Once undone it can be borne again, unless the refund itself was taken back.
    expect((await decideDispute('bear', { motive: 'not-proved' })).status).toBe(
      what.endsWith('loss') ? 200 : 409,
    );
  });

  test('takes the provisional refund back when a line of our bank returns the transfer (PAY-40)', async () => {
    await adoptAccount(administrator, 1_000_00);
    const { id, movement, messageId } = await sent();
    accepted(await dispute(movement.id));
    accepted(await decideDispute('refund'));
    const endToEndId = id.replaceAll('-', '');
    await book(
      { amountMinor: -400_00, paymentId: messageId },
      { amountMinor: 400_00, endToEndId, returnReason: 'FOCR' },
    );
    expect([await balance(), await phase()]).toEqual([1_000_00, 'returned']);
    const { transactions } = accepted(await client.get('/transactions'));
    expect(transactions.slice(0, 4).map((one: { amountMinor: number }) => one.amountMinor)).toEqual([
      -400_00, 400_00, 400_00, -400_00,
    ]);
    expect(await balancesOfCodes(bank.database.db)).toEqual({ clients: 1_000_00, settlement: -1_000_00 });
  });
});
