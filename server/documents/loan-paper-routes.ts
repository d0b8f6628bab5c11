import { clientLanguageOf } from '#domain/clients/client-languages.ts';
import { Refusal } from '#domain/errors.ts';
import { lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { propertiesOf } from '#domain/loans/phases.ts';
import { withoutDatesToCome } from '#domain/loans/returned-payout.ts';
import { scheduleCsv } from '#domain/loans/schedule-csv.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { sumMinor } from '#domain/money/money.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { asHouse, clientOf, type GuardedContext, os } from '../http/context.ts';
import { type LoanRow, loanForReview, loanOfAccount } from '../loans/queries.ts';
import { measuresOf } from '../loans/repayments/measure-queries.ts';
import { openProposal } from '../loans/repayments/present.ts';
import { quoteBasis, quoteOn } from '../loans/repayments/quote.ts';
import { readForEvent } from '../loans/repayments/routes.ts';
import { letterOf, lettersOf } from '../loans/repayments/yearly-letters.ts';
import { scheduleOf } from '../loans/schedules.ts';
import { missedState, readServicedLoans } from '../loans/servicing/serviced-loans.ts';
import { paperLanguage } from '../papers/paper-language.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { legalWords } from '../papers/words.ts';
import {
  type LoanOfPaper,
  loanCertificateDocument,
  payoffQuoteDocument,
  settlementDocument,
  yearlyLetterDocument,
} from './loan-papers.ts';
import { capitalAt, entriesOfLoan } from './loan-queries.ts';
import { isPayoutBack, loanScheduleDocument } from './loan-schedule.ts';
import { loanStatementDocument } from './loan-statement.ts';
import { measureInformationDocument } from './measure-information.ts';
import { holderOf } from './queries.ts';

const pdf = (bytes: Uint8Array, name: string) =>
  new File([bytes as Uint8Array<ArrayBuffer>], `${name}.pdf`, { type: 'application/pdf' });

/** What a paper is made with. @param language a code; French when it is not said or not one of clients. */
const makingOf = ({ bank }: GuardedContext, language?: string): MakingInLanguage => ({
  institution: bank.institution,
  now: bank.surroundings.now(),
  language: paperLanguage(clientLanguageOf(language)),
});

/** The client's own loan and its holder. @throws Refusal `not-found`; a refused request will never have instalments. */
async function ownPaper(context: GuardedContext, loanId: string): Promise<LoanOfPaper> {
  const { accountId } = clientOf(context);
  const [holder, loan] = [
    await holderOf(context.db, accountId),
    await loanOfAccount(context.db, accountId, loanId),
  ];
  if (!holder || !loan || loan.status === 'rejected') throw new Refusal('not-found');
  return { holder, loan };
}

/** The same for a loan that was paid out. @throws Refusal `not-found`. */
async function paidOutPaper(context: GuardedContext, loanId: string) {
  const of = await ownPaper(context, loanId);
  if (!of.loan.granted?.paidOutAt) throw new Refusal('not-found');
  return { ...of, paidOutOn: legalDay(of.loan.granted.paidOutAt) };
}

/** A loan that was paid out as the rules see it, read by the house after it was made sure whose it is. */
async function servicedOf(context: GuardedContext, loan: LoanRow) {
  const serviced = (await readServicedLoans(asHouse(context).db, [loan.id])).get(loan.id);
  if (!serviced) throw new Refusal('not-found');
  return serviced;
}

/** The period of a statement: from the payout to today unless said otherwise. @throws Refusal `request.invalid` when it ends before it begins. */
function periodOf(
  input: { readonly from?: string | undefined; readonly to?: string | undefined },
  paidOutOn: string,
  today: string,
) {
  const period = { from: input.from ?? paidOutOn, to: input.to ?? today };
  if (period.to < period.from)
    throw new Refusal('request.invalid', {}, [{ field: 'to', message: 'validation.date' }]);
  return period;
}

export const loanPaperRoutes = {
  schedule: os.loanPapers.schedule.handler(async ({ input, context }) => {
    const { holder, loan } = await ownPaper(context, input.id);
    const making = makingOf(context, input.language);
    const schedule = await scheduleOf(context.db, loan);
    const bytes = await loanScheduleDocument(making, holder, loan, schedule);
    return pdf(bytes, making.language.words.schedule.file);
  }),

  scheduleFile: os.loanPapers.scheduleFile.handler(async ({ input, context }) => {
    const { loan } = await ownPaper(context, input.id);
    const text = makingOf(context, input.language).language.words.schedule;
    const headers = {
      number: text.number,
      dueDate: text.dueDate,
      instalment: text.instalment,
      interest: text.interestColumn,
      deferred: text.deferred,
      principal: text.principal,
      remaining: text.remaining,
    };
    const schedule = await scheduleOf(context.db, loan);
    const shown = isPayoutBack(loan) ? withoutDatesToCome(schedule) : schedule;
    const csv = scheduleCsv(shown, headers, loan.currency as CurrencyCode);
    return new File([csv], `${text.file}.csv`, { type: 'text/csv' });
  }),

  statement: os.loanPapers.statement.handler(async ({ input, context }) => {
    const of = await paidOutPaper(context, input.id);
    const making = makingOf(context, input.language);
    const today = legalDay(making.now);
    const period = periodOf(input, of.paidOutOn, today);
    const { db } = asHouse(context);
    const serviced = await servicedOf(context, of.loan);
    const missed = missedState(serviced);
    const unpaid = unpaidRows(missed, today);
    const bytes = await loanStatementDocument(making, of, {
      period,
      openingMinor: await capitalAt(db, of.loan.id, addDays(period.from, -1)),
      events: await entriesOfLoan(db, of.loan.id, period),
      unpaidMinor:
        sumMinor(unpaid.map((row) => row.interestMinor + row.capitalMinor)) +
        lateInterestOwedMinor(missed, today),
    });
    return pdf(bytes, making.language.words.loanStatement.file);
  }),

  certificate: os.loanPapers.certificate.handler(async ({ input, context }) => {
    const of = await paidOutPaper(context, input.id);
    if (propertiesOf(of.loan.phase).stage !== 'loan') throw new Refusal('not-found');
    const serviced = await servicedOf(context, of.loan);
    const making = makingOf(context, input.language);
    return pdf(await loanCertificateDocument(making, of, serviced), making.language.words.certificate.file);
  }),

  quote: os.loanPapers.quote.handler(async ({ input, context }) => {
    const of = await ownPaper(context, input.id);
    const making = makingOf(context, input.language);
    const today = legalDay(making.now);
    const serviced = await readForEvent(context, of.loan, 'repay-all');
    const basis = await quoteBasis(asHouse(context).db, serviced, today);
    const quote = quoteOn(basis, input.day ?? today, null);
    const { file } = making.language.words.payoffQuote;
    return pdf(await payoffQuoteDocument(making, of, quote), `${file}-${quote.day}`);
  }),

  settlement: os.loanPapers.settlement.handler(async ({ input, context }) => {
    const of = await paidOutPaper(context, input.id);
    const { endedOn } = of.loan.granted ?? {};
    if (of.loan.phase !== 'repaid' || !endedOn) throw new Refusal('not-found');
    const days = { paidOutOn: of.paidOutOn, repaidOn: endedOn };
    const making = makingOf(context, input.language);
    return pdf(await settlementDocument(making, of, days), making.language.words.settlement.file);
  }),

  measure: os.loanPapers.measure.handler(async ({ input, context }) => {
    const of = await ownPaper(context, input.id);
    const making = makingOf(context);
    const { db } = asHouse(context);
    const proposal = await openProposal(db, of.loan.id, making.now, await measuresOf(db, of.loan.id));
    if (proposal?.measure.id !== input.measureId) throw new Refusal('not-found');
    return pdf(await measureInformationDocument(making, of, proposal), legalWords.measure.file);
  }),

  letters: os.loanPapers.letters.handler(async ({ input, context }) => {
    const { loan } = await ownPaper(context, input.id);
    const rows = await lettersOf(context.db, loan.id);
    return { letters: rows.map(({ year, capital }) => ({ year, capitalMinor: capital })) };
  }),

  letter: os.loanPapers.letter.handler(async ({ input, context }) => {
    const of = await ownPaper(context, input.id);
    const letter = await letterOf(context.db, of.loan.id, Number(input.file.slice(0, 4)));
    if (!letter) throw new Refusal('not-found');
    return pdf(
      await yearlyLetterDocument(makingOf(context), of, letter),
      `${legalWords.yearlyLetter.file}-${letter.year}`,
    );
  }),

  reviewLetter: os.loanPapers.reviewLetter.handler(async ({ input, context }) => {
    const row = await loanForReview(context.db, input.id);
    const holder = row && (await holderOf(context.db, row.account.id));
    const letter = await letterOf(context.db, input.id, Number(input.file.slice(0, 4)));
    if (!row || !holder || !letter) throw new Refusal('not-found');
    return pdf(
      await yearlyLetterDocument(makingOf(context), { holder, loan: row.loan }, letter),
      `${legalWords.yearlyLetter.file}-${letter.year}`,
    );
  }),
};
