import { describe, expect, test } from 'vitest';
import {
  type DialogueSheet,
  dialogueSheet,
  figuresOf,
  MAX_SHEET_AMOUNT_MINOR,
  neededRestToLiveMinor,
  policyExcesses,
} from './solvency.ts';

const SHEET: DialogueSheet = {
  maritalStatus: 'married',
  dependants: 2,
  housing: 'tenant',
  employment: 'permanent',
  employedSince: '2019-09',
  resources: {
    salaryMinor: 2_400_00,
    pensionMinor: 0,
    allocationsMinor: 150_00,
    rentsMinor: 0,
    alimonyReceivedMinor: 0,
    otherMinor: 50_00,
    otherLabel: 'Cours de piano',
  },
  charges: {
    rentOrHousingLoanMinor: 780_00,
    alimonyPaidMinor: 0,
    taxesMinor: 60_00,
    otherMinor: 0,
    otherLabel: '',
  },
  currentLoans: [
    {
      kind: 'linked',
      lender: 'Banque Exemple',
      instalmentMinor: 210_00,
      remainingMinor: 4_300_00,
      endMonth: '2028-07',
    },
  ],
  hasNoCurrentLoan: false,
  repaysDebts: false,
};

const messages = (sheet: unknown) =>
  dialogueSheet.safeParse(sheet).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('LC-16 L312-17 the dialogue sheet', () => {
  test('is taken as it is', () => expect(messages(SHEET)).toEqual([]));

  test.each<[string, unknown, string[]]>([
    ['more than 20 dependants', { ...SHEET, dependants: 21 }, ['dependants', 'validation.dependants']],
    ['a month that is none', { ...SHEET, employedSince: '2019-13' }, ['employedSince', 'validation.month']],
    [
      'an amount under « Autres » without its label',
      { ...SHEET, resources: { ...SHEET.resources, otherLabel: ' ' } },
      ['resources.otherLabel', 'validation.required'],
    ],
    [
      'a label of 41 characters',
      { ...SHEET, resources: { ...SHEET.resources, otherLabel: 'x'.repeat(41) } },
      ['resources.otherLabel', 'validation.tooLong'],
    ],
    [
      'an empty list of loans without « Aucun prêt en cours »',
      { ...SHEET, currentLoans: [] },
      ['hasNoCurrentLoan', 'validation.noCurrentLoan'],
    ],
    [
      '« Aucun prêt en cours » beside a loan',
      { ...SHEET, hasNoCurrentLoan: true },
      ['hasNoCurrentLoan', 'validation.noCurrentLoan'],
    ],
    [
      'an amount below zero',
      { ...SHEET, charges: { ...SHEET.charges, taxesMinor: -1 } },
      ['charges.taxesMinor', 'validation.amount.notNegative'],
    ],
    [
      'an amount that no household has',
      { ...SHEET, charges: { ...SHEET.charges, taxesMinor: MAX_SHEET_AMOUNT_MINOR + 1 } },
      ['charges.taxesMinor', 'validation.amount.max'],
    ],
    [
      'no answer to the question of R312-5 (LC-24)',
      { ...SHEET, repaysDebts: undefined },
      ['repaysDebts', 'validation.choose'],
    ],
  ])('refuses %s', (_, sheet, fault) => expect(messages(sheet)).toContainEqual(fault));

  // By its code: the words of an unknown field are the library's own, and no screen shows them.
  test.each(['health', 'opinions', 'origin', 'union', 'religion', 'socialNetworks', 'comment'])(
    'LC-17 L312-16 refuses what the law forbids to ask, wherever it stands: %s',
    (field) => {
      const [loan] = SHEET.currentLoans;
      const added = { [field]: 'x' };
      for (const [sheet, path] of [
        [{ ...SHEET, ...added }, []],
        [{ ...SHEET, resources: { ...SHEET.resources, ...added } }, ['resources']],
        [{ ...SHEET, charges: { ...SHEET.charges, ...added } }, ['charges']],
        [{ ...SHEET, currentLoans: [{ ...loan, ...added }] }, ['currentLoans', 0]],
        [
          { ...SHEET, otherDebts: [{ kind: 'taxes', amountMinor: 1, dueOn: '2027-01-15', ...added }] },
          ['otherDebts', 0],
        ],
      ] as const)
        expect(dialogueSheet.safeParse(sheet).error?.issues).toMatchObject([
          { code: 'unrecognized_keys', keys: [field], path },
        ]);
    },
  );

  test('LC-17 L312-16 every text but the two labels and the name of a lender is one of a closed list, a month or a day', () => {
    const free = 'Une opinion';
    for (const field of ['maritalStatus', 'housing', 'employment', 'employedSince'])
      expect(messages({ ...SHEET, [field]: free })).toHaveLength(1);
    const [loan] = SHEET.currentLoans;
    for (const field of ['kind', 'endMonth'])
      expect(messages({ ...SHEET, currentLoans: [{ ...loan, [field]: free }] })).toHaveLength(1);
    const debt = { kind: 'taxes', amountMinor: 1, dueOn: '2027-01-15' };
    for (const field of ['kind', 'dueOn'])
      expect(messages({ ...SHEET, otherDebts: [{ ...debt, [field]: free }] })).toHaveLength(1);
  });
});

describe('LC-22 L312-16 the figures of a file', () => {
  const KNOWN = [{ instalmentMinor: 120_00 }];

  test('count every instalment in the ratio, rounded up, and all charges in the rest to live', () => {
    expect(figuresOf(SHEET, KNOWN, 294_80)).toEqual({
      resourcesMinor: 2_600_00,
      chargesMinor: 840_00,
      currentInstalmentsMinor: 330_00,
      newInstalmentMinor: 294_80,
      // (330.00 + 294.80) / 2,600.00 = 24.0307… %
      debtRatioBps: 2404,
      restToLiveMinor: 1_135_20,
    });
  });

  test.each([
    ['tenant', 2404],
    ['owner', 2404],
    ['free', 2404],
    // (330.00 + 294.80 + 780.00) / 2,600.00 = 54.0307… %
    ['buying', 5404],
  ] as const)(
    'count the housing charge of somebody who is %s in the ratio only when buying',
    (housing, bps) => {
      expect(figuresOf({ ...SHEET, housing }, KNOWN, 294_80)).toMatchObject({
        debtRatioBps: bps,
        restToLiveMinor: 1_135_20,
      });
    },
  );

  test('have no ratio without resources', () => {
    const resources = { ...SHEET.resources, salaryMinor: 0, allocationsMinor: 0, otherMinor: 0 };
    expect(figuresOf({ ...SHEET, resources }, [], 100_00)).toMatchObject({
      debtRatioBps: null,
      restToLiveMinor: -1_150_00,
    });
  });

  const POLICY = {
    debtRatioBps: 3500,
    restToLive: { aloneMinor: 700_00, coupleMinor: 1_000_00, dependantMinor: 250_00 },
  };

  test.each([
    ['single', 0, 700_00],
    ['cohabiting', 0, 1_000_00],
    ['widowed', 1, 950_00],
    ['married', 2, 1_500_00],
  ] as const)(
    'ask a rest to live of a household: %s with %i dependants',
    (maritalStatus, dependants, neededMinor) => {
      expect(neededRestToLiveMinor({ maritalStatus, dependants }, POLICY.restToLive)).toBe(neededMinor);
    },
  );

  test.each([
    [3500, 1_500_00, []],
    [3501, 1_500_00, ['debt-ratio']],
    [3500, 1_499_99, ['rest-to-live']],
    [null, -1, ['debt-ratio', 'rest-to-live']],
  ] as const)(
    'a ratio of %s and a rest of %i are beyond the policy in %j',
    (ratio, restToLiveMinor, excesses) => {
      const figures = { ...figuresOf(SHEET, KNOWN, 294_80), debtRatioBps: ratio, restToLiveMinor };
      expect(policyExcesses(figures, SHEET, POLICY)).toEqual(excesses);
    },
  );
});
