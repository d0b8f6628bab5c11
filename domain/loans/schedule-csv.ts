import { minorToDecimalString } from '../money/money.ts';
import type { Schedule } from './schedule.ts';

/** Column names of the file, in the reader's language. */
export type ScheduleCsvHeaders = {
  readonly number: string;
  readonly dueDate: string;
  readonly instalment: string;
  readonly interest: string;
  readonly principal: string;
  readonly remaining: string;
};

/** A cell between quotation marks when it holds what would end it. */
function cell(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A schedule as a file for spreadsheets: semicolons, decimal commas and CRLF, which French spreadsheets open without asking,
 * and a byte order mark, without which they read accents as something else. One line per instalment, euros without
 * symbol; the date's column is there when the schedule has dates.
 */
export function scheduleCsv(schedule: Pick<Schedule, 'rows'>, headers: ScheduleCsvHeaders): string {
  const isDated = schedule.rows.some(({ dueDate }) => dueDate !== undefined);
  const euros = (amountMinor: number) => minorToDecimalString(amountMinor, 'EUR').replace('.', ',');
  const lines = [
    [
      headers.number,
      ...(isDated ? [headers.dueDate] : []),
      headers.instalment,
      headers.interest,
      headers.principal,
      headers.remaining,
    ],
    ...schedule.rows.map((row) => [
      String(row.number),
      ...(isDated ? [row.dueDate ?? ''] : []),
      euros(row.instalmentMinor),
      euros(row.interestMinor),
      euros(row.principalMinor),
      euros(row.remainingMinor),
    ]),
  ];
  return `\ufeff${lines.map((line) => line.map(cell).join(';')).join('\r\n')}\r\n`;
}
