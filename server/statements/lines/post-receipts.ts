import { receiptMatched, suspenseAllocation } from '#domain/ledger/payment-postings.ts';
import { accountCredit, type Posting } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Money, minorToDecimalString } from '#domain/money/money.ts';
import type { PostingFacts } from '../../ledger/post.ts';
import { newClientLine, type Recorded, recordEach } from '../../ledger/record-transaction.ts';
import { ANNOUNCEMENTS } from '../../notifications/announcements.ts';
import { announce } from '../../notifications/live.ts';
import { COUNTED_MAILS, notifyClient } from '../../notifications/notify.ts';
import type { DatedConversion } from '../../rates/convert-dated.ts';
import { type Outcome, ROWS, type Work, writeNow } from '../../work/work.ts';
import { recordIdentityReceipts } from './identity-receipts.ts';
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
  /** What an account in another currency than the line's gets (PAY-66): only from suspense. */
  readonly conversion?: DatedConversion | undefined;
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
  for (const [index, receipt] of receipts.entries()) {
    const outcome = outcomes[index];
    if (!outcome || 'refusal' in outcome) continue;
    const { userId } = receipt.account;
    const { amountMinor, currency } = receipt.conversion?.credited ?? moneyOf(receipt);
    await notifyClient(work, userId, 'account-credited', {
      amountMinor,
      currency,
      description: textOf(receipt),
      referenceNumber: outcome.result.referenceNumber,
    });
    await announce(work, { userId, staff: true }, ['account', 'transactions']);
  }
  for (const kind of [ROWS, COUNTED_MAILS, ANNOUNCEMENTS]) await writeNow<never>(work.tx, [work], kind);
}

const moneyOf = ({ line, amountMinor }: Receipt): Money => ({
  amountMinor,
  currency: line.currency as CurrencyCode,
});

/** The account of a receipt, in the currency that it is credited in. */
const accountOf = ({ line, account: { id, ledgerAccountId }, conversion }: Receipt) => ({
  id,
  ledgerAccountId,
  currency: conversion?.credited.currency ?? (line.currency as CurrencyCode),
});

/** The posting of a receipt; into another currency it is the exchange of any credit (PAY-66). */
function postingOf(receipt: Receipt): Posting {
  const { from, conversion } = receipt;
  const account = accountOf(receipt);
  if (conversion) return accountCredit(account, moneyOf(receipt), conversion.credited, 'incoming-suspense');
  const make = from === 'settlement' ? receiptMatched : suspenseAllocation;
  return make(account, moneyOf(receipt));
}

/** What a receipt says to its client: of a conversion also what came in. */
function textOf(receipt: Receipt): string {
  const text = receiptText(receipt.line);
  if (!receipt.conversion) return text;
  const { amountMinor, currency } = moneyOf(receipt);
  return `${text} (${minorToDecimalString(amountMinor, currency)} ${currency})`;
}

/**
 * Posts receipts to the clients they pay and tells them, in one call of the ledger. An account that cannot hold the money refuses its own
 * receipt and no other. The caller has locked the accounts when it posts bit by bit.
 */
export async function postReceipts(work: Work, receipts: readonly Receipt[]): Promise<Outcome<Recorded>[]> {
  if (receipts.length === 0) return [];
  const outcomes = await recordEach(
    work.tx,
    receipts.map((receipt) => {
      const { line, conversion } = receipt;
      return {
        work,
        account: accountOf(receipt),
        posting: postingOf(receipt),
        ...(conversion
          ? {
              original: {
                ...moneyOf(receipt),
                rate: conversion.rate,
                rateAsOf: conversion.rateAsOf,
              },
            }
          : {}),
        causeId: line.id,
        line: newClientLine(work, 'VRE'),
        ...receiptName(line),
        ...factsOf(line),
      };
    }),
  );
  await recordIdentityReceipts(
    work,
    receipts.filter((_, index) => 'result' in (outcomes[index] ?? {})),
  );
  await tellClients(work, receipts, outcomes);
  return outcomes;
}
