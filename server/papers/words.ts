import { readFileSync } from 'node:fs';
import type { ClientLanguage } from '#domain/clients/client-languages.ts';
import type frenchWords from '#locales/fr/documents.json';
import legalWords from '#locales/fr/legal-papers.json' with { type: 'json' };

/** The words of documents in one language. */
export type PaperWords = typeof frenchWords;

/** The words of papers that the law governs: contracts, letters of recovery, mandates, proposed measures. In French for every reader. */
export { legalWords };

const FOLDER = new URL('../../locales/', import.meta.url);
const known = new Map<string, unknown>();

/** A catalogue of a language, read from its file once. */
export function readCatalogue<Catalogue>(language: ClientLanguage, name: string): Catalogue {
  const file = `${language}/${name}.json`;
  const found = known.get(file) ?? JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  known.set(file, found);
  return found as Catalogue;
}

/** Puts values in the places of a sentence. A place without a value is a programming error. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {{${name}}}`);
    return value;
  });
}
