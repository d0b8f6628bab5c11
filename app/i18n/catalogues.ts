import { frenchListOf } from './french/list-of.ts';
import {
  isLanguageCode,
  type LanguageCode,
  languageOf,
  languageStorageKey,
  referenceLanguage,
} from './languages.ts';
import { withVisibleSpaces } from './visible-spaces.ts';

/** A catalogue of `locales/`: words, or nested parts, to any depth. */
interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

export type Values = Readonly<Record<string, string | number>>;

type Files = Readonly<Record<string, () => Promise<Catalogue>>>;

/**
 * The loaders of the French catalogues of public pages, and of each other language's list, apart so that French readers do not download the file
 * names of other languages.
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

/** Loads one catalogue of one language once; a language without it falls back to French. */
function loadCatalogue(code: LanguageCode, namespace: string): Promise<void> {
  const file = nameOf(code, namespace);
  const known = asked.get(file);
  if (known) return known;
  const loading = readCatalogue(code, namespace).then((words) => {
    if (words) loaded.set(file, words);
  });
  asked.set(file, loading);
  // A failed fetch is retried next time.
  loading.catch(() => asked.delete(file));
  return loading;
}

/** Loads these catalogues, in French and in the language in use. */
export async function needCatalogues(
  namespaces: readonly string[],
  code: LanguageCode = language,
): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  const codes = new Set<LanguageCode>([referenceLanguage, code]);
  await Promise.all([...codes].flatMap((each) => namespaces.map((name) => loadCatalogue(each, name))));
}

/** Finds `a.b.c`, whether the catalogue nests the parts or has keys with dots (`"loan.already-decided"`). */
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
 * A word or sentence in the language in use. Keys are absolute: their first part names the catalogue (`visitor.links.loans` is `links.loans` of
 * `visitor.json`), so that the message of a validation issue or the code of a refusal is a key. Missing words fall back to French, then to the
 * key. `{{name}}` is filled from the values; `count` among them chooses the plural (`_one`, `_other` and the language's other forms).
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

/** Calls the listener when the language changes; returns how to stop. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The stored choice; French without one, or when storage is unavailable. */
export function storedLanguage(): LanguageCode {
  try {
    const stored = localStorage.getItem(languageStorageKey);
    return isLanguageCode(stored) ? stored : referenceLanguage;
  } catch {
    return referenceLanguage;
  }
}

let latest = 0;

/** Shows the screen in the language, without storing it as the choice. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  const ticket = ++latest;
  await needCatalogues([...wanted], code);
  // Another language was chosen meanwhile.
  if (ticket !== latest) return;
  language = code;
  document.documentElement.lang = code === referenceLanguage ? 'fr' : languageOf(code).tag;
  for (const listener of listeners) listener();
}

/** Stores the visitor's choice and applies it at once. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  try {
    localStorage.setItem(languageStorageKey, code);
  } catch {
    // Storage is unavailable: the choice holds for this visit only.
  }
  await showLanguage(code);
}
