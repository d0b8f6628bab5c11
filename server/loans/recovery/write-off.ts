import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { loanRecovery, loanWriteOff } from '#domain/ledger/postings.ts';
import { unpaidRows } from '#domain/loans/loan-state.ts';
import { afterRecoveries, linesOfClaim } from '#domain/loans/recovered-claim.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { amountInSentence } from '#domain/withdrawals/insufficient-funds.ts';
import { audit } from '../../audit/audit.ts';
import {
  ficpDeclarations,
  loanArrears,
  loanInstalments,
  loanRecoveries,
  loans,
} from '../../db/schema/index.ts';
import { post } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import { payoutCameBackLast } from '../../transfers/loan-payout.ts';
import type { Work } from '../../work/work.ts';
import { endFreezes } from '../end-freezes.ts';
import { endLoan } from '../end-loan.ts';
import { updateRequest } from '../queries.ts';
import { lockRunningLoan } from '../repayments/lock-running-loan.ts';
import { accrualOf, accrue } from '../servicing/accrue-interest.ts';
import { missedState, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { tellBorrower } from '../servicing/tell-borrower.ts';
import { capitalOwedMinor, releaseProvision } from './doubtful-loans.ts';
import { keepLetter } from './letters.ts';
import { recoveriesSinceLoss } from './recovery-queries.ts';

/**
 * Nothing is lost of a loan whose payout is back, whatever froze it: the house has the money (LC-6).
 * @throws Refusal `loan.frozen`.
 */
export async function requireWriteOff(work: Work, { loan }: Pick<ServicedLoan, 'loan'>): Promise<void> {
  if (await payoutCameBackLast(work.tx, loan.id)) throw new Refusal('loan.frozen');
}

/**
 * Writes a loan off (LC-85; state table, row 29): capital and accrued interest become a loss, and the claim lives on. Its freeze ends (LC-93).
 * @throws Refusal `loan.frozen` as `requireWriteOff`.
 */
export async function writeOff(work: Work, serviced: ServicedLoan): Promise<void> {
  const { loan, currency, isDoubtful } = serviced;
  const day = legalDay(work.now);
  await requireWriteOff(work, serviced);
  await accrue(work, serviced, day);
  await releaseProvision(work, serviced);
  await post(
    work,
    loanWriteOff({ loanId: loan.id, isDoubtful }, currency, {
      capitalMinor: capitalOwedMinor(serviced),
      accruedInterestMinor: Math.max(0, accrualOf(serviced, day).receivableInterestMinor),
    }),
    loan.id,
  );
  await work.tx
    .update(loanInstalments)
    .set({ collectAt: null })
    .where(and(eq(loanInstalments.loanId, loan.id), isNotNull(loanInstalments.collectAt)));
  await work.tx.delete(loanArrears).where(eq(loanArrears.loanId, loan.id));
  await work.tx
    .update(loans)
    .set({ writtenOffOn: day, accruedOn: null, doubtfulOn: null, advanceHeld: 0 })
    .where(eq(loans.id, loan.id));
  await updateRequest(work.tx, loan.id, { phase: 'written_off' });
  await endFreezes(work, [loan.id], 'Passage en perte');
}

/** What can still be claimed of an accelerated loan, written off or not, on a day, line by line: without what came in since (LC-85). Minor units. */
export function claimLeft(
  serviced: ServicedLoan,
  recovered: readonly { readonly day: string; readonly amount: number }[],
  day: string,
) {
  const { indemnityOwed: indemnityMinor, costsOwed: costsMinor, frozen } = serviced.loan;
  const state = missedState(serviced);
  const inRows = sumMinor(unpaidRows(state, day).map((row) => row.interestMinor + row.capitalMinor));
  const interestDueMinor = sumMinor(unpaidRows(serviced.state, day).map((row) => row.interestMinor));
  const otherMinor = capitalOwedMinor(serviced) + interestDueMinor - inRows;
  const left = afterRecoveries(
    { state, indemnityMinor, costsMinor, otherMinor },
    recovered.map(({ day: receivedOn, amount }) => ({ day: receivedOn, amountMinor: amount })),
  );
  return linesOfClaim(left, day, { isFrozen: frozen !== null });
}

/**
 * Records money that came in from outside for a loan that was written off (LC-85; state table, row 30): income of its own. What pays the whole claim ends
 * the loan: nothing is asked for any more, no time bar runs, and its certificate is there the same day (LC-99).
 * @throws Refusal `not-found`; `loan.wrong-phase`; `repayment.above-balance` above what can still be claimed.
 */
export async function recordRecovery(
  work: Work,
  input: { readonly id: string; readonly amountMinor: number; readonly document: string },
): Promise<void> {
  const serviced = await lockRunningLoan(work, input.id, { event: 'recover', ofAccount: null });
  const { loan, account, currency } = serviced;
  const day = legalDay(work.now);
  const { totalMinor: leftMinor } = claimLeft(serviced, await recoveriesSinceLoss(work.tx, loan), day);
  const { amountMinor, document } = input;
  if (amountMinor > leftMinor)
    throw new Refusal('repayment.above-balance', { maximum: amountInSentence(leftMinor, currency) });
  const { ledgerTransactionId } = await post(work, loanRecovery({ amountMinor, currency }), loan.id);
  await work.tx.insert(loanRecoveries).values({
    id: work.newId(),
    loanId: loan.id,
    day,
    amount: amountMinor,
    document,
    ledgerTransactionId,
    madeBy: work.actorId,
  });
  // With the full payment the incident is over: its deletion is to be declared, or it is declared no more (LC-83, LC-99).
  const isWhole = amountMinor === leftMinor;
  if (isWhole) {
    await work.tx
      .update(ficpDeclarations)
      .set({ regularisedOn: day })
      .where(and(eq(ficpDeclarations.loanId, loan.id), isNull(ficpDeclarations.regularisedOn)));
    await endLoan(work, loan.id, day);
  }
  await keepLetter(work, loan.id, 'recovery-receipt', { amountMinor, leftMinor: leftMinor - amountMinor });
  audit(work, {
    operation: 'loanRecovery.recover',
    clientAccountId: account.id,
    subjectId: loan.id,
    before: null,
    after: { amountMinor, currency, document },
  });
  await tellBorrower(work, serviced, 'loan-recovery-received', { amountMinor, currency });
  if (isWhole) await tellBorrower(work, serviced, 'loan-repaid', { amountMinor: loan.principal, currency });
  await announce(work, { userId: account.userId, staff: true }, ['loans']);
}
