import type { Institution } from '#content/institution/schema.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';
import { attemptInstants, isMadeUpFor, type StandingFailure } from '#domain/standing-orders/attempts.ts';
import { instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { parameterOn, parametersOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { requestWithdrawal } from '../request-withdrawal.ts';
import { staysInside, transferInside } from '../transfer-inside.ts';
import { tellOrder } from './make-standing-order.ts';
import { ended, suspendStandingOrder } from './pause-standing-order.ts';
import { pauseOfRow, plannedColumns, progressOfRow, scheduleOfRow } from './planned-columns.ts';
import { holderOf, insertRun, lockNextDue, type StandingOrderRow, updateStandingOrder } from './queries.ts';

/** What a step of the job is told (server/jobs/steps.ts). */
interface Run {
  readonly day: string;
  readonly institution: Institution;
}

/** Refusals of an order that are a failure of its transfer. Anything else is a fault. */
const FAILURES: Partial<Record<RefusalCode, StandingFailure>> = {
  'withdrawal.insufficient-funds': 'insufficient-balance',
  'transfer.limit': 'limit',
  'transfer.payee-unavailable': 'payee-unavailable',
  'transfer.currency-differs': 'payee-unavailable',
  'transfer.same-account': 'payee-unavailable',
  'transfer.not-possible': 'not-allowed',
  'transfer.instant-unavailable': 'not-allowed',
  // Above the maximum of today.
  'request.invalid': 'not-allowed',
};

/** Makes the transfer of an order: an ordinary one, confirmed when the order was made. @returns its id, or why it is not made. */
async function makeTransfer(
  work: Work,
  order: StandingOrderRow,
  institution: Institution,
): Promise<{ readonly withdrawalId: string } | { readonly failure: StandingFailure }> {
  const inside = await staysInside({ db: work.tx, institution, now: work.now }, order.iban);
  const make = inside ? transferInside : requestWithdrawal;
  const { amount: amountMinor, iban, bankName, recipientName, payeeCheckId } = order;
  const today = legalDay(work.now);
  // While instant transfers are not sent, its transfers leave as any other (PAY-43).
  const instant = order.isInstant && (await parameterOn(work.tx, today, 'inst.send'));
  const input = { amountMinor, iban, bankName, recipientName, instant };
  const approval = await parameterOn(work.tx, today, 'transfer.approval');
  const origin = { mode: institution.mode, asked: null, standing: { payeeCheckId }, approval };
  try {
    const { withdrawal } = await make(work, order.clientAccountId, input, origin);
    return { withdrawalId: withdrawal.id };
  } catch (error) {
    const failure = error instanceof Refusal ? FAILURES[error.code] : undefined;
    if (!failure) throw error;
    return { failure };
  }
}

/** Writes what became of a nominal day and plans the next one; an order with nothing left ends. */
async function finish(
  work: Work,
  order: StandingOrderRow,
  outcome: { readonly withdrawalId: string | null; readonly failure: StandingFailure | null },
  pauseAfterFailures: number,
): Promise<void> {
  const { nextNominalDay: nominalDay, nextExecutionDay: executionDay } = order;
  if (nominalDay === null || executionDay === null) throw new Error('an order that is due has no day');
  await insertRun(work.tx, {
    standingOrderId: order.id,
    nominalDay,
    executionDay,
    attempts: order.attempts + 1,
    ...outcome,
    endedAt: work.now,
  });
  const { index, counted } = progressOfRow(order);
  const planned = await plannedColumns(work, scheduleOfRow(order), {
    pause: pauseOfRow(order),
    progress: { index: index + 1, counted: counted + 1 },
    // Days that were missed have their turn too: what is too old fails with a notice.
    earliest: '',
  });
  const failuresInRow = outcome.failure === null ? 0 : order.failuresInRow + 1;
  const hasMore = planned.nextExecutionDay !== null || pauseOfRow(order)?.until === null;
  const after = await updateStandingOrder(work.tx, order.id, {
    ...planned,
    failuresInRow,
    // A pause that is over says nothing more.
    ...(order.pauseUntil !== null && order.pauseUntil < nominalDay
      ? { pauseFrom: null, pauseUntil: null }
      : {}),
    ...(hasMore ? { isEndAnnounced: order.isEndAnnounced } : ended(work, 'finished')),
  });
  if (outcome.failure !== null)
    await tellOrder(work, await holderOf(work.tx, order.clientAccountId), 'standing-order-failed', order, {
      failure: outcome.failure,
      dueDate: executionDay,
    });
  if (hasMore && failuresInRow >= pauseAfterFailures) await suspendStandingOrder(work, after, 'failures');
}

/**
 * One step of the programmed transfers of a moment (PAY-48): the next order that is due is tried, whole or not at all. What fails is tried
 * again at its next time; after the last it is told, and after three failures in a row the order is suspended.
 * @returns 1, or 0 when none is due.
 */
async function runNext(work: Work, dueAt: Date, institution: Institution): Promise<number> {
  const order = await lockNextDue(work.tx, dueAt);
  if (!order) return 0;
  const today = legalDay(work.now);
  const dated = await parametersOn(work.tx, today, ['standing.attempts', 'standing.pauseAfterFailures']);
  const execution = order.nextExecutionDay ?? '';
  const outcome = isMadeUpFor(execution, today)
    ? await makeTransfer(work, order, institution)
    : { failure: 'too-late' as const };
  if ('withdrawalId' in outcome) {
    await finish(work, order, { ...outcome, failure: null }, dated['standing.pauseAfterFailures']);
    return 1;
  }
  const next = attemptInstants(execution, dated['standing.attempts'])[order.attempts + 1];
  if (next && outcome.failure !== 'too-late')
    await updateStandingOrder(work.tx, order.id, { attempts: order.attempts + 1, nextAttemptAt: next });
  else
    await finish(
      work,
      order,
      { withdrawalId: null, failure: outcome.failure },
      dated['standing.pauseAfterFailures'],
    );
  return 1;
}

const stepAt =
  (time: string) =>
  (work: Work, { day, institution }: Run): Promise<number> =>
    runNext(work, instantIn(LEGAL_TIME_ZONE, day, time), institution);

/** The jobs of programmed transfers, after the collections of loans at 08:00 and 18:00 (domain/jobs/timetable.ts). */
export const runStandingOrdersMorning = stepAt('08:30');
export const runStandingOrdersEvening = stepAt('18:30');
