import { accountWordOf } from '#domain/accounts/account-types.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { dayIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import type { TransactionFilter } from '../accounts/queries.ts';
import { addressLines } from '../papers/address-lines.ts';
import { drawPaper } from '../papers/paper.ts';
import type { PaperLanguage } from '../papers/paper-language.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { fill } from '../papers/words.ts';
import { movementLabel } from './movement-label.ts';
import type { ExactMovement, Holder } from './queries.ts';

/** Rows that are drawn: more belong into the file for spreadsheets, and would keep the process from its other work. */
export const MOST_MOVEMENTS = 2_000;

type Narrowing = Omit<TransactionFilter, 'beforeSequence' | 'limit'>;

export interface FoundMovements {
  readonly filter: Narrowing;
  /** The last first; one more than is drawn when there are more. */
  readonly found: readonly ExactMovement[];
}

/** The movements of a search as they are listed on screen, to keep or to print. It is no statement, and says so. */
export async function movementsDocument(
  making: MakingInLanguage,
  holder: Holder,
  { filter, found }: FoundMovements,
): Promise<Uint8Array> {
  const { currency } = holder;
  const { timeZone = LEGAL_TIME_ZONE } = filter;
  const { language } = making;
  const { words, dayInFigures, dayInWords } = language;
  const text = words.movements;
  return drawPaper({ ...making, title: text.title }, async (paper) => {
    const amount = (minor: number | bigint) => paper.amount(minor, currency);
    const drawn = found.slice(0, MOST_MOVEMENTS);
    paper.addressee(addressLines(holder));
    paper.title(text.title, fill(text.subtitle, { date: dayInWords(dayIn(timeZone, making.now)) }));
    paper.facts([
      [words.account, words.accountTypes[accountWordOf(making.institution, holder.accountType)]],
      [words.iban, holder.iban ? formatIban(holder.iban) : words.noIban],
      ...narrowingInWords(language, filter, amount),
      [text.count, String(drawn.length)],
    ]);
    if (found.length > drawn.length)
      paper.paragraph(fill(text.more, { count: String(drawn.length) }), 'strong');
    if (drawn.length === 0) paper.paragraph(text.none);
    else {
      await paper.table({
        columns: [
          { header: words.statement.date, share: 0.12 },
          { header: words.statement.label, share: 0.4 },
          { header: words.statement.debit, share: 0.16, isNumber: true },
          { header: words.statement.credit, share: 0.16, isNumber: true },
          { header: words.statement.balance, share: 0.16, isNumber: true },
        ],
        rows: drawn.map((movement) => [
          dayInFigures(dayIn(timeZone, movement.createdAt)),
          movementLabel(language, movement, paper.amount),
          movement.amount < 0 ? amount(-movement.amount) : '',
          movement.amount > 0 ? amount(movement.amount) : '',
          amount(movement.balanceAfter),
        ]),
      });
    }
    paper.paragraph(fill(text.note, { timeZone }), 'quiet');
  });
}

/** What the list was narrowed by, one line for each. */
function narrowingInWords(
  { words, dayInWords }: PaperLanguage,
  filter: Narrowing,
  amount: (minor: number) => string,
): [string, string][] {
  const { q, from, to, type, minMinor, maxMinor } = filter;
  const text = words.movements;
  return [
    ...(q ? [[text.search, q] as [string, string]] : []),
    ...(from ? [[text.from, dayInWords(from)] as [string, string]] : []),
    ...(to ? [[text.to, dayInWords(to)] as [string, string]] : []),
    ...(type ? [[text.type, words.csv[type]] as [string, string]] : []),
    ...(minMinor === undefined ? [] : [[text.min, amount(minMinor)] as [string, string]]),
    ...(maxMinor === undefined ? [] : [[text.max, amount(maxMinor)] as [string, string]]),
  ];
}
