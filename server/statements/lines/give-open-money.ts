import { Refusal } from '#domain/errors.ts';
import { resultOf, type Work } from '../../work/work.ts';
import { lockLine } from './line-queries.ts';
import { insertPart, leaveOpen, type PaidAccount } from './part-queries.ts';
import { postReceipts } from './post-receipts.ts';

/**
 * Gives a client money of a line that waits, in an act that was approved as a whole: its part is kept as of an allocation (PAY-30).
 * @param amountMinor above zero, no more than what waits of the line.
 * @throws Refusal `line.sum-differs` above it; the ledger's.
 */
export async function giveOpenMoney(
  work: Work,
  lineId: string,
  { account, amountMinor }: { readonly account: PaidAccount; readonly amountMinor: number },
): Promise<void> {
  const line = await lockLine(work.tx, lineId);
  if (!line || line.openMinor < amountMinor) throw new Refusal('line.sum-differs');
  const { ledgerTransactionId } = resultOf(
    await postReceipts(work, [{ line, account, amountMinor, from: 'incoming-suspense' }]),
  );
  await insertPart(work, line, {
    kind: 'client',
    clientAccountId: account.id,
    amount: amountMinor,
    ledgerTransactionId,
  });
  const left = line.openMinor - amountMinor;
  const wholeTo = amountMinor === line.amountMinor ? account.id : null;
  await leaveOpen(work.tx, line.id, left, left > 0 ? 'part-allocated' : 'allocated', wholeTo);
}
