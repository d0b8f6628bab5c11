import type * as z from 'zod/mini';
import type { loan, reviewedLoan } from '#contract/loans.ts';
import { commitmentsOf } from '#domain/loans/affordability.ts';
import { offerClock } from '#domain/loans/contract-clock.ts';
import { phaseForStaff, subOf } from '#domain/loans/phases.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { euroValueMinor } from '../rates/euro-value.ts';
import { awaitedSince } from '../tasks/approval-since.ts';
import type { LoanRow, ReviewRow } from './queries.ts';
import type { LoanReviewFacts } from './review-facts.ts';
import type { PositionOfLoan } from './servicing/positions.ts';

const dayOf = (instant: string | null | undefined) => (instant ? legalDay(new Date(instant)) : null);

/** The day that the second line of a loan's badge names (LC-7); null for a line without one. */
function subDayOf({ phase, contractDays, granted, intermediation }: LoanRow): string | null {
  const { sentAt, validDays, isExtended, acceptedAt, payoutDay, returnBy } = contractDays ?? {};
  switch (phase) {
    case 'offered':
      return sentAt && validDays
        ? offerClock({ sentAt: new Date(sentAt), validDays, isExtended: isExtended ?? true })
            .lastAcceptanceDay
        : null;
    case 'accepted':
      return acceptedAt ? legalDay(new Date(acceptedAt)) : null;
    case 'agreed':
      return payoutDay ?? null;
    case 'retracting':
      return returnBy ?? null;
    case 'repaid':
      return granted?.endedOn ?? null;
    case 'transmitted':
      return dayOf(intermediation?.sentAt);
    case 'lender_accepted':
    case 'lender_paid':
      return dayOf(intermediation?.answeredAt);
    default:
      return null;
  }
}

/** A request as its client sees it, with where it stands when it is in repayment. */
export function presentLoan(row: LoanRow, position: PositionOfLoan | null = null): z.infer<typeof loan> {
  return {
    id: row.id,
    amountMinor: row.amount,
    currency: row.currency as CurrencyCode,
    durationMonths: row.durationMonths,
    monthlyIncomeMinor: row.monthlyIncome,
    purpose: row.purpose,
    product: row.product,
    documentsUrl: row.documentsUrl,
    status: row.status,
    phase: row.phase,
    // LC-7: « Clos » is the house's word for a claim that it wrote off; its client still owes it.
    sub: subOf(row.phase === 'written_off' ? 'accelerated' : row.phase, row),
    subDay: subDayOf(row),
    annualRateBps: row.annualRateBps,
    instalmentMinor: row.instalment,
    reasonCode: row.reasonCode as RejectionReason | null,
    reasonNote: row.reasonNote,
    createdAt: row.createdAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    paidOutAt: row.granted?.paidOutAt?.toISOString() ?? null,
    firstDueDate: row.granted?.firstDueOn ?? null,
    lateInstalments: row.lateInstalments,
    position,
    freeze: row.granted?.frozen ?? null,
    endedOn: row.granted?.endedOn ?? null,
    intermediation: row.intermediation && {
      lenders: [...row.intermediation.lenders],
      lender: row.intermediation.lender,
      sentOn: dayOf(row.intermediation.sentAt),
      answeredOn: dayOf(row.intermediation.answeredAt),
    },
  };
}

/**
 * LC-56: that a client withdrew from a contract stands in the contract's own record (`GET /admin/loans/{id}/offer`). Everywhere else in the back
 * office such a request reads like one that its client cancelled, and a loan whose sum is to be given back like any other.
 */
function loanForStaff(loan: LoanRow): LoanRow {
  const phase = phaseForStaff(loan.phase);
  return { ...loan, phase, ...(phase === 'cancelled' ? { granted: null } : {}) };
}

/** The same with its client's situation, for the back office. */
export function presentReviewedLoan(
  row: ReviewRow,
  {
    rates,
    now,
    debtRatioPolicyBps,
    positions,
  }: LoanReviewFacts & {
    /** Of a list, none. */
    readonly positions?: ReadonlyMap<string, PositionOfLoan>;
  },
): z.infer<typeof reviewedLoan> {
  const loan = loanForStaff(row.loan);
  return {
    ...presentLoan(loan, positions?.get(row.loan.id)),
    sub: subOf(loan.phase, loan),
    client: {
      accountId: row.account.id,
      displayName: row.displayName,
      email: row.email,
      balanceMinor: row.account.balanceMinor,
      currency: row.account.currency as CurrencyCode,
      isActivated: row.account.isActivated,
      commitments: commitmentsOf(row.otherLoans),
    },
    amountEurMinor: euroValueMinor(row.loan.amount, row.loan.currency, rates),
    debtRatioPolicyBps,
    decision: { by: row.reviewer, at: row.loan.reviewedAt?.toISOString() ?? null },
    followedBy: row.followedBy,
    approvalSince: awaitedSince(row.approvals, now),
    // What is with a lender has had its first answer (LC-6).
    dueAt:
      row.loan.stage === 'request' && row.loan.phase !== 'transmitted'
        ? (row.loan.dueAt?.toISOString() ?? null)
        : null,
  };
}
