/**
 * The typographic rules of our French, as a checker. Tests run it over every text; it returns each fault with the words
 * around it, and nothing when the text is right.
 */

const NBSP = '\u00a0';

const rules: { name: string; pattern: RegExp }[] = [
  { name: "typographic apostrophe (we write ')", pattern: /[\u2018\u2019]/g },
  { name: 'English quotation marks (we write « »)', pattern: /["\u201c\u201d]/g },
  { name: 'three full stops (we write …)', pattern: /\.{3}/g },
  { name: 'two spaces in a row', pattern: /[ \u00a0\u202f]{2}/g },
  { name: 'ordinary space before a mark', pattern: / [:;?!%€»]/g },
  { name: 'no space before a mark', pattern: /[^\s\u00a0\u202f][;?!%€»]/g },
  // A colon may stand in a time or an address, where no space follows it.
  { name: 'no space before a colon', pattern: /[^\s\u00a0\u202f]:(?=\s|$)/g },
  { name: 'no non-breaking space after «', pattern: /«[^\u00a0]/g },
  { name: 'ordinary space between thousands', pattern: /\d \d{3}/g },
  { name: 'amount without a thousands space', pattern: /\d{4,}[\u00a0 ]?€/g },
  { name: 'ordinary space before a unit', pattern: /\d (?:€|%|mois|ans|jours|heures|h|euros)(?![\p{L}])/gu },
];

/** What a reader sees of a source: anchors and link addresses removed, each placeholder standing for one word. */
export function visibleText(source: string): string {
  return source
    .replace(/\s*\{#[a-z0-9-]+\}/g, '')
    .replace(/\]\([^()\s]+\)/g, ']')
    .replace(/\{\{[^{}]*\}\}/g, 'X');
}

export function typographyProblems(source: string): string[] {
  // Emphasis marks would hide the letter before a mark: « **Taux :** ».
  const text = visibleText(source).replaceAll('**', '');
  return rules.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const around = text.slice(Math.max(0, index - 25), index + 25).replaceAll(NBSP, '⍽');
      return `${name}: …${around.replaceAll('\n', ' ')}…`;
    }),
  );
}

/** The sentences of a text, list items and headings each on their own. */
export function sentences(text: string): string[] {
  return text
    .split(/\n|(?<=[.?!…])[\s\u00a0]+(?=[\p{Lu}«\d])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** Words as a reader counts them: « l'offre » is one, a dash or a bullet is none. */
export function wordCount(text: string): number {
  return text.split(/[\s\u00a0\u202f]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
