import { creditWarning } from '#domain/loans/legal-wording.ts';
import { capitalNotDueMinor, rowRunningOn } from '#domain/loans/loan-rows.ts';
import { unpaidRows } from '#domain/loans/loan-state.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatRate } from '#domain/money/format.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import type { LoanRow } from '../loans/queries.ts';
import type { EarlyRepaymentQuote } from '../loans/repayments/quote.ts';
import type { ServicedLoan } from '../loans/servicing/serviced-loans.ts';
import { addressLines } from '../papers/address-lines.ts';
import { dayInWords, openPaper, type Paper } from '../papers/paper.ts';
import type { Making } from '../papers/sheets.ts';
import type { Facts } from '../papers/tables.ts';
import { fill, words } from '../papers/words.ts';
import type { Holder } from './queries.ts';

/** Whose loan a paper is about. */
export interface LoanOfPaper {
  readonly holder: Holder;
  readonly loan: LoanRow;
}

/** What names a loan on its papers. */
export function loanFacts({ holder, loan }: LoanOfPaper): Facts {
  const text = words.loanPaper;
  return [
    [text.borrower, holder.displayName],
    [text.reference, loan.id],
    [text.purpose, loan.purpose],
  ];
}

/** Where to write or call. */
export function contactLine({ institution }: Making): string {
  return fill(words.loanPaper.contact, {
    email: institution.customerServiceEmail,
    phone: institution.phone.display,
  });
}

/** Begins a paper about a loan: addressee and title. */
export async function openLoanPaper(
  making: Making,
  { holder, loan }: LoanOfPaper,
  heads: { readonly title: string; readonly subtitle: string; readonly addressee?: readonly string[] },
): Promise<{ readonly paper: Paper; readonly amount: (minor: number) => string }> {
  const paper = await openPaper({ ...making, title: `${heads.title} – ${loan.purpose}` });
  paper.addressee(heads.addressee ?? addressLines(holder));
  paper.title(heads.title, heads.subtitle);
  return { paper, amount: (minor) => paper.amount(minor, loan.currency as CurrencyCode) };
}

/** What repaying the whole loan costs on a day, line by line (LC-96). Valid until that day. */
export async function payoffQuoteDocument(
  making: Making,
  of: LoanOfPaper,
  quote: EarlyRepaymentQuote,
): Promise<Uint8Array> {
  const text = words.payoffQuote;
  const date = dayInWords(quote.day);
  const { paper, amount } = await openLoanPaper(making, of, {
    title: text.title,
    subtitle: fill(text.subtitle, { date }),
  });
  const { arrears, upcoming, whole } = quote;
  paper.facts([
    ...loanFacts(of),
    ...(arrears.totalMinor > 0
      ? ([
          [text.lateInstalments, amount(arrears.interestMinor + arrears.capitalMinor)],
          [text.lateInterest, amount(arrears.lateInterestMinor)],
        ] as const)
      : []),
    [text.capital, amount(whole.capitalMinor)],
    [fill(text.interest, { date }), amount(whole.interestMinor)],
    [text.indemnity, amount(whole.indemnityMinor)],
    [fill(text.total, { date }), amount(whole.totalMinor)],
  ]);
  paper.paragraph(fill(text.saved, { amount: amount(whole.interestSavedMinor) }), 'strong');
  if (upcoming.instalments > 0) paper.paragraph(fill(text.upcoming, { amount: amount(upcoming.totalMinor) }));
  paper.paragraph(fill(text.valid, { date }));
  paper.notice([text.law, creditWarning(legalDay(making.now)).text]);
  paper.paragraph(contactLine(making), 'quiet');
  return paper.finish();
}

/** That a loan is repaid and nothing is owed (LC-99). */
export async function settlementDocument(
  making: Making,
  of: LoanOfPaper,
  days: { readonly paidOutOn: string; readonly repaidOn: string },
): Promise<Uint8Array> {
  const text = words.settlement;
  const date = dayInWords(days.repaidOn);
  const { paper, amount } = await openLoanPaper(making, of, {
    title: text.title,
    subtitle: fill(text.subtitle, { date }),
  });
  paper.paragraph(fill(text.sentence, { date }));
  paper.facts([
    ...loanFacts(of),
    [text.amount, amount(of.loan.amount)],
    [text.paidOutOn, dayInWords(days.paidOutOn)],
    [text.repaidOn, date],
    [text.left, amount(0)],
  ]);
  paper.paragraph(fill(text.made, { date: dayInWords(making.now) }));
  paper.paragraph(contactLine(making), 'quiet');
  return paper.finish();
}

/** That a person repays a loan here, with its terms and what is left today (LC-106). */
export async function loanCertificateDocument(
  making: Making,
  of: LoanOfPaper,
  { state }: Pick<ServicedLoan, 'state'>,
): Promise<Uint8Array> {
  const text = words.certificate;
  const { paper, amount } = await openLoanPaper(making, of, {
    title: text.title,
    subtitle: fill(text.subtitle, { date: dayInWords(making.now) }),
  });
  const { loan } = of;
  const today = legalDay(making.now);
  const unpaid = unpaidRows(state, today);
  const unpaidCapitalMinor = sumMinor(unpaid.map(({ capitalMinor }) => capitalMinor));
  const next = rowRunningOn(state.rows, today);
  const last = state.rows.at(-1);
  paper.paragraph(text.sentence);
  paper.facts([
    ...loanFacts(of),
    [words.schedule.amount, amount(loan.amount)],
    [words.schedule.paidOutAt, dayInWords(state.payoutDay)],
    [words.schedule.rate, formatRate(state.annualRateBps, 'fr-FR')],
    [text.capital, amount(capitalNotDueMinor(state.rows, today) + unpaidCapitalMinor)],
    ...(next
      ? ([
          [
            text.next,
            fill(text.nextValue, { amount: amount(next.instalmentMinor), date: dayInWords(next.dueDate) }),
          ],
        ] as const)
      : []),
    ...(last ? ([[text.end, dayInWords(last.dueDate)]] as const) : []),
    [
      text.late,
      unpaid.length > 0
        ? amount(unpaidCapitalMinor + sumMinor(unpaid.map(({ interestMinor }) => interestMinor)))
        : text.noLate,
    ],
  ]);
  paper.notice([creditWarning(today).text]);
  paper.paragraph(contactLine(making), 'quiet');
  return paper.finish();
}

/** What a yearly letter says, as it was kept (LC-105). */
export interface YearlyLetter {
  readonly year: number;
  readonly capitalMinor: number;
  readonly addressee: readonly string[];
  readonly madeAt: Date;
}

/** The yearly information on the capital left: its figure stands on the first page, large (LC-105, L312-32). */
export async function yearlyLetterDocument(
  making: Making,
  of: LoanOfPaper,
  letter: YearlyLetter,
): Promise<Uint8Array> {
  const text = words.yearlyLetter;
  const year = String(letter.year);
  const { paper, amount } = await openLoanPaper({ ...making, now: letter.madeAt }, of, {
    title: text.title,
    subtitle: fill(text.subtitle, { year }),
    addressee: letter.addressee,
  });
  paper.heading(fill(text.capital, { year, amount: amount(letter.capitalMinor) }));
  paper.paragraph(text.lead);
  paper.facts([
    ...loanFacts(of),
    [words.schedule.amount, amount(of.loan.amount)],
    [words.schedule.rate, formatRate(of.loan.annualRateBps, 'fr-FR')],
  ]);
  paper.paragraph(text.early);
  paper.notice([creditWarning(legalDay(letter.madeAt)).text]);
  paper.paragraph(contactLine(making), 'quiet');
  return paper.finish();
}
