import { Refusal } from '#domain/errors.ts';
import { answerDueOn } from '#domain/loans/difficulties.ts';
import type { DifficultyInput } from '#domain/loans/repayment-fields.ts';
import { legalDay } from '#domain/time/days.ts';
import { loanDifficulties } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { lockRequest } from '../queries.ts';
import { type DifficultyRow, waitingDifficulty } from './measure-queries.ts';
import { personOfLoan } from './person-of-loan.ts';

/** The phases in which capital is owed and help may be asked for (LC-86): before and after an incident. */
const IN_REACH: readonly string[] = ['active', 'accelerated'];

/**
 * A borrower tells of a difficulty (LC-86): acknowledged at once, answered by a person within ten working days.
 * @throws Refusal `not-found`; `loan.wrong-phase` when the loan does not run; `difficulty.already-told` while one waits for its answer.
 */
export async function tellDifficulty(
  work: Work,
  accountId: string,
  loanId: string,
  input: DifficultyInput,
): Promise<DifficultyRow> {
  const request = await lockRequest(work.tx, loanId);
  if (!request || request.clientAccountId !== accountId) throw new Refusal('not-found');
  if (!IN_REACH.includes(request.phase)) throw new Refusal('loan.wrong-phase', { phase: request.phase });
  const today = legalDay(work.now);
  if (input.since > today)
    throw new Refusal('request.invalid', {}, [{ field: 'since', message: 'validation.dayInFuture' }]);
  const waiting = await waitingDifficulty(work.tx, loanId);
  if (waiting) throw new Refusal('difficulty.already-told', { day: waiting.answerDueOn });
  const [row] = await work.tx
    .insert(loanDifficulties)
    .values({
      id: work.newId(),
      loanId,
      change: input.change,
      since: input.since,
      monthly: input.monthlyMinor,
      toldAt: work.now,
      answerDueOn: answerDueOn(today),
    })
    .returning();
  if (!row) throw new Error('the difficulty was not written');
  const userId = await personOfLoan(work.tx, loanId);
  await notifyClient(work, userId, 'loan-difficulty-received', { dueDate: row.answerDueOn });
  await announce(work, { userId, staff: true }, ['loans']);
  return row;
}
