import { creditWarning } from '#domain/loans/legal-wording.ts';
import { capitalNotDueMinor, rowRunningOn } from '#domain/loans/loan-rows.ts';
import { unpaidRows } from '#domain/loans/loan-state.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { sumMinor } from '#domain/money/money.ts';
import { paymentReference, printedReference } from '#domain/statements/references.ts';
import { legalDay } from '#domain/time/days.ts';
import type { LoanRow } from '../loans/queries.ts';
import type { EarlyRepaymentQuote } from '../loans/repayments/quote.ts';
import { missedState, type ServicedLoan } from '../loans/servicing/serviced-loans.ts';
import { addressLines } from '../papers/address-lines.ts';
import { drawPaper, type Paper } from '../papers/paper.ts';
import { french, type PaperLanguage } from '../papers/paper-language.ts';
import type { Making, MakingInLanguage } from '../papers/sheets.ts';
import type { Facts } from '../papers/tables.ts';
import { fill, legalWords } from '../papers/words.ts';
import type { Holder } from './queries.ts';

/** Whose loan a paper is about. */
export interface LoanOfPaper {
  readonly holder: Holder;
  readonly loan: LoanRow;
}

/** The reference that a payment on a loan names (PAY-27), as it is printed; the request's number before it is granted. */
export function referenceOf({ id, granted }: Pick<LoanRow, 'id' | 'granted'>): string {
  return granted ? printedReference(paymentReference(granted.paymentNumber)) : id;
}

/** What names a loan on its papers. */
export function loanFacts({ words }: PaperLanguage, { holder, loan }: LoanOfPaper): Facts {
  const text = words.loanPaper;
  return [
    [text.borrower, holder.displayName],
    [text.reference, referenceOf(loan)],
    [text.purpose, loan.purpose],
  ];
}

/** Where to write or call. */
export function contactLine({ institution, language }: MakingInLanguage): string {
  return fill(language.words.loanPaper.contact, {
    email: institution.customerServiceEmail,
    phone: institution.phone.display,
  });
}

/** Draws a paper about a loan: addressee, title, what is drawn, and where to write or call. */
export function drawLoanPaper(
  making: MakingInLanguage,
  { holder, loan }: LoanOfPaper,
  heads: { readonly title: string; readonly subtitle: string; readonly addressee?: readonly string[] },
  draw: (paper: Paper, amount: (minor: number) => string) => Promise<void> | void,
): Promise<Uint8Array> {
  return drawPaper({ ...making, title: `${heads.title} – ${loan.purpose}` }, async (paper) => {
    paper.addressee(heads.addressee ?? addressLines(holder));
    paper.title(heads.title, heads.subtitle);
    await draw(paper, (minor) => paper.amount(minor, loan.currency as CurrencyCode));
  });
}

/** What repaying the whole loan costs on a day, line by line (LC-96). Valid until that day. */
export async function payoffQuoteDocument(
  making: MakingInLanguage,
  of: LoanOfPaper,
  quote: EarlyRepaymentQuote,
): Promise<Uint8Array> {
  const { words, dayInWords, legal } = making.language;
  const text = words.payoffQuote;
  const date = dayInWords(quote.day);
  return drawLoanPaper(
    making,
    of,
    {
      title: text.title,
      subtitle: fill(text.subtitle, { date }),
    },
    (paper, amount) => {
      const { arrears, upcoming, whole } = quote;
      paper.facts([
        ...loanFacts(making.language, of),
        ...(arrears.totalMinor > 0
          ? ([
              [text.lateInstalments, amount(arrears.interestMinor + arrears.capitalMinor)],
              [text.lateInterest, amount(arrears.lateInterestMinor)],
              ...(arrears.indemnityMinor > 0
                ? ([[text.lateIndemnity, amount(arrears.indemnityMinor)]] as const)
                : []),
              ...(arrears.costsMinor > 0 ? ([[text.taxedCosts, amount(arrears.costsMinor)]] as const) : []),
            ] as const)
          : []),
        [text.capital, amount(whole.capitalMinor)],
        [fill(text.interest, { date }), amount(whole.interestMinor)],
        [text.indemnity, amount(whole.indemnityMinor)],
        [fill(text.total, { date }), amount(whole.totalMinor)],
      ]);
      paper.paragraph(fill(text.saved, { amount: amount(whole.interestSavedMinor) }), 'strong');
      if (upcoming.instalments > 0)
        paper.paragraph(fill(text.upcoming, { amount: amount(upcoming.totalMinor) }));
      paper.paragraph(fill(text.valid, { date }));
      paper.notice([text.law, ...legal('creditWarning', creditWarning(legalDay(making.now)))]);
      paper.paragraph(contactLine(making), 'quiet');
    },
  );
}

/** That a loan is repaid and nothing is owed (LC-99). */
export async function settlementDocument(
  making: MakingInLanguage,
  of: LoanOfPaper,
  days: { readonly paidOutOn: string; readonly repaidOn: string },
): Promise<Uint8Array> {
  const { words, dayInWords } = making.language;
  const text = words.settlement;
  const date = dayInWords(days.repaidOn);
  return drawLoanPaper(
    making,
    of,
    {
      title: text.title,
      subtitle: fill(text.subtitle, { date }),
    },
    (paper, amount) => {
      paper.paragraph(fill(text.sentence, { date }));
      paper.facts([
        ...loanFacts(making.language, of),
        [text.amount, amount(of.loan.amount)],
        [text.paidOutOn, dayInWords(days.paidOutOn)],
        [text.repaidOn, date],
        [text.left, amount(0)],
      ]);
      paper.paragraph(fill(text.made, { date: dayInWords(making.now) }));
      paper.paragraph(contactLine(making), 'quiet');
    },
  );
}

/** That a person repays a loan here, with its terms and what is left today (LC-106). While its payout is back no date of it holds (LC-6). */
export async function loanCertificateDocument(
  making: MakingInLanguage,
  of: LoanOfPaper,
  serviced: Pick<ServicedLoan, 'loan' | 'state' | 'instalments'>,
): Promise<Uint8Array> {
  const { state } = serviced;
  const { words, dayInWords, rate, legal } = making.language;
  const text = words.certificate;
  return drawLoanPaper(
    making,
    of,
    {
      title: text.title,
      subtitle: fill(text.subtitle, { date: dayInWords(making.now) }),
    },
    (paper, amount) => {
      const { loan } = of;
      const today = legalDay(making.now);
      const unpaidCapitalMinor = sumMinor(unpaidRows(state, today).map(({ capitalMinor }) => capitalMinor));
      // Between its due date and its collection an instalment is not late (LC-72).
      const late = unpaidRows(missedState(serviced), today);
      const isBack = serviced.loan.frozen === 'payout-returned';
      const next = isBack ? undefined : rowRunningOn(state.rows, today);
      const last = isBack ? undefined : state.rows.at(-1);
      paper.paragraph(text.sentence);
      if (isBack) paper.paragraph(words.schedule.notPaidOut, 'strong');
      paper.facts([
        ...loanFacts(making.language, of),
        [words.schedule.amount, amount(loan.amount)],
        ...(isBack ? [] : ([[words.schedule.paidOutAt, dayInWords(state.payoutDay)]] as const)),
        [words.schedule.rate, rate(state.annualRateBps)],
        [text.capital, amount(capitalNotDueMinor(state.rows, today) + unpaidCapitalMinor)],
        ...(next
          ? ([
              [
                text.next,
                fill(text.nextValue, {
                  amount: amount(next.instalmentMinor),
                  date: dayInWords(next.dueDate),
                }),
              ],
            ] as const)
          : []),
        ...(last ? ([[text.end, dayInWords(last.dueDate)]] as const) : []),
        [
          text.late,
          late.length > 0
            ? amount(sumMinor(late.map(({ interestMinor, capitalMinor }) => interestMinor + capitalMinor)))
            : text.noLate,
        ],
      ]);
      paper.notice(legal('creditWarning', creditWarning(today)));
      paper.paragraph(contactLine(making), 'quiet');
    },
  );
}

/** What a yearly letter says, as it was kept (LC-105). */
export interface YearlyLetter {
  readonly year: number;
  readonly capitalMinor: number;
  /** Whether its payout was back with the house (LC-6). */
  readonly isPayoutBack: boolean;
  readonly addressee: readonly string[];
  readonly madeAt: Date;
}

/** The yearly information on the capital left: its figure stands on the first page, large (LC-105, L312-32). */
export async function yearlyLetterDocument(
  making: Making,
  of: LoanOfPaper,
  letter: YearlyLetter,
): Promise<Uint8Array> {
  const { words, rate } = french();
  const text = legalWords.yearlyLetter;
  const year = String(letter.year);
  return drawLoanPaper(
    { ...making, now: letter.madeAt, language: french() },
    of,
    {
      title: text.title,
      subtitle: fill(text.subtitle, { year }),
      addressee: letter.addressee,
    },
    (paper, amount) => {
      paper.heading(fill(text.capital, { year, amount: amount(letter.capitalMinor) }));
      if (letter.isPayoutBack) paper.paragraph(text.payoutBack, 'strong');
      paper.paragraph(text.lead);
      paper.facts([
        ...loanFacts(french(), of),
        [words.schedule.amount, amount(of.loan.amount)],
        [words.schedule.rate, rate(of.loan.annualRateBps)],
      ]);
      paper.paragraph(text.early);
      paper.notice([creditWarning(legalDay(letter.madeAt)).text]);
      paper.paragraph(contactLine({ ...making, language: french() }), 'quiet');
    },
  );
}
