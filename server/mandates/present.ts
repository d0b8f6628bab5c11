import type * as z from 'zod/mini';
import type { directDebitsContract, mandatesContract } from '#contract/mandates.ts';
import { isLate, kindOf, type RDelays, wordsOfCode } from '#domain/mandates/r-transactions.ts';
import { isTransitLate } from '#domain/withdrawals/deadlines.ts';
import type { ReviewedBatchRow, ReviewedDebitRow, ReviewedMandateRow } from './list-mandates.ts';
import type { DebitRow, MandateRow, SignatureRow } from './queries.ts';

type Output<Route extends { '~orpc': { outputSchema?: unknown } }> = z.infer<
  Extract<Route['~orpc']['outputSchema'], z.ZodMiniType>
>;
export type PresentedMandate = Output<typeof mandatesContract.list>['mandates'][number];
type ReviewedMandate = Output<typeof mandatesContract.review>['mandates'][number];
type PresentedDebit = PresentedMandate['debits'][number];
type ReviewedDebit = Output<typeof directDebitsContract.failures>['debits'][number];
type PresentedBatch = Output<typeof directDebitsContract.export>['batch'];

function presentDebit(debit: DebitRow): PresentedDebit {
  const { id, number, amount, dueOn, collectionOn, state, attempt, cancellation, settledOn, failedOn } =
    debit;
  return {
    id,
    number,
    amountMinor: amount,
    dueOn,
    collectionOn,
    state,
    attempt,
    cancellation,
    settledOn,
    failedOn,
    reason: failedOn === null ? null : wordsOfCode(debit.reasonCode),
  };
}

/** A mandate as its client reads it. @param toSign the account that waits for its signature. */
export function presentMandate(
  mandate: MandateRow,
  debits: readonly DebitRow[],
  toSign: SignatureRow | null,
): PresentedMandate {
  return {
    id: mandate.id,
    reference: mandate.reference,
    loanId: mandate.loanId,
    state: mandate.state,
    creditorIdentifier: mandate.creditorIdentifier,
    creditorName: mandate.creditorName,
    debtorName: mandate.debtorName,
    iban: mandate.iban,
    bankName: mandate.bankName,
    usesAccount: mandate.usesAccount,
    signedOn: mandate.signedOn,
    effectiveOn: mandate.effectiveOn,
    endReason: mandate.endReason,
    createdAt: mandate.createdAt.toISOString(),
    endedAt: mandate.endedAt?.toISOString() ?? null,
    toSign: toSign && {
      iban: toSign.iban,
      bankName: toSign.bankName,
      debtorName: toSign.debtorName,
      usesAccount: toSign.usesAccount,
      checkResult: toSign.checkResult,
    },
    debits: debits.map(presentDebit),
  };
}

/** A mandate as the staff read it. */
export function presentReviewedMandate(
  mandate: ReviewedMandateRow,
  debits: readonly DebitRow[],
  signatures: readonly SignatureRow[],
): ReviewedMandate {
  const toSign = mandate.endedAt ? null : (signatures.find(({ signedAt }) => signedAt === null) ?? null);
  return {
    ...presentMandate(mandate, debits, toSign),
    accountId: mandate.clientAccountId,
    displayName: mandate.displayName,
    suspensionCode: mandate.suspensionCode,
    suspendedAt: mandate.suspendedAt?.toISOString() ?? null,
    isToCall: mandate.isToCall,
    call:
      mandate.calledAt === null
        ? null
        : { at: mandate.calledAt.toISOString(), by: mandate.caller, note: mandate.callNote ?? '' },
    signatures: signatures.map(({ number, iban, bankName, checkResult, signedAt }) => ({
      number,
      iban,
      bankName,
      checkResult,
      signedAt: signedAt?.toISOString() ?? null,
    })),
  };
}

/** A direct debit as the staff read it. */
export function presentReviewedDebit(debit: ReviewedDebitRow, delays: RDelays): ReviewedDebit {
  const { settledOn, failedOn, reasonCode } = debit;
  const kind = kindOf(reasonCode, settledOn !== null);
  return {
    ...presentDebit(debit),
    accountId: debit.clientAccountId,
    displayName: debit.displayName,
    mandateId: debit.mandateId,
    mandateReference: debit.mandateReference,
    iban: debit.iban,
    loanId: debit.loanId,
    batchId: debit.batchId,
    reasonCode,
    failure:
      failedOn === null
        ? null
        : { kind, isLate: settledOn !== null && isLate(kind, settledOn, failedOn, delays) },
  };
}

/** A file as the staff read it on a day. */
export function presentDebitBatch(batch: ReviewedBatchRow, today: string): PresentedBatch {
  return {
    id: batch.id,
    messageId: batch.messageId,
    state: batch.state,
    collectionOn: batch.collectionOn,
    debitCount: batch.debitCount,
    totalMinor: batch.total,
    settledCount: batch.settledCount,
    failedCount: batch.failedCount,
    isLate: batch.openCount > 0 && isTransitLate(batch.collectionOn, today),
    hasFile: batch.hasFile,
    createdBy: batch.creator,
    createdAt: batch.createdAt.toISOString(),
  };
}
