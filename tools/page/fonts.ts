import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { kerningOf, withKerning } from './kerning.ts';

/**
 * The files `@made-fonts/<name>.woff2` of `app/ui/tokens.css`: of the font package's Latin file, the characters that their `unicode-range`
 * names. Cut in two, the part that every page fetches arrives in one flight of a slow connection, which brings its words up a sixth of a
 * second earlier (decision 0017).
 */

const root = join(import.meta.dirname, '../..');
const made = join(root, 'node_modules/.cache/made-fonts');
const latin = join(
  root,
  'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
);

/** What the product's stylesheets use of the font: pairs of letters that are set closer, and figures of one width. */
const FEATURES = ['kern', 'tnum'];

/** The file that every page fetches: its kerning is written anew, in a ninth of the bytes (kerning.ts). */
const FETCHED_BY_ALL = 'instrument-sans-first.woff2';

/** The one weight whose kerning stands for all: between text and titles. */
const KERNED_WEIGHT = 500;

export interface FontFile {
  readonly name: string;
  readonly characters: string;
}

/** The characters of a `unicode-range`, as one text. */
export function charactersOf(range: string): string {
  let characters = '';
  for (const [, first = '', last = first] of range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi))
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code += 1)
      characters += String.fromCodePoint(code);
  return characters;
}

/** The files that a stylesheet asks to be made. */
export function fontFilesOf(css: string): FontFile[] {
  return [...css.matchAll(/@font-face\s*{([^}]*)}/g)].flatMap(([, face = '']) => {
    const name = /@made-fonts\/([\w-]+\.woff2)/.exec(face)?.[1];
    const range = /unicode-range:([^;]*);/.exec(face)?.[1];
    return name && range ? [{ name, characters: charactersOf(range) }] : [];
  });
}

/** A file of the font with some of its characters. */
export async function makeFont(
  { name, characters }: FontFile,
  targetFormat: 'woff2' | 'truetype',
): Promise<Buffer> {
  const original = readFileSync(latin);
  if (name !== FETCHED_BY_ALL)
    return subsetFont(original, characters, { targetFormat, keepFeatures: FEATURES });
  const [font, weighed] = await Promise.all([
    subsetFont(original, characters, { targetFormat: 'truetype', keepFeatures: ['tnum'] }),
    subsetFont(original, characters, {
      targetFormat: 'truetype',
      keepFeatures: ['kern'],
      variationAxes: { wght: KERNED_WEIGHT },
    }),
  ]);
  const kerned = withKerning(font, kerningOf(font, weighed, characters));
  return subsetFont(kerned, characters, { targetFormat, keepFeatures: FEATURES });
}

async function makeFonts(): Promise<void> {
  const css = readFileSync(join(root, 'app/ui/tokens.css'), 'utf8');
  mkdirSync(made, { recursive: true });
  for (const file of fontFilesOf(css)) {
    const font = await makeFont(file, 'woff2');
    // Another build may be reading the file: it is replaced whole.
    const written = join(made, `${file.name}.${process.pid}`);
    writeFileSync(written, font);
    renameSync(written, join(made, file.name));
  }
}

export function madeFonts(): Plugin {
  return {
    name: 'guichet:made-fonts',
    async config() {
      await makeFonts();
      return { resolve: { alias: { '@made-fonts': made } } };
    },
  };
}
