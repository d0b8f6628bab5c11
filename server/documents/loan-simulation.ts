import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import type { Product } from '#domain/loans/products.ts';
import type { SimulationAnswer } from '#domain/loans/simulation.ts';
import { taegBps } from '#domain/loans/taeg.ts';
import { legalDay } from '#domain/time/days.ts';
import { drawPaper } from '../papers/paper.ts';
import { scheduleTable } from '../papers/schedule-table.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { fill } from '../papers/words.ts';

/** A simulation of the public site to keep or to show somebody: its six legal items, what it is not, and its exact schedule. */
export async function loanSimulationDocument(
  making: MakingInLanguage,
  product: Product,
  answer: SimulationAnswer,
): Promise<Uint8Array> {
  const { schedule } = answer;
  const { language } = making;
  const { words, rate, legal } = language;
  const text = words.schedule;
  const own = words.simulation;
  return drawPaper({ ...making, title: own.title }, async (paper) => {
    const amount = (minor: number) => paper.amount(minor, 'EUR');
    paper.title(own.title, fill(own.subtitle, { date: language.dayInWords(making.now) }));
    paper.facts([
      [text.amount, amount(answer.amountMinor)],
      [text.duration, fill(text.months, { count: String(answer.durationMonths) })],
      [text.rate, rate(answer.annualRateBps)],
      [text.taeg, rate(taegBps(answer.taegPercent))],
      [text.instalment, amount(schedule.instalmentMinor)],
      [text.lastInstalment, amount(schedule.lastInstalmentMinor)],
      [text.fees, amount(product.feesMinor)],
      [text.interest, amount(schedule.totalInterestMinor)],
      [text.total, amount(schedule.totalDueMinor)],
    ]);
    paper.notice([
      ...legal('creditWarning', creditWarning(legalDay(making.now))),
      ...legal('noPaymentBeforeLoan', NO_PAYMENT_BEFORE_LOAN),
    ]);
    paper.paragraph(own.indicative);
    paper.heading(text.instalments);
    await paper.table(scheduleTable(language, schedule, amount, { isDated: false }));
  });
}
