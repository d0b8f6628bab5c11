import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { auditOperationOf } from '#domain/audit/operation.ts';
import { OPERATION_NAMES, OPERATIONS, operationsOf } from '#domain/operations.ts';
import { contract } from './index.ts';
import type { RouteMeta } from './route.ts';

interface Declared {
  readonly name: string;
  readonly method: string;
  readonly access: RouteMeta['access'];
  readonly idempotent: boolean;
  readonly refusals: readonly string[];
  /** The values of its input's `action`, where it has one. */
  readonly actions: readonly unknown[];
}

/** The values that an input's `action` may have; none for an input without one. */
function actionsOf(schema: unknown): readonly unknown[] {
  const { shape = {} } = (schema as { shape?: Record<string, { options?: unknown[] }> } | undefined) ?? {};
  return shape.action?.options ?? [];
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
        actions: actionsOf(value['~orpc'].inputSchema),
      },
    ];
  });

const routes = declared(contract);
/** The route of an operation. */
const routeOf = (operation: string) =>
  routes.find(({ name }) => name === operation || operation.startsWith(`${name}.`));

test('every route of the staff and every other that creates something has a line, and no line is of a route that is not there', () => {
  const named = routes.filter(({ name }) => operationsOf(name).length > 0).map(({ name }) => name);
  // A route that sets a value can be repeated without a key; its confirmation needs a line all the same.
  const needed = routes.filter(
    ({ name, access, idempotent }) =>
      access === 'staff' || idempotent || operationsOf(name).some((each) => OPERATIONS[each].isConfirmed),
  );
  expect(needed.length).toBeGreaterThan(40);
  expect(named.sort()).toEqual(needed.map(({ name }) => name).sort());
  expect(OPERATION_NAMES.filter((operation) => !routeOf(operation))).toEqual([]);
});

test('the actions of a line are the actions that its route takes', () => {
  for (const operation of OPERATION_NAMES) {
    const route = routeOf(operation);
    if (!route || route.name === operation) continue;
    const action = operation.slice(route.name.length + 1);
    expect([operation, route.actions.includes(action)]).toEqual([operation, true]);
  }
  for (const { name, actions } of routes.filter(({ name }) => operationsOf(name).length > 1))
    expect(operationsOf(name)).toHaveLength(actions.length);
});

test.each(OPERATION_NAMES)('%s: what its line says fits its route', (operation) => {
  const { by, money, isConfirmed, audit } = OPERATIONS[operation];
  const route = routeOf(operation);
  expect(route?.access).toBe(by);
  // Whatever does something to money is confirmed, and the route says that it may ask for it.
  if (money !== 'none') expect(isConfirmed).toBe(true);
  if (isConfirmed) expect(route?.refusals).toContain('auth.confirmation-required');
  // The audit trail tells of each act of the staff and of no client's. These read, and are told.
  // One asks with a body, because a command is one.
  const isAct =
    by === 'staff' &&
    operation !== 'proposals.requirements' &&
    (route?.method !== 'GET' ||
      [
        'audit.export',
        'bankFiles.open',
        'directDebits.file',
        'lists.export',
        'loanDocuments.open',
        'loanFile.openFicpProof',
        'loanTransmissions.openPaper',
        'withdrawalBatches.file',
      ].includes(operation));
  expect(audit !== null).toBe(isAct);
  if (audit !== null)
    expect(auditOperationOf(route?.name ?? '', { action: operation.split('.')[2] })).toBe(operation);
});
