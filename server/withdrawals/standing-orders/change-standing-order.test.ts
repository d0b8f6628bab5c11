import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { at, MONDAY, ORDER, standingOrderSteps, TRANSFER_JOBS } from '../../testing/standing-order-steps.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(at(MONDAY, '09:00'));
    client = await bank.client();
    // The jobs of before have run.
    await bank.runJobs(TRANSFER_JOBS);
  }),
);
afterEach(() => bank.close());

const { program, order, transfers, goTo } = standingOrderSteps(
  () => bank,
  () => client,
);

describe('PAY-47 changes', () => {
  test('are possible until the end of the day before, and refused from then on', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ firstDay: '2026-11-24' });
    await bank.travelTo(at(MONDAY, '23:59'));
    expect((await client.put(`/standing-orders/${id}`, { ...ORDER, firstDay: '2026-11-25' })).status).toBe(
      200,
    );
    await bank.travelTo(at('2026-11-25', '00:00'));
    for (const answer of [
      await client.put(`/standing-orders/${id}`, { ...ORDER, firstDay: '2026-11-30' }),
      await client.post(`/standing-orders/${id}/pause`, { from: '2026-11-25' }),
      await client.post(`/standing-orders/${id}/end`),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'standing.too-late']);
    await goTo('2026-11-25', '09:00');
    const ended = await client.post(`/standing-orders/${id}/end`);
    expect(ended.body.standingOrder).toMatchObject({ state: 'ended', endReason: 'by-client', nextDay: null });
    expect((await client.post(`/standing-orders/${id}/end`)).body.code).toBe('transfer.wrong-phase');
    expect((await client.put(`/standing-orders/${id}`, ORDER)).body.code).toBe('transfer.wrong-phase');
  });

  test('a pause skips its days and does not count them; the days after it go on', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ frequency: 'weekly', firstDay: '2026-11-24', times: 2 });
    const paused = await client.post(`/standing-orders/${id}/pause`, {
      from: '2026-11-24',
      until: '2026-11-30',
    });
    expect(paused.body.standingOrder).toMatchObject({
      state: 'active',
      pause: { from: '2026-11-24', until: '2026-11-30' },
      nextDay: '2026-12-01',
      endsOn: '2026-12-08',
    });
    await goTo('2026-11-25');
    expect((await order(id)).state).toBe('paused');
    await goTo('2026-12-01');
    await goTo('2026-12-08');
    expect(await transfers()).toHaveLength(2);
    expect(await order(id)).toMatchObject({ state: 'ended', endReason: 'finished', counted: 2 });
  });

  test('a pause without an end lasts until it is resumed', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ frequency: 'weekly', firstDay: '2026-11-24' });
    expect(
      (await client.post(`/standing-orders/${id}/pause`, { from: MONDAY })).body.standingOrder,
    ).toMatchObject({
      state: 'paused',
      nextDay: null,
    });
    const wrong = await client.post(`/standing-orders/${id}/pause`, { from: MONDAY });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'transfer.wrong-phase']);
    await goTo('2026-12-02');
    const { body } = await client.post(`/standing-orders/${id}/resume`);
    expect(body.standingOrder).toMatchObject({ state: 'active', pause: null, nextDay: '2026-12-08' });
    expect((await client.post(`/standing-orders/${id}/resume`)).body.code).toBe('transfer.wrong-phase');
    expect(await transfers()).toEqual([]);
  });

  test('a pause that is ended early, or replaced, gives its days back', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ frequency: 'weekly', firstDay: '2026-11-24', times: 3 });
    await goTo('2026-11-24');
    const pause = (from: string, until: string) =>
      client.post(`/standing-orders/${id}/pause`, { from, until });
    expect((await pause('2026-11-28', '2026-12-31')).body.standingOrder.nextDay).toBe('2027-01-05');
    expect((await pause('2026-11-28', '2026-12-05')).body.standingOrder.nextDay).toBe('2026-12-08');
    const withdrawn = await client.post(`/standing-orders/${id}/resume`);
    expect(withdrawn.body.standingOrder).toMatchObject({
      pause: null,
      nextDay: '2026-12-01',
      endsOn: '2026-12-08',
    });
    await pause('2026-11-28', '2026-12-31');
    await goTo('2026-12-09');
    const resumed = await client.post(`/standing-orders/${id}/resume`);
    expect(resumed.body.standingOrder).toMatchObject({ nextDay: '2026-12-15', endsOn: '2026-12-22' });
    await goTo('2026-12-15');
    await goTo('2026-12-22');
    expect(await transfers()).toHaveLength(3);
  });

  test('days of a long pause use up none of the times', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ frequency: 'weekly', firstDay: '2026-11-24', times: 2 });
    await client.post(`/standing-orders/${id}/pause`, { from: MONDAY });
    await goTo('2026-12-30');
    const { body } = await client.post(`/standing-orders/${id}/resume`);
    expect(body.standingOrder).toMatchObject({
      state: 'active',
      counted: 0,
      nextDay: '2027-01-05',
      endsOn: '2027-01-12',
    });
  });

  test('another rhythm begins anew; another amount or end goes on where it stood', async () => {
    await bank.fund(client, 500_00);
    const id = await program({ frequency: 'weekly', firstDay: '2026-11-24', times: 3 });
    await goTo('2026-11-24');
    const change = async (input: object) =>
      (await client.put(`/standing-orders/${id}`, { ...ORDER, ...input })).body;
    const kept = { frequency: 'weekly', firstDay: '2026-11-24', amountMinor: 60_00 };
    expect((await change({ ...kept, times: 2 })).standingOrder).toMatchObject({
      counted: 1,
      nextDay: '2026-12-01',
      endsOn: '2026-12-01',
    });
    expect((await change({ ...kept, times: 1 })).errors[0].field).toBe('times');
    expect((await change({ frequency: 'monthly', firstDay: '2026-12-15' })).standingOrder).toMatchObject({
      counted: 0,
      nextDay: '2026-12-15',
      endsOn: null,
    });
  });
});
