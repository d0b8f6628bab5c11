/**
 * The languages of the client area, of mails and of what a search of movements reads, by their codes (app/i18n/languages.ts). French comes first: it is
 * read wherever a language is not among them. One joins with its code here, once `tools/locales.test.ts` finds all its words.
 */
export const CLIENT_LANGUAGES = [
  'fr',
  'en',
  'de',
  'ch',
  'nl',
  'hu',
  'pl',
  'sv',
  'es',
  'it',
  'pt',
  'el',
  'ja',
  'zh',
  'sr',
  'lb',
  'ga',
  'cs',
  'no',
  'fi',
  'tr',
  'et',
] as const;

export type ClientLanguage = (typeof CLIENT_LANGUAGES)[number];

/** The language itself where clients have it, French otherwise. */
export function clientLanguageOf(code: string | null | undefined): ClientLanguage {
  return CLIENT_LANGUAGES.find((language) => language === code) ?? 'fr';
}

/** Codes of ours that are no tags (BCP 47), and languages that write amounts and days otherwise elsewhere. */
const REGIONS: Partial<Record<string, string>> = {
  fr: 'fr-FR',
  en: 'en-GB',
  pt: 'pt-PT',
  ch: 'de-CH',
  no: 'nb-NO',
};

/** The tag (BCP 47) by which `Intl` writes the amounts and days of a language. */
export function intlLocaleOf(language: ClientLanguage): string {
  return REGIONS[language] ?? language;
}
