import type { PaperPart, PaperTemplate } from '#content/contract/template.ts';
import type { Schedule } from '#domain/loans/schedule.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { addressLines } from '../../papers/address-lines.ts';
import { openPaper, type Paper } from '../../papers/paper.ts';
import { scheduleTable } from '../../papers/schedule-table.ts';
import type { Making } from '../../papers/sheets.ts';
import { fill } from '../../papers/words.ts';
import type { Borrower } from './queries.ts';

/** What a template is filled with. */
export interface PaperContent {
  readonly borrower: Borrower;
  readonly values: Readonly<Record<string, string>>;
  /** Of the templates that show it. */
  readonly schedule?: Schedule;
  readonly currency: CurrencyCode;
}

async function drawPart(
  paper: Paper,
  part: PaperPart,
  { values, schedule, currency }: PaperContent,
): Promise<void> {
  const filled = (text: string) => fill(text, values);
  if (part.isOnNewPage) paper.newPage();
  const facts = part.facts?.map(([name, value]) => [name, filled(value)] as const);
  if (part.isBox) return paper.box(part.heading ?? '', facts ?? []);
  if (part.notices) paper.notice(part.notices.map(filled));
  if (part.heading) paper.heading(part.heading);
  if (facts) paper.facts(facts);
  for (const text of part.paragraphs ?? []) paper.paragraph(filled(text));
  if (part.hasSchedule && schedule)
    await paper.table(scheduleTable(schedule, (minor) => paper.amount(minor, currency), { isDated: false }));
}

/** Draws a paper of a contract from its template: tagged, and marked as a specimen in a demonstration (LC-28). */
export async function drawContractPaper(
  making: Making,
  template: PaperTemplate,
  content: PaperContent,
): Promise<Uint8Array> {
  const { title, subtitle } = template;
  const paper = await openPaper({ ...making, title: `${title} – ${content.values.reference}` });
  if (template.kind !== 'withdrawal-slip') paper.addressee(addressLines(content.borrower));
  paper.title(title, subtitle ? fill(subtitle, content.values) : undefined);
  for (const part of template.parts) await drawPart(paper, part, content);
  return paper.finish();
}
