import { describe, expect, test } from 'vitest';
import { isUpToDate, neededKinds, type VerifiedDocument } from './documents.ts';
import { ficpServesUntil } from './ficp.ts';
import { type DecisionReasons, type FileGuard, type LoanFile, missingOfFile } from './file-guards.ts';

const IDENTITY: VerifiedDocument = { kind: 'identity', issuedOn: null, expiresOn: '2031-05-02' };
const INCOME: VerifiedDocument = { kind: 'income', issuedOn: '2026-10-31', expiresOn: null };
const DOMICILE: VerifiedDocument = { kind: 'domicile', issuedOn: '2026-09-15', expiresOn: null };

/** A file in which nothing is missing. */
const WHOLE: LoanFile = {
  day: '2026-11-24',
  dateOfBirth: '1990-02-28',
  home: { country: 'FR', postalCode: '75011' },
  amountEurMinor: 5_000_00,
  documentsAboveEurMinor: 3_000_00,
  sheet: {
    confirmedOn: '2026-11-20',
    lacksKnownLoans: false,
    hasResources: true,
    excesses: [],
    lacksRepaidDebts: false,
  },
  documents: [IDENTITY, INCOME, DOMICILE],
  identities: [IDENTITY],
  ficp: { servesUntil: '2026-12-21', outcome: 'nothing', hasProof: true },
};
const SHEET = WHOLE.sheet as NonNullable<LoanFile['sheet']>;
const FICP = WHOLE.ficp as NonNullable<LoanFile['ficp']>;
const REASON = 'Locataire du parc social, charges très faibles.';

describe('LC-41 what is missing from a file', () => {
  test.each<[string, Partial<LoanFile>, DecisionReasons, FileGuard[]]>([
    ['nothing', {}, {}, []],
    ['the date of birth', { dateOfBirth: null }, {}, ['date-of-birth']],
    ['the age', { dateOfBirth: '2008-11-25' }, {}, ['under-age']],
    ['a verified identity', { identities: [] }, {}, ['identity']],
    [
      'an identity document that has not expired',
      { identities: [{ ...IDENTITY, expiresOn: '2026-11-23' }] },
      {},
      ['identity'],
    ],
    ['nothing: in Guadeloupe', { home: { country: 'FR', postalCode: '97110' } }, {}, []],
    ...(
      [
        ['FR', '98800'],
        ['FR', '98 714'],
        ['FR', '98600'],
        ['PF', null],
        ['NC', null],
        ['WF', null],
      ] as const
    ).map(([country, postalCode]): [string, Partial<LoanFile>, DecisionReasons, FileGuard[]] => [
      `another territory (LC-12): ${country} ${postalCode ?? ''}`,
      { home: { country, postalCode } },
      {},
      ['territory'],
    ]),
    ['a confirmed sheet (LC-18)', { sheet: null }, {}, ['sheet']],
    ['nothing: the sheet is 30 days old', { sheet: { ...SHEET, confirmedOn: '2026-10-25' } }, {}, []],
    ['a newer sheet', { sheet: { ...SHEET, confirmedOn: '2026-10-24' } }, {}, ['sheet-too-old']],
    [
      'a sheet with the loan that was granted since (LC-19)',
      { sheet: { ...SHEET, lacksKnownLoans: true } },
      {},
      ['sheet-loans'],
    ],
    [
      'documents above the threshold (LC-20 D312-7)',
      { documents: [] },
      {},
      ['document-income', 'document-domicile'],
    ],
    ['nothing: exactly at the threshold', { documents: [], amountEurMinor: 3_000_00 }, {}, []],
    ['a consultation of the FICP (LC-21 L751-1)', { ficp: null }, {}, ['ficp']],
    ['a newer consultation', { ficp: { ...FICP, servesUntil: '2026-11-23' } }, {}, ['ficp']],
    ['the proof of the consultation', { ficp: { ...FICP, hasProof: false } }, {}, ['ficp-proof']],
    [
      'a reason in spite of a listing (L751-2)',
      { ficp: { ...FICP, outcome: 'incident' } },
      {},
      ['ficp-reason'],
    ],
    [
      'nothing: the listing has its reason',
      { ficp: { ...FICP, outcome: 'incident' } },
      { ficpReason: REASON },
      [],
    ],
    [
      'resources (LC-22)',
      { sheet: { ...SHEET, hasResources: false, excesses: ['debt-ratio'] } },
      { policyReason: REASON },
      ['no-resource'],
    ],
    [
      'a reason beyond the policy',
      { sheet: { ...SHEET, excesses: ['debt-ratio'] } },
      { policyReason: '  trop court         ' },
      ['policy-reason'],
    ],
    [
      'nothing: beyond the policy with a reason',
      { sheet: { ...SHEET, excesses: ['rest-to-live'] } },
      { policyReason: REASON },
      [],
    ],
    [
      'everything, in the order of the rule',
      { dateOfBirth: null, identities: [], sheet: null, documents: [], ficp: null },
      {},
      ['date-of-birth', 'identity', 'sheet', 'document-income', 'document-domicile', 'ficp'],
    ],
  ])('is %s', (_, change, reasons, missing) => {
    expect(missingOfFile({ ...WHOLE, ...change }, reasons)).toEqual(missing);
  });
});

describe('LC-20 D312-8 documents', () => {
  test.each<[string, VerifiedDocument, boolean]>([
    ['an identity document on its last day', { ...IDENTITY, expiresOn: '2026-11-24' }, true],
    ['one without a last day', { ...IDENTITY, expiresOn: null }, false],
    ['a payslip of exactly three months', { ...INCOME, issuedOn: '2026-08-24' }, true],
    ['an older payslip', { ...INCOME, issuedOn: '2026-08-23' }, false],
    ['a bill of tomorrow', { ...DOMICILE, issuedOn: '2026-11-25' }, false],
    ['another document', { kind: 'other', issuedOn: null, expiresOn: null }, true],
  ])('%s: up to date is %s', (_, document, good) => expect(isUpToDate(document, '2026-11-24')).toBe(good));

  test.each([
    [2_999_99, 0],
    [3_000_00, 0],
    [3_000_01, 3],
  ])('a loan of %i cents needs %i kinds', (amountMinor, count) => {
    expect(neededKinds(amountMinor, 3_000_00)).toHaveLength(count);
  });
});

test('LC-21 a consultation serves for the days of its key, its own not counted', () => {
  expect(ficpServesUntil('2026-11-24', 30)).toBe('2026-12-24');
  expect(ficpServesUntil('2026-11-24', 15)).toBe('2026-12-09');
});
