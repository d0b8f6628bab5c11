import { eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { canGiveFormalNotice, formalNoticeLastDay } from '#domain/loans/acceleration.ts';
import { rateRunningOn } from '#domain/loans/loan-rows.ts';
import { lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { loanFormalNotices } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { lockRunningLoan } from '../repayments/lock-running-loan.ts';
import { lateInterestFact, missedState, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { sendLetter } from './letters.ts';
import { arrearsOfLoan, hasOpenRequest, runningNotice } from './recovery-queries.ts';

/** What a formal notice of a day asks for: the missed instalments with their late interest, and its last day (LC-81). */
export function formalNoticeOf(serviced: ServicedLoan, day: string, days: number) {
  const missed = missedState(serviced);
  const unpaid = unpaidRows(missed, day);
  const interestMinor = sumMinor(unpaid.map((row) => row.interestMinor));
  const capitalMinor = sumMinor(unpaid.map((row) => row.capitalMinor));
  const lateInterestMinor = lateInterestOwedMinor(missed, day);
  return {
    amountMinor: interestMinor + capitalMinor + lateInterestMinor,
    interestMinor,
    capitalMinor,
    lateInterestMinor,
    instalments: unpaid.length,
    since: unpaid[0]?.dueDate ?? day,
    lastDay: formalNoticeLastDay(day, days),
  };
}

/**
 * Gives a borrower formal notice to pay what is late (LC-81; state table, row 25): two instalments are unpaid, measures were offered fifteen days
 * before, and no request waits. It ends when everything late is paid.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `loan.frozen`; `notice.running`; `notice.not-possible`.
 */
export async function giveFormalNotice(
  work: Work,
  input: { readonly id: string; readonly registeredNumber?: string | undefined },
): Promise<void> {
  const serviced = await lockRunningLoan(work, input.id, { event: 'formal-notice', ofAccount: null });
  const { loan, account, currency, state } = serviced;
  const day = legalDay(work.now);
  if (await runningNotice(work.tx, loan.id)) throw new Refusal('notice.running');
  const { 'formalNotice.days': days } = await parametersOn(work.tx, day, ['formalNotice.days']);
  const notice = formalNoticeOf(serviced, day, days);
  const { amountMinor, instalments, lastDay } = notice;
  const arrears = await arrearsOfLoan(work.tx, loan.id);
  const isPossible = canGiveFormalNotice(
    {
      unpaidRows: instalments,
      measuresOfferedOn: arrears?.measuresOfferedOn ?? null,
      hasOpenRequest: await hasOpenRequest(work.tx, loan.id, day),
    },
    day,
  );
  if (!isPossible) throw new Refusal('notice.not-possible');
  await work.tx.insert(loanFormalNotices).values({
    id: work.newId(),
    loanId: loan.id,
    sentOn: day,
    lastDay,
    amount: amountMinor,
    instalments,
    registeredNumber: input.registeredNumber ?? null,
    sentAt: work.now,
    sentBy: work.actorId,
  });
  const content = {
    ...notice,
    rateBps: rateRunningOn(state.rows, state, day),
    ...lateInterestFact(serviced),
    registeredNumber: input.registeredNumber ?? '',
  };
  audit(work, {
    operation: 'loanRecovery.formalNotice',
    clientAccountId: account.id,
    subjectId: loan.id,
    before: null,
    after: { amountMinor, currency, lastDay, registeredNumber: input.registeredNumber ?? null },
  });
  await sendLetter(
    work,
    serviced,
    { kind: 'formal-notice', content },
    { kind: 'loan-formal-notice', params: { amountMinor, dueDate: lastDay } },
  );
  await announce(work, { userId: account.userId, staff: true }, ['loans']);
}

/** Ends the formal notice of a loan that is accelerated. */
export async function endNotice(work: Work, noticeId: string, day: string): Promise<void> {
  await work.tx
    .update(loanFormalNotices)
    .set({ endedOn: day, outcome: 'accelerated' })
    .where(eq(loanFormalNotices.id, noticeId));
}
