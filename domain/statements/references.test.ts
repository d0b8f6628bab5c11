import { expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import {
  creditorReference,
  isCreditorReference,
  knownReferencesIn,
  numbersIn,
  paymentReference,
  plainReferencesIn,
  printedReference,
} from './references.ts';

test.each([
  [1, 'RF67GUI0000000001'],
  [2, 'RF40GUI0000000002'],
  [3, 'RF13GUI0000000003'],
  [4, 'RF83GUI0000000004'],
  [12345, 'RF71GUI0000012345'],
])('PAY-27 the reference of number %s is %s (ISO 11649)', (number, reference) => {
  expect(paymentReference(number)).toBe(reference);
  expect(isCreditorReference(reference)).toBe(true);
  expect(numbersIn([`merci ${printedReference(reference).toLowerCase()}`])).toEqual([number]);
});

test('PAY-27 a reference with a slip in it names nobody', () => {
  expect(isCreditorReference('RF67GUI0000000010')).toBe(false);
  expect(numbersIn(['RF67GUI0000000010', null, undefined, ''])).toEqual([]);
  expect(() => paymentReference(10_000_000_000)).toThrow(RangeError);
});

test('PAY-27 references without check digits are found with or without their hyphens', () => {
  expect(plainReferencesIn(['REMBT prt20261120ab12cd34', 'VIR-20261120-AB12CD34', 'CRD-2026'])).toEqual([
    'PRT-20261120-AB12CD34',
    'VIR-20261120-AB12CD34',
  ]);
});

interface ReferenceCase {
  readonly id: string;
  readonly input: { readonly known?: readonly string[]; readonly texts?: readonly string[] };
  readonly expected: readonly { text: string; found: readonly string[]; decides: boolean }[];
}

const CASES = (
  vectors.cases.filter(({ family }) => family === 'reference') as unknown as ReferenceCase[]
).filter(({ input }) => input.texts);

test.each(
  CASES.flatMap(({ input, expected }) => expected.map((one) => [one.text, input.known ?? [], one] as const)),
)('PAY-27 %s', (text, known, { found, decides }) => {
  expect(knownReferencesIn([text], known)).toEqual(found);
  expect(found.length === 1).toBe(decides);
});

test('PAY-27 the check digits of a reference follow ISO 11649', () => {
  expect(creditorReference('539007547034')).toBe('RF18539007547034');
});
