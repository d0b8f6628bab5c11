import { accepted } from './populated-bank.ts';
import type { ClientPerson } from './test-bank.ts';

interface StandingWanted {
  readonly payee: { readonly iban: string; readonly bankName: string };
  /** The day from which the paused order pauses, as YYYY-MM-DD. */
  readonly firstPauseDay: string;
}

/** A standing order that is changed and ended, and one that is paused and goes on. */
export async function confirmedStandingCalls(client: ClientPerson, { payee, firstPauseDay }: StandingWanted) {
  const ordered = { ...payee, amountMinor: 12_00, frequency: 'monthly', firstDay: '2026-12-31' };
  const standing = accepted(await client.post('/standing-orders', ordered)).standingOrder;
  const paused = accepted(await client.post('/standing-orders', ordered)).standingOrder;
  accepted(await client.post(`/standing-orders/${paused.id}/pause`, { from: firstPauseDay }));
  return {
    'standingOrders.create': {
      by: client,
      method: 'POST',
      path: '/standing-orders',
      fields: ordered,
      told: {},
    },
    'standingOrders.change': {
      by: client,
      method: 'PUT',
      path: `/standing-orders/${standing.id}`,
      named: { id: standing.id },
      fields: { ...ordered, amountMinor: 9_00 },
      told: {},
    },
    'standingOrders.resume': {
      by: client,
      method: 'POST',
      path: `/standing-orders/${paused.id}/resume`,
      named: { id: paused.id },
      told: { amountMinor: 12_00, currency: 'EUR', iban: payee.iban },
    },
    'standingOrders.end': {
      by: client,
      method: 'POST',
      path: `/standing-orders/${standing.id}/end`,
      named: { id: standing.id },
      // After the change above.
      told: { amountMinor: 9_00, currency: 'EUR', iban: payee.iban },
    },
  } as const;
}
