import { countryName } from './country-name.ts';

/** Other names of countries, in French and in English. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'UAE EAU',
  BY: 'Biélorussie Belarus',
  CD: 'RDC Zaïre',
  CH: 'Helvétie Schweiz Svizzera',
  CI: "Côte d'Ivoire Ivory Coast",
  CV: 'Cap-Vert Cape Verde',
  CZ: 'République tchèque Czech Republic Tchéquie',
  DE: 'Deutschland RFA',
  ES: 'España',
  GB: 'UK Angleterre England Grande-Bretagne Great Britain Écosse Scotland Pays de Galles Wales Irlande du Nord Northern Ireland',
  GR: 'Hellas',
  IT: 'Italia',
  KR: 'Corée du Sud South Korea',
  MK: 'Macédoine Macedonia',
  MM: 'Birmanie Burma',
  NL: 'Hollande Holland Nederland',
  SZ: 'Swaziland',
  TL: 'Timor oriental East Timor',
  TR: 'Turquie Turkey',
  US: "USA États-Unis d'Amérique United States of America Amérique America",
  VA: 'Vatican Holy See',
};

/** Letters and digits only, without accents and case: « Côte d’Ivoire » is « cote d ivoire », the Turkish « krallık » is « krallik ». */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The search terms of a country: its name in the reader's language, in French and in English, its code and other names. */
export function countrySearchWords(code: string, locale: string): string {
  const names = [...new Set([locale, 'fr', 'en'])].map((each) => countryName(code, each));
  return [...names, code, otherNames[code] ?? ''].join(' ');
}

/** Whether the typed words match beginnings of words, in order. */
export function isFoundBy(words: string, typed: string): boolean {
  return ` ${plain(words)}`.includes(` ${plain(typed)}`);
}
