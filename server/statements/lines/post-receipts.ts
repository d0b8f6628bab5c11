import { receiptMatched, suspenseAllocation } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { PostingFacts } from '../../ledger/post.ts';
import { newClientLine, type Recorded, recordEach } from '../../ledger/record-transaction.ts';
import { ANNOUNCEMENTS } from '../../notifications/announcements.ts';
import { announce } from '../../notifications/live.ts';
import { COUNTED_MAILS, notifyClient } from '../../notifications/notify.ts';
import { type Outcome, ROWS, type Work, writeNow } from '../../work/work.ts';
import type { BankLine } from './line-queries.ts';
import { receiptName, receiptText } from './receipt-words.ts';

/** A line, or a part of one, that pays a client. */
export interface Receipt {
  readonly line: BankLine;
  readonly account: {
    readonly id: string;
    readonly userId: string;
    readonly ledgerAccountId: string;
  };
  readonly amountMinor: number;
  /** `settlement` while the line is being booked; `incoming-suspense` once its money waits there. */
  readonly from: 'settlement' | 'incoming-suspense';
  readonly approvedBy?: string | undefined;
}

/** What a posting of a line rests on, and from when it counts: a client's money never later than the day on which the house had it (PAY-9). */
export function factsOf(line: BankLine): PostingFacts {
  const { valueDay, bookingDay, amountMinor, statementId, id: lineId, entryKey } = line;
  const isLater = amountMinor > 0 && bookingDay !== null && valueDay !== null && valueDay > bookingDay;
  return {
    valueDay: (isLater ? bookingDay : (valueDay ?? bookingDay)) ?? undefined,
    document: { kind: 'bank-line', statementId, lineId, entryKey },
  };
}

/** Tells clients what they received: bell, mail and their open screens (PAY-29). */
async function tellClients(
  work: Work,
  receipts: readonly Receipt[],
  outcomes: readonly Outcome<Recorded>[],
): Promise<void> {
  for (const [index, { line, account, amountMinor }] of receipts.entries()) {
    const outcome = outcomes[index];
    if (!outcome || 'refusal' in outcome) continue;
    const { userId } = account;
    await notifyClient(work, userId, 'account-credited', {
      amountMinor,
      currency: line.currency,
      description: receiptText(line),
      referenceNumber: outcome.result.referenceNumber,
    });
    await announce(work, { userId, staff: true }, ['account', 'transactions']);
  }
  for (const kind of [ROWS, COUNTED_MAILS, ANNOUNCEMENTS]) await writeNow<never>(work.tx, [work], kind);
}

/**
 * Posts receipts to the clients they pay and tells them, in one call of the ledger. An account that cannot hold the money refuses its own
 * receipt and no other. The caller has locked the accounts when it posts bit by bit.
 */
export async function postReceipts(work: Work, receipts: readonly Receipt[]): Promise<Outcome<Recorded>[]> {
  if (receipts.length === 0) return [];
  const outcomes = await recordEach(
    work.tx,
    receipts.map(({ line, account: { id, ledgerAccountId }, amountMinor, from, approvedBy }) => {
      const currency = line.currency as CurrencyCode;
      const account = { id, ledgerAccountId, currency };
      const make = from === 'settlement' ? receiptMatched : suspenseAllocation;
      return {
        work,
        account,
        posting: make(account, { amountMinor, currency }),
        causeId: line.id,
        line: newClientLine(work, 'VRE'),
        ...receiptName(line),
        ...factsOf(line),
        ...(approvedBy ? { approvedBy } : {}),
      };
    }),
  );
  await tellClients(work, receipts, outcomes);
  return outcomes;
}
