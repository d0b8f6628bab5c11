import { expect, test } from 'vitest';
import { AUDIT_AREAS, AUDIT_OPERATIONS, auditOperationOf } from './operation.ts';

test.each([
  ['loans.decide', { id: 'x', action: 'approve' }, 'loans.decide.approve'],
  ['loans.decide', { action: 'forget' }, 'loans.decide'],
  ['loans.decide', null, 'loans.decide'],
  ['loans.decide', { action: { toString: 'approve' } }, 'loans.decide'],
  ['fees.create', { action: 'approve' }, 'fees.create'],
  ['loans.review', {}, null],
  ['', undefined, null],
])('%s with %j is %s', (route, input, operation) => {
  expect(auditOperationOf(route, input)).toBe(operation);
});

test('every operation stands in one area', () => {
  expect(new Set(AUDIT_OPERATIONS).size).toBe(AUDIT_OPERATIONS.length);
  expect(Object.values(AUDIT_AREAS).flat().sort()).toEqual([...AUDIT_OPERATIONS].sort());
});
