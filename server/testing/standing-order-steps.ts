import { expect } from 'vitest';
import { instantIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import type { ClientPerson, TestBank } from './test-bank.ts';

/** A Monday: the next payment days are Tuesday to Friday. */
export const MONDAY = '2026-11-23';
export const at = (day: string, time: string) => instantIn(LEGAL_TIME_ZONE, day, time);

/** Those that make transfers and tell of them: the other twenty-six find nothing here, and take most of the time. */
export const TRANSFER_JOBS = [
  'announce-standing-orders',
  'standing-orders-morning',
  'standing-orders-evening',
  'watch-limits',
  'end-holds',
  'refuse-late-orders',
  'send-inside-transfers',
] as const;

/** A programmed transfer of 100.00 a month, as a client asks for it. */
export const ORDER = {
  amountMinor: 100_00,
  iban: 'FR7630006000011234567890189',
  bankName: 'Banque du Marais',
  recipientName: 'Zoé Renard',
  frequency: 'monthly',
  firstDay: '2026-11-30',
};

/** What a client does with programmed transfers, and what the bank makes of them. */
export function standingOrderSteps(bank: () => TestBank, client: () => ClientPerson) {
  const orders = async () => (await client().get('/standing-orders')).body.standingOrders;
  return {
    /** Programmes a transfer. @returns its id. */
    async program(overrides: object = {}): Promise<string> {
      const { status, body } = await client().post('/standing-orders', { ...ORDER, ...overrides });
      expect([status, body.errors ?? body.code]).toEqual([200, undefined]);
      return body.standingOrder.id;
    },
    order: async (id: string) => (await orders()).find((one: { id: string }) => one.id === id),
    transfers: async (): Promise<{ amountMinor: number; status: string; recipientName: string }[]> =>
      (await client().get('/withdrawals')).body.withdrawals,
    /** Moves on to a time and lets the bank do what is due. */
    async goTo(day: string, time = '20:00') {
      await bank().travelTo(at(day, time));
      await bank().runJobs(TRANSFER_JOBS);
    },
  };
}
