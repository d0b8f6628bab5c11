import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import type { Product } from '#domain/loans/products.ts';
import type { SimulationAnswer } from '#domain/loans/simulation.ts';
import { taegBps } from '#domain/loans/taeg.ts';
import { formatRate } from '#domain/money/format.ts';
import { legalDay } from '#domain/time/days.ts';
import { dayInWords, openPaper } from '../papers/paper.ts';
import { scheduleTable } from '../papers/schedule-table.ts';
import type { Making } from '../papers/sheets.ts';
import { fill, words } from '../papers/words.ts';

/** A simulation of the public site to keep or to show somebody: its six legal items, what it is not, and its exact schedule. */
export async function loanSimulationDocument(
  making: Making,
  product: Product,
  answer: SimulationAnswer,
): Promise<Uint8Array> {
  const { schedule } = answer;
  const text = words.schedule;
  const own = words.simulation;
  const paper = await openPaper({ ...making, title: own.title });
  const amount = (minor: number) => paper.amount(minor, 'EUR');
  paper.title(own.title, fill(own.subtitle, { date: dayInWords(making.now) }));
  paper.facts([
    [text.amount, amount(answer.amountMinor)],
    [text.duration, fill(text.months, { count: String(answer.durationMonths) })],
    [text.rate, formatRate(answer.annualRateBps, 'fr-FR')],
    [text.taeg, formatRate(taegBps(answer.taegPercent), 'fr-FR')],
    [text.instalment, amount(schedule.instalmentMinor)],
    [text.lastInstalment, amount(schedule.lastInstalmentMinor)],
    [text.fees, amount(product.feesMinor)],
    [text.interest, amount(schedule.totalInterestMinor)],
    [text.total, amount(schedule.totalDueMinor)],
  ]);
  paper.notice([creditWarning(legalDay(making.now)).text, NO_PAYMENT_BEFORE_LOAN.text]);
  paper.paragraph(own.indicative);
  paper.heading(text.instalments);
  await paper.table(scheduleTable(schedule, amount, { isDated: false }));
  return paper.finish();
}
