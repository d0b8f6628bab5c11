import { describe, expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import type { ReportedStatus } from '../statements/read-message.ts';
import { readAnswer, reasonOfBankCode } from './bank-answer.ts';

interface AnswerCase {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly batch: readonly string[];
    readonly report: {
      readonly group?: ReportedStatus;
      readonly payment?: ReportedStatus;
      readonly transactions?: readonly (ReportedStatus & { readonly endToEndId: string | null })[];
    };
  };
  readonly expected: { readonly transfers: unknown; readonly unknown: readonly string[] };
}

const CASES = vectors.cases.filter(({ family }) => family === 'pain002') as unknown as readonly AnswerCase[];

const reportOf = ({ group, payment, transactions = [] }: AnswerCase['input']['report']) => ({
  group: group ?? null,
  payments: [{ originalPaymentId: null, payment: payment ?? null, transactions }],
});

test.each(CASES.map((one) => [one.id, one.title, one] as const))(
  'PAY-36 %s: %s',
  (_, __, { input, expected }) => {
    const { transfers, unknown } = readAnswer(reportOf(input.report), input.batch);
    expect({ transfers: Object.fromEntries(transfers), unknown }).toEqual(expected);
  },
);

describe('PAY-36 the most precise level that speaks of a transfer wins', () => {
  const bank = (report: AnswerCase['input']['report']) =>
    readAnswer(reportOf(report), ['a']).transfers.get('a')?.bank;
  const own = (status: string) => [{ endToEndId: 'A', status }];

  test.each([
    ['no word at all', {}, 'accepted'],
    ['the group accepts', { group: { status: 'ACTC' } }, 'accepted'],
    ['the group refuses', { group: { status: 'RJCT' } }, 'refused'],
    ['the payment before the group', { group: { status: 'RJCT' }, payment: { status: 'ACSP' } }, 'accepted'],
    ['the transfer before the payment', { payment: { status: 'RJCT' }, transactions: own('ACSC') }, 'sent'],
    ['in part, and not named', { payment: { status: 'PART' } }, 'accepted'],
    ['under way', { group: { status: 'ACCP' }, transactions: own('PDNG') }, 'unchanged'],
    ['a word that is not known', { group: { status: 'XXXX' } }, 'unchanged'],
    ['its money has moved', { group: { status: 'ACCC' } }, 'sent'],
  ] as const)('%s', (_, report, verdict) => {
    expect(bank(report)).toBe(verdict);
  });

  test('names the ids that are not in the batch', () => {
    expect(
      readAnswer(reportOf({ transactions: [{ endToEndId: 'zz', status: 'RJCT' }] }), ['a']),
    ).toMatchObject({ unknown: ['zz'] });
  });

  test.each([
    ['of several is listed for a person to ask about', ['a', 'b'], 'accepted', ['NOTPROVIDED']],
    ['of the only transfer is of that one', ['a'], 'refused', []],
  ] as const)('a refusal that names no transfer, %s', (_, batch, bank, unknown) => {
    const transactions = [{ endToEndId: null, status: 'RJCT', reason: 'AC04' }];
    const found = readAnswer(reportOf({ group: { status: 'PART' }, transactions }), batch);
    expect([found.transfers.get('a')?.bank, found.unknown]).toEqual([bank, unknown]);
  });

  test('an acceptance that names no transfer is nothing to ask about', () => {
    const transactions = [{ endToEndId: null, status: 'ACCP' }];
    expect(readAnswer(reportOf({ transactions }), ['a', 'b']).unknown).toEqual([]);
  });
});

test.each([
  ['invalid-iban', 'AC01 AC03 CNOR RC01'],
  ['account-closed', 'AC04'],
  ['account-blocked', 'AC06'],
  ['operation-not-allowed', 'AG01'],
  ['payee-mismatch', 'BE01'],
  ['missing-details', 'BE04'],
  ['duplicate', 'AM05 DUPL'],
  ['legal-block', 'RR01 RR02 RR03 RR04'],
  ['bank-technical', 'AM04 FF01 DT01'],
  ['recalled', 'FOCR'],
  ['rejected-by-payee-bank', 'MS02 MS03 MD07 XX99'],
])('PAY-37 %s is what %s say', (reason, codes) => {
  expect(codes.split(' ').map(reasonOfBankCode)).toEqual(codes.split(' ').map(() => reason));
});

test('PAY-37 a bank that gives no reason has refused', () => {
  expect(reasonOfBankCode(null)).toBe('rejected-by-payee-bank');
});
