import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { outgoingJustified } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Justification } from '#domain/statements/line-parts.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { post } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import { hasOpenOrder, isFileOfTransfers } from '../../transfers/open-orders.ts';
import { settleDebit } from '../../transfers/settle-transfers.ts';
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

/** Settles the order of ours that a debit paid (PAY-38). @throws Refusal `line.sum-differs` unless it is under way with that amount. */
async function settleOrder(
  work: Work,
  line: BankLine,
  { orderId, amountMinor }: { readonly orderId: string; readonly amountMinor: number },
): Promise<string> {
  const ledgerTransactionId = await settleDebit(work, {
    lineId: line.id,
    amountMinor,
    currency: line.currency as CurrencyCode,
    day: line.bookingDay ?? legalDay(work.now),
    names: (await isFileOfTransfers(work.tx, orderId)) ? { batchId: orderId } : { order: orderId },
    from: 'outgoing-suspense',
    facts: factsOf(line),
  });
  if (!ledgerTransactionId) throw new Refusal('line.sum-differs');
  return ledgerTransactionId;
}

/**
 * A debit that is called an order of ours names it, where one with this amount is open; otherwise the person says why nobody can name it (PAY-32).
 * @throws Refusal `request.invalid` beside the field that is missing.
 */
async function requireNamed(
  work: Work,
  { currency }: BankLine,
  { amountMinor, note }: { readonly amountMinor: number; readonly note: string | undefined },
): Promise<void> {
  const missing = (await hasOpenOrder(work.tx, { currency, amountMinor })) ? 'orderId' : note ? null : 'note';
  if (missing) throw new Refusal('request.invalid', {}, [{ field: missing, message: 'validation.required' }]);
}

/** Keeps that the bank was asked to take a debit back. Its money waits on: the line of the bank that answers ends it. */
async function contest(work: Work, line: BankLine): Promise<void> {
  await work.tx.execute(sql`update bank_lines set reason = 'contested' where id = ${line.id}::uuid`);
  audit(work, {
    operation: 'bankLines.justify',
    clientAccountId: null,
    subjectId: line.id,
    before: { openMinor: line.openMinor, currency: line.currency, reason: line.reason },
    after: { target: 'contested' },
  });
  await announce(work, { staff: true }, ['bank']);
}

/** What a person says of a debit. */
interface JustifiedDebit {
  readonly target: Justification;
  /** Above zero; the whole rest when absent. */
  readonly amountMinor?: number | undefined;
  /** What the bank took back, of money that waits in suspense. */
  readonly receiptId?: string | undefined;
  /** The transfer, the return or the file of ours that it paid. */
  readonly orderId?: string | undefined;
  /** Why a debit is of an order of ours that nobody can name. */
  readonly note?: string | undefined;
}

/**
 * Justifies a debit that nobody knew (PAY-32): charges of the bank, orders of ours under way, or money that the bank gave back. One that is
 * contested with the bank waits on.
 * @throws Refusal `not-found`; `line.already-allocated`; `line.sum-differs` above what is left, and for a transfer of another amount or that is
 * not under way; `request.invalid` for an order that is not named; those of the receipt.
 */
export async function justifyLine(
  work: Work,
  lineId: string,
  { target, amountMinor, receiptId, orderId, note }: JustifiedDebit,
): Promise<void> {
  const line = await lockLine(work.tx, lineId);
  if (!line || line.amountMinor >= 0) throw new Refusal('not-found');
  if (line.openMinor === 0) throw new Refusal('line.already-allocated');
  if (target === 'contested') return contest(work, line);
  const justifiedMinor = amountMinor ?? -line.openMinor;
  if (justifiedMinor > -line.openMinor) throw new Refusal('line.sum-differs');
  if (target === 'incoming-suspense')
    await spendReceipt(work, line, { receiptId, amountMinor: justifiedMinor });
  const isOrder = target === 'payments-in-transit';
  if (isOrder && !orderId) await requireNamed(work, line, { amountMinor: justifiedMinor, note });
  const currency = line.currency as CurrencyCode;
  const posting = outgoingJustified({ amountMinor: justifiedMinor, currency }, target);
  const ledgerTransactionId =
    isOrder && orderId
      ? await settleOrder(work, line, { orderId, amountMinor: justifiedMinor })
      : (await post(work, posting, line.id, factsOf(line))).ledgerTransactionId;
  await insertPart(work, line, {
    kind: target,
    amount: justifiedMinor,
    orderId: isOrder ? orderId : undefined,
    note: isOrder && !orderId ? note : undefined,
    ledgerTransactionId,
  });
  const left = line.openMinor + justifiedMinor;
  await leaveOpen(work.tx, line.id, left, left < 0 ? 'part-allocated' : 'allocated');
  audit(work, {
    operation: 'bankLines.justify',
    clientAccountId: null,
    subjectId: lineId,
    before: { openMinor: line.openMinor, currency },
    after: {
      amountMinor: justifiedMinor,
      target,
      currency,
      ...(orderId ? { orderId } : {}),
      ...(note ? { reason: note } : {}),
    },
  });
  await announce(work, { staff: true }, orderId ? ['bank', 'withdrawals'] : ['bank']);
}
