import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { lockDebit, returnDebit } from '../../mandates/return-debit.ts';
import { type SettledDebits, settleDebits } from '../../mandates/settle-debits.ts';
import { returnTransfer } from '../../transfers/return-transfer.ts';
import { settleDebit } from '../../transfers/settle-transfers.ts';
import type { Work } from '../../work/work.ts';
import type { BankLine, LineOutcome } from './line-queries.ts';
import { factsOf } from './post-receipts.ts';

/** A line that was found to be of transfers of ours. */
export type OwnOrderLine = BankLine & {
  readonly withdrawalId: string | null;
  readonly batchId: string | null;
  readonly directDebitId: string | null;
  readonly directDebitBatchId: string | null;
};

const OWN = ['transfer-settled', 'transfer-returned', 'direct-debit-settled', 'direct-debit-returned'];

/** Direct debits are settled before anything comes back: one statement may have both (PAY-72). */
const isOfCollection = ({ directDebitId, directDebitBatchId }: OwnOrderLine): boolean =>
  (directDebitId ?? directDebitBatchId) !== null;

/** Says whether a decided line is of transfers or direct debits of ours. */
export function isOwnOrder({ phase, reason }: Pick<LineOutcome, 'phase' | 'reason'>): boolean {
  return phase === 'matched' && OWN.includes(reason ?? '');
}

/** Where the money of lines is while they are posted: at our bank, or in suspense since a collective line brought it. */
export type LineMoney = 'booking' | 'waiting';

/** Posts a debit of transfers of ours. @returns null when it is not what it seemed. */
function settle(work: Work, line: OwnOrderLine, money: LineMoney): Promise<string | null> {
  const { id, amountMinor, currency, bookingDay, withdrawalId, batchId, endToEndId } = line;
  return settleDebit(work, {
    lineId: id,
    amountMinor: -amountMinor,
    currency: currency as CurrencyCode,
    day: bookingDay ?? legalDay(work.now),
    names: batchId ? { batchId } : { order: withdrawalId ?? endToEndId ?? id },
    from: money === 'booking' ? 'settlement' : 'outgoing-suspense',
    facts: factsOf(line),
  });
}

/** Posts a line of direct debits of ours (PAY-70, PAY-72). @returns what became of it; null when it is not what it seemed. */
async function postCollection(
  work: Work,
  line: OwnOrderLine,
  money: LineMoney,
): Promise<SettledDebits | null> {
  const { id: causeId, amountMinor, bookingDay, directDebitId, directDebitBatchId, returnReason } = line;
  const day = bookingDay ?? legalDay(work.now);
  const facts = factsOf(line);
  if (amountMinor > 0)
    return settleDebits(work, {
      causeId,
      amountMinor,
      day,
      names: directDebitId ? { debitId: directDebitId } : { batchId: directDebitBatchId ?? '' },
      from: money === 'booking' ? 'settlement' : 'incoming-suspense',
      facts,
    });
  const debit = directDebitId ? await lockDebit(work, directDebitId) : null;
  const ledgerTransactionId =
    debit &&
    (await returnDebit(
      work,
      { debit, code: returnReason, day, amountMinor: -amountMinor, causeId },
      { to: money === 'booking' ? 'settlement' : 'outgoing-suspense', facts },
    ));
  return ledgerTransactionId === null ? null : { ledgerTransactionId, restMinor: 0 };
}

/**
 * Posts a line of transfers or direct debits of ours (PAY-38, PAY-40, PAY-70, PAY-72). Its transfers are locked since the statement began, and an earlier line may have moved
 * them meanwhile.
 * @returns what became of it; of one that is not what it seemed, that it waits for a person: its money is not posted then.
 */
export async function postOwnOrder(work: Work, line: OwnOrderLine, money: LineMoney): Promise<LineOutcome> {
  const { id, amountMinor, withdrawalId, batchId, directDebitId, directDebitBatchId, bookingDay } = line;
  const waits = (reason: string): LineOutcome => ({ id, phase: 'suspense', reason, openMinor: amountMinor });
  const posted = (reason: string, ledgerTransactionId: string): LineOutcome => ({
    id,
    phase: 'matched',
    reason,
    withdrawalId,
    batchId,
    directDebitId,
    directDebitBatchId,
    ledgerTransactionId,
  });
  if (isOfCollection(line)) {
    const done = await postCollection(work, line, money);
    if (!done) return waits(amountMinor < 0 ? 'outgoing-unknown' : 'nothing-found');
    const { ledgerTransactionId, restMinor } = done;
    // What is of refused direct debits waits for our bank's debit of it.
    if (restMinor > 0) return { ...posted('nothing-found', ledgerTransactionId), openMinor: restMinor };
    return posted(amountMinor < 0 ? 'direct-debit-returned' : 'direct-debit-settled', ledgerTransactionId);
  }
  if (amountMinor < 0) {
    const ledgerTransactionId = await settle(work, line, money);
    return ledgerTransactionId ? posted('transfer-settled', ledgerTransactionId) : waits('outgoing-unknown');
  }
  const outcome = withdrawalId
    ? await returnTransfer(work, {
        lineId: id,
        transferId: withdrawalId,
        amountMinor,
        currency: line.currency,
        day: bookingDay ?? legalDay(work.now),
        reason: line.returnReason,
        from: money === 'booking' ? 'settlement' : 'incoming-suspense',
        facts: factsOf(line),
      })
    : 'unknown';
  if (outcome === 'unknown') return waits('return-unknown');
  return outcome === 'refused'
    ? waits('account-refuses')
    : posted('transfer-returned', outcome.ledgerTransactionId);
}
