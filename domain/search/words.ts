import { inLatin } from '../latin.ts';

const APOSTROPHES = /['’‘ʼ`´]/gu;

/**
 * Words as they are searched: no accents, no case, no punctuation; « Hélène O'Brien-Faÿ » is « helene o brien fay ». The database's
 * `plain_text` (server/db/search.sql) reads stored names the same way.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\p{Cc} -/:-`{-\u00bf\u2000-\u206f\u3000]+/gu, ' ')
    .trim();
}

const wordsOf = (text: string): readonly string[] => plainText(text).split(' ').filter(Boolean);

/** The words of a text, an apostrophe read as a space. */
export const plainWords = (text: string): readonly string[] => wordsOf(text.replace(APOSTROPHES, ' '));

/**
 * The ways to read a text as words: an apostrophe as a space and as nothing, each also in Latin letters. The first is the text as it is
 * typed. Empty for a text without a letter or digit.
 */
export function wordReadings(text: string): readonly (readonly string[])[] {
  const ways = [text, inLatin(text)].flatMap((one) => [
    plainWords(one),
    wordsOf(one.replace(APOSTROPHES, '')),
  ]);
  const distinct = new Map(ways.filter((words) => words.length > 0).map((words) => [words.join(' '), words]));
  return [...distinct.values()];
}

/** Every word of a text in all of its readings: what a search may begin. */
export const searchedWords = (text: string): readonly string[] => [...new Set(wordReadings(text).flat())];

/** Whether every word of one of the readings begins one of the words. */
export const beginsWords = (readings: readonly (readonly string[])[], words: readonly string[]): boolean =>
  readings.some((reading) => reading.every((beginning) => words.some((word) => word.startsWith(beginning))));

/** A name in Latin letters where that is another than its own; null otherwise. */
export function latinName(name: string): string | null {
  const latin = inLatin(name);
  return plainText(latin) === plainText(name) ? null : latin;
}
