import { Refusal } from '#domain/errors.ts';
import { type LoanPhase, phaseForStaff, propertiesOf } from '#domain/loans/phases.ts';
import type { Db } from '../../db/database.ts';
import { lockRequest, type RequestRow } from '../queries.ts';

/**
 * Locks a client's own request.
 * @throws Refusal `not-found` for one that is not theirs; `loan.wrong-phase` when they saw another phase than it is in.
 */
export async function lockOwnRequest(
  tx: Db,
  accountId: string,
  loanId: string,
  seenPhase?: LoanPhase,
): Promise<RequestRow> {
  const request = await lockRequest(tx, loanId);
  if (request?.clientAccountId !== accountId) throw new Refusal('not-found');
  requireSeen(request, seenPhase);
  return request;
}

/** Locks a request for the staff. @throws Refusal `not-found`; `loan.wrong-phase` when another phase was seen. */
export async function lockFile(tx: Db, loanId: string, seenPhase?: LoanPhase): Promise<RequestRow> {
  const request = await lockRequest(tx, loanId);
  if (!request) throw new Refusal('not-found');
  requireSeen(request, seenPhase);
  return request;
}

/** The refusal of an act in another phase, which is named as the lists of the staff name it (LC-56): its client reads their own from the loan. */
export const wrongPhase = ({ phase }: Pick<RequestRow, 'phase'>) =>
  new Refusal('loan.wrong-phase', { phase: phaseForStaff(phase) });

function requireSeen(request: RequestRow, seenPhase: LoanPhase | undefined): void {
  if (seenPhase !== undefined && seenPhase !== request.phase) throw wrongPhase(request);
}

/** @throws Refusal `loan.wrong-phase` once the request is decided. */
export function requireOpen(request: RequestRow): void {
  if (propertiesOf(request.phase).stage !== 'request') throw wrongPhase(request);
}

/** @throws Refusal `loan.wrong-phase` unless the request waits for a decision or its contract for a payout: the file is worked on until then. */
export function requireWorkable(request: RequestRow): void {
  const { stage } = propertiesOf(request.phase);
  if (stage !== 'request' && stage !== 'contract') throw wrongPhase(request);
}
