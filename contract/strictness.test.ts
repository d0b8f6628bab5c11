import { expect, test } from 'vitest';
import { contract } from './index.ts';

/** What a schema of zod says of itself, as far as this test looks. */
interface Described {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Record<string, Described>;
      readonly catchall?: Described;
      readonly innerType?: Described;
      readonly element?: Described;
      readonly options?: readonly Described[];
    };
  };
}

/** Where an object of a schema would let a field pass that it does not name. */
function openings(schema: Described, path: string): string[] {
  const { type, shape, catchall, innerType, element, options } = schema._zod.def;
  const inside = [
    ...Object.entries(shape ?? {}).map(([field, inner]) => [`${path}.${field}`, inner] as const),
    ...[innerType, element, ...(options ?? [])].flatMap((inner) => (inner ? [[path, inner] as const] : [])),
  ].flatMap(([at, inner]) => openings(inner, at));
  const isOpen = type === 'record' || (type === 'object' && catchall?._zod.def.type !== 'never');
  return isOpen ? [path, ...inside] : inside;
}

/**
 * A proposal carries the input of another route, which that route's own schema judges before anything is kept, and what its maker saw, which is
 * compared with what is there (FOUR-8; server/proposals/proposals.test.ts tries fields too many).
 */
const COMMANDS = [
  'proposals.requirements.input',
  'proposals.create.input',
  'proposals.create.seen',
  'proposals.emergency.input',
];

test('no route takes a field that it does not name: what a caller may not set is refused, not ignored', () => {
  const inputs = Object.entries(contract).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([call, { '~orpc': declared }]) =>
      declared.inputSchema
        ? [[`${noun}.${call}`, declared.inputSchema as unknown as Described] as const]
        : [],
    ),
  );
  expect(inputs.length).toBeGreaterThan(30);
  expect(inputs.flatMap(([name, schema]) => openings(schema, name)).sort()).toEqual([...COMMANDS].sort());
});
