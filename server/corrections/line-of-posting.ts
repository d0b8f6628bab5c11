import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { rowsOf } from '../db/database.ts';
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
 * The return to its sender that a posting ordered of a line's money; undefined when it ordered none.
 * @throws Refusal `posting.not-reversible` once it has left, and for a part by which a transfer of ours was settled or given back.
 */
export async function reversibleOrderOf(
  work: Work,
  { id: postingId }: Pick<PostingOfBooks, 'id'>,
): Promise<string | undefined> {
  const [part] = await rowsOf<{ settled: boolean; order: string | null; phase: string | null }>(
    work.tx,
    sql`select p.order_id is not null or p.kind = 'client' and l.withdrawal_id is not null as settled, r.id as "order", r.phase
      from bank_line_parts p join bank_lines l on l.id = p.line_id left join return_orders r on r.part_id = p.id
      where p.ledger_transaction_id = ${postingId}::uuid`,
  );
  if (part?.settled || (part?.order && part.phase !== 'ordered')) throw new Refusal('posting.not-reversible');
  return part?.order ?? undefined;
}

/**
 * Takes a return to the sender back that a posting ordered and that is in no file yet: nobody exports it any more (PAY-31, PAY-52).
 * @throws Refusal as `reversibleOrderOf`.
 */
async function cancelOrder(work: Work, posting: PostingOfBooks): Promise<void> {
  const order = await reversibleOrderOf(work, posting);
  if (order)
    await work.tx.execute(
      sql`update return_orders set phase = 'cancelled' where id = ${order}::uuid and phase = 'ordered'`,
    );
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
  await cancelOrder(work, posting);
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
