import { Refusal } from '#domain/errors.ts';
import { type OutgoingTarget, outgoingJustified } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { audit } from '../../audit/audit.ts';
import { post } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { type BankLine, lockLine } from './line-queries.ts';
import { insertPart, leaveOpen } from './part-queries.ts';
import { factsOf } from './post-receipts.ts';

/**
 * Takes from a receipt in suspense what the bank took back of it: that money waits no longer.
 * @throws Refusal `request.invalid` without a receipt; `not-found`; `transfer.currency-differs`; `line.sum-differs` above what waits of it.
 */
async function spendReceipt(
  work: Work,
  debit: BankLine,
  { receiptId, amountMinor }: { readonly receiptId: string | undefined; readonly amountMinor: number },
): Promise<void> {
  if (!receiptId)
    throw new Refusal('request.invalid', {}, [{ field: 'receiptId', message: 'validation.required' }]);
  const receipt = await lockLine(work.tx, receiptId);
  if (!receipt || receipt.amountMinor <= 0) throw new Refusal('not-found');
  if (receipt.currency !== debit.currency) throw new Refusal('transfer.currency-differs');
  if (receipt.openMinor < amountMinor) throw new Refusal('line.sum-differs');
  const left = receipt.openMinor - amountMinor;
  await leaveOpen(work.tx, receipt.id, left, left > 0 ? 'part-allocated' : 'returned');
}

/**
 * Justifies a debit that nobody knew (PAY-32): charges of the bank, orders of ours under way, or money that the bank gave back.
 * @param amountMinor what is justified, above zero; the whole rest when absent. @param receiptId what the bank took back, of that target.
 * @throws Refusal `not-found`; `line.already-allocated`; `line.sum-differs` above what is left; those of the receipt.
 */
export async function justifyLine(
  work: Work,
  lineId: string,
  {
    target,
    amountMinor,
    receiptId,
  }: {
    readonly target: OutgoingTarget;
    readonly amountMinor?: number | undefined;
    readonly receiptId?: string | undefined;
  },
): Promise<void> {
  const line = await lockLine(work.tx, lineId);
  if (!line || line.amountMinor >= 0) throw new Refusal('not-found');
  if (line.openMinor === 0) throw new Refusal('line.already-allocated');
  const justifiedMinor = amountMinor ?? -line.openMinor;
  if (justifiedMinor > -line.openMinor) throw new Refusal('line.sum-differs');
  if (target === 'incoming-suspense')
    await spendReceipt(work, line, { receiptId, amountMinor: justifiedMinor });
  const currency = line.currency as CurrencyCode;
  const posting = outgoingJustified({ amountMinor: justifiedMinor, currency }, target);
  const { ledgerTransactionId } = await post(work, posting, line.id, factsOf(line));
  await insertPart(work, line, {
    kind: target,
    amount: justifiedMinor,
    ledgerTransactionId,
    approvedBy: null,
  });
  const left = line.openMinor + justifiedMinor;
  await leaveOpen(work.tx, line.id, left, left < 0 ? 'part-allocated' : 'allocated');
  audit(work, {
    operation: 'bankLines.justify',
    clientAccountId: null,
    subjectId: lineId,
    before: { openMinor: line.openMinor, currency },
    after: { amountMinor: justifiedMinor, target, currency },
  });
  await announce(work, { staff: true }, ['bank']);
}
