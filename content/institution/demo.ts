import type { Institution } from './schema.ts';

/**
 * The institution of the demonstration. It is fictional and says so; each number has the right shape and is wrong on
 * purpose (SIREN without its key, CIB and ORIAS of zeros, postal code that no town has, telephone range kept for
 * fiction, reserved mail domain), so that nothing here can be mistaken for a firm or reach a person.
 */
const demo: Institution = {
  mode: 'demo',
  brandName: 'Guichet Démo',
  legalName: 'Guichet Démo (établissement fictif)',
  legalForm: 'Société anonyme fictive',
  shareCapitalMinor: 500_000_000,
  siren: '000000001',
  rcs: 'RCS Villefictive 000\u202f000\u202f001 (numéro fictif)',
  vat: 'FR00000000001',
  address: {
    street: '1 place de la Démonstration',
    postalCode: '00000',
    city: 'Villefictive',
    country: 'France',
  },
  phone: { display: '01 99 00 00 00', href: 'tel:+33199000000' },
  email: 'contact@guichet.example',
  customerServiceEmail: 'service-client@guichet.example',
  dpoEmail: 'donnees-personnelles@guichet.example',
  messagingNumber: '33639980000',
  openingHours: [
    { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], opens: '09:00', closes: '18:00' },
  ],
  mapUrl: 'https://www.openstreetmap.org/#map=6/46.60/2.50',
  publicationDirector: 'La direction de Guichet Démo (fonction fictive)',
  host: {
    name: 'Hébergeur Démo (société fictive)',
    address: '2 place de la Démonstration, 00000 Villefictive',
    phone: '01 99 00 00 02',
  },
  status: 'credit-institution',
  cib: '00000',
  orias: '00000000',
  mediator: {
    name: 'Médiateur de démonstration (fictif)',
    address: '3 place de la Démonstration, 00000 Villefictive',
    website: 'https://mediateur.guichet.example',
  },
  sinceYear: 1999,
  liability: { insurer: 'Assureur Démo (société fictive)', coverMinor: 1_000_000_000 },
  depositGuaranteeMinor: 10_000_000,
  houseIban: 'FR7600000000000000000000970',
  houseBic: 'DEMOFRPPXXX',
  claims: [
    {
      id: 'testimonials',
      figure: { fr: '237' },
      label: {
        fr: 'témoignages reçus',
        en: 'testimonials received',
        de: 'Erfahrungsberichte',
        it: 'testimonianze ricevute',
        es: 'testimonios recibidos',
        pt: 'testemunhos recebidos',
        hu: 'beérkezett vélemény',
      },
    },
    {
      id: 'rating',
      figure: { fr: '4,8/5', en: '4.8/5' },
      label: {
        fr: 'note moyenne',
        en: 'average rating',
        de: 'Durchschnittsnote',
        it: 'voto medio',
        es: 'nota media',
        pt: 'nota média',
        hu: 'átlagos értékelés',
      },
    },
    {
      id: 'satisfaction',
      figure: {
        fr: '98\u00a0%',
        en: '98%',
        de: '98\u00a0%',
        it: '98%',
        es: '98\u00a0%',
        pt: '98%',
        hu: '98%',
      },
      label: {
        fr: 'clients satisfaits',
        en: 'satisfied clients',
        de: 'zufriedene Kunden',
        it: 'clienti soddisfatti',
        es: 'clientes satisfechos',
        pt: 'clientes satisfeitos',
        hu: 'elégedett ügyfél',
      },
    },
    {
      id: 'reply-time',
      figure: {
        fr: '24\u00a0h',
        en: '24\u00a0h',
        de: '24\u00a0Std.',
        it: '24\u00a0ore',
        es: '24\u00a0h',
        pt: '24\u00a0h',
        hu: '24\u00a0óra',
      },
      label: {
        fr: 'ouvrées pour une première réponse',
        en: 'on working days for a first reply',
        de: 'an Werktagen bis zur ersten Antwort',
        it: 'lavorative per una prima risposta',
        es: 'laborables para una primera respuesta',
        pt: 'úteis para uma primeira resposta',
        hu: 'munkanapokon az első válaszig',
      },
    },
    {
      id: 'loans',
      figure: {
        fr: '5\u202f000+',
        en: '5,000+',
        de: '5.000+',
        it: '5.000+',
        es: '5000+',
        pt: '5000+',
        hu: '5000+',
      },
      label: {
        fr: 'prêts accordés',
        en: 'loans granted',
        de: 'gewährte Kredite',
        it: 'prestiti concessi',
        es: 'préstamos concedidos',
        pt: 'empréstimos concedidos',
        hu: 'folyósított kölcsön',
      },
    },
    {
      id: 'since',
      figure: { fr: '1999' },
      label: {
        fr: 'année de création',
        en: 'year founded',
        de: 'Gründungsjahr',
        it: 'anno di fondazione',
        es: 'año de fundación',
        pt: 'ano de fundação',
        hu: 'az alapítás éve',
      },
    },
  ],
  shareTargets: [
    { id: 'whatsapp', label: 'WhatsApp', href: 'https://wa.me/?text={title}%20{url}' },
    { id: 'facebook', label: 'Facebook', href: 'https://www.facebook.com/sharer/sharer.php?u={url}' },
    { id: 'x', label: 'X', href: 'https://twitter.com/intent/tweet?url={url}&text={title}' },
    { id: 'linkedin', label: 'LinkedIn', href: 'https://www.linkedin.com/sharing/share-offsite/?url={url}' },
  ],
};

export default demo;
