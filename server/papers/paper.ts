import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import { legalDay } from '#domain/time/days.ts';
import { withOrdinalFirst } from '#domain/time/french-day.ts';
import { INK, openSheets, PAGE, QUIET, type SheetsOptions, WIDTH, type Writing } from './sheets.ts';
import { drawBox, drawFacts, drawTable, type Facts, type TableContent } from './tables.ts';
import { words } from './words.ts';

/** A page-by-page document in French: tagged, so that it can be heard and searched, with the institution's head and foot. */
export interface Paper {
  /** The only title. */
  title(text: string, subtitle?: string): void;
  heading(text: string): void;
  paragraph(text: string, look?: 'quiet' | 'strong'): void;
  /** Names and their values, one below the other. */
  facts(rows: Facts): void;
  /** A heading with its facts in a frame, which stands out from the rest and holds nothing else. */
  box(heading: string, rows: Facts): void;
  table(content: TableContent): Promise<void>;
  newPage(): void;
  /** Sentences that the law or the institution owes the reader, ruled on the left. */
  notice(sentences: readonly string[]): void;
  /** An address as the window of an envelope shows it. */
  addressee(lines: readonly string[]): void;
  /** An amount as French writes it; with the currency's code where the font has no sign for it. */
  amount(amountMinor: number | bigint, currency: CurrencyCode, options?: { signed?: boolean }): string;
  finish(): Promise<Uint8Array>;
}

const inWords = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const inFigures = new Intl.DateTimeFormat('fr-FR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The calendar day itself, or that of an instant in French legal time, as an instant that the formats above read in UTC. */
function calendarDay(day: Date | string): Date {
  return new Date(typeof day === 'string' ? day : legalDay(day));
}

/** « 20 novembre 2026 », « 1er novembre 2026 »: of an instant in French legal time, or of a day YYYY-MM-DD. */
export function dayInWords(day: Date | string): string {
  return withOrdinalFirst(inWords.format(calendarDay(day)));
}

/** « 20/11/2026 », of the same. */
export function dayInFigures(day: Date | string): string {
  return inFigures.format(calendarDay(day));
}

/** Begins a document. What is drawn stands below what came before, on a new page where it no longer fits. */
export async function openPaper(options: SheetsOptions): Promise<Paper> {
  const sheets = await openSheets(options);

  function block(type: string, text: string, writing: Writing, after: number): void {
    const height = sheets.heightOf(text, writing);
    sheets.needRoom(height);
    sheets.element(sheets.root, type, () => sheets.write(text, writing));
    sheets.y += height + after;
  }

  const paper: Paper = {
    title(text, subtitle) {
      block('H1', text, { size: 20, font: 'strong' }, subtitle ? 2 : 16);
      if (subtitle) block('P', subtitle, { size: 11, colour: QUIET }, 16);
    },
    heading(text) {
      // A heading never stands alone at the foot of a page.
      sheets.needRoom(60);
      sheets.y += 8;
      block('H2', text, { size: 12, font: 'strong' }, 6);
    },
    paragraph(text, look) {
      const writing: Writing = {
        size: look === 'quiet' ? 8.5 : 10,
        font: look === 'strong' ? 'strong' : 'regular',
        colour: look === 'quiet' ? QUIET : INK,
      };
      block('P', text, writing, 8);
    },
    addressee(lines) {
      const x = PAGE.left + WIDTH * 0.55;
      const width = WIDTH * 0.45;
      let height = 0;
      for (const line of lines) height += sheets.heightOf(line, { width });
      sheets.needRoom(height);
      sheets.element(sheets.root, 'P', () => {
        let lineY = sheets.y;
        for (const line of lines) {
          sheets.write(line, { x, y: lineY, width });
          lineY += sheets.heightOf(line, { width });
        }
      });
      sheets.y += height + 24;
    },
    facts: (rows) => drawFacts(sheets, rows),
    box: (heading, rows) => drawBox(sheets, heading, rows),
    newPage: () => sheets.newPage(),
    table: (content) => drawTable(sheets, content),
    notice(sentences) {
      for (const sentence of sentences) {
        const writing = { size: 9, x: PAGE.left + 12, width: WIDTH - 12 };
        const height = sheets.heightOf(sentence, writing);
        sheets.needRoom(height + 8);
        sheets.bar(height);
        sheets.element(sheets.root, 'P', () => sheets.write(sentence, writing));
        sheets.y += height + 8;
      }
    },
    amount(amountMinor, currency, { signed = false } = {}) {
      const text = formatMoney({ amountMinor, currency }, 'fr-FR', { signed });
      return sheets.canPrint(text)
        ? text
        : formatMoney({ amountMinor, currency }, 'fr-FR', { signed, currencyDisplay: 'code' });
    },
    finish() {
      // What is written across the pages is said in words too: not everyone sees the page.
      if (options.institution.mode === 'demo') paper.notice([words.specimen]);
      return sheets.finish();
    },
  };
  return paper;
}
