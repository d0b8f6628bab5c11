import { accountWordOf } from '#domain/accounts/account-types.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { addDays, firstOfMonth, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { addressLines } from '../papers/address-lines.ts';
import { drawPaper, type Paper } from '../papers/paper.ts';
import type { PaperLanguage } from '../papers/paper-language.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { fill } from '../papers/words.ts';
import { movementLabel } from './movement-label.ts';
import type { Holder, MovementRow } from './queries.ts';

/** A calendar month of French legal time: its first moment and that of the next. */
export interface Month {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: Date;
  readonly to: Date;
}

/** @param name YYYY-MM, already checked. */
export function monthOf(name: string): Month {
  const firstDay = `${name}-01`;
  const nextFirstDay = firstOfMonth(firstDay, 1);
  return {
    firstDay,
    lastDay: addDays(nextFirstDay, -1),
    from: startOfDayIn(LEGAL_TIME_ZONE, firstDay),
    to: startOfDayIn(LEGAL_TIME_ZONE, nextFirstDay),
  };
}

export interface StatementContent {
  readonly month: Month;
  readonly openingMinor: bigint;
  /** In the order of the account's own numbers. */
  readonly movements: readonly MovementRow[];
}

/**
 * The figures of a statement; the running balance starts from the opening balance, so that each month begins where the last ended. They are
 * exact whatever was stored: an account from before amounts had a ceiling may be beyond the safe integers.
 */
export function statementFigures({ openingMinor, movements }: Omit<StatementContent, 'month'>) {
  let balanceMinor = openingMinor;
  const lines = movements.map((movement) => {
    balanceMinor += BigInt(movement.amount);
    return { movement, balanceMinor };
  });
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const creditsMinor = sum(movements.map(({ amount }) => Math.max(amount, 0)));
  const debitsMinor = sum(movements.map(({ amount }) => Math.max(-amount, 0)));
  return { lines, creditsMinor, debitsMinor, closingMinor: balanceMinor };
}

/** The movements of the month with the balance after each, and their totals. */
function movementsTable(
  paper: Paper,
  language: PaperLanguage,
  { currency }: Holder,
  { month, openingMinor }: StatementContent,
  { lines, debitsMinor, creditsMinor, closingMinor }: ReturnType<typeof statementFigures>,
): Promise<void> {
  const { words, dayInFigures } = language;
  const amount = (minor: number | bigint) => paper.amount(minor, currency);
  return paper.table({
    columns: [
      { header: words.statement.date, share: 0.12 },
      { header: words.statement.label, share: 0.4 },
      { header: words.statement.debit, share: 0.16, isNumber: true },
      { header: words.statement.credit, share: 0.16, isNumber: true },
      { header: words.statement.balance, share: 0.16, isNumber: true },
    ],
    rows: [
      [dayInFigures(month.firstDay), words.statement.openingRow, '', '', amount(openingMinor)],
      ...lines.map(({ movement, balanceMinor }) => [
        dayInFigures(movement.createdAt),
        movementLabel(language, movement, paper.amount),
        movement.amount < 0 ? amount(-movement.amount) : '',
        movement.amount > 0 ? amount(movement.amount) : '',
        amount(balanceMinor),
      ]),
    ],
    total: ['', words.statement.total, amount(debitsMinor), amount(creditsMinor), amount(closingMinor)],
  });
}

/** A month of an account: where it began, what moved, where it ended. */
export async function statementDocument(
  making: MakingInLanguage,
  holder: Holder,
  content: StatementContent,
): Promise<Uint8Array> {
  const { institution, now, language } = making;
  const { words, dayInWords } = language;
  const { month } = content;
  const { currency } = holder;
  const isRunning = month.to > now;
  const lastDay = isRunning ? legalDay(now) : month.lastDay;
  const figures = statementFigures(content);
  const title = `${words.statement.title} – ${language.monthInWords(month.firstDay)}`;
  return drawPaper({ ...making, title }, async (paper) => {
    const amount = (minor: number | bigint) => paper.amount(minor, currency);

    paper.addressee(addressLines(holder));
    paper.title(
      title,
      isRunning
        ? fill(words.statement.soFar, { to: dayInWords(lastDay) })
        : fill(words.statement.period, { from: dayInWords(month.firstDay), to: dayInWords(lastDay) }),
    );
    paper.facts([
      [words.account, words.accountTypes[accountWordOf(making.institution, holder.accountType)]],
      [words.iban, holder.iban ? formatIban(holder.iban) : words.noIban],
      [fill(words.statement.opening, { date: dayInWords(month.firstDay) }), amount(content.openingMinor)],
      [words.statement.credits, amount(figures.creditsMinor)],
      [words.statement.debits, amount(figures.debitsMinor)],
      [fill(words.statement.closing, { date: dayInWords(lastDay) }), amount(figures.closingMinor)],
    ]);
    paper.heading(words.statement.movements);
    if (figures.lines.length === 0) paper.paragraph(words.statement.none);
    else await movementsTable(paper, language, holder, content, figures);
    paper.paragraph(words.legalTime, 'quiet');
    paper.paragraph(
      fill(words.statement.claim, {
        email: institution.customerServiceEmail,
        phone: institution.phone.display,
      }),
      'quiet',
    );
  });
}
