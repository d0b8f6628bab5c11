import { type House, holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { creditWarning } from '#domain/loans/legal-wording.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { RecoveryLetterRow } from '../loans/recovery/letters.ts';
import { drawPaper } from '../papers/paper.ts';
import { french } from '../papers/paper-language.ts';
import type { Making } from '../papers/sheets.ts';
import type { Facts } from '../papers/tables.ts';
import { fill, legalWords } from '../papers/words.ts';
import { contactLine, type LoanOfPaper, referenceOf } from './loan-papers.ts';

const text = legalWords.recovery;

/** The values of a letter as its sentences show them: amounts, days and rates in words. */
function valuesOf(
  { content, day }: Pick<RecoveryLetterRow, 'content' | 'day'>,
  amount: (minor: number) => string,
): Record<string, string> {
  const { dayInWords, rate } = french();
  const values: Record<string, string> = { day: dayInWords(day) };
  for (const [name, value] of Object.entries(content)) {
    if (name.endsWith('Minor')) values[name.slice(0, -'Minor'.length)] = amount(Number(value));
    else if (name === 'rateBps') values.rate = rate(Number(value));
    else values[name] = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? dayInWords(String(value)) : String(value);
  }
  return values;
}

/** The lines of a letter's table: those of its amounts that are not zero. */
function linesOf(content: RecoveryLetterRow['content'], amount: (minor: number) => string): Facts {
  const names = Object.keys(text.lines) as (keyof typeof text.lines)[];
  return names.flatMap((name) => {
    const minor = content[`${name}Minor`];
    return typeof minor === 'number' && minor > 0 ? [[text.lines[name], amount(minor)] as const] : [];
  });
}

/** A paragraph; where it depends on the house, with accounts that its clients pay from and without (LC-6). */
type Paragraph = string | { readonly accounts: string; readonly elsewhere: string };

/**
 * The paragraphs of a letter: that of the indemnity that will follow a missed instalment only where the policy asks for one (LC-77), and that of late
 * interest, with its rate, only where the contract bears it (LC-8).
 */
function paragraphsOf({ kind, content }: RecoveryLetterRow, house: House): readonly string[] {
  const left = [
    ...(content.indemnityLaterMinor === 0 ? ['{{indemnityLater}}'] : []),
    ...(content.bearsLateInterest === 0 ? ['{{rate}}'] : []),
  ];
  const said = holdsAccounts(house) ? 'accounts' : 'elsewhere';
  return text.letters[kind].paragraphs
    .map((paragraph: Paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph[said]))
    .filter((paragraph) => !left.some((place) => paragraph.includes(place)));
}

/**
 * A letter of recovery as it was sent (LC-80 to LC-85, LC-94): what it asks for, until when, what follows, and how to find help. Only values kept
 * with the letter stand in it. It ends on its first page.
 */
export async function recoveryLetterDocument(
  making: Making,
  of: LoanOfPaper,
  letter: RecoveryLetterRow,
): Promise<Uint8Array> {
  const said = text.letters[letter.kind];
  const { institution } = making;
  const { loan } = of;
  const language = french();
  const title = `${said.title} – ${loan.purpose}`;
  return drawPaper({ ...making, language, title }, (paper) => {
    const amount = (minor: number) => paper.amount(minor, loan.currency as CurrencyCode);
    paper.letterOpening(
      said.title,
      fill(text.subtitle, {
        date: language.dayInWords(letter.day),
        purpose: loan.purpose,
        // Beside the address there is half a line: the reference stays in one piece.
        reference: referenceOf(loan).replaceAll(' ', '\u00a0'),
      }),
      letter.addressee,
    );
    const values = {
      ...valuesOf(letter, amount),
      purpose: loan.purpose,
      email: institution.customerServiceEmail,
      phone: institution.phone.display,
    };
    if (letter.content.registeredNumber)
      paper.paragraph(fill(text.registered, { number: String(letter.content.registeredNumber) }), 'quiet');
    const lines = linesOf(letter.content, amount);
    if (lines.length > 0) paper.facts(lines, 'close');
    for (const paragraph of paragraphsOf(letter, institution)) paper.paragraph(fill(paragraph, values));
    paper.heading(text.help);
    paper.paragraph(`${text.difficulty} ${text.advice}`);
    const mediator = fill(text.mediator, {
      mediator: institution.mediator.name,
      mediatorAddress: institution.mediator.address,
      mediatorWebsite: institution.mediator.website,
    });
    paper.paragraph(`${contactLine({ ...making, language })} ${mediator}`, 'quiet');
    paper.notice([[...said.law, creditWarning(letter.day).text].join(' ')]);
  });
}
