import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { auditOperationOf } from '#domain/audit/operation.ts';
import { OPERATIONS, operationOf } from '#domain/operations.ts';
import { contract } from './index.ts';
import type { RouteMeta } from './route.ts';

interface Declared {
  readonly name: string;
  readonly method: string;
  readonly access: RouteMeta['access'];
  readonly idempotent: boolean;
  readonly refusals: readonly string[];
}

const declared = (node: object, path: readonly string[] = []): Declared[] =>
  Object.entries(node).flatMap(([name, value]) => {
    if (!isContractProcedure(value)) return declared(value, [...path, name]);
    const { route, meta, errorMap } = value['~orpc'];
    const { access, idempotent } = meta as unknown as RouteMeta;
    return [
      {
        name: [...path, name].join('.'),
        method: route.method ?? '',
        access,
        idempotent,
        refusals: Object.keys(errorMap),
      },
    ];
  });

const routes = declared(contract);
const writing = routes.filter(
  ({ method, access, idempotent }) => method !== 'GET' && (idempotent || access === 'administrator'),
);
const own = (name: string) => (method: string) => name === method || name.startsWith(`${method}.`);

test('every route that creates something or is an administrator’s says what it does to money', () => {
  expect(writing.length).toBeGreaterThan(15);
  expect(writing.filter(({ name }) => operationOf(name, {}) === null).map(({ name }) => name)).toEqual([]);
});

test('no line is of a route that is not there', () => {
  const names = routes.map(({ name }) => name);
  for (const operation of Object.keys(OPERATIONS))
    expect([operation, names.some(own(operation))]).toEqual([operation, true]);
});

test('a route whose operation does something to money declares that it may ask for a confirmation', () => {
  for (const [operation, effect] of Object.entries(OPERATIONS)) {
    if (effect === 'none') continue;
    const route = routes.find(({ name }) => own(operation)(name));
    expect([operation, route?.refusals.includes('auth.confirmation-required')]).toEqual([operation, true]);
  }
});

test('an administrator’s operation is named as in the audit trail', () => {
  for (const { name, access } of writing) {
    if (access !== 'administrator') continue;
    for (const action of [undefined, 'approve', 'process', 'reject', 'complete']) {
      const audited = auditOperationOf(name, { action });
      const operation = operationOf(name, { action });
      if (audited !== name || operation === name) expect([name, operation]).toEqual([name, audited]);
    }
  }
});
