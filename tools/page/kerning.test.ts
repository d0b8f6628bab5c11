import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import { expect, it } from 'vitest';
import { fontFilesOf, makeFont } from './fonts.ts';

const css = readFileSync(join(import.meta.dirname, '../../app/ui/tokens.css'), 'utf8');
const [first] = fontFilesOf(css);
if (!first) throw new Error('no font file in tokens.css');
const font = create(await makeFont(first, 'truetype'));

const distance = (pair: string): number => {
  const [one = '', two = ''] = pair;
  const widthOf = (text: string) => font.layout(text).advanceWidth;
  return widthOf(pair) - widthOf(one) - widthOf(two);
};

it.each([
  ['AV', -100],
  ['To', -100],
  ['r.', -100],
  ['L’', -125],
  ['nn', 0],
  ['12', 0],
])('sets %s closer by %i thousandths', (pair, closer) => {
  expect(distance(pair)).toBe(closer);
});

it.each([
  ['Té', 'Te'],
  ['À’', 'A’'],
  ['é,', 'e,'],
])('sets %s as close as %s', (accented, plain) => {
  expect(distance(accented)).toBe(distance(plain));
  expect(distance(plain)).toBeLessThan(0);
});

it('keeps the figures of one width and every letter', () => {
  const letters = [...first.characters].filter((character) => /[A-Za-zÀ-ÖØ-öø-ÿŒœ€]/.test(character));
  expect(letters.length).toBeGreaterThan(100);
  for (const letter of letters)
    expect([letter, font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)]).toEqual([letter, true]);
  const widths = [...'0123456789'].map((figure) => font.layout(figure, { tnum: true }).advanceWidth);
  expect(new Set(widths).size).toBe(1);
});

it('fits one flight of a slow connection, compressed', async () => {
  expect((await makeFont(first, 'woff2')).length).toBeLessThanOrEqual(13_700);
});
