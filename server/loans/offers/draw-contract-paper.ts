import type { PaperPart, PaperTemplate } from '#content/contract/template.ts';
import type { Consolidation } from '#domain/loans/consolidation.ts';
import type { PaperKind } from '#domain/loans/contract-papers.ts';
import type { Schedule } from '#domain/loans/schedule.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { addressLines } from '../../papers/address-lines.ts';
import { drawPaper, type Paper } from '../../papers/paper.ts';
import { french } from '../../papers/paper-language.ts';
import { scheduleTable } from '../../papers/schedule-table.ts';
import type { Making } from '../../papers/sheets.ts';
import { fill } from '../../papers/words.ts';
import { consolidationTable } from './consolidation-tables.ts';
import type { Borrower } from './queries.ts';

/** What a template is filled with. */
export interface PaperContent {
  readonly borrower: Borrower;
  readonly values: Readonly<Record<string, string>>;
  /** Of the templates that show it. */
  readonly schedule?: Schedule;
  readonly consolidation?: Consolidation;
  readonly currency: CurrencyCode;
}

async function drawPart(
  paper: Paper,
  part: PaperPart,
  { values, schedule, consolidation, currency }: PaperContent,
): Promise<void> {
  const filled = (text: string) => fill(text, values);
  const amount = (minor: number) => paper.amount(minor, currency);
  if (part.isOnNewPage) paper.newPage();
  const facts = part.facts?.map(([name, value]) => [name, filled(value)] as const);
  if (part.isBox) return paper.box(part.heading ?? '', facts ?? []);
  if (part.notices) paper.notice(part.notices.map(filled));
  if (part.heading) paper.heading(part.heading);
  if (facts) paper.facts(facts);
  for (const text of part.paragraphs ?? []) paper.paragraph(filled(text));
  if (part.hasSchedule && schedule)
    await paper.table(scheduleTable(french(), schedule, amount, { isDated: part.hasSchedule === 'dated' }));
  const table =
    part.table && consolidation && consolidationTable(part.table, consolidation, { values, amount });
  if (table) await paper.table(table);
}

/** The verso of the slip bears the lender's address alone (LC-32); the parties stand in the offer and the contract themselves. */
const WITHOUT_ADDRESSEE: readonly PaperKind[] = ['withdrawal-slip', 'offer', 'contract'];

/** Draws a paper of a contract from its template: tagged, and marked as a specimen in a demonstration (LC-28). */
export async function drawContractPaper(
  making: Making,
  template: PaperTemplate,
  content: PaperContent,
): Promise<Uint8Array> {
  const { title, subtitle } = template;
  const named = { ...making, language: french(), title: `${title} – ${content.values.reference}` };
  return drawPaper(named, async (paper) => {
    if (!WITHOUT_ADDRESSEE.includes(template.kind)) paper.addressee(addressLines(content.borrower));
    paper.title(title, subtitle ? fill(subtitle, content.values) : undefined);
    for (const part of template.parts) await drawPart(paper, part, content);
  });
}
