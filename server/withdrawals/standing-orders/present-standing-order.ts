import type * as z from 'zod/mini';
import type { standingOrder } from '#contract/standing-orders.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { isStillChangeable, stateOn } from '#domain/standing-orders/standing-order.ts';
import { pauseOfRow } from './planned-columns.ts';
import type { StandingOrderWithRun } from './queries.ts';

/** A programmed transfer as its client reads it on a day. */
export function presentStandingOrder(
  row: StandingOrderWithRun,
  today: string,
): z.infer<typeof standingOrder> {
  const pause = pauseOfRow(row);
  return {
    id: row.id,
    amountMinor: row.amount,
    currency: row.currency as CurrencyCode,
    recipientName: row.recipientName,
    iban: row.iban,
    ibanValid: row.ibanValid,
    bankName: row.bankName,
    isInstant: row.isInstant,
    frequency: row.frequency,
    firstDay: row.firstDay,
    dayOfMonth: row.dayOfMonth,
    lastDay: row.lastDay,
    times: row.times,
    counted: row.counted,
    state: stateOn(row.state, pause, today),
    suspensionReason: row.suspensionReason,
    endReason: row.endReason,
    // One that is over says nothing more.
    pause: pause && (pause.until === null || pause.until >= today) ? pause : null,
    nextDay: row.nextExecutionDay,
    endsOn: row.endsOn,
    isChangeable: row.state !== 'ended' && isStillChangeable(row.nextExecutionDay, today),
    last: row.last && { day: row.last.executionDay, failure: row.last.failure },
    createdAt: row.createdAt.toISOString(),
  };
}
