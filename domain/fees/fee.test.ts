import { expect, test } from 'vitest';
import { LOAN_STATUSES } from '../loans/status.ts';
import { createFeeInput, type LoanRequestState, mayCreateFee } from './fee.ts';

test('CMF L519-6: nothing payable while a loan request waits or is not paid out', () => {
  const allowed = LOAN_STATUSES.flatMap((status) =>
    [false, true]
      .filter((paidOut) => mayCreateFee({ openLoanRequests: [{ status, paidOut }] }).ok)
      .map((paidOut) => `${status} ${paidOut ? 'paid out' : 'not paid out'}`),
  );
  expect(allowed).toEqual(['approved paid out', 'rejected not paid out', 'rejected paid out']);
});

test('one waiting request among others is enough', () => {
  const settled: LoanRequestState[] = [
    { status: 'approved', paidOut: true },
    { status: 'rejected', paidOut: false },
  ];
  expect(mayCreateFee({ openLoanRequests: settled })).toEqual({ ok: true });
  expect(mayCreateFee({ openLoanRequests: [] })).toEqual({ ok: true });
  expect(mayCreateFee({ openLoanRequests: [...settled, { status: 'processing', paidOut: false }] })).toEqual({
    ok: false,
    reason: 'loan-not-paid-out',
  });
});

test.each<[unknown, unknown, string[]]>([
  [1, ' Frais de tenue de compte ', []],
  [0, 'Frais', ['validation.amount.positive']],
  [1.5, 'Frais', ['validation.amount.invalid']],
  [undefined, 'Frais', ['validation.required']],
  [100, '   ', ['validation.required']],
  [100, 'x'.repeat(201), ['validation.tooLong']],
])('a fee of %j for %j', (amountMinor, description, expected) => {
  const result = createFeeInput.safeParse({ amountMinor, description });
  expect((result.error?.issues ?? []).map((issue) => issue.message)).toEqual(expected);
  if (result.success) expect(result.data.description).toBe('Frais de tenue de compte');
});
