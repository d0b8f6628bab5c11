/**
 * The languages of the product (docs/rules.md, Languages). `code` is what the stored choice and the addresses use,
 * `tag` is the BCP 47 tag for `<html lang>` and `Intl`: `ch` is Swiss German (docs/rules.md). Chromium has no numbers and dates in Irish and
 * Luxembourgish: `standIn` is the tag whose numbers are written alike.
 */
const known = [
  { code: 'fr', tag: 'fr-FR', name: 'Français' },
  { code: 'en', tag: 'en-GB', name: 'English' },
  { code: 'de', tag: 'de-DE', name: 'Deutsch' },
  { code: 'it', tag: 'it-IT', name: 'Italiano' },
  { code: 'pt', tag: 'pt-PT', name: 'Português' },
  { code: 'hu', tag: 'hu-HU', name: 'Magyar' },
  { code: 'es', tag: 'es-ES', name: 'Español' },
  { code: 'sv', tag: 'sv-SE', name: 'Svenska' },
  { code: 'zh', tag: 'zh-CN', name: '中文' },
  { code: 'ja', tag: 'ja-JP', name: '日本語' },
  { code: 'ch', tag: 'de-CH', name: 'Schwiizerdütsch' },
  { code: 'fi', tag: 'fi-FI', name: 'Suomi' },
  { code: 'et', tag: 'et-EE', name: 'Eesti' },
  { code: 'sr', tag: 'sr-RS', name: 'Српски' },
  { code: 'el', tag: 'el-GR', name: 'Ελληνικά' },
  { code: 'tr', tag: 'tr-TR', name: 'Türkçe' },
  { code: 'ga', tag: 'ga-IE', name: 'Gaeilge', standIn: 'en-IE' },
  { code: 'nl', tag: 'nl-NL', name: 'Nederlands' },
  { code: 'no', tag: 'nb-NO', name: 'Norsk' },
  { code: 'cs', tag: 'cs-CZ', name: 'Čeština' },
  { code: 'lb', tag: 'lb-LU', name: 'Lëtzebuergesch', standIn: 'de-LU' },
  { code: 'pl', tag: 'pl-PL', name: 'Polski' },
] as const;

export type LanguageCode = (typeof known)[number]['code'];
export type Language = (typeof known)[number];

/** Those whose texts and words are written. A language joins the picker, and gets its pages, with its code here (CONTRIBUTING.md). */
const written: readonly LanguageCode[] = [
  'fr',
  'en',
  'de',
  'it',
  'pt',
  'hu',
  'es',
  'nl',
  'el',
  'ja',
  'ch',
  'zh',
  'sv',
  'tr',
  'pl',
  'sr',
  'cs',
  'no',
  'fi',
  'et',
  'lb',
  'ga',
];

/** The languages of the picker, in its order. */
export const languages: readonly Language[] = known.filter(({ code }) => written.includes(code));

/** The source language; every missing word falls back to it. */
export const referenceLanguage: LanguageCode = 'fr';

export function isLanguageCode(code: string | null | undefined): code is LanguageCode {
  return languages.some((language) => language.code === code);
}

export function languageOf(code: string): Language {
  return known.find((language) => language.code === code) ?? known[0];
}

/** The language as search engines name it, without a region except where the region makes the language. */
export function hreflangOf({ code, tag }: Language): string {
  return code === 'ch' ? tag : (tag.split('-')[0] ?? code);
}
