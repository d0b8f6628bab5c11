import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import { productOrWidest } from '#domain/loans/products.ts';
import { withoutDatesToCome } from '#domain/loans/returned-payout.ts';
import { amortisationSchedule, comingRates, type Schedule } from '#domain/loans/schedule.ts';
import { priceListOf } from '#domain/loans/standard-price-list.ts';
import { taegBps, taegOfSchedule } from '#domain/loans/taeg.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import type { LoanRow } from '../loans/queries.ts';
import type { WrittenSchedule } from '../loans/schedules.ts';
import { addressLines } from '../papers/address-lines.ts';
import { drawPaper } from '../papers/paper.ts';
import { scheduleTable } from '../papers/schedule-table.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { fill } from '../papers/words.ts';
import type { Holder } from './queries.ts';

/** At which rates the rows come, where these are not the contract's (LC-91); null otherwise. */
function ratesToCome(
  { words, dayInFigures, rate }: MakingInLanguage['language'],
  loan: Pick<LoanRow, 'annualRateBps'>,
  { rates = [] }: Schedule,
): string | null {
  const coming = comingRates(rates, loan.annualRateBps);
  if (!coming) return null;
  const { rateBps, untilDay, afterBps } = coming;
  const { rateUntil, comingRate } = words.schedule;
  return untilDay
    ? fill(rateUntil, { rate: rate(rateBps), date: dayInFigures(untilDay), after: rate(afterBps) })
    : fill(comingRate, { rate: rate(rateBps) });
}

/** Whether the payout of a loan came back and its money waits with the house (LC-6). */
export const isPayoutBack = ({ granted }: Pick<LoanRow, 'granted'>): boolean =>
  granted?.frozen === 'payout-returned';

/**
 * The schedule of a loan, as every screen shows it, under the terms that were agreed. Dated once the loan is paid out. The rows of a running loan say
 * nothing of its terms: interest of the first days is in the first one, and capital that was repaid early is in none. While its payout is back the loan
 * counts as not paid out: what is to come has no date (LC-6).
 */
export async function loanScheduleDocument(
  making: MakingInLanguage,
  holder: Holder,
  loan: LoanRow,
  schedule: Schedule & Partial<Pick<WrittenSchedule, 'replaces'>>,
): Promise<Uint8Array> {
  const currency = loan.currency as CurrencyCode;
  const isBack = isPayoutBack(loan);
  const paidOutAt = isBack ? null : loan.granted?.paidOutAt;
  const { language } = making;
  const { words, rate, legal } = language;
  const text = words.schedule;
  const agreed = amortisationSchedule({
    principalMinor: loan.amount,
    annualRateBps: loan.annualRateBps,
    durationMonths: loan.durationMonths,
  });
  return drawPaper({ ...making, title: `${text.title} – ${loan.purpose}` }, async (paper) => {
    const amount = (minor: number) => paper.amount(minor, currency);
    paper.addressee(addressLines(holder));
    paper.title(text.title, fill(text.subtitle, { purpose: loan.purpose }));
    if (!paidOutAt) paper.paragraph(text.notPaidOut, 'strong');
    if (schedule.replaces)
      paper.paragraph(
        fill(text.replaces, {
          date: language.dayInFigures(schedule.replaces.madeOn),
          before: language.dayInFigures(schedule.replaces.before),
        }),
        'strong',
      );
    const coming = ratesToCome(language, loan, schedule);
    if (coming) paper.paragraph(coming, 'strong');
    paper.facts([
      [text.amount, amount(loan.amount)],
      [text.duration, fill(text.months, { count: String(loan.durationMonths) })],
      [text.rate, rate(loan.annualRateBps)],
      [text.taeg, rate(taegBps(taegOfSchedule(agreed)))],
      [text.instalment, amount(agreed.instalmentMinor)],
      [text.lastInstalment, amount(agreed.lastInstalmentMinor)],
      [text.fees, amount(productOrWidest(priceListOf(making.institution), loan.product).feesMinor)],
      [text.interest, amount(agreed.totalInterestMinor)],
      [text.total, amount(agreed.totalDueMinor)],
      ...(paidOutAt ? ([[text.paidOutAt, language.dayInWords(paidOutAt)]] as const) : []),
    ]);
    paper.notice([
      ...legal('creditWarning', creditWarning(legalDay(making.now))),
      ...(paidOutAt ? [] : legal('noPaymentBeforeLoan', NO_PAYMENT_BEFORE_LOAN)),
    ]);
    paper.heading(text.instalments);
    const shown = isBack ? withoutDatesToCome(schedule) : schedule;
    await paper.table(scheduleTable(language, shown, amount, { isDated: true }));
    for (const { number, fromDay, toDay, interestMinor } of schedule.dayInterest ?? [])
      paper.paragraph(
        fill(text.dayInterest, {
          number: String(number),
          from: language.dayInFigures(fromDay),
          to: language.dayInFigures(toDay),
          amount: amount(interestMinor),
        }),
      );
    for (const { event, day, capitalMinor } of schedule.capitalBeside ?? [])
      paper.paragraph(
        fill(text.beside, {
          event: words.loanStatement.kinds[event],
          date: language.dayInFigures(day),
          amount: amount(capitalMinor),
        }),
      );
  });
}
