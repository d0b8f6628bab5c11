import { deferredInterestOf, type Schedule } from '#domain/loans/schedule.ts';
import type { PaperLanguage } from './paper-language.ts';
import type { TableContent } from './tables.ts';

/**
 * The rows of a schedule and their totals, with the column of dates when there are dates or when they are still to come, and that of postponed
 * interest when there is some (LC-88).
 */
export function scheduleTable(
  { words, dayInFigures }: PaperLanguage,
  schedule: Schedule,
  amount: (minor: number) => string,
  options: { readonly isDated: boolean },
): TableContent {
  const { isDated } = options;
  const text = words.schedule;
  const deferredMinor = deferredInterestOf(schedule);
  const isDeferred = deferredMinor > 0;
  const share = isDeferred ? 0.154 : isDated ? 0.19 : 0.22;
  return {
    columns: [
      { header: text.number, share: isDated ? 0.08 : 0.12 },
      ...(isDated ? [{ header: text.dueDate, share: isDeferred ? 0.15 : 0.16 }] : []),
      { header: text.instalment, share, isNumber: true },
      { header: text.interestColumn, share, isNumber: true },
      ...(isDeferred ? [{ header: text.deferred, share, isNumber: true }] : []),
      { header: text.principal, share, isNumber: true },
      { header: text.remaining, share, isNumber: true },
    ],
    rows: schedule.rows.map((row) => [
      String(row.number),
      ...(isDated ? [row.dueDate ? dayInFigures(row.dueDate) : '–'] : []),
      amount(row.instalmentMinor),
      amount(row.interestMinor - (row.deferredInterestMinor ?? 0)),
      ...(isDeferred ? [amount(row.deferredInterestMinor ?? 0)] : []),
      amount(row.principalMinor),
      amount(row.remainingMinor),
    ]),
    total: [
      ...(isDated ? ['', text.totalRow] : [text.totalRow]),
      amount(schedule.totalDueMinor),
      amount(schedule.totalInterestMinor - deferredMinor),
      ...(isDeferred ? [amount(deferredMinor)] : []),
      amount(schedule.totalDueMinor - schedule.totalInterestMinor),
      '',
    ],
  };
}
