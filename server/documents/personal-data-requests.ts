import { formatIban } from '#domain/accounts/iban.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { refusalSentence } from '#domain/withdrawals/refusal-sentence.ts';
import type { Paper } from '../papers/paper.ts';
import type { PaperLanguage } from '../papers/paper-language.ts';
import { fill } from '../papers/words.ts';
import { type Part, type PersonalData, wordOf } from './personal-data-part.ts';

/** The tables about what a person asked for: loans with their papers, transfers with their payees, and fees. */

export function loansPart(language: PaperLanguage, data: PersonalData, paper: Paper): Part {
  const { words, dayInFigures } = language;
  const text = words.data;
  return {
    title: text.loans,
    columns: [
      [text.date, 0.14],
      [text.purpose, 0.3],
      [text.status, 0.22],
      [text.duration, 0.1],
      [text.amount, 0.24, true],
    ],
    rows: data.loans.map((row) => [
      dayInFigures(row.createdAt),
      [
        row.purpose,
        row.documentsUrl ?? '',
        `${text.income} – ${paper.amount(row.monthlyIncomeMinor, row.currency as CurrencyCode)}`,
      ]
        .filter(Boolean)
        .join('\n'),
      [
        text.loanStatus[row.status],
        row.reasonCode ? wordOf(language, `loan-reasons.reasons.${row.reasonCode}`) : '',
        row.reasonNote ?? '',
      ]
        .filter(Boolean)
        .join('\n'),
      fill(words.schedule.months, { count: String(row.durationMonths) }),
      paper.amount(row.amountMinor, row.currency as CurrencyCode),
    ]),
  };
}

export function loanDocumentsPart(language: PaperLanguage, data: PersonalData): Part {
  const { words, dayInFigures } = language;
  const text = words.data;
  return {
    title: text.loanDocuments,
    columns: [
      [text.date, 0.14],
      [text.fileName, 0.66],
      [text.fileSize, 0.2, true],
    ],
    rows: data.loanDocuments.map((row) => [
      dayInFigures(row.createdAt),
      row.name,
      fill(text.kilobytes, { count: Math.ceil(row.sizeBytes / 1024).toLocaleString(language.locale) }),
    ]),
  };
}

export function dialogueSheetsPart({ words, dayInFigures }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.dialogueSheets,
    columns: [
      [text.date, 0.16],
      [text.sheetVersion, 0.5],
      [text.confirmedAt, 0.34],
    ],
    rows: data.dialogueSheets.map((row) => [
      dayInFigures(row.savedAt),
      String(row.version),
      row.confirmedAt ? dayInFigures(row.confirmedAt) : text.no,
    ]),
  };
}

/** What became of a request at a lender that its client agreed to (LC-6). */
function lenderState(language: PaperLanguage, row: PersonalData['lenders'][number]): string {
  const { words, dayInFigures } = language;
  const { answer, answeredAt, sentAt, lender } = row;
  if (!sentAt) return words.data.lenderNone;
  const said = (key: string, at: Date) =>
    fill(wordOf(language, `client-lenders.${key}`), { lender, date: dayInFigures(at) });
  const answered =
    answer && answeredAt
      ? { accepted: 'sub.lenderAccepted', refused: 'refused', 'paid-out': 'sub.lenderPaid', withdrawn: null }[
          answer
        ]
      : null;
  return [said('sub.transmitted', sentAt), answered && answeredAt ? said(answered, answeredAt) : '']
    .filter(Boolean)
    .join('\n');
}

/** The lenders that requests went to or may go to: recipients of the data (GDPR, article 15(1)(c)). */
export function lendersPart(language: PaperLanguage, data: PersonalData): Part {
  const { words, dayInFigures } = language;
  const text = words.data;
  return {
    title: text.lenders,
    columns: [
      [text.date, 0.16],
      [text.recipient, 0.34],
      [text.status, 0.5],
    ],
    rows: data.lenders.map((row) => [dayInFigures(row.agreedAt), row.lender, lenderState(language, row)]),
  };
}

export function ficpPart({ words }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.ficp,
    columns: [[text.sentence, 1]],
    rows: data.ficpConsultations.map((row) => [row.sentence]),
  };
}

export function withdrawalsPart(language: PaperLanguage, data: PersonalData, paper: Paper): Part {
  const { words, dayInFigures } = language;
  const text = words.data;
  return {
    title: text.withdrawals,
    columns: [
      [text.date, 0.14],
      [text.payee, 0.38],
      [text.status, 0.26],
      [text.amount, 0.22, true],
    ],
    rows: data.withdrawals.map((row) => [
      dayInFigures(row.createdAt),
      [row.recipientName, row.bankName, formatIban(row.iban)].filter(Boolean).join('\n'),
      [text.withdrawalStatus[row.status], refusalSentence(row, (key) => wordOf(language, key)) ?? '']
        .filter(Boolean)
        .join('\n'),
      paper.amount(row.amountMinor, row.currency as CurrencyCode),
    ]),
  };
}

export function payeesPart({ words, dayInFigures }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.payees,
    columns: [
      [text.date, 0.2],
      [text.payee, 0.8],
    ],
    rows: data.payees.map((row) => [
      dayInFigures(row.createdAt),
      [row.name, row.nickname, row.bankName, formatIban(row.iban)].filter(Boolean).join('\n'),
    ]),
  };
}

export function payeeChecksPart({ words, dayInFigures }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.payeeChecks,
    columns: [
      [text.date, 0.2],
      [text.payee, 0.5],
      [text.status, 0.3],
    ],
    rows: data.payeeChecks.map((row) => [
      dayInFigures(row.answeredAt),
      `${row.typedName}\n${formatIban(row.iban)}`,
      [text.payeeCheckResult[row.result], row.returnedName].filter(Boolean).join('\n'),
    ]),
  };
}

export function feesPart({ words, dayInFigures }: PaperLanguage, data: PersonalData, paper: Paper): Part {
  const text = words.data;
  return {
    title: text.fees,
    columns: [
      [text.date, 0.14],
      [text.label, 0.36],
      [text.status, 0.28],
      [text.amount, 0.22, true],
    ],
    rows: data.fees.map((row) => [
      dayInFigures(row.createdAt),
      row.description,
      [text.feeStatus[row.status], row.receiptNumber ?? ''].filter(Boolean).join('\n'),
      paper.amount(row.amountMinor, row.currency as CurrencyCode),
    ]),
  };
}
