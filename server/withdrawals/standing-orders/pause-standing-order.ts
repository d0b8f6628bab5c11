import { Refusal } from '#domain/errors.ts';
import { isPaused, type Pause } from '#domain/standing-orders/schedule.ts';
import {
  type EndReason,
  type PauseInput,
  pauseFault,
  type SuspensionReason,
} from '#domain/standing-orders/standing-order.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { lockFor, requireChangeable, tellOrder } from './make-standing-order.ts';
import { isUnderWay, NOTHING_PLANNED, plannedColumns, progressOn, scheduleOfRow } from './planned-columns.ts';
import { holderOf, type StandingOrderRow, updateStandingOrder } from './queries.ts';

/**
 * Pauses an order (PAY-47): nominal days in the pause are skipped, not made up for, not counted.
 * @throws Refusal `request.invalid` for a pause that begins in the past or ends before it begins; `standing.too-late` when it would skip a
 * transfer that is made today; `not-found`; `transfer.wrong-phase` for one that is not active.
 */
export async function pauseStandingOrder(
  work: Work,
  accountId: string,
  orderId: string,
  input: PauseInput,
): Promise<StandingOrderRow> {
  const row = await lockFor(work, accountId, orderId, 'pause');
  const today = legalDay(work.now);
  const pause: Pause = { from: input.from, until: input.until ?? null };
  const fault = pauseFault(pause, today);
  if (fault) throw new Refusal('request.invalid', {}, [fault]);
  const underWay = isUnderWay(row, today);
  if (underWay && isPaused([pause], row.nextNominalDay ?? '')) requireChangeable(row, today);
  const planned = await plannedColumns(work, scheduleOfRow(row), {
    pause,
    progress: progressOn(row, today),
    earliest: addDays(today, 1),
  });
  const paused = await updateStandingOrder(work.tx, orderId, {
    pauseFrom: pause.from,
    pauseUntil: pause.until,
    // The transfer of today goes on as it stands.
    ...(underWay ? { endsOn: planned.endsOn } : planned),
    changedAt: work.now,
  });
  await announce(work, { userId: work.actorId, staff: true }, ['withdrawals']);
  return paused;
}

/** Ends an order: nothing is planned any more. */
export const ended = (work: Work, endReason: EndReason) =>
  ({
    ...NOTHING_PLANNED,
    state: 'ended',
    endReason,
    suspensionReason: null,
    endedAt: work.now,
    changedAt: work.now,
  }) as const;

/**
 * Goes on with a paused or suspended order from tomorrow, or withdraws a pause that has not begun; what was left out meanwhile is neither made
 * up for nor counted (PAY-47). One with nothing left ends.
 * @throws Refusal `not-found`; `transfer.wrong-phase`.
 */
export async function resumeStandingOrder(
  work: Work,
  accountId: string,
  orderId: string,
): Promise<StandingOrderRow> {
  const row = await lockFor(work, accountId, orderId, 'resume');
  const today = legalDay(work.now);
  // A transfer of before the pause that is still tried goes on as it stands.
  const underWay = isUnderWay(row, today);
  const planned = await plannedColumns(work, scheduleOfRow(row), {
    pause: null,
    progress: progressOn(row, today),
    earliest: underWay ? '' : addDays(today, 1),
  });
  const resumed = await updateStandingOrder(work.tx, orderId, {
    pauseFrom: null,
    pauseUntil: null,
    failuresInRow: 0,
    ...(underWay ? { endsOn: planned.endsOn } : planned),
    ...(planned.nextExecutionDay === null
      ? ended(work, 'finished')
      : { state: 'active', suspensionReason: null, changedAt: work.now }),
  });
  await announce(work, { userId: work.actorId, staff: true }, ['withdrawals']);
  return resumed;
}

/**
 * Ends an order for good.
 * @throws Refusal `not-found`; `standing.too-late`; `transfer.wrong-phase` for one that ended.
 */
export async function endStandingOrder(
  work: Work,
  accountId: string,
  orderId: string,
): Promise<StandingOrderRow> {
  const row = await lockFor(work, accountId, orderId, 'end');
  requireChangeable(row, legalDay(work.now));
  const done = await updateStandingOrder(work.tx, orderId, ended(work, 'by-client'));
  await tellOrder(work, work.actorId, 'standing-order-ended', done);
  return done;
}

/** Suspends an active order: the client resumes it. */
export async function suspendStandingOrder(
  work: Work,
  row: StandingOrderRow,
  suspensionReason: SuspensionReason,
): Promise<void> {
  const suspended = await updateStandingOrder(work.tx, row.id, {
    ...NOTHING_PLANNED,
    state: 'suspended',
    suspensionReason,
    changedAt: work.now,
  });
  const userId = await holderOf(work.tx, row.clientAccountId);
  await tellOrder(work, userId, 'standing-order-suspended', suspended, { suspension: suspensionReason });
}
