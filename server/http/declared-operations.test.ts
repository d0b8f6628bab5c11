import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { type RouteDeclaration, route } from '#contract/route.ts';
import { faultsOfOperations, requireOperations } from './declared-operations.ts';

const declared = (declaration: Partial<RouteDeclaration>) =>
  route({
    method: 'POST',
    path: '/admin/things',
    summary: 'A thing',
    tag: 'Test',
    access: 'staff',
    ...declaration,
  });

test('every route of the product that needs a permission has one', () => {
  expect(faultsOfOperations(contract)).toEqual([]);
});

test.each([
  [
    'a route of the staff without a line',
    { things: { make: declared({}) } },
    'domain/operations.ts has no line for things.make',
  ],
  [
    'a reading one',
    { things: { list: declared({ method: 'GET' }) } },
    'domain/operations.ts has no line for things.list',
  ],
  [
    'a route of clients that creates something, without a line',
    { things: { make: declared({ access: 'client', idempotent: true }) } },
    'domain/operations.ts has no line for things.make',
  ],
  [
    'a route that is open to others than its operation',
    { accounts: { credit: declared({ access: 'client' }) } },
    'accounts.credit is by staff and its route is for client',
  ],
  [
    'the same where the action is part of the name',
    { loans: { decide: declared({ access: 'signed-in' }) } },
    'loans.decide.approve is by staff and its route is for signed-in',
  ],
])('%s keeps the server from starting', (_, wrong, fault) => {
  expect(() => requireOperations(wrong)).toThrow(fault);
});
