import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { charactersOf, fontFilesOf } from './fonts.ts';

const root = join(import.meta.dirname, '../..');
const css = readFileSync(join(root, 'app/ui/tokens.css'), 'utf8');

function textsIn(folder: string, of: RegExp): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => of.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('');
}

it.each([
  ['U+20-22, U+E9', ' !"é'],
  ['u+152-153', 'Œœ'],
])('reads the characters of %s', (range, characters) => {
  expect(charactersOf(range)).toBe(characters);
});

it('has every character in one file only', () => {
  const ranges = [...css.matchAll(/unicode-range:([^;]*);/g)].map(([, range = '']) => charactersOf(range));
  const all = ranges.join('');
  expect(ranges).toHaveLength(3);
  expect(new Set(all).size).toBe([...all].length);
});

it.each(['fr', 'en', 'de', 'it', 'es', 'pt'])(
  'writes what %s says with the one file that every page fetches, arrows and the like apart',
  (language) => {
    const [first] = fontFilesOf(css);
    const said =
      textsIn(`locales/${language}`, /\.json$/) +
      textsIn('content', language === 'fr' ? /^[^/]+\/[^/]+\.md$/ : new RegExp(`/${language}/.*\\.md$`));
    const missing = [...new Set(said)].filter(
      (character) =>
        /\p{L}|\p{N}|\p{P}|\p{Zs}|\p{Sc}/u.test(character) && !first?.characters.includes(character),
    );
    expect(missing).toEqual([]);
  },
);
