import type { CurrencyCode } from '../money/currencies.ts';
import { minorToDecimalString } from '../money/money.ts';
import { deferredInterestOf, type Schedule } from './schedule.ts';

/** Column names of the file, in the reader's language. */
export type ScheduleCsvHeaders = {
  readonly number: string;
  readonly dueDate: string;
  readonly instalment: string;
  readonly interest: string;
  /** Of postponed interest (LC-88), where the schedule may hold some. */
  readonly deferred?: string;
  readonly principal: string;
  readonly remaining: string;
};

/** A cell between quotation marks when it holds what would end it. */
function cell(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A schedule as a file for spreadsheets: semicolons, decimal commas and CRLF, which French spreadsheets open without asking,
 * and a byte order mark, without which they read accents as something else. One line per instalment, amounts of the
 * currency without symbol; the columns of dates and of postponed interest are there when the schedule has them.
 */
export function scheduleCsv(
  schedule: Pick<Schedule, 'rows'>,
  headers: ScheduleCsvHeaders,
  currency: CurrencyCode,
): string {
  const isDated = schedule.rows.some(({ dueDate }) => dueDate !== undefined);
  const isDeferred = headers.deferred !== undefined && deferredInterestOf(schedule) > 0;
  const units = (amountMinor: number) => minorToDecimalString(amountMinor, currency).replace('.', ',');
  const lines = [
    [
      headers.number,
      ...(isDated ? [headers.dueDate] : []),
      headers.instalment,
      headers.interest,
      ...(isDeferred ? [headers.deferred ?? ''] : []),
      headers.principal,
      headers.remaining,
    ],
    ...schedule.rows.map((row) => [
      String(row.number),
      ...(isDated ? [row.dueDate ?? ''] : []),
      units(row.instalmentMinor),
      units(row.interestMinor - (isDeferred ? (row.deferredInterestMinor ?? 0) : 0)),
      ...(isDeferred ? [units(row.deferredInterestMinor ?? 0)] : []),
      units(row.principalMinor),
      units(row.remainingMinor),
    ]),
  ];
  return `\ufeff${lines.map((line) => line.map(cell).join(';')).join('\r\n')}\r\n`;
}
