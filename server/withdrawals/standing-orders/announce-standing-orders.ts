import { legalDay } from '#domain/time/days.ts';
import type { NotificationKind } from '../../notifications/notify.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { type Announced, markAnnounced, markEndAnnounced } from './queries.ts';

/** Notices in one transaction. */
const ANNOUNCED_AT_ONCE = 200;

async function tell(work: Work, kind: NotificationKind, orders: readonly Announced[]): Promise<number> {
  for (const { userId, amountMinor, currency, name, day } of orders)
    await notifyClient(work, userId, kind, { amountMinor, currency, name, dueDate: day });
  return orders.length;
}

/**
 * One step of the day's announcements (PAY-49): transfers that are made tomorrow, and orders that end within thirty days. An announcement
 * for a day that is past is not made any more.
 * @returns how many it told.
 */
export async function announceStandingOrders(work: Work, { day }: { readonly day: string }): Promise<number> {
  if (legalDay(work.now) > day) return 0;
  const tomorrow = await tell(
    work,
    'standing-order-tomorrow',
    await markAnnounced(work.tx, day, ANNOUNCED_AT_ONCE),
  );
  if (tomorrow > 0) return tomorrow;
  return tell(work, 'standing-order-ending', await markEndAnnounced(work.tx, day, ANNOUNCED_AT_ONCE));
}
