import { describe, expect, test } from 'vitest';
import { institutionValues, openingHoursInWords, registrations } from '../institution-values.ts';
import { typographyProblems } from '../typography.ts';
import demo from './demo.ts';
import {
  checkInstitution,
  type Institution,
  isSiren,
  isVatOf,
  localized,
  renderableClaims,
} from './schema.ts';

/** A complete live file, for a firm that does not exist: its SIREN only satisfies the key. */
const live: Institution = {
  ...demo,
  mode: 'live',
  brandName: 'Crédit Imaginaire',
  legalName: 'Crédit Imaginaire',
  legalForm: 'SA',
  siren: '123456782',
  rcs: 'RCS Paris 123 456 782',
  vat: 'FR11123456782',
  address: { street: '1 rue Imaginaire', postalCode: '75001', city: 'Paris', country: 'France' },
  phone: { display: '01 23 45 67 89', href: 'tel:+33123456789' },
  email: 'contact@imaginaire.bank',
  customerServiceEmail: 'clients@imaginaire.bank',
  dpoEmail: 'donnees@imaginaire.bank',
  messagingNumber: undefined,
  publicationDirector: 'La direction générale',
  host: { name: 'Hébergeur Imaginaire', address: '2 rue Imaginaire, 75001 Paris', phone: '01 23 45 67 80' },
  cib: '12345',
  orias: undefined,
  mediator: {
    name: 'Médiateur Imaginaire',
    address: '3 rue Imaginaire, 75001 Paris',
    website: 'https://mediateur.imaginaire.bank',
  },
  liability: { insurer: 'Assureur Imaginaire', coverMinor: 1_000_000_000 },
  houseIban: 'FR7630006000011234567890189',
  ibanRange: { bank: '12345', branch: '00001', firstAccount: '00000000001' },
  houseBic: 'IMAGFRPPXXX',
  creditorIdentifier: 'FR72ZZZ123456',
};
const paths = (data: unknown, mode: 'demo' | 'live') => checkInstitution(data, mode).map(({ path }) => path);

describe('the institution', () => {
  test('of the demonstration is complete, and says that it is fictional', () => {
    expect(checkInstitution(demo, 'demo')).toEqual([]);
    expect(demo.legalName).toContain('fictif');
  });

  test('of the demonstration is refused in live mode, with every item that is not real', () => {
    expect(paths(demo, 'live')).toEqual([
      'mode',
      'brandName',
      'legalName',
      'legalForm',
      'rcs',
      'address.street',
      'publicationDirector',
      'host.name',
      'host.address',
      'mediator.name',
      'mediator.address',
      'liability.insurer',
      'siren',
      'vat',
      'address.postalCode',
      'email',
      'customerServiceEmail',
      'dpoEmail',
      'mediator.website',
      'phone',
      'messagingNumber',
      'host.phone',
      'cib',
      'orias',
      'houseIban',
      'creditorIdentifier',
      'ibanRange',
    ]);
  });

  test('runs live when complete and real, and then not as a demonstration', () => {
    expect(checkInstitution(live, 'live')).toEqual([]);
    expect(paths(live, 'demo')).toEqual(['mode']);
  });

  test('lists every missing item of an empty file, each with a French sentence', () => {
    const problems = checkInstitution({}, 'live');
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'brandName',
        'siren',
        'address',
        'phone',
        'host',
        'status',
        'mediator',
        'claims',
      ]),
    );
    for (const { message } of problems) {
      expect(typographyProblems(message)).toEqual([]);
      expect(message).toMatch(/\.$/);
    }
    expect(
      problems.some(({ message }) => message.includes("n'est pas valable") && message.startsWith('cette')),
    ).toBe(false);
    expect(paths(null, 'live')).toEqual(['(fichier)']);
  });

  test('messages of refusal follow the typographic rules', () => {
    for (const { message } of checkInstitution(demo, 'live')) expect(typographyProblems(message)).toEqual([]);
  });

  const lender = {
    code: 'banque-rive',
    name: 'Banque Rive',
    status: 'credit-institution',
    cib: '99997',
  } as const;
  const broker = {
    status: 'iobsp-broker',
    cib: undefined,
    ibanRange: undefined,
    orias: '26000001',
    depositGuaranteeMinor: undefined,
  } as const;
  const wrong: [string, Partial<Record<keyof Institution, unknown>>][] = [
    ['siren', { siren: '123456783' }],
    ['siren', { siren: '12345678' }],
    ['vat', { vat: 'FR12123456782' }],
    ['cib', { cib: undefined }],
    ['cib', { cib: '1234' }],
    ['orias', { status: 'iobsp-broker', orias: undefined, depositGuaranteeMinor: undefined }],
    ['orias', { status: 'iobsp-broker', orias: '1234567', depositGuaranteeMinor: undefined }],
    [
      'liability',
      { status: 'iobsp-broker', orias: '26000001', liability: undefined, depositGuaranteeMinor: undefined },
    ],
    // LC-6
    ['partnerLenders', { status: 'payment-institution', depositGuaranteeMinor: undefined }],
    ['partnerLenders', { ...broker, partnerLenders: [] }],
    ['partnerLenders', { ...broker, partnerLenders: [{ ...lender, cib: '00000' }] }],
    ['partnerLenders', { ...broker, partnerLenders: [{ ...lender, name: 'Banque Exemple' }] }],
    ['partnerLenders', { partnerLenders: [lender] }],
    ['partnerLenders', { ...broker, partnerLenders: [lender, lender] }],
    ['partnerLenders.0.cib', { ...broker, partnerLenders: [{ ...lender, cib: '1' }] }],
    ['partnerLenders.0.status', { ...broker, partnerLenders: [{ ...lender, status: 'iobsp-broker' }] }],
    ['depositGuaranteeMinor', { status: 'finance-company' }],
    ['shareCapitalMinor', { shareCapitalMinor: 0 }],
    ['shareCapitalMinor', { shareCapitalMinor: 10.5 }],
    ['email', { email: 'contact' }],
    ['email', { email: 'contact@example.com' }],
    ['mapUrl', { mapUrl: 'http://plan.imaginaire.bank' }],
    ['messagingNumber', { messagingNumber: '+33 6 12' }],
    ['houseIban', { houseIban: 'FR7630006000011234567890188' }],
    ['houseIban', { houseIban: 'FR7600000000000000000000970' }],
    ['creditorIdentifier', { creditorIdentifier: 'FR73ZZZ123456' }],
    ['creditorIdentifier', { creditorIdentifier: 'FR76ZZZ000000' }],
    ['houseBic', { houseBic: 'IMAG' }],
    ['ibanRange', { ibanRange: { bank: '00000', branch: '00001', firstAccount: '00000000001' } }],
    ['ibanRange', { ibanRange: { bank: '99999', branch: '00001', firstAccount: '00000000001' } }],
    ['ibanRange.bank', { ibanRange: { bank: '1234', branch: '00001', firstAccount: '00000000001' } }],
  ];
  test.each(wrong)('live mode refuses a wrong %s', (path, change) => {
    expect(paths({ ...live, ...change }, 'live')).toContain(path);
  });

  test("PAY-5 clients' IBANs are of the institution's own bank code, or of a range that its bank lends", () => {
    const range = { bank: '30006', branch: '00002', firstAccount: '00000000500' };
    const lent = { bank: '30006', branch: '00002', firstAccount: '00000000001', lastAccount: '00000000999' };
    const own = { ...range, bank: live.cib ?? '' };
    expect(checkInstitution({ ...live, ibanRange: own }, 'live')).toEqual([]);
    expect(checkInstitution({ ...live, ibanRange: range, virtualIbanRanges: [lent] }, 'live')).toEqual([]);
    const beyond = { ...lent, lastAccount: '00000000499' };
    expect(paths({ ...live, ibanRange: range, virtualIbanRanges: [beyond] }, 'live')).toEqual(['ibanRange']);
  });

  test('a broker needs no CIB', () => {
    expect(checkInstitution({ ...live, ...broker, partnerLenders: [lender] }, 'live')).toEqual([]);
  });
});

describe('keys', () => {
  test.each([
    ['732829320', true],
    ['123456782', true],
    ['732829321', false],
    ['000000000', false],
    ['000000001', false],
    ['73282932', false],
  ])('SIREN %s: %s', (siren, right) => {
    expect(isSiren(siren)).toBe(right);
  });

  test('the VAT number carries the SIREN and its key; a key with a letter has no sum to check', () => {
    expect(isVatOf('FR44732829320', '732829320')).toBe(true);
    expect(isVatOf('FR45732829320', '732829320')).toBe(false);
    expect(isVatOf('FRA4732829320', '732829320')).toBe(true);
    expect(isVatOf('FR44732829320', '123456782')).toBe(false);
  });
});

describe('claims', () => {
  test('are all shown in a demonstration, each as fictional', () => {
    const claims = renderableClaims(demo);
    expect(claims.map(({ id }) => id)).toEqual([
      'testimonials',
      'rating',
      'satisfaction',
      'reply-time',
      'loans',
      'since',
    ]);
    expect(claims.every(({ fictional }) => fictional)).toBe(true);
  });

  test('are shown in live mode only with a source and a date', () => {
    const one = { id: 'since', figure: { fr: '1999' }, label: { fr: 'année' } };
    const claims = [
      one,
      { ...one, id: 'sourced', source: 'RCS Paris', asOf: '2026-11-20' },
      { ...one, id: 'undated', source: 'RCS Paris' },
      { ...one, id: 'unsourced', asOf: '2026-11-20' },
    ];
    expect(renderableClaims({ ...live, claims })).toEqual([{ ...claims[1], fictional: false }]);
  });

  test('speak the language, or French', () => {
    const figure = { fr: '4,8/5', en: '4.8/5' };
    expect([localized(figure, 'en'), localized(figure, 'sv'), localized(figure, 'constructor')]).toEqual([
      '4.8/5',
      '4,8/5',
      '4,8/5',
    ]);
  });
});

describe('what the texts say of it', () => {
  test('opening hours in words', () => {
    expect(openingHoursInWords(demo)).toBe(
      'du lundi au vendredi, de 9h00 à 18h00, fermé le samedi et le dimanche',
    );
    expect(
      openingHoursInWords({
        ...demo,
        openingHours: [
          { days: ['saturday', 'monday'], opens: '08:30', closes: '12:00' },
          { days: ['tuesday', 'wednesday', 'thursday', 'friday'], opens: '10:00', closes: '19:00' },
        ],
      }),
    ).toBe(
      'le lundi et le samedi, de 8h30 à 12h00, du mardi au vendredi, de 10h00 à 19h00, fermé le dimanche',
    );
  });

  test('declared numbers each name their register', () => {
    expect(registrations(demo).map(({ name, registerUrl, number }) => [name, registerUrl, number])).toEqual([
      ['REGAFI · CIB', 'https://www.regafi.fr', '00000'],
      ['ORIAS', 'https://www.orias.fr', '00000000'],
    ]);
    expect(registrations({ ...demo, cib: undefined, orias: undefined })).toEqual([]);
  });

  test('a demonstration claims no authority and marks its guarantees; a live institution does not', () => {
    const fictional = institutionValues(demo);
    expect(fictional['institution.supervision']).toContain('fictif');
    expect(fictional['institution.depositGuarantee']).toMatch(/^Exemple fictif\u00a0: .*100\u202f000\u00a0€/);
    expect(fictional['institution.registration']).toContain('(numéro fictif)');
    expect(fictional['institution.status']).toContain('(statut fictif)');
    const real = institutionValues(live);
    expect(real['institution.supervision']).toContain('ACPR');
    expect(real['institution.depositGuarantee']).toMatch(/^La garantie des dépôts couvre/);
    expect(real['institution.registration']).toBe('CIB 12345');
    expect(real['institution.status']).toBe('établissement de crédit');
    expect(
      institutionValues({ ...live, status: 'finance-company' })['institution.depositGuarantee'],
    ).toContain('ne reçoit pas');
    expect(institutionValues({ ...live, liability: undefined })['institution.liabilityCover']).toContain(
      'ne déclare pas',
    );
  });

  test('the same in English, where the declared numbers and addresses stay as they are', () => {
    const english = institutionValues(live, 'en');
    expect(english['institution.supervision']).toMatch(/^The institution is authorised.*\(ACPR\)/);
    expect(english['institution.status']).toBe('credit institution');
    expect(english['institution.identity']).toContain(`SIREN number ${live.siren}`);
    expect(english['institution.depositGuarantee']).toMatch(/^Deposits are guaranteed up to €100,000/);
    const fictional = institutionValues(demo, 'en');
    expect(fictional['institution.supervision']).toContain('fictional');
    expect(fictional['institution.registration']).toContain('(fictional number)');
    expect(fictional['institution.depositGuarantee']).toMatch(/^Fictional example: /);
    expect(institutionValues({ ...live, cib: undefined }, 'en')['institution.registration']).toBe(
      'no number declared',
    );
  });
});
