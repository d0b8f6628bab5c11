import { Refusal } from '#domain/errors.ts';
import { asHouse, clientOf, type GuardedContext, os } from '../http/context.ts';
import { type LoanRow, loanForReview, loanOfAccount } from '../loans/queries.ts';
import { letterOfLoan } from '../loans/recovery/letters.ts';
import { legalWords } from '../papers/words.ts';
import { holderOf } from './queries.ts';
import { recoveryLetterDocument } from './recovery-letters.ts';

/** Draws a letter of a loan from what was kept of it. @throws Refusal `not-found`. */
async function drawn(
  context: GuardedContext,
  loan: LoanRow,
  { accountId, letterId }: { readonly accountId: string; readonly letterId: string },
): Promise<File> {
  const { db } = asHouse(context);
  const [letter, holder] = [await letterOfLoan(db, loan.id, letterId), await holderOf(db, accountId)];
  if (!letter || !holder) throw new Refusal('not-found');
  const { institution, surroundings } = context.bank;
  const bytes = await recoveryLetterDocument(
    { institution, now: surroundings.now() },
    { holder, loan },
    letter,
  );
  const name = `${legalWords.recovery.letters[letter.kind].file}-${letter.day}`;
  return new File([bytes as Uint8Array<ArrayBuffer>], `${name}.pdf`, { type: 'application/pdf' });
}

/** The letters of recovery as PDF, for their client and for the staff, who print and register them. */
export const recoveryLetterRoutes = {
  letter: os.loanRecovery.letter.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    const loan = await loanOfAccount(context.db, accountId, input.id);
    if (!loan) throw new Refusal('not-found');
    return drawn(context, loan, { accountId, letterId: input.letterId });
  }),

  reviewLetter: os.loanRecovery.reviewLetter.handler(async ({ input, context }) => {
    const row = await loanForReview(context.db, input.id);
    if (!row) throw new Refusal('not-found');
    return drawn(context, row.loan, { accountId: row.account.id, letterId: input.letterId });
  }),
};
