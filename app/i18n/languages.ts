/**
 * The languages of the picker (specification, public area, section 3). `code` is what the specification and the stored choice use,
 * `tag` is the BCP 47 tag for `<html lang>` and `Intl`: `ch` is Swiss German (reading of the specification).
 */
export const languages = [
  { code: 'fr', tag: 'fr-FR', name: 'Français', flag: '🇫🇷' },
  { code: 'en', tag: 'en-GB', name: 'English', flag: '🇬🇧' },
  { code: 'de', tag: 'de-DE', name: 'Deutsch', flag: '🇩🇪' },
  { code: 'it', tag: 'it-IT', name: 'Italiano', flag: '🇮🇹' },
  { code: 'pt', tag: 'pt-PT', name: 'Português', flag: '🇵🇹' },
  { code: 'hu', tag: 'hu-HU', name: 'Magyar', flag: '🇭🇺' },
  { code: 'es', tag: 'es-ES', name: 'Español', flag: '🇪🇸' },
  { code: 'sv', tag: 'sv-SE', name: 'Svenska', flag: '🇸🇪' },
  { code: 'zh', tag: 'zh-CN', name: '中文', flag: '🇨🇳' },
  { code: 'ja', tag: 'ja-JP', name: '日本語', flag: '🇯🇵' },
  { code: 'ch', tag: 'de-CH', name: 'Schwiizerdütsch', flag: '🇨🇭' },
  { code: 'fi', tag: 'fi-FI', name: 'Suomi', flag: '🇫🇮' },
  { code: 'et', tag: 'et-EE', name: 'Eesti', flag: '🇪🇪' },
  { code: 'sr', tag: 'sr-RS', name: 'Српски', flag: '🇷🇸' },
  { code: 'el', tag: 'el-GR', name: 'Ελληνικά', flag: '🇬🇷' },
  { code: 'tr', tag: 'tr-TR', name: 'Türkçe', flag: '🇹🇷' },
  { code: 'ga', tag: 'ga-IE', name: 'Gaeilge', flag: '🇮🇪' },
  { code: 'nl', tag: 'nl-NL', name: 'Nederlands', flag: '🇳🇱' },
  { code: 'no', tag: 'nb-NO', name: 'Norsk', flag: '🇳🇴' },
  { code: 'cs', tag: 'cs-CZ', name: 'Čeština', flag: '🇨🇿' },
  { code: 'lb', tag: 'lb-LU', name: 'Lëtzebuergesch', flag: '🇱🇺' },
  { code: 'pl', tag: 'pl-PL', name: 'Polski', flag: '🇵🇱' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];
export type Language = (typeof languages)[number];

/** The language everything is written in first; every missing word falls back to it. */
export const referenceLanguage: LanguageCode = 'fr';

/** Where the choice is kept. The inline head script reads the same key before the first paint. */
export const languageStorageKey = 'preferred-language';

export function isLanguageCode(code: string | null | undefined): code is LanguageCode {
  return languages.some((language) => language.code === code);
}

export function languageOf(code: string): Language {
  return languages.find((language) => language.code === code) ?? languages[0];
}
