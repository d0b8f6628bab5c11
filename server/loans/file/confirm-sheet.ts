import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { type SheetRow, sheetsOf, updateSheet } from './file-queries.ts';
import { knownLoansOf } from './known-loans.ts';
import { lockOwnRequest, requireOpen } from './own-request.ts';
import { sheetHash } from './save-sheet.ts';

/**
 * Confirms the draft of the dialogue sheet that the client read (LC-18, C. conso. L312-17): its version is frozen. Confirming the same
 * version again answers the same.
 * @throws Refusal `not-found` without such a version; `loan.wrong-phase` once the request is decided; `file.sheet-changed` when the sheet, or
 * what this house knows of the client's loans, is no longer what they read.
 */
export async function confirmSheet(
  work: Work,
  accountId: string,
  asked: { readonly loanId: string; readonly version: number; readonly sha256: string },
): Promise<SheetRow> {
  const request = await lockOwnRequest(work.tx, accountId, asked.loanId);
  const [last] = await sheetsOf(work.tx, asked.loanId);
  if (!last) throw new Refusal('not-found');
  if (last.version !== asked.version || last.sha256 !== asked.sha256) throw new Refusal('file.sheet-changed');
  if (last.confirmedAt) return last;
  requireOpen(request);
  const knownLoans = await knownLoansOf(work.tx, accountId, legalDay(work.now));
  if (sheetHash(last.content, knownLoans) !== asked.sha256) throw new Refusal('file.sheet-changed');
  await updateSheet(work.tx, last, { confirmedAt: work.now });
  await announce(work, { userId: work.actorId, staff: true }, ['loans']);
  return { ...last, confirmedAt: work.now };
}
