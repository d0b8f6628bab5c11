/**
 * Names of days and months, and what is said of time, in the languages for which a browser has none (`standIn` in languages.ts): Chromium writes an Irish
 * date in English. The words of the language replace those of its stand-in; they come with the words of the client area (clients/ga.ts).
 */

/** By stand-in (BCP 47): its words, or several in a row, and those of the language. */
const ownWords = new Map<
  string,
  { readonly said: RegExp; readonly words: Readonly<Record<string, string>> }
>();

/** Gives a stand-in the words of the language it stands for. */
export function nameDates(standIn: string, words: Readonly<Record<string, string>>): void {
  const longestFirst = Object.keys(words).sort((a, b) => b.length - a.length);
  ownWords.set(standIn, {
    said: new RegExp(
      `(?<!\\p{L})(?:${longestFirst.map((word) => word.replace('.', '\\.')).join('|')})(?!\\p{L})`,
      'gu',
    ),
    words,
  });
}

/** A date or a length of time that `Intl` wrote for a locale, in the language's own words. */
export function inOwnWords(text: string, locale: string): string {
  const own = ownWords.get(locale);
  return own ? text.replace(own.said, (word) => own.words[word] ?? word) : text;
}
