import demonstration from '#content/institution/demo.ts';

/** A complete institution in live mode, for tests and benches: every number right in form, none of them anybody's. */
export const LIVE_INSTITUTION = {
  ...demonstration,
  mode: 'live',
  brandName: 'Comptoir Essai',
  legalName: 'Comptoir Essai',
  legalForm: 'Société anonyme',
  siren: '000000018',
  rcs: 'RCS Paris 000 000 018',
  vat: 'FR66000000018',
  address: { street: '1 rue du Test', postalCode: '75001', city: 'Paris', country: 'France' },
  phone: { display: '01 00 00 00 00', href: 'tel:+33100000000' },
  email: 'contact@comptoir-essai.test-bank.fr',
  customerServiceEmail: 'service@comptoir-essai.test-bank.fr',
  dpoEmail: 'dpo@comptoir-essai.test-bank.fr',
  messagingNumber: undefined,
  publicationDirector: 'La direction',
  host: { name: 'Hébergeur', address: '2 rue du Test, 75001 Paris', phone: '01 00 00 00 01' },
  cib: '99998',
  orias: undefined,
  mediator: {
    name: 'Médiateur',
    address: '3 rue du Test, 75001 Paris',
    website: 'https://mediateur.test-bank.fr',
  },
  liability: { insurer: 'Assureur', coverMinor: 1_000_000_000 },
  houseIban: undefined,
  houseBic: undefined,
  creditorIdentifier: undefined,
  ibanRange: { bank: '99998', branch: '00001', firstAccount: '00000000001' },
};

/** The lenders of an intermediary (LC-6), none of them anybody. */
export const PARTNER_LENDERS = [
  { code: 'banque-rive', name: 'Banque Rive', status: 'credit-institution', cib: '99997' },
  { code: 'credit-du-pont', name: 'Crédit du Pont', status: 'finance-company', cib: '99996' },
] as const;

/** The same institution as an intermediary: it lends nothing, and transmits requests. */
export const INTERMEDIARY = {
  ...LIVE_INSTITUTION,
  status: 'iobsp-broker',
  cib: undefined,
  ibanRange: undefined,
  orias: '26000001',
  depositGuaranteeMinor: undefined,
  partnerLenders: PARTNER_LENDERS,
} as const;
