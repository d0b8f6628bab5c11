import type { DialogueSheet, KnownLoan } from '#domain/loans/solvency.ts';
import { legalDay } from '#domain/time/days.ts';
import { announce } from '../../notifications/live.ts';
import { fingerprintOf } from '../../work/idempotency-keys.ts';
import type { Work } from '../../work/work.ts';
import { insertSheet, type SheetRow, sheetsOf, updateSheet } from './file-queries.ts';
import { knownLoansOf } from './known-loans.ts';
import { lockOwnRequest, requireOpen } from './own-request.ts';

/** SHA-256 of what a sheet says, known loans included, in hexadecimal: what a confirmation is of. */
export function sheetHash(content: DialogueSheet, knownLoans: readonly KnownLoan[]): string {
  return fingerprintOf('dialogue-sheet', { content, knownLoans });
}

/**
 * Saves the dialogue sheet of a client's own open request (LC-16): the draft is written over, and after a confirmed version the next one
 * begins. The loans that this house knows are added (LC-19).
 * @throws Refusal `not-found`; `loan.wrong-phase` once the request is decided.
 */
export async function saveSheet(
  work: Work,
  accountId: string,
  { loanId, content }: { readonly loanId: string; readonly content: DialogueSheet },
): Promise<SheetRow> {
  const request = await lockOwnRequest(work.tx, accountId, loanId);
  requireOpen(request);
  const [last] = await sheetsOf(work.tx, loanId);
  const knownLoans = await knownLoansOf(work.tx, accountId, legalDay(work.now));
  const draft = { content, knownLoans, sha256: sheetHash(content, knownLoans), savedAt: work.now };
  const isDraft = last !== undefined && last.confirmedAt === null;
  const version = (last?.version ?? 0) + (isDraft ? 0 : 1);
  if (isDraft) await updateSheet(work.tx, last, draft);
  else await insertSheet(work.tx, { loanRequestId: loanId, version, ...draft });
  await announce(work, { userId: work.actorId }, ['loans']);
  return { loanRequestId: loanId, version, ...draft, confirmedAt: null };
}
