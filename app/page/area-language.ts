import { CLIENT_LANGUAGES } from '#domain/clients/client-languages.ts';
import { type Language, type LanguageCode, languages, referenceLanguage } from '../i18n/languages.ts';
import type { Area } from './site-map.ts';

const codes: Readonly<Record<Area, readonly LanguageCode[]>> = {
  'sign-in': languages.map(({ code }) => code),
  client: CLIENT_LANGUAGES,
  admin: ['fr', 'en'],
};

/** The languages that an area has all words of, in the order of the picker. */
export function languagesOfArea(area: Area): readonly Language[] {
  return languages.filter(({ code }) => codes[area].includes(code));
}

/** The language of an area's screens for who chose a language: that one, or French where the area lacks it. */
export function languageInArea(area: Area, chosen: LanguageCode): LanguageCode {
  return codes[area].includes(chosen) ? chosen : referenceLanguage;
}
