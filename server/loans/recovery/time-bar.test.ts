import { expect, test } from 'vitest';
import {
  administrator,
  bank,
  client,
  lateUntil,
  missUntil,
  ok,
  ownRecovery,
  post,
  recoveryOf,
  withLateLoans,
} from '../../testing/late-loans.ts';
import { collectUntil, morningOf } from '../../testing/lent-loan.ts';

/** When the right to sue ends (LC-85, R312-35), through the API and the jobs on a real database. */

withLateLoans();

/** A judge's extension by six months, on a day. */
async function impose(id: string, day: string): Promise<void> {
  await bank.travelTo(morningOf(day));
  const path = `/admin/loans/${id}/measure-effect?kind=extension&months=6`;
  const { effect } = (await administrator.get(path)).body;
  const terms = { kind: 'extension', months: 6, decisionOn: day };
  const seen = { seenExtraInterestMinor: effect.extraInterestMinor };
  await ok(post(administrator, id, 'measures', { action: 'impose', ...terms, ...seen }));
}

test('LC-85 R312-35: the first measure starts the time bar again, a second one does not, and what it replaced stays in its queue', async () => {
  const id = await lateUntil('2027-05-20');
  await impose(id, '2027-05-25');
  expect((await recoveryOf(id)).timeBar).toBeNull();
  await missUntil(id, '2027-07-20');
  expect((await recoveryOf(id)).timeBar.lastDay).toBe('2029-06-15');
  await impose(id, '2027-08-02');
  expect((await ownRecovery(id)).lateSince).toBeNull();
  expect((await recoveryOf(id)).timeBar.lastDay).toBe('2029-06-15');
  await bank.travelTo(morningOf('2028-12-15'));
  const near = (await administrator.get('/admin/loan-queues/time-bar-near')).body.loans;
  expect(near).toHaveLength(1);
});

test('LC-85 R312-35: a loan that pays well after a second measure leaves the queue: its payments make good what was missed before', async () => {
  const id = await lateUntil('2027-05-20');
  await impose(id, '2027-05-25');
  await missUntil(id, '2027-07-20');
  await impose(id, '2027-08-02');
  // Two instalments were missed after the first measure: three of the new ones make them good, the oldest debt first.
  await bank.fund(client, 5_000_00);
  await collectUntil(bank, id, '2027-08-15');
  expect((await recoveryOf(id)).timeBar.lastDay).toBe('2029-06-15');
  await collectUntil(bank, id, '2028-12-15');
  const { timeBar } = await recoveryOf(id);
  expect(timeBar.lastDay > '2030-06-15').toBe(true);
  expect((await administrator.get('/admin/loan-queues/time-bar-near')).body.loans).toEqual([]);
});

test('LC-85 the time bar is two years from the first unpaid instalment, near from six months before', async () => {
  const id = await lateUntil('2027-05-20');
  expect((await recoveryOf(id)).timeBar).toEqual({ lastDay: '2029-04-15', alarmDay: '2028-10-15' });
});
