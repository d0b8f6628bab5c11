import { afterEach, beforeEach, expect, test } from 'vitest';
import { unexplainedBalances } from '../ledger/open-items.ts';
import { lastMovement, newReceivable } from '../testing/corrections.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';

/** What is claimed from a client after a mistake and never given back: the house gives it up (PAY-54). */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
/** A claim of 5.00 on a client who has 5.00. */
let id: string;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-03T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client();
  id = await newReceivable(bank, client);
});
afterEach(() => bank.close());

const giveUp = (motive?: string, by: Person = administrator) =>
  by.post(`/admin/receivables/${id}/loss`, { motive });
const repay = (amountMinor: number) => client.post(`/receivables/${id}/repayment`, { amountMinor });
const reverse = (postingId: string) =>
  administrator.post(`/admin/postings/${postingId}/reversal`, { reason: 'Le client veut rendre la somme' });
const owed = async () =>
  accepted(await client.get('/receivables')).receivables.map(
    ({ owedMinor }: { owedMinor: number }) => owedMinor,
  );
const told = async () =>
  accepted(await client.get('/notifications')).notifications.map(({ kind }: { kind: string }) => kind);
const balances = () => balancesOfCodes(bank.database.db);
const remove = () => administrator.delete(`/admin/clients/${client.accountId}`);

test('PAY-54 a claim that is given up is a loss of the house: nothing is owed, the client is told and can be deleted', async () => {
  expect((await remove()).body.code).toBe('client.has-payments');
  expect((await giveUp()).status).toBe(400);
  expect((await giveUp('forgotten')).status).toBe(400);
  const given = accepted(await giveUp('insolvent')).receivable;
  expect(given).toMatchObject({ owedMinor: 0, loss: { motive: 'insolvent', amountMinor: 5_00 } });
  expect(await balances()).toEqual({ clients: 5_00, 'payment-losses': -5_00 });
  expect(await unexplainedBalances(bank.database.db)).toEqual([]);
  expect(await owed()).toEqual([]);
  expect((await told())[0]).toBe('receivable-given-up');
  expect((await repay(1_00)).status).toBe(404);
  expect((await giveUp('insolvent')).body.code).toBe('receivable.not-open');
  accepted(await remove());
  expect(accepted(await administrator.get('/admin/receivables')).receivables).toMatchObject([
    { id, client: null, loss: { motive: 'insolvent' } },
  ]);
});

test('PAY-54 what is claimed comes first, the oldest first, and what was given up after it', async () => {
  bank.setNow(new Date('2026-12-03T10:01:00Z'));
  const later = await newReceivable(bank, client);
  accepted(await giveUp('own-mistake'));
  const first = accepted(await administrator.get('/admin/receivables?limit=1'));
  const second = accepted(await administrator.get(`/admin/receivables?limit=1&cursor=${first.nextCursor}`));
  expect([...first.receivables, ...second.receivables].map((claim) => claim.id)).toEqual([later, id]);
  expect(second.nextCursor).toBeNull();
});

test('PAY-54 a loss that is reversed is claimed again, and given back when the client says so', async () => {
  const { loss } = accepted(await giveUp('unanswered')).receivable;
  accepted(await reverse(loss.postingId));
  expect(await owed()).toEqual([5_00]);
  expect((await told())[0]).toBe('receivable-reopened');
  expect((await remove()).body.code).toBe('client.has-payments');
  accepted(await repay(5_00));
  expect(await balances()).toEqual({});
  expect((await giveUp('unanswered')).body.code).toBe('receivable.not-open');
});

test('PAY-52, PAY-54 a repayment that is reversed is owed again with what was given up, as one', async () => {
  accepted(await repay(2_00));
  const { postingId } = await lastMovement(bank, client);
  accepted(await giveUp('time-barred'));
  expect(await balances()).toEqual({ clients: 3_00, 'payment-losses': -3_00 });
  accepted(await reverse(postingId));
  expect(await owed()).toEqual([5_00]);
  expect(await balances()).toEqual({ clients: 5_00, 'client-receivables': -5_00 });
  expect(await unexplainedBalances(bank.database.db)).toEqual([]);
  expect(accepted(await giveUp('time-barred')).receivable.loss).toMatchObject({ amountMinor: 5_00 });
});

test('PAY-62 nothing is taken from frozen assets for a claim; it can be given up', async () => {
  const block = `/admin/clients/${client.accountId}/legal-block`;
  accepted(await administrator.put(block, { reason: 'Gel des avoirs du 3 décembre' }));
  expect((await repay(1_00)).body.code).toBe('transfer.not-possible');
  expect(await owed()).toEqual([5_00]);
  accepted(await giveUp('unanswered'));
});

test('PAY-54 what is repaid and given up at the same moment is counted once', async () => {
  const both = await Promise.all([giveUp('insolvent'), repay(5_00)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await owed()).toEqual([]);
  expect((await balances())['client-receivables'] ?? 0).toBe(0);
  expect(await unexplainedBalances(bank.database.db)).toEqual([]);
});
