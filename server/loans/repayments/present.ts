import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../../db/database.ts';
import { readServicedLoans } from '../servicing/serviced-loans.ts';
import { effectOf } from './measure-effect.ts';
import {
  type DifficultyRow,
  difficultiesOf,
  type MeasureRow,
  measureOfRow,
  measuresOf,
  type waitingDifficulties,
} from './measure-queries.ts';

export const presentMeasure = (row: MeasureRow) => ({
  id: row.id,
  kind: row.kind,
  months: row.months,
  amountMinor: row.amount,
  annualRateBps: row.annualRateBps,
  rateMonths: row.rateMonths,
  decisionOn: row.decisionOn,
  state: row.state,
  proposedAt: row.proposedAt.toISOString(),
  openUntil: row.openUntil,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  extraInterestMinor: row.extraInterest,
});

export const presentDifficulty = (row: DifficultyRow) => ({
  id: row.id,
  change: row.change,
  since: row.since,
  monthlyMinor: row.monthly,
  toldAt: row.toldAt.toISOString(),
  answerDueOn: row.answerDueOn,
  answer: row.answer,
  answerNote: row.answerNote,
  answeredAt: row.answeredAt?.toISOString() ?? null,
});

/** A line of the queue of the staff. @param today the legal day. */
export const presentWaiting = (
  row: Awaited<ReturnType<typeof waitingDifficulties>>[number],
  today: string,
) => ({
  ...presentDifficulty(row.difficulty),
  loanId: row.difficulty.loanId,
  clientName: row.clientName,
  purpose: row.purpose,
  currency: row.currency as CurrencyCode,
  isLate: row.difficulty.answerDueOn < today,
});

/** The open proposal of a loan with its effect of today; null when none waits, or when its time is over. */
export async function openProposal(db: Db, loanId: string, now: Date, measures: readonly MeasureRow[]) {
  const today = legalDay(now);
  const open = measures.find(({ state, openUntil }) => state === 'proposed' && openUntil >= today);
  const serviced = open && (await readServicedLoans(db, [loanId])).get(loanId);
  if (!open || serviced?.phase !== 'active') return null;
  try {
    return { measure: open, effect: effectOf(serviced, today, measureOfRow(open)) };
  } catch (error) {
    // What changed since makes the terms impossible: there is nothing to accept any more.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A loan's difficulties and measures, with the proposal that waits for the client. */
export async function presentDifficulties(db: Db, loanId: string, now: Date) {
  const [difficulties, measures] = [await difficultiesOf(db, loanId), await measuresOf(db, loanId)];
  const proposal = await openProposal(db, loanId, now, measures);
  return {
    difficulties: difficulties.map(presentDifficulty),
    measures: measures.map(presentMeasure),
    proposal: proposal && { measure: presentMeasure(proposal.measure), effect: proposal.effect },
  };
}
