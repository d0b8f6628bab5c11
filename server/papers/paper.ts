import type { ClientLanguage } from '#domain/clients/client-languages.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import { type Fonts, fontsWith, LATIN_FONTS } from './fonts.ts';
import type { PaperLanguage } from './paper-language.ts';
import {
  INK,
  type MakingInLanguage,
  openSheets,
  PAGE,
  QUIET,
  type Sheets,
  WIDTH,
  type Writing,
} from './sheets.ts';
import { drawBox, drawFacts, drawTable, type Facts, type TableContent } from './tables.ts';

/** A page-by-page document: tagged, so that it can be heard and searched, with the institution's head and foot. */
export interface Paper {
  /** The only title. */
  title(text: string, subtitle?: string): void;
  heading(text: string): void;
  paragraph(text: string, look?: 'quiet' | 'strong'): void;
  /** Names and their values, one below the other; close together in a letter. */
  facts(rows: Facts, look?: 'close'): void;
  /** A heading with its facts in a frame, which stands out from the rest and holds nothing else. */
  box(heading: string, rows: Facts): void;
  table(content: TableContent): Promise<void>;
  newPage(): void;
  /** Sentences that the law or the institution owes the reader, ruled on the left. */
  notice(sentences: readonly string[]): void;
  /** An address as the window of an envelope shows it. */
  addressee(lines: readonly string[]): void;
  /** The beginning of a letter that is to end on its first page: the only title at the left, the address at its right. */
  letterOpening(title: string, subtitle: string, addressee: readonly string[]): void;
  /** An amount as the language writes it; with the currency's code where the font has no sign for it. */
  amount(amountMinor: number | bigint, currency: CurrencyCode, options?: { signed?: boolean }): string;
}

/** What a document is made with: its institution, moment, language and title. */
export interface PaperOptions extends MakingInLanguage {
  /** The title in the document's properties and in its window. */
  readonly title: string;
}

/** The fonts of the languages whose own words are not written in Latin letters, after their first document. */
const fontsOfWords = new Map<ClientLanguage, Fonts>();

/**
 * Draws a document. It is drawn once more where letters were missing that another family of fonts has: names of clients and payees, which nobody
 * knows before.
 * @returns the bytes of the PDF.
 */
export async function drawPaper(
  options: PaperOptions,
  draw: (paper: Paper) => Promise<void> | void,
): Promise<Uint8Array> {
  const { code, words } = options.language;
  const drawWith = async (fonts: Fonts) => {
    const sheets = await openSheets({ ...options, fonts });
    await draw(paperOn(sheets, options.language));
    // What is written across the pages is said in words too: not everyone sees the page.
    if (options.institution.mode === 'demo') paperOn(sheets, options.language).notice([words.specimen]);
    return { bytes: await sheets.finish(), letters: sheets.lettersBeyondLatin };
  };
  const atHand = fontsOfWords.get(code) ?? LATIN_FONTS;
  const { bytes, letters } = await drawWith(atHand);
  const fonts = await fontsWith(letters, code);
  if (![...letters].some((letter) => fonts.letters.has(letter) && !atHand.letters.has(letter))) return bytes;
  const said = JSON.stringify(words);
  if ([...letters].some((letter) => said.includes(letter))) fontsOfWords.set(code, fonts);
  return (await drawWith(fonts)).bytes;
}

/**
 * A paper on pages. What is drawn stands below what came before, on a new page where it no longer fits.
 * Longer than 70 lines: it is the list of what can be drawn, each a few lines on the same pages.
 */
function paperOn(sheets: Sheets, { locale }: PaperLanguage): Paper {
  function block(type: string, text: string, writing: Writing, after: number): void {
    const height = sheets.heightOf(text, writing);
    sheets.needRoom(height);
    sheets.element(sheets.root, type, () => sheets.write(text, writing));
    sheets.y += height + after;
  }

  /** Writes an address at the right of the page, without moving down. Returns its height in points. */
  function address(lines: readonly string[]): number {
    const place = { x: PAGE.left + WIDTH * 0.55, width: WIDTH * 0.45 };
    const height = lines.reduce((sum, line) => sum + sheets.heightOf(line, place), 0);
    sheets.needRoom(height);
    sheets.element(sheets.root, 'P', () => {
      let lineY = sheets.y;
      for (const line of lines) {
        sheets.write(line, { ...place, y: lineY });
        lineY += sheets.heightOf(line, place);
      }
    });
    return height;
  }

  return {
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
      sheets.y += address(lines) + 24;
    },
    letterOpening(title, subtitle, lines) {
      const { y: top } = sheets;
      const width = WIDTH * 0.5;
      const large: Writing = { size: 18, font: 'strong', width };
      const small: Writing = { size: 10, colour: QUIET, width };
      const titleHeight = sheets.heightOf(title, large) + 2;
      const height = Math.max(titleHeight + sheets.heightOf(subtitle, small), address(lines));
      sheets.element(sheets.root, 'H1', () => sheets.write(title, large));
      sheets.element(sheets.root, 'P', () => sheets.write(subtitle, { ...small, y: top + titleHeight }));
      sheets.y = top + height + 16;
    },
    facts: (rows, look) => drawFacts(sheets, rows, look ? 1.5 : undefined),
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
      const text = formatMoney({ amountMinor, currency }, locale, { signed });
      return sheets.canPrint(text)
        ? text
        : formatMoney({ amountMinor, currency }, locale, { signed, currencyDisplay: 'code' });
    },
  };
}
