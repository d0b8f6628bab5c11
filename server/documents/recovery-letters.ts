import { creditWarning } from '#domain/loans/legal-wording.ts';
import { formatRate } from '#domain/money/format.ts';
import type { RecoveryLetterRow } from '../loans/recovery/letters.ts';
import { dayInWords } from '../papers/paper.ts';
import type { Making } from '../papers/sheets.ts';
import type { Facts } from '../papers/tables.ts';
import { fill, words } from '../papers/words.ts';
import { contactLine, type LoanOfPaper, loanFacts, openLoanPaper } from './loan-papers.ts';

const text = words.recovery;

/** The values of a letter as its sentences show them: amounts, days and rates in words. */
function valuesOf(
  { content, day }: Pick<RecoveryLetterRow, 'content' | 'day'>,
  amount: (minor: number) => string,
): Record<string, string> {
  const values: Record<string, string> = { day: dayInWords(day) };
  for (const [name, value] of Object.entries(content)) {
    if (name.endsWith('Minor')) values[name.slice(0, -'Minor'.length)] = amount(Number(value));
    else if (name === 'rateBps') values.rate = formatRate(Number(value), 'fr-FR');
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

/**
 * A letter of recovery as it was sent (LC-80 to LC-85, LC-94): what it asks for, until when, what follows, and how to find help. Only values kept
 * with the letter stand in it.
 */
export async function recoveryLetterDocument(
  making: Making,
  of: LoanOfPaper,
  letter: RecoveryLetterRow,
): Promise<Uint8Array> {
  const said = text.letters[letter.kind];
  const { institution } = making;
  const { paper, amount } = await openLoanPaper(making, of, {
    title: said.title,
    subtitle: fill(text.subtitle, { date: dayInWords(letter.day) }),
    addressee: letter.addressee,
  });
  const values = {
    ...valuesOf(letter, amount),
    purpose: of.loan.purpose,
    email: institution.customerServiceEmail,
    phone: institution.phone.display,
  };
  if (letter.content.registeredNumber)
    paper.paragraph(fill(text.registered, { number: String(letter.content.registeredNumber) }), 'quiet');
  paper.facts([...loanFacts(of), ...linesOf(letter.content, amount)]);
  for (const paragraph of said.paragraphs) paper.paragraph(fill(paragraph, values));
  paper.heading(text.help);
  paper.paragraph(text.difficulty);
  paper.paragraph(text.advice);
  paper.paragraph(
    fill(text.mediator, {
      mediator: institution.mediator.name,
      mediatorAddress: institution.mediator.address,
      mediatorWebsite: institution.mediator.website,
    }),
    'quiet',
  );
  paper.notice([...said.law, creditWarning(letter.day).text]);
  paper.paragraph(contactLine(making), 'quiet');
  return paper.finish();
}
