import { creditWarning } from '#domain/loans/legal-wording.ts';
import { legalDay } from '#domain/time/days.ts';
import type { MeasureEffect } from '../loans/repayments/measure-effect.ts';
import type { MeasureRow } from '../loans/repayments/measure-queries.ts';
import { french } from '../papers/paper-language.ts';
import type { Making } from '../papers/sheets.ts';
import { fill, legalWords } from '../papers/words.ts';
import { drawLoanPaper, type LoanOfPaper, loanFacts } from './loan-papers.ts';

/**
 * The information that comes with a proposed measure (LC-87, R312-14-1): what it is, its calendar, what it costs, how to complain.
 * Longer than 70 lines: it is one document, drawn from the top down.
 */
export async function measureInformationDocument(
  making: Making,
  of: LoanOfPaper,
  { measure, effect }: { readonly measure: MeasureRow; readonly effect: MeasureEffect },
): Promise<Uint8Array> {
  const text = legalWords.measure;
  const language = french();
  const { words, dayInFigures, dayInWords, rate } = language;
  const { institution } = making;
  return drawLoanPaper(
    { ...making, language },
    of,
    {
      title: text.title,
      subtitle: fill(text.subtitle, {
        date: dayInWords(measure.proposedAt),
        until: dayInWords(measure.openUntil),
      }),
    },
    async (paper, amount) => {
      paper.heading(text.description);
      paper.paragraph(
        fill(text.kinds[measure.kind], {
          months: String(measure.months ?? ''),
          amount: measure.amount === null ? '' : amount(measure.amount),
          rate: measure.annualRateBps === null ? '' : rate(measure.annualRateBps),
        }),
      );
      paper.paragraph(text.free);
      const { before, after, extraInterestMinor } = effect;
      const pair = (one: string, other: string) => fill(text.change, { before: one, after: other });
      paper.facts([
        ...loanFacts(language, of),
        [text.instalment, pair(amount(before.instalmentMinor), amount(after.instalmentMinor))],
        [text.left, pair(String(before.instalmentsLeft), String(after.instalmentsLeft))],
        [text.last, pair(dayInWords(before.endsOn), dayInWords(after.endsOn))],
        [text.interest, pair(amount(before.interestLeftMinor), amount(after.interestLeftMinor))],
        [extraInterestMinor < 0 ? text.less : text.extra, amount(Math.abs(extraInterestMinor))],
      ]);
      paper.heading(text.calendar);
      await paper.table({
        columns: [
          { header: words.schedule.number, share: 0.07 },
          { header: words.schedule.dueDate, share: 0.15 },
          { header: words.schedule.instalment, share: 0.16, isNumber: true },
          { header: words.schedule.interestColumn, share: 0.15, isNumber: true },
          { header: text.deferred, share: 0.16, isNumber: true },
          { header: words.schedule.principal, share: 0.15, isNumber: true },
          { header: words.schedule.remaining, share: 0.16, isNumber: true },
        ],
        rows: effect.rows.map((row) => [
          String(row.number),
          dayInFigures(row.dueDate),
          amount(row.instalmentMinor),
          amount(row.interestMinor),
          amount(row.deferredInterestMinor),
          amount(row.principalMinor),
          amount(row.remainingMinor),
        ]),
      });
      paper.heading(text.complain);
      paper.paragraph(
        fill(text.complaint, {
          email: institution.customerServiceEmail,
          phone: institution.phone.display,
          mediator: institution.mediator.name,
          mediatorAddress: institution.mediator.address,
          mediatorWebsite: institution.mediator.website,
        }),
      );
      paper.paragraph(text.advice);
      paper.notice([creditWarning(legalDay(making.now)).text]);
    },
  );
}
