import type { DecisionReasons } from '#domain/loans/file-guards.ts';
import type { LoanEvent } from '#domain/loans/phases.ts';
import type { Work } from '../../work/work.ts';
import type { RequestRow } from '../queries.ts';
import { insertDecision } from './file-queries.ts';
import { type WholeFile, wholeFileOf } from './loan-file.ts';

/** A decision of a person on a loan. */
export interface RecordedDecision extends DecisionReasons {
  readonly event: LoanEvent;
  /** Of a refusal. */
  readonly reasonCode?: string | null | undefined;
}

/**
 * Writes down what a decision was based on (LC-25): who, when, the version of the sheet, the consultation of the FICP, ratio, rest to live
 * and written reasons, as the file is at this moment.
 * @returns the file.
 */
export async function recordDecision(
  work: Work,
  request: RequestRow,
  { event, policyReason, ficpReason, reasonCode }: RecordedDecision,
): Promise<WholeFile> {
  const whole = await wholeFileOf(work.tx, request, work.now);
  const { confirmed, figures, consultations } = whole;
  await insertDecision(work.tx, {
    id: work.newId(),
    loanRequestId: request.id,
    event,
    decidedBy: work.actorId,
    decidedAt: work.now,
    sheetVersion: confirmed?.version ?? null,
    ficpConsultationId: consultations[0]?.id ?? null,
    debtRatioBps: figures?.debtRatioBps ?? null,
    restToLive: figures?.restToLiveMinor ?? null,
    policyReason: policyReason?.trim() || null,
    ficpReason: ficpReason?.trim() || null,
    reasonCode: reasonCode ?? null,
  });
  return whole;
}
