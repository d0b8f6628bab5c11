import { create } from 'fontkit';

/**
 * The kerning of a font in few bytes. Instrument Sans brings 12,000 pairs of letters whose distance changes with the weight: half of the file that every
 * page fetches, and with it one flight of a slow connection more. What the eye sees of them is kept: distances of one weight, those of a few thousandths
 * left out, the others rounded, and letters that then behave alike (e, é, è, ê) written once.
 */

/** Thousandths of the letter's height under which a distance is not seen, and the steps to which the others are rounded. */
const LEAST = 25;
const STEP = 25;

/** Letters, and what stands beside them in a sentence. */
const KERNED = /[\p{L}.,'’:;-]/u;

interface Kerning {
  /** Glyph ids in ascending order. */
  readonly glyphs: readonly number[];
  /** By glyph: its class as the first and as the second of a pair. Class 0 has no distance. */
  readonly firsts: readonly number[];
  readonly seconds: readonly number[];
  /** Distances of each class of firsts (rows) with each class of seconds, in units of the font. */
  readonly distances: readonly (readonly number[])[];
}

/** Numbers equal lists alike; the list of zeros is 0. Returns the number of each, and one list of each number. */
function classesOf(lists: readonly (readonly number[])[]) {
  const empty = (lists[0] ?? []).map(() => 0);
  const numbers = new Map([[empty.join(), 0]]);
  const distinct: (readonly number[])[] = [empty];
  const classes = lists.map((list) => {
    const known = numbers.get(list.join());
    if (known !== undefined) return known;
    numbers.set(list.join(), distinct.length);
    return distinct.push(list) - 1;
  });
  return { classes, distinct };
}

/** The letter without its accent, which hardly moves its neighbours. */
const bare = (character: string): string => character.normalize('NFD').charAt(0);

/**
 * The kerning between characters of a font, for its glyphs.
 * @param weighed the same font at one weight, with its own kerning.
 */
export function kerningOf(font: Buffer, weighed: Buffer, characters: string): Kerning {
  const measured = create(weighed);
  const widthOf = (text: string) => measured.layout(text).advanceWidth;
  const known = new Map<string, number>();
  const distance = (first: string, second: string): number => {
    const found = known.get(first + second) ?? widthOf(first + second) - widthOf(first) - widthOf(second);
    known.set(first + second, found);
    return Math.abs(found) < LEAST ? 0 : Math.round(found / STEP) * STEP;
  };
  const named = create(font);
  const letters = new Map<number, string>();
  for (const character of characters)
    if (KERNED.test(character))
      letters.set(named.glyphForCodePoint(character.codePointAt(0) ?? 0).id, bare(character));
  const glyphs = [...letters.keys()].sort((a, b) => a - b);
  const texts = glyphs.map((glyph) => letters.get(glyph) ?? '');
  const rows = classesOf(texts.map((first) => texts.map((second) => distance(first, second))));
  const columns = classesOf(glyphs.map((_, column) => rows.distinct.map((row) => row[column] ?? 0)));
  return {
    glyphs,
    firsts: rows.classes,
    seconds: columns.classes,
    distances: rows.distinct.map((_, row) => columns.distinct.map((column) => column[row] ?? 0)),
  };
}

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value & 0xffff, index * 2);
  });
  return bytes;
};

/** Classes of glyphs (OpenType, class definition of format 1): from the first glyph on, one for each. */
function classTable(glyphs: readonly number[], classes: readonly number[]): Buffer {
  const start = glyphs[0] ?? 0;
  const each = Array.from({ length: (glyphs.at(-1) ?? 0) - start + 1 }, () => 0);
  glyphs.forEach((glyph, index) => {
    each[glyph - start] = classes[index] ?? 0;
  });
  return words(1, start, each.length, ...each);
}

/** A `GPOS` table with one feature, `kern`, of one lookup: pairs by classes (OpenType, pair adjustment of format 2), for every script. */
function kerningTable({ glyphs, firsts, seconds, distances }: Kerning): Buffer {
  const covered = glyphs.filter((_, index) => firsts[index] !== 0);
  const coverage = words(1, covered.length, ...covered);
  const first = classTable(glyphs, firsts);
  const second = classTable(glyphs, seconds);
  const records = words(...distances.flat());
  const head = 16 + records.length;
  const pairs = [
    words(2, head, 4, 0, head + coverage.length, head + coverage.length + first.length),
    words(distances.length, distances[0]?.length ?? 0),
    records,
    coverage,
    first,
    second,
  ];
  const tag = (name: string) => Buffer.from(name, 'latin1');
  // One script that stands for all and one for Latin, both with the same list of features.
  const scripts = Buffer.concat([
    words(2),
    tag('DFLT'),
    words(14),
    tag('latn'),
    words(14),
    words(4, 0, 0, 0xffff, 1, 0),
  ]);
  const features = Buffer.concat([words(1), tag('kern'), words(8, 0, 1, 0)]);
  const lookups = Buffer.concat([words(1, 4, 2, 0, 1, 8), ...pairs]);
  const header = words(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length);
  return Buffer.concat([header, scripts, features, lookups]);
}

/** A TrueType font with this kerning in the place of its own. Checksums are left to what compresses it. */
export function withKerning(font: Buffer, kerning: Kerning): Buffer {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const at = 12 + 16 * index;
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  tables.set('GPOS', kerningTable(kerning));
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const directory = Buffer.alloc(12 + 16 * sorted.length);
  font.copy(directory, 0, 0, 12);
  directory.writeUInt16BE(sorted.length, 4);
  const bodies: Buffer[] = [];
  let start = directory.length;
  sorted.forEach(([name, body], index) => {
    const at = 12 + 16 * index;
    directory.write(name, at, 'latin1');
    directory.writeUInt32BE(start, at + 8);
    directory.writeUInt32BE(body.length, at + 12);
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    bodies.push(padded);
    start += padded.length;
  });
  return Buffer.concat([directory, ...bodies]);
}
