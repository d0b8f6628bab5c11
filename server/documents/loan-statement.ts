import { creditWarning } from '#domain/loans/legal-wording.ts';
import { legalDay } from '#domain/time/days.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { fill } from '../papers/words.ts';
import { contactLine, drawLoanPaper, type LoanOfPaper, loanFacts } from './loan-papers.ts';
import type { LoanEntries } from './loan-queries.ts';

/** A period of a loan: days YYYY-MM-DD, both counted. */
export interface LoanPeriod {
  readonly from: string;
  readonly to: string;
}

/** What happened to a loan in a period: capital at its beginning, each event, capital at its end, interest paid, what is late (LC-106). */
export async function loanStatementDocument(
  making: MakingInLanguage,
  of: LoanOfPaper,
  content: {
    readonly period: LoanPeriod;
    readonly openingMinor: number;
    readonly events: readonly LoanEntries[];
    /** Due and unpaid today. */
    readonly unpaidMinor: number;
  },
): Promise<Uint8Array> {
  const { language } = making;
  const { words, dayInFigures, dayInWords, rate } = language;
  const taegBps = of.loan.granted?.payoutTaegBps;
  const text = words.loanStatement;
  const kinds: Readonly<Record<string, string>> = text.kinds;
  const { period, openingMinor, events } = content;
  const heads = {
    title: text.title,
    subtitle: fill(text.period, { from: dayInWords(period.from), to: dayInWords(period.to) }),
  };
  let remainingMinor = openingMinor;
  const lines = events.map((event) => {
    remainingMinor += event.lentMinor - event.capitalMinor;
    return { ...event, remainingMinor };
  });
  const sum = (pick: (line: LoanEntries) => number) => events.reduce((total, line) => total + pick(line), 0);
  const interestMinor = sum((line) => line.interestMinor);
  return drawLoanPaper(making, of, heads, async (paper, amount) => {
    paper.facts([
      ...loanFacts(language, of),
      // On the dates of its schedule, fixed at the payout (LC-65).
      ...(typeof taegBps === 'number' ? ([[words.schedule.taeg, rate(taegBps)]] as const) : []),
      [fill(text.opening, { date: dayInWords(period.from) }), amount(openingMinor)],
      [fill(text.closing, { date: dayInWords(period.to) }), amount(remainingMinor)],
      [text.interestPaid, amount(interestMinor)],
      [text.late, amount(content.unpaidMinor)],
    ]);
    paper.heading(text.events);
    if (lines.length === 0) paper.paragraph(text.none);
    else
      await paper.table({
        columns: [
          { header: text.date, share: 0.14 },
          { header: text.event, share: 0.26 },
          { header: text.amount, share: 0.15, isNumber: true },
          { header: text.interest, share: 0.15, isNumber: true },
          { header: text.principal, share: 0.15, isNumber: true },
          { header: text.remaining, share: 0.15, isNumber: true },
        ],
        rows: lines.map((line) => [
          dayInFigures(line.day),
          kinds[line.event] ?? kinds.other ?? '',
          line.paidMinor === 0 ? '' : amount(line.paidMinor),
          line.interestMinor === 0 ? '' : amount(line.interestMinor),
          line.capitalMinor === 0 ? '' : amount(line.capitalMinor),
          amount(line.remainingMinor),
        ]),
        total: [
          '',
          text.total,
          amount(sum((line) => line.paidMinor)),
          amount(interestMinor),
          amount(sum((line) => line.capitalMinor)),
          '',
        ],
      });
    paper.notice(language.legal('creditWarning', creditWarning(legalDay(making.now))));
    paper.paragraph(contactLine(making), 'quiet');
  });
}
