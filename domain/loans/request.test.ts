import { describe, expect, test } from 'vitest';
import { DEBT_RATIO_POLICY_BPS, debtRatioBps, withinDebtRatioPolicy } from './affordability.ts';
import { creditWarning, NO_PAYMENT_BEFORE_LOAN, NO_PAYMENT_TO_UNLOCK } from './legal-wording.ts';
import {
  LOAN_DURATIONS_MONTHS,
  loanRequestInput,
  loanRequestInputFor,
  minimumLoanMinor,
  nearestDuration,
  rejectLoanInput,
} from './request.ts';

const EUROS = { minMinor: 10_000, maxMinor: 10_000_000 };
const valid = { amountMinor: 10_000, purpose: 'Travaux', durationMonths: 12, monthlyIncomeMinor: 0 };

/** "field: message" of each issue. */
function faults(result: {
  success: boolean;
  error?: { issues: { path: PropertyKey[]; message: string }[] };
}): string[] {
  return (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('a loan request', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['the smallest', {}, []],
    ['each duration', { durationMonths: 72 }, []],
    ['documents over https', { documentsUrl: 'https://exemple.fr/dossier?id=1' }, []],
    ['documents over http', { documentsUrl: 'http://exemple.fr' }, []],
    ['no documents', { documentsUrl: '' }, []],
    ['less than 100 euros', { amountMinor: 9_999 }, ['amountMinor: validation.amount.min']],
    ['100 000 euros', { amountMinor: 10_000_000 }, []],
    ['more than 100 000 euros', { amountMinor: 10_000_001 }, ['amountMinor: validation.amount.max']],
    ['a product', { product: 'consolidation' }, []],
    ['an unknown product', { product: 'mortgage' }, ['product: validation.choice']],
    ['no amount', { amountMinor: undefined }, ['amountMinor: validation.required']],
    ['an unreadable amount', { amountMinor: null }, ['amountMinor: validation.amount.invalid']],
    ['no purpose', { purpose: undefined }, ['purpose: validation.required']],
    ['a blank purpose', { purpose: '   ' }, ['purpose: validation.required']],
    ['500 characters', { purpose: 'a'.repeat(500) }, []],
    ['501 characters', { purpose: 'a'.repeat(501) }, ['purpose: validation.tooLong']],
    ['no duration', { durationMonths: undefined }, ['durationMonths: validation.required']],
    ['18 months', { durationMonths: 18 }, ['durationMonths: validation.duration']],
    ['84 months', { durationMonths: 84 }, ['durationMonths: validation.duration']],
    ['a text as duration', { durationMonths: '12' }, ['durationMonths: validation.duration']],
    ['no income', { monthlyIncomeMinor: undefined }, ['monthlyIncomeMinor: validation.required']],
    ['a negative income', { monthlyIncomeMinor: -1 }, ['monthlyIncomeMinor: validation.amount.notNegative']],
    ['a script as link', { documentsUrl: 'javascript:alert(1)' }, ['documentsUrl: validation.url']],
    ['a data link', { documentsUrl: 'data:text/html,x' }, ['documentsUrl: validation.url']],
    ['a link without a scheme', { documentsUrl: 'exemple.fr/dossier' }, ['documentsUrl: validation.url']],
    ['a link with a space', { documentsUrl: 'https://exemple.fr/a b' }, ['documentsUrl: validation.url']],
    ['a link to nowhere', { documentsUrl: 'https://' }, ['documentsUrl: validation.url']],
    [
      'a link too long',
      { documentsUrl: `https://exemple.fr/${'a'.repeat(2000)}` },
      ['documentsUrl: validation.tooLong'],
    ],
  ])('%s', (_, change, expected) => {
    expect(faults(loanRequestInputFor(EUROS).safeParse({ ...valid, ...change }))).toEqual(expected);
  });

  test('the minimum follows the currency: 100 yen are 100 minor units', () => {
    expect([minimumLoanMinor('EUR'), minimumLoanMinor('JPY')]).toEqual([10_000, 100]);
    expect(loanRequestInput.safeParse({ ...valid, amountMinor: 1 }).success).toBe(true);
    expect(loanRequestInput.safeParse({ ...valid, amountMinor: 0 }).success).toBe(false);
  });

  test('texts are trimmed', () => {
    expect(loanRequestInput.parse({ ...valid, purpose: '  Travaux ' }).purpose).toBe('Travaux');
  });
});

test.each([
  [12, 12],
  [18, 24],
  [36, 36],
  [66, 72],
  [84, 72],
])('a simulation over %i months is asked for over %i', (simulated, asked) => {
  expect(nearestDuration(LOAN_DURATIONS_MONTHS, simulated)).toBe(asked);
});

test('a rejection names a reason of the list; "other" needs words', () => {
  expect(faults(rejectLoanInput.safeParse({ reasonCode: 'insufficient-income' }))).toEqual([]);
  expect(faults(rejectLoanInput.safeParse({}))).toEqual(['reasonCode: validation.reason']);
  expect(faults(rejectLoanInput.safeParse({ reasonCode: 'other', reasonNote: ' ' }))).toEqual([
    'reasonNote: validation.required',
  ]);
  expect(
    faults(rejectLoanInput.safeParse({ reasonCode: 'other', reasonNote: 'Projet hors de notre offre.' })),
  ).toEqual([]);
});

describe('debt ratio', () => {
  test.each<[number, number, number, number | null, boolean]>([
    [200_000, 0, 70_000, 3500, true],
    [200_000, 0, 70_001, 3501, false],
    [200_000, 40_000, 30_000, 3500, true],
    [200_000, 0, 0, 0, true],
    [0, 0, 10_000, null, false],
    [30_000, 0, 10_000, 3334, true],
  ])(
    'income %i, existing %i, new %i: %j',
    (monthlyIncomeMinor, existingInstalmentsMinor, instalmentMinor, bps, within) => {
      const ratio = debtRatioBps({ monthlyIncomeMinor, existingInstalmentsMinor, instalmentMinor });
      expect(ratio).toBe(bps);
      expect(withinDebtRatioPolicy(ratio, DEBT_RATIO_POLICY_BPS)).toBe(within);
    },
  );

  test('is one value, and refuses negative amounts', () => {
    expect(DEBT_RATIO_POLICY_BPS).toBe(3500);
    expect(() =>
      debtRatioBps({ monthlyIncomeMinor: -1, existingInstalmentsMinor: 0, instalmentMinor: 0 }),
    ).toThrow(RangeError);
  });
});

describe('sentences of the law', () => {
  test('the warning changes on 20 November 2026', () => {
    expect(creditWarning('2026-11-19').text).toMatch(
      /^Un crédit vous engage et doit être remboursé\. Vérifiez/,
    );
    expect(creditWarning('2026-11-20').text).toBe(
      "Attention\u00a0! Un crédit coûte de l'argent et doit être remboursé.",
    );
    expect(creditWarning('2030-01-01')).toBe(creditWarning('2026-11-20'));
  });

  test('no payment is ever asked', () => {
    expect(NO_PAYMENT_BEFORE_LOAN.text).toBe(
      "Aucun versement, de quelque nature que ce soit, ne peut être exigé d'un particulier, avant l'obtention d'un ou plusieurs prêts d'argent.",
    );
    expect(NO_PAYMENT_TO_UNLOCK.text).toBe('Aucun paiement ne vous sera demandé pour débloquer ce virement.');
  });
});
