import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasWords } from './known-sources.ts';

const MIGRATIONS = new URL('../../../server/db/migrations/', import.meta.url);
/** A text of a value that a migration writes, and how it was verified. */
const VALUES = /'((?:[^'\n]|'')*)',\s*'(?:text-read|secondary-source|memory|decision)'/g;
/** Of these the number is all there is to read: « C. conso. L312-24 ». */
const CITATION = /^(C\. conso\.|CMF) [A-Z]\d+-\d+$|^SEPA Direct Debit Core Rulebook$/;

test('LC-8: every source that the product brings is read in the words of the language, or is a bare citation', () => {
  const texts = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(new URL(name, MIGRATIONS), 'utf8'))
    .filter((text) => text.includes('legal_parameters'));
  const sources = texts.flatMap((text) =>
    [...text.matchAll(VALUES)].map(([, source = '']) => source.replaceAll("''", "'")),
  );
  const written = sources.filter((source) => !['text-read', 'memory'].includes(source));
  expect(written.length).toBeGreaterThan(50);
  expect(written.filter((source) => !CITATION.test(source) && !hasWords(source))).toEqual([]);
});
