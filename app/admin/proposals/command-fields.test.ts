import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { EXPORT_INPUTS } from '#domain/desk/export.ts';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import { WITHOUT_WORDS, wordKeysOf } from './command-fields.ts';

/** A schema of zod, as far as its words are looked for. */
interface Schema {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Readonly<Record<string, Schema>>;
      readonly entries?: Readonly<Record<string, string>>;
      readonly values?: readonly unknown[];
      readonly innerType?: Schema;
      readonly options?: readonly Schema[];
      readonly in?: Schema;
      readonly out?: Schema;
    };
  };
}

/** The inputs of an operation: of its route, or of each list that can be taken out. */
function inputsOf(
  operation: string,
): (readonly [list: string | null, shape: Readonly<Record<string, Schema>>])[] {
  if (operation === 'lists.export')
    return Object.entries(EXPORT_INPUTS).map(
      ([list, schema]) => [list, (schema as unknown as Schema)._zod.def.shape ?? {}] as const,
    );
  const [noun = '', route = ''] = operation.split('.');
  const routes = contract as unknown as Readonly<
    Record<string, Readonly<Record<string, { '~orpc': { inputSchema: Schema } }>>>
  >;
  return [[null, routes[noun]?.[route]?.['~orpc'].inputSchema._zod.def.shape ?? {}]];
}

/** The names that a value of a schema can be; none for a text, a number or a list. */
function namesOf({ _zod: { def } }: Schema): string[] {
  if (def.entries) return Object.values(def.entries);
  if (def.type === 'literal') return (def.values ?? []).filter((one) => typeof one === 'string');
  return [def.innerType, ...(def.options ?? []), def.in, def.out].flatMap((inner) =>
    inner ? namesOf(inner) : [],
  );
}

/** The keys of every catalogue of a language, each after the name of its namespace. */
function keysOf(language: string): ReadonlySet<string> {
  const folder = new URL(`../../../locales/${language}/`, import.meta.url);
  const flat = (words: unknown, path: string): string[] =>
    typeof words === 'object' && words !== null
      ? Object.entries(words).flatMap(([key, inner]) => flat(inner, `${path}.${key}`))
      : [path];
  return new Set(
    readdirSync(folder).flatMap((file) =>
      flat(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), file.slice(0, -'.json'.length)),
    ),
  );
}

const LANGUAGES = [keysOf('fr'), keysOf('en')] as const;

/** Values that are read as they are: codes of currencies and countries. */
const SAID_AS_THEY_ARE = ['currency', 'currencyCode', 'country'];

test.each(GOVERNED_OPERATIONS)('FOUR-14 each field of %s has a word, never its name', (operation) => {
  const fields = inputsOf(operation).flatMap(([, shape]) => Object.keys(shape));
  expect(fields.length).toBeGreaterThan(0);
  for (const keys of LANGUAGES)
    expect(
      fields.filter(
        (name) =>
          !WITHOUT_WORDS.has(name) && !keys.has(`admin-proposals.fields.${name.replace(/Minor$/, '')}`),
      ),
    ).toEqual([]);
});

test.each(GOVERNED_OPERATIONS)('FOUR-14 each choice of %s has words, never its code', (operation) => {
  const choices = inputsOf(operation).flatMap(([list, shape]) =>
    Object.entries(shape)
      .filter(([name]) => !WITHOUT_WORDS.has(name) && !SAID_AS_THEY_ARE.includes(name))
      .flatMap(([name, schema]) => namesOf(schema).map((value) => [list, name, value] as const)),
  );
  for (const keys of LANGUAGES)
    expect(
      choices.filter(([list, name, value]) => !wordKeysOf(name, value, list).some((key) => keys.has(key))),
    ).toEqual([]);
});
