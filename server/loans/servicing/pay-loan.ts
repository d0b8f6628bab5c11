import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { allocatePayment } from '#domain/loans/allocation.ts';
import { isForbiddenByFreeze } from '#domain/loans/freezes.ts';
import { lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { findTransition } from '#domain/loans/phases.ts';
import { legalDay } from '#domain/time/days.ts';
import { amountInSentence } from '#domain/withdrawals/insufficient-funds.ts';
import { areAssetsFrozen } from '../../db/has-legal-block.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { lockRequest } from '../queries.ts';
import { accrualOf } from './accrue-interest.ts';
import { holdsOf } from './holds.ts';
import { missedState, readServicedLoans, type ServicedLoan } from './serviced-loans.ts';
import { settlePayments, sumOf, totalOf } from './settle-payments.ts';
import { tellBorrower } from './tell-borrower.ts';

/** A payment of a client on their own loan. */
export interface LoanPaymentInput {
  readonly loanId: string;
  readonly amountMinor: number;
  /** The due dates of instalments that are paid before the others, in this order (LC-78). */
  readonly firstDueDates?: readonly string[];
}

/** What a payment did, in minor units. */
export interface LoanPaymentDone {
  /** What instalments and late interest took; null when all of it waits for the next due date. */
  readonly referenceNumber: string | null;
  readonly paidMinor: number;
  readonly advanceMinor: number;
}

/** Locks a client's own loan in repayment, or accelerated. @throws Refusal `not-found`, `loan.wrong-phase`. */
async function lockOwnLoan(work: Work, accountId: string, loanId: string): Promise<ServicedLoan> {
  const request = await lockRequest(work.tx, loanId);
  if (request?.clientAccountId !== accountId) throw new Refusal('not-found');
  if (!findTransition(request.phase, 'pay-part')) throw new Refusal('loan.wrong-phase');
  const serviced = (await readServicedLoans(work.tx, [loanId], { isLocking: true })).get(loanId);
  if (!serviced) throw new Error(`loan ${loanId} has no books`);
  return serviced;
}

/** What the account has free: its balance without open withdrawals and without anything that was paid in advance. Minor units. */
async function freeMinor(work: Work, { account, balanceMinor }: ServicedLoan): Promise<number> {
  const holds = (await holdsOf(work.tx, [account.id])).get(account.id);
  const held = holds
    ? sumOf(holds.withdrawals, ({ amountMinor }) => amountMinor) +
      sumOf([...holds.advances.values()], (amount) => amount)
    : 0;
  return balanceMinor - held;
}

/** What can still be paid in advance: instalments that are not due, without what is held already. */
function mostInAdvanceMinor({ loan, instalments }: ServicedLoan, day: string): number {
  const coming = instalments.filter(({ dueOn }) => dueOn > day);
  return sumOf(coming, (row) => row.amount - row.paidCapital - row.paidInterest) - loan.advanceHeld;
}

/**
 * Pays any amount on a loan, at any time (LC-71): what is due first, by the client's choice or the order of LC-78; the rest is held on the account
 * as paid in advance and applied on the next due dates. The caller has the scope of the house; the account is the client's.
 * @throws Refusal `not-found`; `request.invalid` when a chosen instalment is not due; `loan.wrong-phase`; `loan.frozen`; `repayment.not-possible` under a freeze of assets; `collection.insufficient` with what is available; `repayment.above-balance` with the most that
 * can be paid.
 */
export async function payLoan(
  work: Work,
  accountId: string,
  { loanId, amountMinor, firstDueDates = [] }: LoanPaymentInput,
): Promise<LoanPaymentDone> {
  const serviced = await lockOwnLoan(work, accountId, loanId);
  if (isForbiddenByFreeze(serviced.loan.frozen, 'pay-part', { isStaff: false }))
    throw new Refusal('loan.frozen');
  // Nothing leaves frozen assets, also towards the house (PAY-62); the refusal says nothing of a freeze.
  if (await areAssetsFrozen(work.tx, accountId)) throw new Refusal('repayment.not-possible');
  const { currency, state, account } = serviced;
  const day = legalDay(work.now);
  const available = await freeMinor(work, serviced);
  if (amountMinor > available)
    throw new Refusal('collection.insufficient', {
      amount: amountInSentence(amountMinor, currency),
      available: amountInSentence(Math.max(0, available), currency),
    });

  const due = {
    unpaid: unpaidRows(state, day),
    lateInterestMinor: Math.max(0, lateInterestOwedMinor(missedState(serviced), day)),
    indemnityMinor: serviced.loan.indemnityOwed,
    costsMinor: serviced.loan.costsOwed,
  };
  if (firstDueDates.some((date) => !due.unpaid.some(({ dueDate }) => dueDate === date)))
    throw new Refusal('request.invalid', {}, [{ field: 'firstDueDates', message: 'validation.choice' }]);
  const allocation = allocatePayment(due, amountMinor, firstDueDates);
  const advanceMinor = allocation.unallocatedMinor;
  if (advanceMinor > mostInAdvanceMinor(serviced, day))
    throw new Refusal('repayment.above-balance', {
      maximum: amountInSentence(amountMinor - advanceMinor + mostInAdvanceMinor(serviced, day), currency),
    });

  const parts = allocation.rows.flatMap(({ number, interestPaidMinor, capitalPaidMinor }) => {
    const row = serviced.instalments.find((one) => one.number === number);
    return row && interestPaidMinor + capitalPaidMinor > 0
      ? [{ row, interestMinor: interestPaidMinor, capitalMinor: capitalPaidMinor }]
      : [];
  });
  const paid = {
    parts,
    lateInterestMinor: allocation.lateInterestPaidMinor,
    indemnityMinor: allocation.indemnityPaidMinor,
    costsMinor: allocation.costsPaidMinor,
  };
  let referenceNumber: string | null = null;
  if (totalOf(paid) > 0) {
    const accrual = accrualOf(serviced, day);
    const [done] = await settlePayments(work, [
      {
        ...paid,
        serviced,
        day,
        accrual: accrual.posting,
        receivableInterestMinor: accrual.receivableInterestMinor,
        advanceUsedMinor: 0,
      },
    ]);
    referenceNumber = done?.referenceNumber ?? null;
  }
  if (advanceMinor > 0)
    await work.tx.execute(
      sql`update loans set advance_held = advance_held + ${advanceMinor} where id = ${loanId}::uuid`,
    );
  await tellBorrower(work, serviced, 'loan-payment-received', { amountMinor, currency, advanceMinor });
  announce(work, { userId: account.userId, staff: true }, ['loans', 'account', 'transactions']);
  return { referenceNumber, paidMinor: totalOf(paid), advanceMinor };
}

/**
 * Gives back what was paid in advance and not applied: the account may use it again (LC-71). A freeze does not prevent it: the money is the client's.
 * @returns the amount, in minor units. @throws Refusal `not-found`; `loan.wrong-phase`.
 */
export async function returnAdvance(work: Work, accountId: string, loanId: string): Promise<number> {
  const { loan, account } = await lockOwnLoan(work, accountId, loanId);
  if (loan.advanceHeld > 0)
    await work.tx.execute(sql`update loans set advance_held = 0 where id = ${loanId}::uuid`);
  announce(work, { userId: account.userId, staff: true }, ['loans', 'account']);
  return loan.advanceHeld;
}
