import { stringify } from 'csv-stringify/sync';
import { type CurrencyCode, isCurrencyCode } from '#domain/money/currencies.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { dayIn, timeIn } from '#domain/time/days.ts';
import { movementWords } from '../ledger/movement-words.ts';
import type { PaperLanguage } from '../papers/paper-language.ts';
import { fill } from '../papers/words.ts';
import type { ExactMovement } from './queries.ts';

/**
 * A text as a spreadsheet shall read it: as text. What begins like a formula would be computed when the file is opened, and the person who
 * chose the words of a payment would run it (OWASP, « CSV injection »). Amounts are ours and stay numbers.
 */
export function harmless(text: string): string {
  return /^[\s\u00a0]*[=+\-@\uff0b\uff0d\uff1d\uff20|%]/.test(text) || /^[\t\r\n]/.test(text)
    ? `'${text}`
    : text;
}

/** An amount without sign of currency or thousands, as a French spreadsheet reads a number: « -1234,56 ». */
function decimal(amountMinor: number | bigint, currency: CurrencyCode): string {
  return minorToDecimalString(amountMinor, currency).replace('.', ',');
}

/** Movements as a file for spreadsheets: UTF-8 with its mark, semicolons, decimal commas, CRLF; days and times of a time zone. */
export function transactionsCsv(
  movements: readonly ExactMovement[],
  currency: CurrencyCode,
  timeZone: string,
  { words, code }: PaperLanguage,
): string {
  const text = words.csv;
  const header = [
    text.date,
    fill(text.time, { timeZone }),
    text.description,
    text.reference,
    text.type,
    text.amount,
    text.currency,
    text.balance,
    text.originalAmount,
    text.originalCurrency,
    text.rate,
    text.rateDay,
  ];
  const rows = movements.map((row) => {
    const { originalAmount, originalCurrency } = row;
    const original =
      originalAmount !== null && originalCurrency !== null && isCurrencyCode(originalCurrency)
        ? [decimal(originalAmount, originalCurrency), originalCurrency]
        : ['', ''];
    return [
      dayIn(timeZone, row.createdAt),
      timeIn(timeZone, row.createdAt),
      harmless(movementWords(row, code)),
      harmless(row.referenceNumber),
      row.transactionType === 'credit' ? text.credit : text.debit,
      decimal(row.amount, currency),
      currency,
      decimal(row.balanceAfter, currency),
      ...original,
      row.rate?.replace(/\.?0+$/, '').replace('.', ',') ?? '',
      row.rateAsOf ?? '',
    ];
  });
  return stringify([header, ...rows], { bom: true, delimiter: ';', record_delimiter: 'windows' });
}
