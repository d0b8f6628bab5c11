import { frenchListOf } from './french/list-of.ts';
import {
  isLanguageCode,
  type LanguageCode,
  languageOf,
  languageStorageKey,
  referenceLanguage,
} from './languages.ts';
import { withVisibleSpaces } from './visible-spaces.ts';

/** A catalogue as it lies in `locales/`: words, or parts that hold words, to any depth. */
interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

export type Values = Readonly<Record<string, string | number>>;

type Files = Readonly<Record<string, () => Promise<Catalogue>>>;

/**
 * Where each catalogue of French is that a public page may need, and where each other language's list of its own is: who reads French does
 * not download the names of some hundred files of other languages.
 */
const french = import.meta.glob<Catalogue>(
  [
    '../../locales/fr/*.json',
    // In the lists of the signed-in areas, which are fetched whole.
    '!../../locales/fr/{client,client-*,notifications,admin,security,legal-notices,movements,*-reasons}.json',
    '!../../locales/fr/admin-[!s]*.json',
    // Words of the server's.
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
const otherLanguages = import.meta.glob<Files>('./words/*.ts', { import: 'default' });

const loaded = new Map<string, Catalogue>();
const asked = new Map<string, Promise<void>>();
const wanted = new Set<string>();
const listeners = new Set<() => void>();
const plurals = new Map<LanguageCode, Intl.PluralRules>();

let language: LanguageCode = referenceLanguage;

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

/** Loads one catalogue of one language once; a language without that catalogue has nothing to load and falls back. */
function loadCatalogue(code: LanguageCode, namespace: string): Promise<void> {
  const file = nameOf(code, namespace);
  const known = asked.get(file);
  if (known) return known;
  const loading = readCatalogue(code, namespace).then((words) => {
    if (words) loaded.set(file, words);
  });
  asked.set(file, loading);
  // A catalogue that did not arrive is asked for again next time.
  loading.catch(() => asked.delete(file));
  return loading;
}

/** Makes sure the words of these catalogues are there, in French and in the language in use. */
export async function needCatalogues(
  namespaces: readonly string[],
  code: LanguageCode = language,
): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  const codes = new Set<LanguageCode>([referenceLanguage, code]);
  await Promise.all([...codes].flatMap((each) => namespaces.map((name) => loadCatalogue(each, name))));
}

/** Finds `a.b.c`, whether the catalogue nests the parts or keeps some of them whole (`"loan.already-decided"`). */
function find(catalogue: Catalogue | undefined, path: string): string | undefined {
  if (!catalogue) return undefined;
  const whole = catalogue[path];
  if (typeof whole === 'string') return whole;
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const part = catalogue[path.slice(0, dot)];
    const found = typeof part === 'object' ? find(part, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function pluralOf(code: LanguageCode, count: number): string {
  let rules = plurals.get(code);
  if (!rules) {
    rules = new Intl.PluralRules(languageOf(code).tag);
    plurals.set(code, rules);
  }
  return rules.select(count);
}

function sentence(code: LanguageCode, key: string, count: unknown): string | undefined {
  const dot = key.indexOf('.');
  const catalogue = loaded.get(nameOf(code, key.slice(0, dot)));
  const path = key.slice(dot + 1);
  if (typeof count !== 'number') return find(catalogue, path);
  return (
    find(catalogue, `${path}_${pluralOf(code, count)}`) ??
    find(catalogue, `${path}_other`) ??
    find(catalogue, path)
  );
}

/**
 * A word or sentence in the language in use. Keys are absolute: their first part names the catalogue (`visitor.links.loans` is
 * `links.loans` of `visitor.json`), so that the message of a validation issue or the code of a refusal is a key as it stands. What is
 * missing in the language is said in French, and what is missing there too is its key. `{{name}}` is filled from the values; `count`
 * among them chooses the plural (`_one`, `_other` and what else the language has).
 */
export function translate(key: string, values: Values = {}): string {
  const text = sentence(language, key, values.count) ?? sentence(referenceLanguage, key, values.count) ?? key;
  return withVisibleSpaces(
    text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(values[name] ?? whole)),
  );
}

export function currentLanguage(): LanguageCode {
  return language;
}

/** Tells when the language changes; returns how to stop. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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

let latest = 0;

/** Draws the screen in the language, without keeping it as the choice. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  const ticket = ++latest;
  await needCatalogues([...wanted], code);
  // Another language was chosen meanwhile.
  if (ticket !== latest) return;
  language = code;
  document.documentElement.lang = code === referenceLanguage ? 'fr' : languageOf(code).tag;
  for (const listener of listeners) listener();
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
