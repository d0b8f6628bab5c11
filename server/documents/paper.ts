import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { Institution } from '#content/institution/schema.ts';
import { addressInLine, institutionValues } from '#content/institution/values.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { words } from './words.ts';

const FONTS = {
  regular: fileURLToPath(new URL('./fonts/instrument-sans-regular.ttf', import.meta.url)),
  strong: fileURLToPath(new URL('./fonts/instrument-sans-semibold.ttf', import.meta.url)),
};

/** The colours of the screens, on white paper. */
const INK = '#17211d';
const QUIET = '#565d58';
const BRAND = '#0b4f3c';
const LINE = '#d5d0c3';

/** A4 in points, with margins that leave the foot room for the legal lines. */
const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 56, bottom: 92 };
const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const LOWEST = PAGE.height - PAGE.bottom;

/** Points of a table's text, and the space between two of its columns. */
const CELL_SIZE = 8.5;
const CELL_GAP = 8;
/** Points above and below the text of a row, together. */
const ROW_PADDING = 6;

/** What a document of a demonstration says across each page. */
export const SPECIMEN = 'SPÉCIMEN – DÉMONSTRATION';

/** Rows drawn before other requests of the process get their turn. */
const ROWS_AT_ONCE = 100;

export interface Column {
  readonly header: string;
  /** Share of the width; the shares of a table add up to 1. */
  readonly share: number;
  /** Numbers stand on the right and never break. */
  readonly isNumber?: boolean;
}

export interface TableContent {
  readonly columns: readonly Column[];
  readonly rows: Iterable<readonly string[]>;
  /** The last row, ruled off from the others. */
  readonly total?: readonly string[];
}

/** A page-by-page document in French: tagged, so that it can be heard and searched, with the institution's head and foot. */
export interface Paper {
  /** The only title. */
  title(text: string, subtitle?: string): void;
  heading(text: string): void;
  paragraph(text: string, look?: 'quiet' | 'strong'): void;
  /** Names and their values, one below the other. */
  facts(rows: readonly (readonly [name: string, value: string])[]): void;
  table(content: TableContent): Promise<void>;
  /** Sentences that the law or the institution owes the reader, ruled on the left. */
  notice(sentences: readonly string[]): void;
  /** An address as the window of an envelope shows it. */
  addressee(lines: readonly string[]): void;
  /** An amount as French writes it; with the currency's code where the font has no sign for it. */
  amount(amountMinor: number, currency: CurrencyCode, options?: { signed?: boolean }): string;
  finish(): Promise<Uint8Array>;
}

/** What every document is made with. */
export interface Making {
  readonly institution: Institution;
  readonly now: Date;
}

export interface PaperOptions extends Making {
  /** The title in the document's properties and in its window. */
  readonly title: string;
}

interface FontFile {
  hasGlyphForCodePoint(codePoint: number): boolean;
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
  return inWords.format(calendarDay(day)).replace(/^1 /, '1er ');
}

/** « 20/11/2026 », of the same. */
export function dayInFigures(day: Date | string): string {
  return inFigures.format(calendarDay(day));
}

/** Begins a document. Drawing works from the top down; the head and foot of the pages are drawn at the end, when their number is known. */
export function openPaper({ institution, title, now }: PaperOptions): Paper {
  const isSpecimen = institution.mode === 'demo';
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'fr-FR',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    // PDF/UA (ISO 14289): made to be read by people and machines that do not see the page. The types do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-2a',
    info: {
      Title: title,
      Author: institution.legalName,
      Subject: isSpecimen ? SPECIMEN : title,
      Creator: institution.brandName,
      Producer: institution.brandName,
      CreationDate: now,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', FONTS.regular);
  doc.registerFont('strong', FONTS.strong);
  doc.font('regular');
  const font = (doc as unknown as { _font: { font: FontFile } })._font.font;
  const isPrintable = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

  /** Scripts that the font does not have are shown by a mark of their own rather than by an empty box. */
  const printable = (text: string) =>
    [...text.normalize('NFC').replace(/[\r\t]+/g, ' ')]
      .map((character) => (character === '\n' || isPrintable(character) ? character : '?'))
      .join('');

  const root = doc.struct('Document');
  doc.addStructure(root);
  let y = PAGE.top;

  /** Draws something as an element of the document's structure: what a screen reader hears, in this order. */
  function element(
    parent: PDFKit.PDFStructureElement,
    type: string,
    draw: () => void,
    scope?: 'Row' | 'Column',
  ): void {
    parent.add(doc.struct(type, (scope ? { scope } : {}) as object, [draw]));
  }

  function artifact(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
  }

  function rule(atY: number, colour = LINE, thickness = 0.5): void {
    artifact(() =>
      doc
        .moveTo(PAGE.left, atY)
        .lineTo(PAGE.left + WIDTH, atY)
        .lineWidth(thickness)
        .strokeColor(colour)
        .stroke(),
    );
  }

  interface Writing {
    readonly x?: number;
    readonly y?: number;
    readonly width?: number;
    readonly size?: number;
    readonly font?: keyof typeof FONTS;
    readonly colour?: string;
    readonly align?: 'left' | 'right' | 'center';
    readonly isOneLine?: boolean;
  }

  function choose({ size = 10, font: name = 'regular', colour = INK }: Writing): void {
    doc.font(name).fontSize(size).fillColor(colour);
  }

  function heightOf(text: string, writing: Writing): number {
    choose(writing);
    return doc.heightOfString(printable(text), { width: writing.width ?? WIDTH, lineGap: 2 });
  }

  function write(text: string, writing: Writing): void {
    choose(writing);
    doc.text(printable(text), writing.x ?? PAGE.left, writing.y ?? y, {
      width: writing.width ?? WIDTH,
      align: writing.align ?? 'left',
      lineGap: 2,
      ...(writing.isOneLine ? { lineBreak: false } : {}),
    });
  }

  function specimen(): void {
    if (!isSpecimen) return;
    artifact(() => {
      doc.save();
      doc.rotate(-52, { origin: [PAGE.width / 2, PAGE.height / 2] });
      choose({ size: 46, font: 'strong', colour: '#ebe7dc' });
      const width = doc.widthOfString(SPECIMEN);
      doc.text(SPECIMEN, (PAGE.width - width) / 2, PAGE.height / 2 - 28, { lineBreak: false });
      doc.restore();
    });
  }

  function newPage(): void {
    doc.addPage();
    specimen();
    y = PAGE.top;
  }

  function needRoom(height: number): void {
    if (y + height > LOWEST) newPage();
  }

  function block(type: string, text: string, writing: Writing, after: number): void {
    const height = heightOf(text, writing);
    needRoom(height);
    element(root, type, () => write(text, writing));
    y += height + after;
  }

  /** The institution's name at the head of the first page. */
  function letterhead(): void {
    const right = [
      institution.legalName,
      addressInLine(institution),
      institution.phone.display,
      institution.email,
    ];
    const half = WIDTH / 2;
    const small = { size: 8, colour: QUIET, width: half };
    const height = Math.max(
      26,
      right.reduce((sum, line) => sum + heightOf(line, small), 0),
    );
    element(root, 'P', () =>
      write(institution.brandName, { size: 18, font: 'strong', colour: BRAND, width: half }),
    );
    element(root, 'P', () => {
      let lineY = y;
      for (const line of right) {
        write(line, { ...small, x: PAGE.left + half, y: lineY, align: 'right' });
        lineY += heightOf(line, small);
      }
    });
    y += height + 10;
    rule(y, BRAND, 1.5);
    y += 26;
  }

  /** The legal lines and the number of each page, now that their count is known. */
  function feet(): void {
    const values = institutionValues(institution);
    const lines = [
      values['institution.identity'],
      `${values['institution.status']}, ${values['institution.registration']}. ${values['institution.supervision']}`,
    ].map((line) => line.charAt(0).toUpperCase() + line.slice(1));
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(page);
      doc.markContent('Artifact', { type: 'Pagination' });
      const top = PAGE.height - PAGE.bottom + 22;
      doc
        .moveTo(PAGE.left, top - 8)
        .lineTo(PAGE.left + WIDTH, top - 8)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke();
      let lineY = top;
      for (const line of lines) {
        const writing = { size: 6.5, colour: QUIET, y: lineY, width: WIDTH - 70 };
        write(line, writing);
        lineY += heightOf(line, writing);
      }
      write(`Page ${page + 1} sur ${count}`, {
        size: 8,
        colour: QUIET,
        y: top,
        x: PAGE.left + WIDTH - 70,
        width: 70,
        align: 'right',
      });
      doc.endMarkedContent();
    }
  }

  /** The cells of one row side by side; returns the height of the tallest. */
  function rowHeight(cells: readonly string[], columns: readonly Column[], name: Writing['font']): number {
    return Math.max(
      ...cells.map((cell, index) => {
        const column = columns[index];
        // A number takes one line.
        const text = column?.isNumber ? '0' : cell;
        return heightOf(text, {
          size: CELL_SIZE,
          font: name,
          width: WIDTH * (column?.share ?? 0) - CELL_GAP,
        });
      }),
    );
  }

  /** The size at which a number fits on one line: a long amount is written smaller, never broken or cut. */
  function sizeThatFits(text: string, width: number, writing: Writing): number {
    choose({ ...writing, size: CELL_SIZE });
    const needed = doc.widthOfString(printable(text));
    return needed <= width ? CELL_SIZE : (CELL_SIZE * width) / needed - 0.05;
  }

  function drawCell(text: string, column: Column, x: number, look: Writing): void {
    // Text leaves a gap on its right, numbers on their left: the outer edges of a table are those of the page.
    const width = WIDTH * column.share - CELL_GAP;
    write(text, {
      x: column.isNumber ? x + CELL_GAP : x,
      y: y + 4,
      width,
      size: column.isNumber ? sizeThatFits(text, width, look) : CELL_SIZE,
      align: column.isNumber ? 'right' : 'left',
      ...look,
    });
  }

  function columnStarts(columns: readonly Column[]): number[] {
    let x = PAGE.left;
    return columns.map(({ share }) => {
      const start = x;
      x += WIDTH * share;
      return start;
    });
  }

  newPage();
  letterhead();

  const paper: Paper = {
    title(text, subtitle) {
      block('H1', text, { size: 20, font: 'strong' }, subtitle ? 2 : 16);
      if (subtitle) block('P', subtitle, { size: 11, colour: QUIET }, 16);
    },
    heading(text) {
      // A heading never stands alone at the foot of a page.
      needRoom(60);
      y += 8;
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
      for (const line of lines) height += heightOf(line, { width });
      needRoom(height);
      element(root, 'P', () => {
        let lineY = y;
        for (const line of lines) {
          write(line, { x, y: lineY, width });
          lineY += heightOf(line, { width });
        }
      });
      y += height + 24;
    },
    facts(rows) {
      const nameWidth = WIDTH * 0.36;
      const table = doc.struct('Table');
      root.add(table);
      for (const [name, value] of rows) {
        const height = Math.max(
          heightOf(name, { width: nameWidth, colour: QUIET }),
          heightOf(value, { width: WIDTH - nameWidth, font: 'strong' }),
        );
        needRoom(height + 10);
        const row = doc.struct('TR');
        table.add(row);
        element(row, 'TH', () => write(name, { y: y + 4, width: nameWidth - 8, colour: QUIET }), 'Row');
        element(row, 'TD', () =>
          write(value, { x: PAGE.left + nameWidth, y: y + 4, width: WIDTH - nameWidth, font: 'strong' }),
        );
        row.end();
        y += height + 8;
        rule(y);
      }
      table.end();
      y += 14;
    },
    async table({ columns, rows, total }) {
      const starts = columnStarts(columns);
      const headers = columns.map(({ header }) => header);
      const headerHeight = rowHeight(headers, columns, 'strong') + ROW_PADDING;
      const headerLook = { font: 'strong', colour: BRAND } as const;
      const drawHeaders = (draw: (column: Column, index: number) => void) => {
        for (const [index, column] of columns.entries()) draw(column, index);
        y += headerHeight;
        rule(y, BRAND, 1);
      };
      const table = doc.struct('Table');
      root.add(table);
      needRoom(headerHeight + 40);
      const headerRow = doc.struct('TR');
      table.add(headerRow);
      drawHeaders((column, index) => {
        element(
          headerRow,
          'TH',
          () => drawCell(column.header, column, starts[index] ?? 0, headerLook),
          'Column',
        );
      });
      headerRow.end();

      const drawRow = (cells: readonly string[], name: 'regular' | 'strong') => {
        const height = rowHeight(cells, columns, name) + ROW_PADDING;
        if (y + height > LOWEST) {
          newPage();
          // Shown again for the eye; the table has its headers already.
          drawHeaders((column, index) =>
            artifact(() => drawCell(column.header, column, starts[index] ?? 0, headerLook)),
          );
        }
        const row = doc.struct('TR');
        table.add(row);
        for (const [index, column] of columns.entries())
          element(row, 'TD', () => drawCell(cells[index] ?? '', column, starts[index] ?? 0, { font: name }));
        row.end();
        y += height;
        rule(y);
      };
      let drawn = 0;
      for (const cells of rows) {
        drawRow(cells, 'regular');
        drawn += 1;
        if (drawn % ROWS_AT_ONCE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
      }
      if (total) {
        rule(y, BRAND, 1);
        drawRow(total, 'strong');
      }
      table.end();
      y += 14;
    },
    notice(sentences) {
      for (const sentence of sentences) {
        const writing = { size: 9, x: PAGE.left + 12, width: WIDTH - 12 };
        const height = heightOf(sentence, writing);
        needRoom(height + 8);
        artifact(() => doc.rect(PAGE.left, y, 2.5, height).fill(BRAND));
        element(root, 'P', () => write(sentence, writing));
        y += height + 8;
      }
    },
    amount(amountMinor, currency, { signed = false } = {}) {
      const text = formatMoney(money(amountMinor, currency), 'fr-FR', { signed });
      return [...text].every(isPrintable)
        ? text
        : formatMoney(money(amountMinor, currency), 'fr-FR', { signed, currencyDisplay: 'code' });
    },
    finish() {
      // What is written across the pages is said in words too: not everyone sees the page.
      if (isSpecimen) paper.notice([words.specimen]);
      root.end();
      feet();
      doc.end();
      return finished;
    },
  };
  return paper;
}
