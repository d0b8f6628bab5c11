import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textLanguages } from './text-words/languages.ts';

/**
 * `glossary/<code>.json` says how a language names the terms of a loan and of a payment: its word first, then the other forms its texts use,
 * whole or as a stem. A reader who meets two names for one thing must guess whether they are two things.
 */
type Glossary = Readonly<Record<string, readonly string[]>>;

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const glossaryOf = (code: string) => JSON.parse(read(`content/glossary/${code}.json`)) as Glossary;
const filesOf = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });

/** Where a term is part of an expression that other languages say without it. */
const otherThings = /motif du virement/g;

/** The terms whose names a text says. */
function termsIn(text: string, glossary: Glossary): string[] {
  const said = text.toLowerCase().replace(otherThings, '');
  return Object.keys(glossary).filter((term) =>
    glossary[term]?.some((form) => said.includes(form.toLowerCase())),
  );
}

/** Every sentence of a catalogue by its key; the plural forms of one are one sentence. */
function sentences(file: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (part: object, path: string) => {
    for (const [name, value] of Object.entries(part)) {
      const key = path + name.replace(/_(?:zero|one|two|few|many|other)$/, '');
      if (typeof value === 'string') found.set(key, `${found.get(key) ?? ''} ${value}`);
      else walk(value, `${key}.`);
    }
  };
  walk(JSON.parse(read(file)), '');
  return found;
}

/** All but the catalogues of the staff, in French and English only, and those that French alone has. */
const isOfClients = (file: string) => !/^(?:admin|documents|api-docs)/.test(file);

const french = glossaryOf('fr');

test('every language has one, with the terms of the French', () => {
  expect(filesOf('content/glossary').sort()).toEqual(textLanguages.map((code) => `${code}.json`).sort());
  for (const code of textLanguages)
    expect(Object.keys(glossaryOf(code)).sort(), code).toEqual(Object.keys(french).sort());
});

test.each(textLanguages.filter((code) => code !== 'fr'))(
  'the words and texts in %s name each term as its glossary does, wherever the French names it',
  (code) => {
    const glossary = glossaryOf(code);
    const missing = (name: string, source: string, translation: string) => {
      const named = termsIn(translation, glossary);
      return termsIn(source, french)
        .filter((term) => !named.includes(term))
        .map((term) => `${name}: ${term}: ${translation.slice(0, 120)}`);
    };
    const inWords = filesOf(`locales/${code}`)
      .filter(isOfClients)
      .flatMap((file) => {
        const own = sentences(`locales/${code}/${file}`);
        return [...sentences(`locales/fr/${file}`)].flatMap(([key, text]) =>
          own.has(key) ? missing(`${file} ${key}`, text, own.get(key) ?? '') : [],
        );
      });
    const inTexts = ['articles', 'faq', 'offers', 'verify'].flatMap((folder) =>
      filesOf(`content/${folder}/${code}`).flatMap((name) =>
        missing(
          `${folder}/${name}`,
          read(`content/${folder}/${name}`),
          read(`content/${folder}/${code}/${name}`),
        ),
      ),
    );
    expect([...inWords, ...inTexts]).toEqual([]);
  },
);
