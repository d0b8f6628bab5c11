import { elided, PLACE_AFTER_DE } from '#domain/elision.ts';
import { type LanguageCode, languageOf, referenceLanguage } from './languages.ts';
import { withVisibleSpaces } from './visible-spaces.ts';

/** A catalogue of `locales/`: words, or nested parts, to any depth. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

export type Values = Readonly<Record<string, string | number>>;

const loaded = new Map<string, Catalogue>();
const listeners = new Set<() => void>();
const plurals = new Map<LanguageCode, Intl.PluralRules>();

let language: LanguageCode = referenceLanguage;

function merged(first: Catalogue | undefined, second: Catalogue): Catalogue {
  const both: Record<string, string | Catalogue> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const known = both[key];
    both[key] = typeof value === 'object' && typeof known === 'object' ? merged(known, value) : value;
  }
  return both;
}

/** Adds a catalogue of a language, or parts of one. */
export function addWords(code: LanguageCode, namespace: string, words: Catalogue): void {
  const name = `${code}/${namespace}`;
  loaded.set(name, merged(loaded.get(name), words));
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
  const catalogue = loaded.get(`${code}/${key.slice(0, dot)}`);
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
 * key. `{{name}}` is filled from the values, in French with « d' » where « de » stands before a vowel; `count` among them chooses the plural
 * (`_one`, `_other` and the language's other forms).
 */
export function translate(key: string, values: Values = {}): string {
  const own = sentence(language, key, values.count);
  const text = own ?? sentence(referenceLanguage, key, values.count) ?? key;
  const isFrench = own === undefined || language === referenceLanguage;
  return withVisibleSpaces(
    text.replace(PLACE_AFTER_DE, (whole, de: string | undefined, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return isFrench ? elided(de, String(value)) : `${de ?? ''}${value}`;
    }),
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

/** Sets the language of every word from now on; its catalogues have been added before. */
export function setLanguage(code: LanguageCode): void {
  language = code;
  for (const listener of listeners) listener();
}

/** The catalogue's part under a key: a sentence with its plural forms, or a part with everything in it. Undefined when there is none. */
function partUnder(catalogue: Catalogue, path: readonly string[]): Catalogue | undefined {
  const [first = '', ...rest] = path;
  if (rest.length > 0) {
    const next = catalogue[first];
    const found = typeof next === 'object' ? partUnder(next, rest) : undefined;
    return found && { [first]: found };
  }
  const own = Object.entries(catalogue).filter(
    ([key]) => key === first || key.replace(/_[a-z]+$/, '') === first,
  );
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

/**
 * Words of the language in use by namespace, for a file that carries only these: whole namespaces, parts or single sentences.
 * @throws when the language has no such word.
 */
export function wordsUnder(keys: readonly string[]): Record<string, Catalogue> {
  const words: Record<string, Catalogue> = {};
  for (const key of keys) {
    const [namespace = '', ...path] = key.split('.');
    const catalogue = loaded.get(`${language}/${namespace}`);
    const found = catalogue && (path.length === 0 ? catalogue : partUnder(catalogue, path));
    if (!found) throw new Error(`${language} has no words for ${key}.`);
    words[namespace] = merged(words[namespace], found);
  }
  return words;
}
