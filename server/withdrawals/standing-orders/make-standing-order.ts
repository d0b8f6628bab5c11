import { ibanVerdict } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import { type Schedule, START } from '#domain/standing-orders/schedule.ts';
import {
  isStillChangeable,
  mayDo,
  type StandingAction,
  type StandingOrderInput,
  scheduleFault,
  scheduleOf,
  stateOn,
} from '#domain/standing-orders/standing-order.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { announce } from '../../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../../notifications/notify.ts';
import { addressOf } from '../../payees/queries.ts';
import type { Work } from '../../work/work.ts';
import { type CheckedOrder, checkFor, type OrderOrigin, requireOrder } from '../request-withdrawal.ts';
import { NOTHING_PLANNED, pauseOfRow, plannedColumns, progressOn, scheduleOfRow } from './planned-columns.ts';
import {
  insertStandingOrder,
  lockStandingOrder,
  type StandingOrderRow,
  updateStandingOrder,
} from './queries.ts';

/** @throws Refusal `request.invalid` beside the field that is at fault. */
function requireSchedule(schedule: Schedule, today: string, isKept: boolean): void {
  const fault = scheduleFault(schedule, today, isKept);
  if (fault) throw new Refusal('request.invalid', {}, [fault]);
}

/** Tells the client of what they did with an order, and the open screens. */
export async function tellOrder(
  work: Work,
  userId: string,
  kind: NotificationKind,
  order: StandingOrderRow,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await notifyClient(work, userId, kind, {
    amountMinor: order.amount,
    currency: order.currency,
    name: order.recipientName,
    ...more,
  });
  await announce(work, { userId, staff: true }, ['withdrawals']);
}

/** Whom an order pays, as its row keeps it. */
async function payeeColumns(work: Work, order: CheckedOrder, input: StandingOrderInput) {
  const { account, iban, recipient, currency } = order;
  return {
    amount: input.amountMinor,
    currency,
    iban,
    ibanValid: ibanVerdict(iban).ok,
    bankName: input.bankName,
    isInstant: input.instant ?? false,
    recipientName: recipient.name,
    isOwnAccount: recipient.isOwnAccount,
    recipientAddress: recipient.isOwnAccount
      ? null
      : await addressOf(work.tx, account.id, { iban, name: recipient.name }),
  };
}

/**
 * Programmes a transfer (PAY-44). Nothing is held: what the account holds counts when the transfer is made.
 * @throws Refusal what `requestWithdrawal` refuses of an order's own fields and check; `request.invalid` for a schedule that does not begin
 * from tomorrow on, or has no time.
 */
export async function makeStandingOrder(
  work: Work,
  accountId: string,
  input: StandingOrderInput,
  { mode, asked }: OrderOrigin,
): Promise<StandingOrderRow> {
  const order = await requireOrder(work, accountId, input, mode);
  const today = legalDay(work.now);
  const schedule = scheduleOf(input);
  requireSchedule(schedule, today, false);
  const id = work.newId();
  const payee = { id, iban: order.iban, name: order.recipient.name, input, asked };
  const made = await insertStandingOrder(work.tx, {
    id,
    clientAccountId: accountId,
    ...(await payeeColumns(work, order, input)),
    payeeCheckId: await checkFor(work, accountId, payee),
    ...schedule,
    state: 'active',
    ...(await plannedColumns(work, schedule, { pause: null, progress: START, earliest: addDays(today, 1) })),
    createdAt: work.now,
    changedAt: work.now,
  });
  await tellOrder(work, order.account.userId, 'standing-order-made', made, {
    dueDate: made.nextExecutionDay ?? made.firstDay,
  });
  return made;
}

/**
 * Locks an order of an account for something that its client does with it.
 * @throws Refusal `not-found`; `transfer.wrong-phase` for an action that is not one of its state.
 */
export async function lockFor(
  work: Work,
  accountId: string,
  orderId: string,
  action: StandingAction,
): Promise<StandingOrderRow> {
  const row = await lockStandingOrder(work.tx, accountId, orderId);
  if (!row) throw new Refusal('not-found');
  const today = legalDay(work.now);
  const pause = pauseOfRow(row);
  if (!mayDo(stateOn(row.state, pause, today), action, pause !== null && pause.from > today))
    throw new Refusal('transfer.wrong-phase');
  return row;
}

/** @throws Refusal `standing.too-late` from 00:00 of the day on which its transfer is made (PAY-47). */
export function requireChangeable(row: StandingOrderRow, today: string): void {
  if (!isStillChangeable(row.nextExecutionDay, today))
    throw new Refusal('standing.too-late', { day: row.nextExecutionDay ?? '' });
}

/** Says whether an order pays somebody else than before: then the name is verified again (PAY-12). */
export const isOtherPayee = (
  row: Pick<StandingOrderRow, 'iban' | 'recipientName'>,
  payee: { readonly iban: string; readonly name: string },
): boolean => row.iban !== payee.iban || row.recipientName !== payee.name;

const isSameRhythm = (one: Schedule, other: Schedule): boolean =>
  one.frequency === other.frequency && one.firstDay === other.firstDay && one.dayOfMonth === other.dayOfMonth;

/**
 * Changes an order (PAY-47). While its rhythm stays, it goes on where it stood; another rhythm begins anew.
 * @throws Refusal what `makeStandingOrder` refuses; `not-found`; `standing.too-late`; `transfer.wrong-phase` for one that ended.
 */
export async function changeStandingOrder(
  work: Work,
  accountId: string,
  orderId: string,
  input: StandingOrderInput,
  { mode, asked }: OrderOrigin,
): Promise<StandingOrderRow> {
  const row = await lockFor(work, accountId, orderId, 'change');
  const today = legalDay(work.now);
  requireChangeable(row, today);
  const order = await requireOrder(work, accountId, input, mode);
  const schedule = scheduleOf(input);
  const isKept = isSameRhythm(schedule, scheduleOfRow(row));
  requireSchedule(schedule, today, isKept);
  const planned = await plannedColumns(work, schedule, {
    pause: pauseOfRow(row),
    progress: isKept ? progressOn(row, today) : START,
    earliest: addDays(today, 1),
  });
  // Every time is used up, or no nominal day is left before the new last day.
  if (planned.nextExecutionDay === null && pauseOfRow(row)?.until !== null)
    throw new Refusal('request.invalid', {}, [
      { field: schedule.times === null ? 'lastDay' : 'times', message: 'validation.standing.lastDay' },
    ]);
  const payee = { iban: order.iban, name: order.recipient.name };
  const payeeCheckId = isOtherPayee(row, payee)
    ? await checkFor(work, accountId, { id: orderId, ...payee, input, asked })
    : row.payeeCheckId;
  const changed = await updateStandingOrder(work.tx, orderId, {
    ...(await payeeColumns(work, order, input)),
    payeeCheckId,
    ...schedule,
    ...planned,
    ...(row.state === 'suspended' ? NOTHING_PLANNED : {}),
    changedAt: work.now,
  });
  await tellOrder(work, order.account.userId, 'standing-order-changed', changed);
  return changed;
}
