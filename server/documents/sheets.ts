import { fileURLToPath } from 'node:url';
import type { Institution } from '#content/institution/schema.ts';
import { addressInLine, institutionValues } from '#content/institution/values.ts';
import { inLatin } from '#domain/latin.ts';

const FONTS = {
  regular: fileURLToPath(new URL('./fonts/instrument-sans-regular.ttf', import.meta.url)),
  strong: fileURLToPath(new URL('./fonts/instrument-sans-semibold.ttf', import.meta.url)),
};

/** The colours of the screens, on white paper. */
export const INK = '#17211d';
export const QUIET = '#565d58';
export const BRAND = '#0b4f3c';
const LINE = '#d5d0c3';

/** A4 in points, with margins that leave the foot room for the legal lines. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 56, bottom: 92 };
export const WIDTH = PAGE.width - PAGE.left - PAGE.right;
/** Where the foot begins. */
export const LOWEST = PAGE.height - PAGE.bottom;

/** What a document of a demonstration says across each page. */
const SPECIMEN = 'SPÉCIMEN – DÉMONSTRATION';

/** What every document is made with. */
export interface Making {
  readonly institution: Institution;
  readonly now: Date;
}

export interface SheetsOptions extends Making {
  /** The title in the document's properties and in its window. */
  readonly title: string;
}

/** How a text stands on the page, in points: across the whole width and at the height reached unless said otherwise. */
export interface Writing {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly size?: number;
  readonly font?: keyof typeof FONTS;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
}

interface FontFile {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/**
 * The pages of a document, drawn from the top down: fonts, tags for whoever does not see the page, the institution's head and foot. The feet
 * come last, when the number of pages is known.
 */
export interface Sheets {
  /** The element that holds the whole document. */
  readonly root: PDFKit.PDFStructureElement;
  /** How far down the page is drawn, in points from its top. */
  y: number;
  /** A table or a row, to which elements are added; its `end` says that it is complete. */
  struct(type: string): PDFKit.PDFStructureElement;
  /** Draws something as an element of the document's structure: what a screen reader hears, in this order. */
  element(parent: PDFKit.PDFStructureElement, type: string, draw: () => void, scope?: 'Row' | 'Column'): void;
  /** Draws something that nobody needs to hear. */
  artifact(draw: () => void): void;
  rule(atY: number, colour?: string, thickness?: number): void;
  /** A bar at the left of what is drawn next. */
  bar(height: number): void;
  heightOf(text: string, writing: Writing): number;
  /** The width of a text on one line, in points. */
  widthOf(text: string, writing: Writing): number;
  write(text: string, writing: Writing): void;
  newPage(): void;
  /** Goes to a new page where less than this height is left. */
  needRoom(height: number): void;
  /** Whether the fonts have a sign for every character. */
  canPrint(text: string): boolean;
  finish(): Promise<Uint8Array>;
}

/** Begins a document with its first page and its letterhead. */
export async function openSheets({ institution, title, now }: SheetsOptions): Promise<Sheets> {
  // With the first document and not at the start: it takes 25 MB, and a node may never be asked for one.
  const { default: PDFDocument } = await import('pdfkit');
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

  /** A word that the font lacks letters of is written in plain Latin ones; what has none is a question mark rather than an empty box. */
  const printable = (text: string) =>
    [
      ...text
        .normalize('NFC')
        .replace(/[\r\t]+/g, ' ')
        .replace(/\p{L}+/gu, (word) => ([...word].every(isPrintable) ? word : inLatin(word))),
    ]
      .map((character) => (character === '\n' || isPrintable(character) ? character : '?'))
      .join('');

  const root = doc.struct('Document');
  doc.addStructure(root);

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

  function choose({ size = 10, font: name = 'regular', colour = INK }: Writing): void {
    doc.font(name).fontSize(size).fillColor(colour);
  }

  function heightOf(text: string, writing: Writing): number {
    choose(writing);
    return doc.heightOfString(printable(text), { width: writing.width ?? WIDTH, lineGap: 2 });
  }

  function write(text: string, writing: Writing): void {
    choose(writing);
    doc.text(printable(text), writing.x ?? PAGE.left, writing.y ?? sheets.y, {
      width: writing.width ?? WIDTH,
      align: writing.align ?? 'left',
      lineGap: 2,
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
    sheets.y = PAGE.top;
  }

  function needRoom(height: number): void {
    if (sheets.y + height > LOWEST) newPage();
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
      let lineY = sheets.y;
      for (const line of right) {
        write(line, { ...small, x: PAGE.left + half, y: lineY, align: 'right' });
        lineY += heightOf(line, small);
      }
    });
    sheets.y += height + 10;
    rule(sheets.y, BRAND, 1.5);
    sheets.y += 26;
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

  const sheets: Sheets = {
    root,
    y: PAGE.top,
    struct: (type) => doc.struct(type),
    element,
    artifact,
    rule,
    bar: (height) => artifact(() => doc.rect(PAGE.left, sheets.y, 2.5, height).fill(BRAND)),
    heightOf,
    widthOf(text, writing) {
      choose(writing);
      return doc.widthOfString(printable(text));
    },
    write,
    newPage,
    needRoom,
    canPrint: (text) => [...text].every(isPrintable),
    finish() {
      root.end();
      feet();
      doc.end();
      return finished;
    },
  };
  newPage();
  letterhead();
  return sheets;
}
