import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'nb-NO',
  months: (count) => `${count}${NBSP}måneder`,
  years: (count) => `${count}${NBSP}år`,
  products: {
    personal: 'forbrukslån',
    auto: 'billån',
    consolidation: 'samlelån',
    project: 'lån til et personlig prosjekt',
  },
  example: (of) => [
    `Representativt eksempel: ${of.name} på ${of.amount} over ${of.duration} med fast nominell rente ${of.rate}.`,
    `Fast effektiv rente (i Frankrike TAEG): ${of.taeg}.`,
    `${of.count} månedsbeløp: ${of.equal} på ${of.instalment} og et siste på ${of.last}.`,
    `Samlet beløp å betale: ${of.totalDue}.`,
    `Etableringsgebyr: ${of.fees}.`,
    'Uten valgfri forsikring.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'kredittinstitusjon',
      'finance-company': 'finansieringsforetak',
      'payment-institution': 'betalingsforetak',
      'iobsp-broker': 'formidler av bank- og betalingstjenester (IOBSP)',
    },
    fictionalStatus: ' (oppdiktet status)',
    fictionalNumber: ' (oppdiktet nummer)',
    noNumber: 'ikke oppgitt noe nummer',
    example: 'Oppdiktet eksempel: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, aksjekapital ${capital}, ${rcs}, SIREN-nummer ${siren}, mva-nummer ${vat}`,
    guarantee: (limit) => `Innskudd er garantert inntil ${limit} per innskyter og foretak.`,
    noGuarantee: 'Foretaket tar ikke imot innskudd som er dekket av innskuddsgarantien.',
    cover: (insurer, limit) => `Yrkesansvaret er forsikret hos ${insurer}, inntil ${limit}.`,
    noCover: 'Foretaket oppgir ingen ansvarsforsikring.',
    notSupervised:
      'Dette foretaket er oppdiktet. Ingen myndighet har gitt det tillatelse, og ingen fører tilsyn med det.',
    brokerSupervised: (authority) =>
      `Foretaket står i registeret ORIAS. Virksomheten er under tilsyn av den franske myndigheten: ${authority}.`,
    supervised: (authority) =>
      `Foretaket har tillatelse fra den franske tilsynsmyndigheten og er under tilsyn av den: ${authority}.`,
  },
};

export default words;
