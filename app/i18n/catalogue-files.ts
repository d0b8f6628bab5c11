import { areaListOf } from './area-lists.ts';
import { addWords, type Catalogue, currentLanguage, setLanguage } from './catalogues.ts';
import { isInClientList } from './clients/list-of.ts';
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
    '!../../locales/fr/{client,client-[!m]*,notifications,admin,security,legal-notices,movements,*-reasons}.json',
    '!../../locales/fr/{admin-[!abst]*,admin-batches,admin-bank-lines,admin-tasks,admin-timeline}.json',
    // Used by the server only.
    '!../../locales/fr/{documents,legal-papers,mails}.json',
  ],
  { import: 'default' },
);
const areaLists = import.meta.glob<Readonly<Record<string, Catalogue>>>(
  './{french,english}/{client,admin,office}.ts',
  {
    import: 'default',
  },
);
/** The namespaces that have a file of their own: what public pages and the entrance read. */
export const allNamespaces: readonly string[] = Object.keys(french).map(
  (file) => /([^/]+)\.json$/.exec(file)?.[1] ?? '',
);
const otherLanguages = import.meta.glob<Files>('./words/*.ts', { import: 'default' });
const clientLists = import.meta.glob<Readonly<Record<string, Catalogue>>>(
  ['./clients/*.ts', '!./clients/list-of.ts'],
  { import: 'default' },
);

const asked = new Map<string, Promise<boolean>>();
const wanted = new Set<string>();

const nameOf = (code: LanguageCode, namespace: string) => `../../locales/${code}/${namespace}.json`;

async function readCatalogue(code: LanguageCode, namespace: string): Promise<Catalogue | undefined> {
  const file = `../${nameOf(code, namespace)}`;
  const list = areaListOf(code, namespace);
  if (list !== null) return (await areaLists[list]?.())?.[file];
  if (code === referenceLanguage) return french[nameOf(code, namespace)]?.();
  if (isInClientList(namespace)) return (await clientLists[`./clients/${code}.ts`]?.())?.[file];
  return (await otherLanguages[`./words/${code}.ts`]?.())?.[file]?.();
}

/** Loads one catalogue of one language once. Whether the language has it. */
function loadCatalogue(code: LanguageCode, namespace: string): Promise<boolean> {
  const file = nameOf(code, namespace);
  const known = asked.get(file);
  if (known) return known;
  const loading = readCatalogue(code, namespace).then((words) => {
    if (words) addWords(code, namespace, words);
    return words !== undefined;
  });
  asked.set(file, loading);
  // A failed fetch is retried next time.
  loading.catch(() => asked.delete(file));
  return loading;
}

/**
 * Loads these catalogues in the language in use, in French where it lacks one. A language that has a catalogue has all words of it that its readers
 * meet (tools/locales.test.ts).
 */
export async function needCatalogues(
  namespaces: readonly string[],
  code: LanguageCode = currentLanguage(),
): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  await Promise.all(
    namespaces.map(async (name) => {
      const isThere = await loadCatalogue(code, name);
      if (!isThere && code !== referenceLanguage) await loadCatalogue(referenceLanguage, name);
    }),
  );
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
