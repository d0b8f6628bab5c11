import { and, eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type AccelerationClaim, accelerationClaim, canAccelerate } from '#domain/loans/acceleration.ts';
import { rateRunningOn } from '#domain/loans/loan-rows.ts';
import { lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../../db/database.ts';
import { loanInstalments, loans } from '../../db/schema/index.ts';
import type { Work } from '../../work/work.ts';
import { updateRequest } from '../queries.ts';
import { supersede, writeScheduleVersion } from '../schedules.ts';
import { accrue } from '../servicing/accrue-interest.ts';
import { indemnityShares } from '../servicing/charge-indemnity.ts';
import {
  lateInterestFact,
  lateInterestOfRows,
  missedState,
  type ServicedLoan,
} from '../servicing/serviced-loans.ts';
import { endNotice } from './give-formal-notice.ts';
import { sendLetter } from './letters.ts';
import { hasMeasureSince, hasOpenRequest, type NoticeRow, runningNotice } from './recovery-queries.ts';

/**
 * What an acceleration on a day would demand (LC-82). Late interest is that of missed instalments alone. Its indemnity takes the place of those
 * of missed instalments: the law allows one or the other (D312-16, D312-17).
 */
export async function claimOn(db: Db, serviced: ServicedLoan, day: string): Promise<AccelerationClaim> {
  const claim = accelerationClaim(serviced.state, day, await indemnityShares(db, serviced));
  const lateInterestMinor = lateInterestOwedMinor(missedState(serviced), day);
  return {
    ...claim,
    lateInterestMinor,
    totalMinor: claim.totalMinor - claim.lateInterestMinor + lateInterestMinor,
  };
}

/**
 * The formal notice on which a loan may be accelerated.
 * @throws Refusal `acceleration.not-possible` before its last day has passed, after an agreed measure, or while a request waits.
 */
export async function requireAcceleration(work: Work, { loan }: ServicedLoan): Promise<NoticeRow> {
  const day = legalDay(work.now);
  const notice = await runningNotice(work.tx, loan.id);
  const isPossible =
    notice &&
    canAccelerate(
      {
        noticeLastDay: notice.lastDay,
        isFrozen: loan.frozen !== null,
        hasAgreedMeasure: await hasMeasureSince(work.tx, loan.id, notice.sentOn),
      },
      day,
    ) &&
    !(await hasOpenRequest(work.tx, loan.id, day));
  if (!notice || !isPossible) throw new Refusal('acceleration.not-possible');
  return notice;
}

/** The one instalment of an accelerated loan: the whole claim, on the due date of the oldest that is unpaid. @returns its version. */
async function writeClaim(
  work: Work,
  { loan, state, instalments }: ServicedLoan,
  claim: AccelerationClaim,
): Promise<void> {
  const day = legalDay(work.now);
  const unpaid = unpaidRows(state, day);
  const coming = instalments.find(({ dueOn }) => dueOn > day);
  const number = coming?.number ?? (instalments.at(-1)?.number ?? 0) + 1;
  const principalMinor = claim.unpaidCapitalMinor + claim.capitalNotDueMinor;
  const version = await writeScheduleVersion(work, loan.id, {
    reason: 'acceleration',
    day,
    openingBalanceMinor: principalMinor,
    annualRateBps: rateRunningOn(state.rows, state, day),
    rows: [
      {
        number,
        dueDate: unpaid[0]?.dueDate ?? day,
        principalMinor,
        interestMinor: claim.unpaidInterestMinor + claim.accruedInterestMinor + claim.postponedInterestMinor,
        remainingMinor: 0,
      },
    ],
  });
  await supersede(
    work,
    loan.id,
    unpaid.map((row) => row.number),
    version,
  );
  // It is not collected by the job: it is late from today, and late interest runs from today (LC-82).
  await work.tx
    .update(loanInstalments)
    .set({ missedOn: day, collectAt: null })
    .where(and(eq(loanInstalments.loanId, loan.id), eq(loanInstalments.version, version)));
}

/**
 * Demands the whole of a loan (LC-82, L312-39; state table, row 26): the claim takes the place of the schedule, no interest runs any more but
 * late interest on capital.
 * @throws Refusal `acceleration.not-possible`.
 */
export async function accelerate(work: Work, serviced: ServicedLoan): Promise<void> {
  const { loan } = serviced;
  const day = legalDay(work.now);
  const notice = await requireAcceleration(work, serviced);
  await accrue(work, serviced, day);
  const claim = await claimOn(work.tx, serviced, day);
  const unpaid = unpaidRows(serviced.state, day).map(({ number }) => number);
  await writeClaim(work, serviced, claim);
  await endNotice(work, notice.id, day);
  await work.tx
    .update(loans)
    .set({
      acceleratedOn: day,
      accruedOn: null,
      advanceHeld: 0,
      indemnityOwed: claim.indemnityMinor,
      lateInterestBefore: loan.lateInterestBefore + lateInterestOfRows(serviced, unpaid, day),
    })
    .where(eq(loans.id, loan.id));
  await updateRequest(work.tx, loan.id, { phase: 'accelerated' });
  const content = {
    interestMinor: sumMinor([
      claim.unpaidInterestMinor,
      claim.accruedInterestMinor,
      claim.postponedInterestMinor,
    ]),
    unpaidCapitalMinor: claim.unpaidCapitalMinor,
    capitalNotDueMinor: claim.capitalNotDueMinor,
    lateInterestMinor: claim.lateInterestMinor,
    indemnityMinor: claim.indemnityMinor,
    totalMinor: claim.totalMinor,
    noticeSentOn: notice.sentOn,
    rateBps: rateRunningOn(serviced.state.rows, serviced.state, day),
    ...lateInterestFact(serviced),
  };
  await sendLetter(
    work,
    serviced,
    { kind: 'acceleration', content },
    { kind: 'loan-accelerated', params: { amountMinor: claim.totalMinor, ...lateInterestFact(serviced) } },
  );
}
