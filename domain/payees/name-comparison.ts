/** Whether a typed name is the holder's (PAY-14). */
export type NameComparison = 'match' | 'close-match' | 'no-match';

/** Letters that have no accent to take off. */
const LETTERS: Readonly<Record<string, string>> = {
  Œ: 'OE',
  Æ: 'AE',
  ß: 'SS',
  ẞ: 'SS',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
};

/** Courtesy titles, which are no part of a name unless nothing else is left. */
const TITLES: ReadonlySet<string> = new Set(
  'M MR MME MLLE MRS MS DR ME MONSIEUR MADAME MADEMOISELLE'.split(' '),
);

/** The words of a name: capitals without accents, digits, no titles (PAY-14). */
export function wordsOfName(name: string): string[] {
  const words = name
    .toUpperCase()
    .replace(/[ŒÆßẞØŁĐ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
  const named = words.filter((word) => !TITLES.has(word));
  return named.length > 0 ? named : words;
}

/** Says whether two names are written alike, whatever their capitals and blanks. */
export function isSameText(a: string, b: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toUpperCase();
  return plain(a) === plain(b);
}

/** What is left of two lists once each word that both hold is taken out of both. */
function withoutCommon(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const left = [...b];
  const ofA = a.filter((word) => {
    const place = left.indexOf(word);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  return [ofA, left];
}

/** How many letters to add, drop, change or swap with their neighbour make one word of the other. */
function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}

/** Says whether one word could be the other mistyped: two slips in eight letters or more, one in four to seven. */
function isMistyped(a: string, b: string): boolean {
  const letters = Math.max(a.length, b.length);
  if (letters < 4) return false;
  return editDistance(a, b) <= (letters >= 8 ? 2 : 1);
}

const isInitialOf = (a: string, b: string) => a.length === 1 && b.startsWith(a);

/**
 * Compares a typed name with the holder's, for accounts of our own (PAY-14). The order of the words plays no part; a surname alone is
 * never close to a whole name.
 */
export function compareNames(typed: string, holder: string): NameComparison {
  const [a, b] = [wordsOfName(typed), wordsOfName(holder)];
  // Names in another script have no such words: they match letter by letter.
  if (a.length === 0 || b.length === 0) return isSameText(typed, holder) ? 'match' : 'no-match';
  const [ofTyped, ofHolder] = withoutCommon(a, b);
  if (ofTyped.join('') === ofHolder.join('')) return 'match';
  const areWhole = a.length >= 2 && b.length >= 2;
  if (ofTyped.length === 0 || ofHolder.length === 0) return areWhole ? 'close-match' : 'no-match';
  const [x = '', y = ''] = [ofTyped[0], ofHolder[0]];
  if (ofTyped.length > 1 || ofHolder.length > 1) return 'no-match';
  const isInitial = areWhole && (isInitialOf(x, y) || isInitialOf(y, x));
  return isInitial || isMistyped(x, y) ? 'close-match' : 'no-match';
}
