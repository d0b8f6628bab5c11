import { expect, test } from 'vitest';
import { auditOperationOf } from '#domain/audit/operation.ts';
import { contract } from './index.ts';

interface Declared {
  readonly '~orpc': {
    readonly meta: { readonly access: string };
    readonly route: { readonly method: string };
  };
}

const routes = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls as unknown as Record<string, Declared>).map(([call, { '~orpc': declared }]) => ({
    name: `${noun}.${call}`,
    access: declared.meta.access,
    method: declared.route.method,
  })),
);

test('every act of the staff has a name in the audit trail', () => {
  // It asks with a body, because a command is one, and writes nothing.
  const reading = 'proposals.requirements';
  const acts = routes.filter(
    ({ access, method, name }) => access === 'staff' && method !== 'GET' && name !== reading,
  );
  expect(acts.map(({ name }) => name)).toContain('loans.decide');
  expect(acts.filter(({ name }) => auditOperationOf(name, null) === null)).toEqual([]);
});
