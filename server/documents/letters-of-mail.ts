import type { Institution } from '#content/institution/schema.ts';
import type { Db } from '../db/database.ts';
import { loanForReview } from '../loans/queries.ts';
import { letterById } from '../loans/recovery/letters.ts';
import type { MailFile } from '../notifications/mail-transport.ts';
import { legalWords } from '../papers/words.ts';
import { holderOf } from './queries.ts';
import { recoveryLetterDocument } from './recovery-letters.ts';

/**
 * Draws the letters of recovery that go with a mail, in their order (LC-74, LC-80, LC-81): those that are still kept.
 * @param ids of papers; the ids of other papers are passed over.
 */
export async function lettersOfMail(
  db: Db,
  making: { readonly institution: Institution; readonly now: Date },
  ids: readonly string[],
): Promise<MailFile[]> {
  const files: MailFile[] = [];
  for (const id of ids) {
    const letter = await letterById(db, id);
    const row = letter && (await loanForReview(db, letter.loanId));
    const holder = row && (await holderOf(db, row.account.id));
    if (!letter || !row || !holder) continue;
    files.push({
      filename: `${legalWords.recovery.letters[letter.kind].file}-${letter.day}.pdf`,
      content: await recoveryLetterDocument(making, { holder, loan: row.loan }, letter),
    });
  }
  return files;
}
