import { othersTurn } from '../work/others-turn.ts';
import { BRAND, LOWEST, PAGE, QUIET, type Sheets, WIDTH, type Writing } from './sheets.ts';

/** Points of a table's text, and the space between two of its columns. */
const CELL_SIZE = 8.5;
const CELL_GAP = 8;
/** Points above and below the text of a row, together. */
const ROW_PADDING = 6;

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

/** Names and their values. */
export type Facts = readonly (readonly [name: string, value: string])[];

/** The cells of one row side by side; returns the height of the tallest. */
function rowHeight(
  sheets: Sheets,
  cells: readonly string[],
  columns: readonly Column[],
  name: Writing['font'],
): number {
  return Math.max(
    ...cells.map((cell, index) => {
      const column = columns[index];
      // A number takes one line.
      const text = column?.isNumber ? '0' : cell;
      return sheets.heightOf(text, {
        size: CELL_SIZE,
        font: name,
        width: WIDTH * (column?.share ?? 0) - CELL_GAP,
      });
    }),
  );
}

/** The size at which a number fits on one line: a long amount is written smaller, never broken or cut. */
function sizeThatFits(sheets: Sheets, text: string, width: number, look: Writing): number {
  const needed = sheets.widthOf(text, { ...look, size: CELL_SIZE });
  return needed <= width ? CELL_SIZE : (CELL_SIZE * width) / needed - 0.05;
}

function drawCell(sheets: Sheets, text: string, column: Column, x: number, look: Writing): void {
  // Text leaves a gap on its right, numbers on their left: the outer edges of a table are those of the page.
  const width = WIDTH * column.share - CELL_GAP;
  sheets.write(text, {
    x: column.isNumber ? x + CELL_GAP : x,
    y: sheets.y + 4,
    width,
    size: column.isNumber ? sizeThatFits(sheets, text, width, look) : CELL_SIZE,
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

/** The width of the names of facts, in points, and that of their text: values keep a distance. */
const NAME_WIDTH = WIDTH * 0.39;
const NAME_TEXT_WIDTH = NAME_WIDTH - 8;
/** Points between the frame of a box and what is in it. */
const BOX_PADDING = 12;

function factHeight(sheets: Sheets, [name, value]: Facts[number]): number {
  return Math.max(
    sheets.heightOf(name, { width: NAME_TEXT_WIDTH, colour: QUIET }),
    sheets.heightOf(value, { width: WIDTH - NAME_WIDTH, font: 'strong' }),
  );
}

/** Draws a heading and its facts in a frame, on one page; it holds at most a page. */
export function drawBox(sheets: Sheets, heading: string, rows: Facts): void {
  const title: Writing = { size: 14, font: 'strong', colour: BRAND };
  const titleHeight = sheets.heightOf(heading, title);
  const height = rows.reduce((sum, row) => sum + factHeight(sheets, row) + 8, titleHeight + 6);
  sheets.needRoom(height + 2 * BOX_PADDING + 16);
  const top = sheets.y;
  sheets.y += BOX_PADDING;
  sheets.element(sheets.root, 'H2', () => sheets.write(heading, title));
  sheets.y += titleHeight + 6;
  drawFacts(sheets, rows);
  // Facts leave room for what follows them; the frame ends with its last line.
  sheets.frame(top, sheets.y - 14 - top + BOX_PADDING);
  sheets.y += BOX_PADDING + 4;
}

/** Draws names and their values, one below the other. @param padding points above and below each line. */
export function drawFacts(sheets: Sheets, rows: Facts, padding = 4): void {
  const nameWidth = NAME_WIDTH;
  const table = sheets.struct('Table');
  sheets.root.add(table);
  for (const [name, value] of rows) {
    const height = factHeight(sheets, [name, value]);
    sheets.needRoom(height + 2 * padding + 2);
    const row = sheets.struct('TR');
    table.add(row);
    sheets.element(
      row,
      'TH',
      () => sheets.write(name, { y: sheets.y + padding, width: NAME_TEXT_WIDTH, colour: QUIET }),
      'Row',
    );
    sheets.element(row, 'TD', () =>
      sheets.write(value, {
        x: PAGE.left + nameWidth,
        y: sheets.y + padding,
        width: WIDTH - nameWidth,
        font: 'strong',
      }),
    );
    row.end();
    sheets.y += height + 2 * padding;
    sheets.rule(sheets.y);
  }
  table.end();
  sheets.y += 14;
}

/** Draws a table over as many pages as it takes, its headers on each; long ones let other requests of the process have their turn. */
export async function drawTable(sheets: Sheets, { columns, rows, total }: TableContent): Promise<void> {
  const starts = columnStarts(columns);
  const headers = columns.map(({ header }) => header);
  const headerHeight = rowHeight(sheets, headers, columns, 'strong') + ROW_PADDING;
  const headerLook = { font: 'strong', colour: BRAND } as const;
  const drawHeaders = (draw: (column: Column, index: number) => void) => {
    for (const [index, column] of columns.entries()) draw(column, index);
    sheets.y += headerHeight;
    sheets.rule(sheets.y, BRAND, 1);
  };
  const table = sheets.struct('Table');
  sheets.root.add(table);
  sheets.needRoom(headerHeight + 40);
  const headerRow = sheets.struct('TR');
  table.add(headerRow);
  drawHeaders((column, index) => {
    sheets.element(
      headerRow,
      'TH',
      () => drawCell(sheets, column.header, column, starts[index] ?? 0, headerLook),
      'Column',
    );
  });
  headerRow.end();

  const drawRow = (cells: readonly string[], name: 'regular' | 'strong') => {
    const height = rowHeight(sheets, cells, columns, name) + ROW_PADDING;
    if (sheets.y + height > LOWEST) {
      sheets.newPage();
      // Shown again for the eye; the table has its headers already.
      drawHeaders((column, index) =>
        sheets.artifact(() => drawCell(sheets, column.header, column, starts[index] ?? 0, headerLook)),
      );
    }
    const row = sheets.struct('TR');
    table.add(row);
    for (const [index, column] of columns.entries())
      sheets.element(row, 'TD', () =>
        drawCell(sheets, cells[index] ?? '', column, starts[index] ?? 0, { font: name }),
      );
    row.end();
    sheets.y += height;
    sheets.rule(sheets.y);
  };
  let drawn = 0;
  for (const cells of rows) {
    drawRow(cells, 'regular');
    drawn += 1;
    if (drawn % ROWS_AT_ONCE === 0) await othersTurn();
  }
  if (total) {
    sheets.rule(sheets.y, BRAND, 1);
    drawRow(total, 'strong');
  }
  table.end();
  sheets.y += 14;
}
