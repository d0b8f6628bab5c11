import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  isLanguageCode,
  type LanguageCode,
  languageOf,
  languageStorageKey,
  referenceLanguage,
} from './languages.ts';

type Catalogue = Record<string, unknown>;

const files = import.meta.glob<Catalogue>('../../locales/*/*.json', { import: 'default' });
const namespaces = [...new Set(Object.keys(files).map((file) => namespaceOf(file)))];

function namespaceOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
}

/**
 * Keys are absolute: their first part names the catalogue (`visitor.header.loans` is `header.loans` of `visitor.json`), so that the
 * message of a validation issue or of a refusal is a key as it stands. A word missing in the language is shown in French, and a
 * word missing there too is shown as its key.
 */
export const catalogues: i18n = i18next.createInstance();
void catalogues.use(initReactI18next).init({
  lng: referenceLanguage,
  fallbackLng: referenceLanguage,
  ns: namespaces,
  defaultNS: false,
  fallbackNS: false,
  nsSeparator: '.',
  keySeparator: '.',
  appendNamespaceToMissingKey: true,
  partialBundledLanguages: true,
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false, bindI18n: 'languageChanged' },
});

const asked = new Map<string, Promise<void>>();

/** Loads one catalogue of one language once; a language without that catalogue has nothing to load and falls back. */
function loadCatalogue(code: LanguageCode, namespace: string): Promise<void> {
  const file = `../../locales/${code}/${namespace}.json`;
  const known = asked.get(file);
  if (known) return known;
  const read = files[file];
  const loading = read
    ? read().then((words) => {
        catalogues.addResourceBundle(code, namespace, words);
      })
    : Promise.resolve();
  asked.set(file, loading);
  // A catalogue that did not arrive is asked for again next time.
  loading.catch(() => asked.delete(file));
  return loading;
}

const wanted = new Set<string>();

/** Makes sure the words of these catalogues are there, in French and in the language in use. */
export async function needCatalogues(
  names: readonly string[],
  code: LanguageCode = currentLanguage(),
): Promise<void> {
  for (const name of names) wanted.add(name);
  const codes = new Set<LanguageCode>([referenceLanguage, code]);
  await Promise.all([...codes].flatMap((each) => names.map((name) => loadCatalogue(each, name))));
}

export function currentLanguage(): LanguageCode {
  return isLanguageCode(catalogues.language) ? catalogues.language : referenceLanguage;
}

/** The choice kept in this browser; French when there is none, or when storage is refused. */
export function storedLanguage(): LanguageCode {
  try {
    const stored = localStorage.getItem(languageStorageKey);
    return isLanguageCode(stored) ? stored : referenceLanguage;
  } catch {
    return referenceLanguage;
  }
}

/** Draws the screen in the language, without keeping it as the choice. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  await needCatalogues([...wanted], code);
  await catalogues.changeLanguage(code);
  document.documentElement.lang = languageOf(code).tag.startsWith('fr') ? 'fr' : languageOf(code).tag;
}

/** The visitor's choice: kept for the next visits and shown at once, with everything that is on the screen. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  try {
    localStorage.setItem(languageStorageKey, code);
  } catch {
    // Storage refused: the choice then holds for this visit only.
  }
  await showLanguage(code);
}
