import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';

/**
 * Makes the fonts that documents embed, `server/papers/fonts/*.ttf`, from the variable fonts of the screens: one file per weight,
 * Latin and Latin Extended together, figures all of one width, and a glyph of its own for every kind of space, so that text copied out
 * of a document has the spaces that were put in. Run by hand when the font package changes: `node tools/make-document-fonts.mjs`.
 * `fontkit` comes with pdfkit.
 */

const root = join(import.meta.dirname, '..');
const files = join(root, 'node_modules', '@fontsource-variable', 'instrument-sans', 'files');
const WEIGHTS = [
  { name: 'regular', style: 'Regular', weight: 400 },
  { name: 'semibold', style: 'SemiBold', weight: 600 },
];

const u16 = (value) => [(value >> 8) & 0xff, value & 0xff];
const u32 = (value) => [...u16(value >>> 16), ...u16(value & 0xffff)];

/**
 * Opens a subset of the family at a weight. fontkit reads the outlines of a WOFF2 file and the variations of a TrueType one, but not
 * both at once: the outlines come from the font as it is, the variations are applied to them here.
 */
function open(subset, weight) {
  const bytes = readFileSync(join(files, `instrument-sans-${subset}-wght-normal.woff2`));
  const font = create(bytes);
  const varied = create(bytes);
  varied.variationCoords = [weight];
  const variations = varied._variationProcessor;
  // Reading any glyph decodes all of them.
  font.getGlyph(0);
  const decoded = font._transformedGlyphs;
  const Point = decoded.find((glyph) => glyph.points)?.points[0].constructor;

  /** Moves points to where the weight wants them; the four phantom points that every glyph has stay out. */
  function move(id, points) {
    const phantoms = [0, 1, 2, 3].map(() => new Point(false, true, 0, 0));
    const all = [...points.map((point) => point.copy()), ...phantoms];
    variations.transformPoints(id, all);
    return all.slice(0, -4);
  }

  function contoursOf(id) {
    const { numberOfContours, points, components } = decoded[id];
    if (numberOfContours < 0) {
      const offsets = move(
        id,
        components.map(({ dx, dy }) => new Point(true, true, dx, dy)),
      );
      return components.flatMap(({ glyphID, scaleX, scaleY, scale01, scale10 }, index) =>
        contoursOf(glyphID).map((contour) =>
          contour.map(({ x, y, onCurve }) => ({
            x: x * scaleX + y * scale01 + offsets[index].x,
            y: y * scaleY + x * scale10 + offsets[index].y,
            onCurve,
          })),
        ),
      );
    }
    const contours = [];
    let contour = [];
    for (const { x, y, onCurve, endContour } of points ? move(id, points) : []) {
      contour.push({ x, y, onCurve });
      if (endContour) {
        contours.push(contour);
        contour = [];
      }
    }
    return contours;
  }

  return {
    font,
    glyph: (id) => ({
      contours: contoursOf(id),
      width: font.getGlyph(id).advanceWidth + variations.getAdvanceAdjustment(id, varied.HVAR),
    }),
  };
}

/** A simple glyph of the `glyf` table; an empty outline is an empty glyph. */
function encodeOutline(outline) {
  const contours = outline.map((contour) =>
    contour.map(({ x, y, onCurve }) => ({ x: Math.round(x), y: Math.round(y), onCurve })),
  );
  if (contours.length === 0) return { bytes: [], box: null };
  const all = contours.flat();
  const box = {
    xMin: Math.min(...all.map(({ x }) => x)),
    yMin: Math.min(...all.map(({ y }) => y)),
    xMax: Math.max(...all.map(({ x }) => x)),
    yMax: Math.max(...all.map(({ y }) => y)),
  };
  const bytes = [contours.length, box.xMin, box.yMin, box.xMax, box.yMax].flatMap(u16);
  let end = -1;
  for (const contour of contours) {
    end += contour.length;
    bytes.push(...u16(end));
  }
  bytes.push(...u16(0));
  for (const { onCurve } of all) bytes.push(onCurve ? 1 : 0);
  for (const axis of ['x', 'y']) {
    let last = 0;
    for (const point of all) {
      bytes.push(...u16(point[axis] - last));
      last = point[axis];
    }
  }
  while (bytes.length % 4) bytes.push(0);
  return { bytes, box };
}

/** The `cmap` table with one segment per run of code points that follow each other (format 4, Windows Unicode). */
function encodeCmap(glyphOf) {
  const segments = [];
  for (const [code, glyph] of [...glyphOf].sort(([a], [b]) => a - b)) {
    const last = segments.at(-1);
    if (last && last.end + 1 === code && last.glyph + (code - last.start) === glyph) last.end = code;
    else segments.push({ start: code, end: code, glyph });
  }
  segments.push({ start: 0xffff, end: 0xffff, glyph: 0 });
  const count = segments.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const table = [
    ...u16(4),
    ...u16(16 + count * 8),
    ...u16(0),
    ...u16(count * 2),
    ...u16(power * 2),
    ...u16(Math.log2(power)),
    ...u16(count * 2 - power * 2),
    ...segments.flatMap(({ end }) => u16(end)),
    ...u16(0),
    ...segments.flatMap(({ start }) => u16(start)),
    ...segments.flatMap(({ start, glyph }, index) => u16(index === count - 1 ? 1 : (glyph - start) & 0xffff)),
    ...segments.flatMap(() => u16(0)),
  ];
  return [...u16(0), ...u16(1), ...u16(3), ...u16(1), ...u32(12), ...table];
}

function encodeNames(style, copyright) {
  const names = [
    [0, copyright],
    [1, style === 'Regular' ? 'Instrument Sans' : `Instrument Sans ${style}`],
    [2, 'Regular'],
    [4, `Instrument Sans ${style}`],
    [6, `InstrumentSans-${style}`],
    [13, 'This Font Software is licensed under the SIL Open Font License, Version 1.1.'],
    [14, 'https://openfontlicense.org'],
  ];
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  let offset = 0;
  const records = names.flatMap(([id], index) => {
    const record = [
      ...u16(3),
      ...u16(1),
      ...u16(0x409),
      ...u16(id),
      ...u16(texts[index].length),
      ...u16(offset),
    ];
    offset += texts[index].length;
    return record;
  });
  return [...u16(0), ...u16(names.length), ...u16(6 + records.length), ...records, ...Buffer.concat(texts)];
}

function rawTable(font, tag) {
  const entry = font.directory.tables[tag];
  const stream = font._getTableStream(tag);
  return [...stream.readBuffer(entry.length)];
}

function checksum(bytes) {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 4)
    sum =
      (sum +
        ((bytes[index] << 24) |
          ((bytes[index + 1] ?? 0) << 16) |
          ((bytes[index + 2] ?? 0) << 8) |
          (bytes[index + 3] ?? 0))) >>>
      0;
  return sum;
}

function assemble(tables) {
  const tags = Object.keys(tables).sort();
  const power = 2 ** Math.floor(Math.log2(tags.length));
  const head = [
    ...u32(0x00010000),
    ...u16(tags.length),
    ...u16(power * 16),
    ...u16(Math.log2(power)),
    ...u16((tags.length - power) * 16),
  ];
  let offset = head.length + tags.length * 16;
  const body = [];
  for (const tag of tags) {
    const bytes = tables[tag];
    head.push(...Buffer.from(tag.padEnd(4)), ...u32(checksum(bytes)), ...u32(offset), ...u32(bytes.length));
    body.push(...bytes);
    while (body.length % 4) body.push(0);
    offset = tags.length * 16 + 12 + body.length;
  }
  return Buffer.from([...head, ...body]);
}

for (const { name, style, weight } of WEIGHTS) {
  const latin = open('latin', weight);
  const extended = open('latin-ext', weight);
  const outlines = [];
  const widths = [];
  const glyphOf = new Map();
  const addGlyph = ({ contours, width }) => {
    outlines.push(encodeOutline(contours));
    widths.push(Math.round(width));
    return outlines.length - 1;
  };
  const addSpace = (code, width) => {
    outlines.push({ bytes: [], box: null });
    widths.push(width);
    glyphOf.set(code, outlines.length - 1);
  };
  // The Latin glyphs keep their numbers, because the kerning of `GPOS` speaks of numbers.
  for (let id = 0; id < latin.font.numGlyphs; id += 1) addGlyph(latin.glyph(id));
  for (const code of latin.font.characterSet)
    if (code <= 0xffff) glyphOf.set(code, latin.font.glyphForCodePoint(code).id);
  for (const code of extended.font.characterSet)
    if (code <= 0xffff && !glyphOf.has(code))
      glyphOf.set(code, addGlyph(extended.glyph(extended.font.glyphForCodePoint(code).id)));
  // Substitutions work on the default figures, so that the figures of a column are set once and for all here.
  for (const digit of '0123456789')
    glyphOf.set(digit.codePointAt(0), latin.font.layout(digit, ['tnum']).glyphs[0].id);
  const space = widths[glyphOf.get(0x20)];
  addSpace(0xa0, space);
  addSpace(0x202f, Math.round(space * 0.7));
  addSpace(0x2009, Math.round(space * 0.7));
  glyphOf.set(0x2011, addGlyph(latin.glyph(glyphOf.get(0x2d))));

  const glyf = [];
  const loca = [];
  for (const { bytes } of outlines) {
    loca.push(...u32(glyf.length));
    for (const byte of bytes) glyf.push(byte);
  }
  loca.push(...u32(glyf.length));
  const boxes = outlines.map(({ box }) => box).filter(Boolean);
  const head = rawTable(latin.font, 'head');
  const put = (bytes, at, value) => bytes.splice(at, 2, ...u16(value));
  head.splice(8, 4, 0, 0, 0, 0);
  put(head, 36, Math.min(...boxes.map(({ xMin }) => xMin)));
  put(head, 38, Math.min(...boxes.map(({ yMin }) => yMin)));
  put(head, 40, Math.max(...boxes.map(({ xMax }) => xMax)));
  put(head, 42, Math.max(...boxes.map(({ yMax }) => yMax)));
  put(head, 50, 1);
  const hhea = rawTable(latin.font, 'hhea');
  put(hhea, 10, Math.max(...widths));
  put(hhea, 34, widths.length);
  const maxp = rawTable(latin.font, 'maxp');
  put(maxp, 4, outlines.length);
  const os2 = rawTable(latin.font, 'OS/2');
  put(os2, 4, weight);
  const copyright = readFileSync(join(dirname(files), 'LICENSE'), 'utf8').split(' InstrumentSans-Italic')[0];

  const file = assemble({
    head,
    hhea,
    maxp,
    'OS/2': os2,
    hmtx: widths.flatMap((width, glyph) => [...u16(width), ...u16(outlines[glyph].box?.xMin ?? 0)]),
    cmap: encodeCmap(glyphOf),
    loca,
    glyf,
    name: encodeNames(style, copyright),
    post: [...u32(0x00030000), ...rawTable(latin.font, 'post').slice(4, 32)],
    GPOS: rawTable(latin.font, 'GPOS'),
  });
  const target = join(root, 'server', 'papers', 'fonts', `instrument-sans-${name}.ttf`);
  writeFileSync(target, file);
  console.info(`${target}: ${file.length} bytes, ${outlines.length} glyphs, ${glyphOf.size} characters`);
}
