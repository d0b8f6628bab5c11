import { and, eq } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { loanRemission } from '#domain/ledger/postings.ts';
import { postponedIndemnityReliefMinor } from '#domain/loans/default-indemnity.ts';
import { type Measure, type MeasureResult, MOST_RATE_MONTHS } from '#domain/loans/measures.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { isJudgesRate, type MeasureTerms, measureOf } from '#domain/loans/repayment-fields.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { loanMeasures, loans } from '../../db/schema/index.ts';
import { post } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClientWithPapers } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { lockRequest } from '../queries.ts';
import { liftFreeze } from '../recovery/freeze-loan.ts';
import { supersede, writeScheduleVersion } from '../schedules.ts';
import { accrue } from '../servicing/accrue-interest.ts';
import { indemnityShares } from '../servicing/charge-indemnity.ts';
import { lateInterestOfRows, readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { keepMeasurePaper, type MadeMeasure } from './amendment.ts';
import { writeAnswer } from './answer-difficulty.ts';
import { lockRunningLoan } from './lock-running-loan.ts';
import { measureResult } from './measure-effect.ts';
import { type MeasureRow, measureById, measureOfRow } from './measure-queries.ts';

/** Days in which the client may accept a measure, a decision of the house. */
const OPEN_DAYS = 30;

/** What the staff sends: the terms, and what they saw of its effect. */
export interface MeasureInput extends MeasureTerms {
  readonly id: string;
  readonly action: 'propose' | 'impose';
  readonly decisionOn?: string | undefined;
  readonly seenExtraInterestMinor: number;
}

/** What comes off the indemnities that are owed, for the rows which a measure postpones (LC-77, D312-17). */
async function indemnityReliefOf(
  work: Work,
  serviced: ServicedLoan,
  { replacedRows }: MeasureResult,
): Promise<number> {
  const bearing = new Set(
    serviced.instalments.filter((row) => row.indemnity > 0).map(({ number }) => number),
  );
  const postponed = replacedRows.filter(({ number }) => bearing.has(number));
  if (postponed.length === 0) return 0;
  const reliefMinor = postponedIndemnityReliefMinor(
    postponed.map(({ interestMinor, capitalMinor }) => interestMinor + capitalMinor),
    await indemnityShares(work.tx, serviced),
  );
  return Math.min(reliefMinor, serviced.loan.indemnityOwed);
}

/** The interest accrued to the day, and the capital that is given up, in the books before the new rows run. */
async function postMeasure(work: Work, serviced: ServicedLoan, measure: Measure, day: string): Promise<void> {
  const { loan, currency, isDoubtful } = serviced;
  await accrue(work, serviced, day);
  if (measure.kind === 'remission')
    await post(
      work,
      loanRemission({ loanId: loan.id, isDoubtful }, { amountMinor: measure.capitalMinor, currency }),
      loan.id,
    );
}

/** Makes a measure the running schedule (LC-87 to LC-91). @returns its version. */
async function runMeasure(
  work: Work,
  serviced: ServicedLoan,
  measure: Measure,
  result: MeasureResult,
): Promise<number> {
  const { loan } = serviced;
  const day = legalDay(work.now);
  const replaced = result.replacedRows.map(({ number }) => number);
  const lateMinor = lateInterestOfRows(serviced, replaced, day);
  const reliefMinor = await indemnityReliefOf(work, serviced, result);
  await postMeasure(work, serviced, measure, day);
  const version = await writeScheduleVersion(work, loan.id, {
    reason: 'measure',
    day,
    openingBalanceMinor: result.balanceMinor,
    annualRateBps: result.annualRateBps,
    reducedRate: result.reducedRate,
    rows: result.rows,
  });
  await supersede(work, loan.id, replaced, version);
  if (lateMinor > 0 || reliefMinor > 0)
    await work.tx
      .update(loans)
      .set({
        lateInterestBefore: loan.lateInterestBefore + lateMinor,
        indemnityOwed: loan.indemnityOwed - reliefMinor,
      })
      .where(eq(loans.id, loan.id));
  return version;
}

/** Keeps the paper of what is proposed, or of the terms that run now, and sends it to the client (LC-29, LC-87). */
async function tellOfTerms(work: Work, institution: Institution, made: MadeMeasure): Promise<void> {
  const { row, serviced } = made;
  const paperId = await keepMeasurePaper(work, institution, made);
  const { userId } = serviced.account;
  if (row.state === 'proposed')
    await notifyClientWithPapers(work, userId, 'loan-measure-proposed', { dueDate: row.openUntil }, [
      paperId,
    ]);
  else await notifyClientWithPapers(work, userId, 'loan-measure-accepted', {}, [paperId]);
}

/** The columns of a measure's terms. */
function columnsOf({ kind, months, amountMinor, annualRateBps, rateMonths }: MeasureTerms) {
  return {
    kind,
    months: months ?? null,
    amount: amountMinor ?? null,
    annualRateBps: annualRateBps ?? null,
    rateMonths: rateMonths ?? null,
  };
}

/**
 * A judge's rate holds for a time, of two years at most; that of a commission's plan, which ends a freeze, may hold to the end (LC-91, LC-92). What
 * the house agrees with its client has no such time.
 * @throws Refusal `request.invalid`.
 */
function requireRateMonths(
  { annualRateBps, rateMonths, action }: MeasureInput,
  { loan }: Pick<ServicedLoan, 'loan'>,
): void {
  const isPlan = loan.frozen === 'overindebtedness';
  const isJudges = action === 'impose' && annualRateBps !== undefined;
  const isFault = isJudges
    ? (rateMonths === undefined && !isPlan) ||
      (rateMonths ?? 0) > (isPlan ? MOST_RATE_MONTHS.plan : MOST_RATE_MONTHS.judge)
    : rateMonths !== undefined;
  if (isFault)
    throw new Refusal('request.invalid', {}, [{ field: 'rateMonths', message: 'validation.required' }]);
}

/**
 * Proposes a measure to the client, or carries out a judge's decision at once (LC-87, LC-91; state table, row 24). A proposal takes the place of
 * an earlier one, and answers the difficulty that waits.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `loan.frozen`, for a proposal under any freeze; `request.invalid` without the term of the kind, without the day of a decision that is
 * imposed or with one to come, or with a rate that only a judge sets; `measure.impossible`; `measure.figures-changed`.
 */
export async function proposeMeasure(
  work: Work,
  institution: Institution,
  input: MeasureInput,
): Promise<MeasureRow> {
  const serviced = await lockRunningLoan(work, input.id, { event: 'agree-measure', ofAccount: null });
  const measure = measureOf(input);
  if (!measure) throw new Refusal('request.invalid', {}, [{ field: 'kind', message: 'validation.required' }]);
  const isImposed = input.action === 'impose';
  if (isImposed !== (input.decisionOn !== undefined))
    throw new Refusal('request.invalid', {}, [{ field: 'decisionOn', message: 'validation.required' }]);
  if (!isImposed && isJudgesRate(input))
    throw new Refusal('request.invalid', {}, [{ field: 'annualRateBps', message: 'validation.choice' }]);
  // During over-indebtedness a plan is imposed, and nothing is agreed with the borrower beside it (LC-92, L722-5).
  if (!isImposed && serviced.staffFreeze !== null) throw new Refusal('loan.frozen');
  requireRateMonths(input, serviced);
  const today = legalDay(work.now);
  if (input.decisionOn !== undefined && input.decisionOn > today)
    throw new Refusal('request.invalid', {}, [{ field: 'decisionOn', message: 'validation.dayInFuture' }]);
  const result = measureResult(serviced, today, measure);
  if (result.extraInterestMinor !== input.seenExtraInterestMinor)
    throw new Refusal('measure.figures-changed');
  await work.tx
    .update(loanMeasures)
    .set({ state: 'replaced', decidedAt: work.now })
    .where(and(eq(loanMeasures.loanId, input.id), eq(loanMeasures.state, 'proposed')));
  const version = isImposed ? await runMeasure(work, serviced, measure, result) : null;
  // The plan of a commission ends the freeze of an over-indebted borrower (LC-92).
  if (isImposed && serviced.loan.frozen !== null) {
    const planned = (await readServicedLoans(work.tx, [input.id])).get(input.id);
    if (planned) await liftFreeze(work, planned, `Décision du ${input.decisionOn}`);
  }
  const [row] = await work.tx
    .insert(loanMeasures)
    .values({
      id: work.newId(),
      loanId: input.id,
      ...columnsOf(input),
      decisionOn: input.decisionOn ?? null,
      state: isImposed ? 'accepted' : 'proposed',
      proposedAt: work.now,
      proposedBy: work.actorId,
      openUntil: isImposed ? today : addDays(today, OPEN_DAYS),
      decidedAt: isImposed ? work.now : null,
      version,
      extraInterest: isImposed ? result.extraInterestMinor : null,
    })
    .returning();
  if (!row) throw new Error('the measure was not written');
  await writeAnswer(work, input.id, { answer: 'measure', note: null });
  const { account, currency } = serviced;
  audit(work, {
    operation: `loanRepayments.measure.${input.action}`,
    clientAccountId: account.id,
    subjectId: input.id,
    before: null,
    after: {
      measure: row.kind,
      months: row.months,
      amountMinor: row.amount,
      currency,
      annualRateBps: row.annualRateBps,
      rateMonths: row.rateMonths,
      extraInterestMinor: result.extraInterestMinor,
      decisionOn: row.decisionOn,
    },
  });
  await tellOfTerms(work, institution, { row, measure, result, serviced });
  await announce(work, { userId: account.userId, staff: true }, ['loans']);
  return row;
}

/** The proposal that a client answers. @throws Refusal `not-found`; `measure.not-open` once it is answered, replaced or out of time. */
async function openMeasure(work: Work, loanId: string, measureId: string): Promise<MeasureRow> {
  const row = await measureById(work.tx, loanId, measureId);
  if (!row) throw new Refusal('not-found');
  if (row.state !== 'proposed' || row.openUntil < legalDay(work.now)) throw new Refusal('measure.not-open');
  return row;
}

/**
 * The client accepts a measure: its rows run at once (LC-87; state table, row 24).
 * @throws Refusal `not-found`; `loan.wrong-phase`; `measure.not-open`; `measure.impossible`; `measure.figures-changed` when the interest or the
 * end is another one than was seen.
 */
export async function acceptMeasure(
  work: Work,
  institution: Institution,
  accountId: string,
  input: {
    readonly id: string;
    readonly measureId: string;
    readonly seenExtraInterestMinor: number;
    readonly seenEnd: string;
  },
): Promise<LoanPhase> {
  const serviced = await lockRunningLoan(work, input.id, { event: 'agree-measure', ofAccount: accountId });
  const row = await openMeasure(work, input.id, input.measureId);
  const measure = measureOfRow(row);
  const result = measureResult(serviced, legalDay(work.now), measure);
  if (result.extraInterestMinor !== input.seenExtraInterestMinor || result.newEnd !== input.seenEnd)
    throw new Refusal('measure.figures-changed');
  const version = await runMeasure(work, serviced, measure, result);
  const agreed = {
    state: 'accepted',
    decidedAt: work.now,
    version,
    extraInterest: result.extraInterestMinor,
  } as const;
  await work.tx.update(loanMeasures).set(agreed).where(eq(loanMeasures.id, row.id));
  await tellOfTerms(work, institution, { row: { ...row, ...agreed }, measure, result, serviced });
  const { userId } = serviced.account;
  await announce(work, { userId, staff: true }, ['loans']);
  return serviced.phase;
}

/** The client declines a measure: nothing changes. @throws Refusal `not-found`; `measure.not-open`. */
export async function declineMeasure(
  work: Work,
  accountId: string,
  input: { readonly id: string; readonly measureId: string },
): Promise<LoanPhase> {
  const request = await lockRequest(work.tx, input.id);
  if (!request || request.clientAccountId !== accountId) throw new Refusal('not-found');
  const row = await openMeasure(work, input.id, input.measureId);
  await work.tx
    .update(loanMeasures)
    .set({ state: 'declined', decidedAt: work.now })
    .where(eq(loanMeasures.id, row.id));
  await announce(work, { staff: true }, ['loans']);
  return request.phase;
}
