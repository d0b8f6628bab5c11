import { addWords, type Catalogue, currentLanguage, setLanguage } from './catalogues.ts';
import { frenchListOf } from './french/list-of.ts';
import { keepLanguage } from './language-choice.ts';
import { type LanguageCode, languageOf, referenceLanguage } from './languages.ts';

type Files = Readonly<Record<string, () => Promise<Catalogue>>>;

/**
 * How the single-page application and the build find catalogues: the French ones one by one or in lists, those of each other language through its
 * own list, so that French readers do not download the file names of other languages. Islands do not use this file: the build writes their words.
 */
const french = import.meta.glob<Catalogue>(
  [
    '../../locales/fr/*.json',
    // Loaded with the lists of the signed-in areas.
    '!../../locales/fr/{client,client-*,notifications,admin,security,legal-notices,movements,*-reasons}.json',
    '!../../locales/fr/admin-[!s]*.json',
    // Used by the server only.
    '!../../locales/fr/{mails,documents}.json',
  ],
  { import: 'default' },
);
const frenchLists = import.meta.glob<Readonly<Record<string, Catalogue>>>(
  './french/{client,admin,office}.ts',
  {
    import: 'default',
  },
);
/** The namespaces that have a file of their own: what public pages and the entrance read. */
export const allNamespaces: readonly string[] = Object.keys(french).map(
  (file) => /([^/]+)\.json$/.exec(file)?.[1] ?? '',
);
const otherLanguages = import.meta.glob<Files>('./words/*.ts', { import: 'default' });

const asked = new Map<string, Promise<void>>();
const wanted = new Set<string>();

const nameOf = (code: LanguageCode, namespace: string) => `../../locales/${code}/${namespace}.json`;

async function readCatalogue(code: LanguageCode, namespace: string): Promise<Catalogue | undefined> {
  if (code === referenceLanguage) {
    const list = frenchListOf(namespace);
    if (list === null) return french[nameOf(code, namespace)]?.();
    return (await frenchLists[`./french/${list}.ts`]?.())?.[`../${nameOf(code, namespace)}`];
  }
  const files = await otherLanguages[`./words/${code}.ts`]?.();
  return files?.[`../${nameOf(code, namespace)}`]?.();
}

/** Loads one catalogue of one language once; a language without it falls back to French. */
function loadCatalogue(code: LanguageCode, namespace: string): Promise<void> {
  const file = nameOf(code, namespace);
  const known = asked.get(file);
  if (known) return known;
  const loading = readCatalogue(code, namespace).then((words) => {
    if (words) addWords(code, namespace, words);
  });
  asked.set(file, loading);
  // A failed fetch is retried next time.
  loading.catch(() => asked.delete(file));
  return loading;
}

/** Loads these catalogues, in French and in the language in use. */
export async function needCatalogues(
  namespaces: readonly string[],
  code: LanguageCode = currentLanguage(),
): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  const codes = new Set<LanguageCode>([referenceLanguage, code]);
  await Promise.all([...codes].flatMap((each) => namespaces.map((name) => loadCatalogue(each, name))));
}

let latest = 0;

/** Shows the screen in the language, without storing it as the choice. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  const ticket = ++latest;
  await needCatalogues([...wanted], code);
  // Another language was chosen meanwhile.
  if (ticket !== latest) return;
  setLanguage(code);
  if (typeof document !== 'undefined')
    document.documentElement.lang = code === referenceLanguage ? 'fr' : languageOf(code).tag;
}

/** Stores the choice and applies it at once. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  keepLanguage(code);
  await showLanguage(code);
}
