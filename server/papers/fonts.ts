import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientLanguage } from '#domain/clients/client-languages.ts';

export type Weight = 'regular' | 'strong';

/** The two weights of documents, as files or as their bytes. */
export interface Fonts extends Readonly<Record<Weight, string | Uint8Array>> {
  /** The letters they have besides those of the Latin fonts. */
  readonly letters: ReadonlySet<string>;
}

/** Latin and Latin Extended: what nearly every document needs. */
export const LATIN_FONTS = {
  regular: fileURLToPath(new URL('./fonts/instrument-sans-regular.ttf', import.meta.url)),
  strong: fileURLToPath(new URL('./fonts/instrument-sans-semibold.ttf', import.meta.url)),
  letters: new Set(),
} as const satisfies Fonts;

const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, strong: 600 };

/** Families of variable fonts cut into parts by script: Greek and Cyrillic, Japanese, simplified Chinese. */
type Family = 'noto-sans' | 'noto-sans-jp' | 'noto-sans-sc';

/** The order in which a letter is looked for: Chinese and Japanese draw some of their common letters differently. */
const familiesOf = (language: ClientLanguage): readonly Family[] =>
  (language as string) === 'zh'
    ? ['noto-sans', 'noto-sans-sc', 'noto-sans-jp']
    : ['noto-sans', 'noto-sans-jp', 'noto-sans-sc'];

/** One file of a family and the code points it holds. */
interface Part {
  readonly file: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const parts = new Map<Family, readonly Part[]>();

function partsOf(family: Family): readonly Part[] {
  const found = parts.get(family) ?? readParts(family);
  parts.set(family, found);
  return found;
}

function readParts(family: Family): readonly Part[] {
  const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/LICENSE`));
  const ranges: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  return Object.entries(ranges).map(([name, text]) => ({
    // A part without a name has its number in brackets: « [12] ».
    file: join(folder, 'files', `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: text.split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    }),
  }));
}

/** Letters by the part of a family that holds them; a letter that no family has is in none. */
function byPart(letters: Iterable<string>, families: readonly Family[]): Map<Part, string[]> {
  const found = new Map<Part, string[]>();
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0;
    const part = families
      .flatMap(partsOf)
      .find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last));
    if (part) found.set(part, [...(found.get(part) ?? []), letter]);
  }
  return found;
}

/** One weight of the Latin fonts with further letters. */
async function widened(name: Weight, letters: ReadonlyMap<Part, readonly string[]>): Promise<Uint8Array> {
  const [{ default: subsetFont }, { createFont }] = [
    await import('subset-font'),
    await import('fonteditor-core'),
  ];
  const font = createFont(readFileSync(LATIN_FONTS[name]), { type: 'ttf' });
  const { unitsPerEm } = font.get().head as unknown as { unitsPerEm: number };
  for (const [{ file }, own] of letters) {
    const cut = await subsetFont(readFileSync(file), own.join(''), {
      targetFormat: 'truetype',
      variationAxes: { wght: WEIGHTS[name] },
    });
    const other = createFont(cut, { type: 'ttf', compound2simple: true });
    const theirs = (other.get().head as unknown as { unitsPerEm: number }).unitsPerEm;
    font.merge(other, { scale: unitsPerEm / theirs });
  }
  return new Uint8Array(font.write({ type: 'ttf', toBuffer: true }) as Buffer);
}

/** Letters kept for later documents at most, beyond which the fonts begin anew: a Japanese newspaper has three thousand. */
const MOST_LETTERS = 4_000;

/** The fonts made last, by the order of their families: they grow by the letters that documents turn out to need. */
const grown = new Map<string, Fonts>();

/**
 * The Latin fonts with those of the letters that a family has: half a second of processor time when one is new, none when the fonts made before
 * have them all.
 */
export async function fontsWith(letters: ReadonlySet<string>, language: ClientLanguage): Promise<Fonts> {
  const families = familiesOf(language);
  const key = families.join();
  const before = grown.get(key) ?? LATIN_FONTS;
  const available = [...byPart(letters, families).values()].flat();
  if (available.every((letter) => before.letters.has(letter))) return before;
  const kept = before.letters.size + available.length <= MOST_LETTERS ? before.letters : [];
  const all = new Set([...kept, ...available]);
  const found = byPart(all, families);
  const fonts = {
    letters: all,
    regular: await widened('regular', found),
    strong: await widened('strong', found),
  };
  grown.set(key, fonts);
  return fonts;
}
