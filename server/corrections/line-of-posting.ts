import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { forgetIdentityReceipts } from '../statements/lines/identity-receipts.ts';
import { lockLine } from '../statements/lines/line-queries.ts';
import type { Work } from '../work/work.ts';
import { clientEntries, lineOfPosting, type PostingOfBooks, postingOfBooks } from './posting-queries.ts';

/**
 * What a posting took out of an account of suspense, with the sign of the line whose money it was.
 * @throws Refusal `posting.not-reversible` when a debit was set off against a receipt: two lines gave their money.
 */
function takenFromSuspense({ entries }: PostingOfBooks): number {
  const [entry, other] = entries.filter(
    ({ code }) => code === 'incoming-suspense' || code === 'outgoing-suspense',
  );
  if (other) throw new Refusal('posting.not-reversible');
  return entry ? -entry.amountMinor : 0;
}

/**
 * Reads a posting of the books after it has locked the bank's line under it: two persons who undo it at one moment take turns, and the
 * second finds it undone.
 */
export async function lockPosting(work: Work, id: string): Promise<PostingOfBooks | null> {
  const posting = await postingOfBooks(work.tx, id);
  const lineId = posting && lineOfPosting(posting);
  if (!lineId) return posting;
  await lockLine(work.tx, lineId);
  return postingOfBooks(work.tx, id);
}

/**
 * Lets the money of a bank's line wait again that a posting had given somewhere. What came at once to a client was never in suspense: its
 * amount is named.
 * @throws Refusal `posting.not-reversible` when its return has left the house.
 */
export async function reopenLine(
  work: Work,
  lineId: string,
  posting: PostingOfBooks,
  {
    amountMinor,
    isWrongClient = false,
  }: { readonly amountMinor?: number; readonly isWrongClient?: boolean } = {},
): Promise<void> {
  const line = await lockLine(work.tx, lineId);
  if (!line || line.phase === 'returned') throw new Refusal('posting.not-reversible');
  const openMinor = line.openMinor + (amountMinor ?? takenFromSuspense(posting));
  const phase = openMinor === line.amountMinor ? 'suspense' : 'part-allocated';
  await work.tx.execute(sql`update bank_lines set open_amount = ${openMinor}, phase = ${phase},
      reason = ${isWrongClient ? 'wrong-client' : line.reason}, client_account_id = null, loan_id = null
    where id = ${lineId}::uuid`);
  await forgetIdentityReceipts(
    work,
    lineId,
    clientEntries(posting).map(({ accountId }) => accountId),
  );
}
