import type { Institution } from '#content/institution/schema.ts';
import { addressInLine, institutionValues } from '#content/institution-values.ts';
import { inLatin } from '#domain/latin.ts';
import type { Fonts, Weight } from './fonts.ts';
import type { PaperLanguage } from './paper-language.ts';
import { fill } from './words.ts';

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

/** What every document is made with. */
export interface Making {
  readonly institution: Institution;
  readonly now: Date;
}

/** What a document is made with that is written in the language of its reader. */
export interface MakingInLanguage extends Making {
  readonly language: PaperLanguage;
}

export interface SheetsOptions extends MakingInLanguage {
  /** The title in the document's properties and in its window. */
  readonly title: string;
  readonly fonts: Fonts;
}

/** How a text stands on the page, in points: across the whole width and at the height reached unless said otherwise. */
export interface Writing {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly size?: number;
  readonly font?: Weight;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
}

interface FontFile {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** A font as pdfkit keeps it in a document. `layoutCache` has the glyphs and places of each word set so far, which nothing changes. */
interface SetFont {
  font: FontFile;
  layoutCache: Record<string, unknown>;
}

/**
 * Fonts as the first document with them read them, with the words that documents set: to read their tables anew takes half of the processor time
 * of a document, and to set its words anew a third of the rest.
 */
const readFonts = new WeakMap<Fonts, Map<Weight, SetFont>>();

/** How many words a document may find set in a font. Then they begin anew: a word takes a kilobyte or two. */
const WORDS_KEPT = 2_000;

/**
 * The pages of a document, drawn from the top down: fonts, tags for screen readers, the institution's head and foot. The feet are drawn last,
 * when the number of pages is known.
 */
export interface Sheets {
  /** The element that holds the whole document. */
  readonly root: PDFKit.PDFStructureElement;
  /** How far down the page is drawn, in points from its top. */
  y: number;
  /** A table or a row, to which elements are added; its `end` says that it is complete. */
  struct(type: string): PDFKit.PDFStructureElement;
  /** Draws something as an element of the document's structure, which screen readers read in this order. */
  element(parent: PDFKit.PDFStructureElement, type: string, draw: () => void, scope?: 'Row' | 'Column'): void;
  /** Draws something that screen readers leave out. */
  artifact(draw: () => void): void;
  rule(atY: number, colour?: string, thickness?: number): void;
  /** A frame around what stands between two heights of the page. */
  frame(top: number, height: number): void;
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
  /** The letters written so far that the Latin fonts do not have. */
  readonly lettersBeyondLatin: ReadonlySet<string>;
  finish(): Promise<Uint8Array>;
}

type Pdf = PDFKit.PDFDocument;

/** An empty PDF with the institution's names in its properties. */
async function createPdf({ institution, title, now, language }: SheetsOptions): Promise<Pdf> {
  // Loaded with the first document and not at the start: it takes 25 MB, and many nodes never make a document.
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: language.locale,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    // PDF/UA (ISO 14289): accessible to screen readers. The types of pdfkit do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-2a',
    info: {
      Title: title,
      Author: institution.legalName,
      Subject: institution.mode === 'demo' ? language.words.specimenMark : title,
      Creator: institution.brandName,
      Producer: institution.brandName,
      CreationDate: now,
    },
  });
}

/** The bytes of a PDF, once it is ended. */
function bytesOf(doc: Pdf): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise<Uint8Array>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

/** Gives the document its fonts. Returns whether they have a sign for a character. */
function useFonts(doc: Pdf, fonts: Fonts): (character: string) => boolean {
  const read = readFonts.get(fonts) ?? new Map<Weight, SetFont>();
  readFonts.set(fonts, read);
  for (const name of ['strong', 'regular'] as const) {
    const known = read.get(name);
    // pdfkit takes a font that it has read; its types know only files and their bytes.
    doc.registerFont(name, (known?.font as unknown as string | undefined) ?? (fonts[name] as string));
    doc.font(name);
    const { _font: own } = doc as unknown as { _font: SetFont };
    if (known && Object.keys(known.layoutCache).length < WORDS_KEPT) own.layoutCache = known.layoutCache;
    // Not `own` itself, which holds the document.
    read.set(name, { font: own.font, layoutCache: own.layoutCache });
  }
  const file = read.get('regular')?.font;
  return (character) => file?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) === true;
}

/**
 * A text in characters that the font has: a word with a letter it lacks is written in plain Latin letters, and a character that has no Latin
 * form becomes a question mark rather than an empty box.
 */
function printable(text: string, isPrintable: (character: string) => boolean): string {
  return [
    ...text
      .normalize('NFC')
      .replace(/[\r\t]+/g, ' ')
      // Each letter is asked for: those that are missing may be had from another family of fonts.
      .replace(/\p{L}+/gu, (word) =>
        [...word].filter((letter) => !isPrintable(letter)).length === 0 ? word : inLatin(word),
      ),
  ]
    .map((character) => (character === '\n' || isPrintable(character) ? character : '?'))
    .join('');
}

function chooseFont(doc: Pdf, { size = 10, font = 'regular', colour = INK }: Writing): void {
  doc.font(font).fontSize(size).fillColor(colour);
}

function drawLine(doc: Pdf, y: number, colour: string, thickness: number): void {
  doc
    .moveTo(PAGE.left, y)
    .lineTo(PAGE.left + WIDTH, y)
    .lineWidth(thickness)
    .strokeColor(colour)
    .stroke();
}

/** Writes across the page that the document is a specimen. */
function drawSpecimen(doc: Pdf, mark: string): void {
  doc.save();
  doc.rotate(-52, { origin: [PAGE.width / 2, PAGE.height / 2] });
  chooseFont(doc, { size: 46, font: 'strong', colour: '#ebe7dc' });
  const width = doc.widthOfString(mark);
  doc.text(mark, (PAGE.width - width) / 2, PAGE.height / 2 - 28, { lineBreak: false });
  doc.restore();
}

/** Draws the institution's name at the head of the first page. */
function drawLetterhead(sheets: Sheets, institution: Institution): void {
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
    right.reduce((sum, line) => sum + sheets.heightOf(line, small), 0),
  );
  sheets.element(sheets.root, 'P', () =>
    sheets.write(institution.brandName, { size: 18, font: 'strong', colour: BRAND, width: half }),
  );
  sheets.element(sheets.root, 'P', () => {
    let lineY = sheets.y;
    for (const line of right) {
      sheets.write(line, { ...small, x: PAGE.left + half, y: lineY, align: 'right' });
      lineY += sheets.heightOf(line, small);
    }
  });
  sheets.y += height + 10;
  sheets.rule(sheets.y, BRAND, 1.5);
  sheets.y += 26;
}

/** Draws the legal lines and the number of each page, when the number of pages is known. */
function drawFeet(doc: Pdf, sheets: Sheets, { institution, language }: SheetsOptions): void {
  const values = institutionValues(institution);
  const lines = [
    values['institution.identity'],
    `${values['institution.status']}, ${values['institution.registration']}. ${values['institution.supervision']}`,
  ].map((line) => line.charAt(0).toUpperCase() + line.slice(1));
  const top = PAGE.height - PAGE.bottom + 22;
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    doc.markContent('Artifact', { type: 'Pagination' });
    drawLine(doc, top - 8, LINE, 0.5);
    let lineY = top;
    for (const line of lines) {
      const writing = { size: 6.5, colour: QUIET, y: lineY, width: WIDTH - 70 };
      sheets.write(line, writing);
      lineY += sheets.heightOf(line, writing);
    }
    sheets.write(fill(language.words.page, { page: String(page + 1), count: String(count) }), {
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

/**
 * Begins a document with its first page and its letterhead.
 * Longer than 70 lines: it is the list of what can be drawn on a sheet, each a few lines on the same document.
 */
export async function openSheets(options: SheetsOptions): Promise<Sheets> {
  const { institution, language, fonts } = options;
  const doc = await createPdf(options);
  const finished = bytesOf(doc);
  const hasLetter = useFonts(doc, fonts);
  const lettersBeyondLatin = new Set<string>();
  const isPrintable = (character: string) => {
    const has = hasLetter(character);
    if (!has || fonts.letters.has(character)) lettersBeyondLatin.add(character);
    return has;
  };
  // Most texts are measured before they are written.
  const printed = new Map<string, string>();
  const print = (text: string): string => {
    const known = printed.get(text) ?? printable(text, isPrintable);
    printed.set(text, known);
    return known;
  };
  const root = doc.struct('Document');
  doc.addStructure(root);

  const sheets: Sheets = {
    root,
    y: PAGE.top,
    struct: (type) => doc.struct(type),
    element(parent, type, draw, scope) {
      parent.add(doc.struct(type, (scope ? { scope } : {}) as object, [draw]));
    },
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
    rule(atY, colour = LINE, thickness = 0.5) {
      sheets.artifact(() => drawLine(doc, atY, colour, thickness));
    },
    frame: (top, height) =>
      sheets.artifact(() =>
        doc
          .rect(PAGE.left - 14, top, WIDTH + 28, height)
          .lineWidth(2)
          .strokeColor(BRAND)
          .stroke(),
      ),
    bar: (height) => sheets.artifact(() => doc.rect(PAGE.left, sheets.y, 2.5, height).fill(BRAND)),
    heightOf(text, writing) {
      chooseFont(doc, writing);
      return doc.heightOfString(print(text), {
        width: writing.width ?? WIDTH,
        lineGap: 2,
      });
    },
    widthOf(text, writing) {
      chooseFont(doc, writing);
      return doc.widthOfString(print(text));
    },
    write(text, writing) {
      chooseFont(doc, writing);
      doc.text(print(text), writing.x ?? PAGE.left, writing.y ?? sheets.y, {
        width: writing.width ?? WIDTH,
        align: writing.align ?? 'left',
        lineGap: 2,
      });
    },
    newPage() {
      doc.addPage();
      if (institution.mode === 'demo')
        sheets.artifact(() => drawSpecimen(doc, print(language.words.specimenMark)));
      sheets.y = PAGE.top;
    },
    needRoom(height) {
      if (sheets.y + height > LOWEST) sheets.newPage();
    },
    canPrint: (text) => [...text].every(hasLetter),
    lettersBeyondLatin,
    finish() {
      root.end();
      drawFeet(doc, sheets, options);
      doc.end();
      return finished;
    },
  };
  sheets.newPage();
  drawLetterhead(sheets, institution);
  return sheets;
}
