import { NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { addressLines } from '../papers/address-lines.ts';
import { drawPaper } from '../papers/paper.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import type { FeeRow, Holder } from './queries.ts';

export type PaidFee = FeeRow & { readonly receiptNumber: string; readonly paidAt: Date };

/** Whether a fee has been paid: only then is there a receipt. */
export function isPaid(fee: FeeRow): fee is PaidFee {
  return fee.status === 'paid' && fee.receiptNumber !== null && fee.paidAt !== null;
}

/** The proof that a fee was paid. */
export async function feeReceiptDocument(
  making: MakingInLanguage,
  holder: Holder,
  fee: PaidFee,
): Promise<Uint8Array> {
  const { words, dayInWords, legal } = making.language;
  const title = `${words.receipt.title} – ${fee.receiptNumber}`;
  return drawPaper({ ...making, title }, (paper) => {
    paper.addressee(addressLines(holder));
    paper.title(words.receipt.title, fee.receiptNumber);
    paper.facts([
      [words.receipt.number, fee.receiptNumber],
      [words.receipt.paidBy, holder.displayName],
      [words.receipt.description, fee.description],
      [words.receipt.amount, paper.amount(fee.amount, fee.currency as CurrencyCode)],
      [words.receipt.paidAt, dayInWords(fee.paidAt)],
      [
        words.receipt.method,
        fee.paymentMethod === 'in_person' ? words.receipt.inPerson : words.receipt.recorded,
      ],
    ]);
    paper.paragraph(words.receipt.note, 'strong');
    paper.notice(legal('noPaymentBeforeLoan', NO_PAYMENT_BEFORE_LOAN));
  });
}
