import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../../ids.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { newLeftTransfer, newReceipt, newReceivedRecall, newSentRecall } from '../../testing/recalls.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-01T10:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    await bank.fund(client, 100_00);
  }),
);
afterEach(() => bank.close());

const own = async () => accepted(await client.get('/recall-requests')).recalls;
const ask = (id: string, reason = 'DUPL') => client.post(`/withdrawals/${id}/recall`, { reason });
const follow = (id: string, progress: object) =>
  administrator.post(`/admin/recalls/${id}/progress`, progress);

describe('PAY-41 a client asks for a transfer back', () => {
  test('staff ask the bank, record its answer, and give what the house knows against the payee', async () => {
    const id = await newSentRecall(administrator, client);
    expect(accepted(await administrator.get('/admin/recalls')).recalls).toMatchObject([
      { id, kind: 'sent', reason: 'FRAD', amountMinor: 1_00, client: { displayName: 'Paul Martin' } },
    ]);
    expect((await follow(id, { answer: 'refused' })).body.code).toBe('recall.wrong-state');
    expect((await client.post(`/recall-requests/${id}/information`)).body.code).toBe('recall.wrong-state');
    accepted(await follow(id, { bankAskedOn: '2026-12-01' }));
    accepted(await follow(id, { answer: 'refused' }));
    accepted(await client.post(`/recall-requests/${id}/information`));
    accepted(await follow(id, { information: 'Banque du bénéficiaire : Marais.' }));
    expect(await own()).toMatchObject([
      { id, bankAskedOn: '2026-12-01', answer: 'refused', information: 'Banque du bénéficiaire : Marais.' },
    ]);
    const { notifications } = accepted(await client.get('/notifications'));
    expect(notifications.filter(({ kind }: { kind: string }) => kind === 'recall-answered')).toHaveLength(2);
  });

  test('once, of a transfer that has left, within the delay of its reason', async () => {
    const id = await newLeftTransfer(administrator, client);
    // Ten payment days after 1 December.
    await bank.travelTo(new Date('2026-12-16T10:00:00Z'));
    expect((await ask(id, 'TECH')).body.code).toBe('recall.too-late');
    await bank.travelTo(new Date('2026-12-15T10:00:00Z'));
    expect((await ask(id, 'TECH')).status).toBe(200);
    expect((await ask(id, 'FRAD')).body.code).toBe('recall.already-asked');
    const order = { amountMinor: 1_00, iban: 'DE89370400440532013000', bankName: 'Banque' };
    const { withdrawal } = accepted(await client.post('/withdrawals', order));
    expect((await ask(withdrawal.id)).body.code).toBe('transfer.wrong-phase');
    expect((await ask(newUuid())).status).toBe(404);
  });
});

describe("PAY-42 another bank's demand", () => {
  test('is told to the client; an acceptance orders a transfer to the payer, held like any other', async () => {
    const id = await newReceivedRecall(bank, administrator, client);
    expect(await own()).toMatchObject([
      {
        id,
        kind: 'received',
        payerName: 'Zoé Renard',
        amountMinor: 5_00,
        answerBy: '2026-12-22',
        answer: null,
      },
    ]);
    const { recall } = accepted(await client.post(`/recall-requests/${id}/answer`, { action: 'accept' }));
    expect(recall).toMatchObject({ answer: 'accepted', answeredOn: '2026-12-01' });
    expect(accepted(await client.get('/withdrawals')).withdrawals).toMatchObject([
      { id: recall.withdrawalId, phase: 'requested', recipientName: 'Zoé Renard', amountMinor: 5_00 },
    ]);
    expect(accepted(await client.get('/overview')).account).toMatchObject({
      balanceMinor: 105_00,
      availableMinor: 100_00,
    });
    const again = await client.post(`/recall-requests/${id}/answer`, { action: 'refuse' });
    expect(again.body.code).toBe('recall.wrong-state');
  });

  test('what goes back is validated by two people, however small (FOUR-22)', async () => {
    const id = await newReceivedRecall(bank, administrator, client);
    const { recall } = accepted(await client.post(`/recall-requests/${id}/answer`, { action: 'accept' }));
    const order = { amountMinor: 5_00, iban: 'DE89370400440532013000', bankName: 'Banque' };
    const { withdrawal } = accepted(await client.post('/withdrawals', order));
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    const approve = async (of: string) =>
      (await administrator.post(`/admin/withdrawals/${of}/decision`, { action: 'approve' })).body.code;
    expect(await approve(recall.withdrawalId)).toBe('approval.required');
    expect(await approve(withdrawal.id)).toBeUndefined();
  });

  test('silence is no, and nothing is taken', async () => {
    const id = await newReceivedRecall(bank, administrator, client);
    await bank.travelTo(new Date('2026-12-23T10:00:00Z'));
    const late = await client.post(`/recall-requests/${id}/answer`, { action: 'accept' });
    expect(late.body.code).toBe('recall.too-late');
    expect(accepted(await client.get('/overview')).account.balanceMinor).toBe(105_00);
  });

  test('is not accepted while the assets of the account are frozen (PAY-62)', async () => {
    const id = await newReceivedRecall(bank, administrator, client);
    const block = `/admin/clients/${client.accountId}/legal-block`;
    accepted(await administrator.put(block, { reason: 'Gel des avoirs du 3 décembre' }));
    const answer = (action: string) => client.post(`/recall-requests/${id}/answer`, { action });
    expect((await answer('accept')).body.code).toBe('transfer.not-possible');
    expect(accepted(await client.get('/withdrawals')).withdrawals).toEqual([]);
    expect((await answer('refuse')).status).toBe(200);
  });

  test('is recorded once, of what a line of our bank brought, and not above it', async () => {
    const referenceNumber = await newReceipt(bank, administrator, client);
    const record = async (more: object) =>
      (await administrator.post('/admin/recalls', { referenceNumber, reason: 'DUPL', ...more })).body.code;
    expect(await record({ amountMinor: 5_01 })).toBe('line.sum-differs');
    expect(await record({ referenceNumber: 'VRE-20261201-XXXXXXXX' })).toBe('not-found');
    expect(await record({ amountMinor: 2_00 })).toBeUndefined();
    expect(await record({})).toBe('recall.already-asked');
  });
});
