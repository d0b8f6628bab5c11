import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import { productOrWidest } from '#domain/loans/products.ts';
import type { Schedule } from '#domain/loans/schedule.ts';
import { taegBps, taegOfSchedule } from '#domain/loans/taeg.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatRate } from '#domain/money/format.ts';
import { legalDay } from '#domain/time/days.ts';
import type { LoanRow } from '../loans/queries.ts';
import { addressLines } from '../papers/address-lines.ts';
import { dayInWords, openPaper } from '../papers/paper.ts';
import { scheduleTable } from '../papers/schedule-table.ts';
import type { Making } from '../papers/sheets.ts';
import { fill, words } from '../papers/words.ts';
import type { Holder } from './queries.ts';

/** The schedule of a loan, as every screen shows it. Dated once the loan is paid out. */
export async function loanScheduleDocument(
  making: Making,
  holder: Holder,
  loan: LoanRow,
  schedule: Schedule,
): Promise<Uint8Array> {
  const currency = loan.currency as CurrencyCode;
  const paidOutAt = loan.granted?.paidOutAt;
  const text = words.schedule;
  const paper = await openPaper({ ...making, title: `${text.title} – ${loan.purpose}` });
  const amount = (minor: number) => paper.amount(minor, currency);
  paper.addressee(addressLines(holder));
  paper.title(text.title, fill(text.subtitle, { purpose: loan.purpose }));
  if (!paidOutAt) paper.paragraph(text.notPaidOut, 'strong');
  paper.facts([
    [text.amount, amount(loan.amount)],
    [text.duration, fill(text.months, { count: String(loan.durationMonths) })],
    [text.rate, formatRate(loan.annualRateBps, 'fr-FR')],
    [text.taeg, formatRate(taegBps(taegOfSchedule(schedule)), 'fr-FR')],
    [text.instalment, amount(schedule.instalmentMinor)],
    [text.lastInstalment, amount(schedule.lastInstalmentMinor)],
    [text.fees, amount(productOrWidest(loan.product).feesMinor)],
    [text.interest, amount(schedule.totalInterestMinor)],
    [text.total, amount(schedule.totalDueMinor)],
    ...(paidOutAt ? ([[text.paidOutAt, dayInWords(paidOutAt)]] as const) : []),
  ]);
  paper.notice([creditWarning(legalDay(making.now)).text, NO_PAYMENT_BEFORE_LOAN.text]);
  paper.heading(text.instalments);
  await paper.table(scheduleTable(schedule, amount, { isDated: true }));
  return paper.finish();
}
