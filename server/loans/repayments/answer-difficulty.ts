import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { DifficultyAnswer } from '#domain/loans/difficulties.ts';
import { audit } from '../../audit/audit.ts';
import { loanDifficulties } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { lockRequest } from '../queries.ts';
import type { DifficultyRow } from './measure-queries.ts';
import { personOfLoan } from './person-of-loan.ts';

/** Writes the answer of the difficulty that waits, if one does. @returns the row; null when none waited. */
export async function writeAnswer(
  work: Work,
  loanId: string,
  answer: { readonly answer: DifficultyAnswer; readonly note: string | null; readonly difficultyId?: string },
): Promise<DifficultyRow | null> {
  const [row] = await work.tx
    .update(loanDifficulties)
    .set({
      answer: answer.answer,
      answerNote: answer.note,
      answeredAt: work.now,
      answeredBy: work.actorId,
    })
    .where(
      and(
        eq(loanDifficulties.loanId, loanId),
        isNull(loanDifficulties.answeredAt),
        ...(answer.difficultyId ? [eq(loanDifficulties.id, answer.difficultyId)] : []),
      ),
    )
    .returning();
  return row ?? null;
}

/**
 * Answers a borrower in difficulty without a measure, with the reason that they read (LC-86).
 * @throws Refusal `not-found`; `difficulty.already-answered`.
 */
export async function answerDifficulty(
  work: Work,
  input: { readonly id: string; readonly difficultyId: string; readonly note: string },
): Promise<DifficultyRow> {
  const request = await lockRequest(work.tx, input.id);
  const [told] = await work.tx
    .select()
    .from(loanDifficulties)
    .where(and(eq(loanDifficulties.id, input.difficultyId), eq(loanDifficulties.loanId, input.id)));
  if (!request || !told) throw new Refusal('not-found');
  const row = await writeAnswer(work, input.id, {
    answer: 'none',
    note: input.note,
    difficultyId: input.difficultyId,
  });
  if (!row) throw new Refusal('difficulty.already-answered');
  const userId = await personOfLoan(work.tx, input.id);
  audit(work, {
    operation: 'loanRepayments.answer',
    clientAccountId: request.clientAccountId,
    subjectId: input.id,
    before: null,
    after: { answer: 'none', reasonNote: input.note },
  });
  await notifyClient(work, userId, 'loan-difficulty-answered', {});
  await announce(work, { userId, staff: true }, ['loans']);
  return row;
}
