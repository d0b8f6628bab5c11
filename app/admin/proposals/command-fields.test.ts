import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { EXPORT_INPUTS } from '#domain/desk/export.ts';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import en from '#locales/en/admin-proposals.json' with { type: 'json' };
import fr from '#locales/fr/admin-proposals.json' with { type: 'json' };
import { WITHOUT_WORDS } from './command-fields.ts';

interface Schema {
  readonly _zod: { readonly def: { readonly shape?: Readonly<Record<string, unknown>> } };
}

/** The fields of the input of an operation's route. */
function fieldsOf(operation: string): string[] {
  if (operation === 'lists.export')
    return Object.values(EXPORT_INPUTS).flatMap((schema) =>
      Object.keys((schema as unknown as Schema)._zod.def.shape ?? {}),
    );
  const [noun = '', route = ''] = operation.split('.');
  const routes = contract as unknown as Readonly<
    Record<string, Readonly<Record<string, { '~orpc': { inputSchema: Schema } }>>>
  >;
  return Object.keys(routes[noun]?.[route]?.['~orpc'].inputSchema._zod.def.shape ?? {});
}

test.each(GOVERNED_OPERATIONS)('FOUR-14 each field of %s has a word, never its name', (operation) => {
  const fields = fieldsOf(operation);
  expect(fields.length).toBeGreaterThan(0);
  for (const words of [fr.fields, en.fields] as const)
    expect(
      fields.filter((name) => !WITHOUT_WORDS.has(name) && !(name.replace(/Minor$/, '') in words)),
    ).toEqual([]);
});
