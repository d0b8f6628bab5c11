import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'sv-SE',
  months: (count) => `${count}${NBSP}månader`,
  years: (count) => `${count}${NBSP}år`,
  products: {
    personal: 'privatlån',
    auto: 'billån',
    consolidation: 'samlingslån',
    project: 'lån till ett personligt projekt',
  },
  example: (of) => [
    `Representativt exempel: ${of.name} på ${of.amount} på ${of.duration} med fast kreditränta ${of.rate}.`,
    `Fast effektiv ränta (i Frankrike TAEG): ${of.taeg}.`,
    `${of.count} månadsbetalningar: ${of.equal} på ${of.instalment} och en sista på ${of.last}.`,
    `Totalt belopp att betala: ${of.totalDue}.`,
    `Uppläggningsavgift: ${of.fees}.`,
    'Utan frivillig försäkring.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'kreditinstitut',
      'finance-company': 'finansieringsbolag',
      'payment-institution': 'betalningsinstitut',
      'iobsp-broker': 'förmedlare av banktjänster och betaltjänster (IOBSP)',
    },
    fictionalStatus: ' (fiktiv ställning)',
    fictionalNumber: ' (fiktivt nummer)',
    noNumber: 'inget nummer uppgivet',
    example: 'Fiktivt exempel: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, aktiekapital ${capital}, ${rcs}, SIREN-nummer ${siren}, momsnummer ${vat}`,
    guarantee: (limit) => `Insättningar är garanterade upp till ${limit} per insättare och institut.`,
    noGuarantee: 'Företaget tar inte emot insättningar som omfattas av insättningsgarantin.',
    cover: (insurer, limit) => `Yrkesansvaret är försäkrat hos ${insurer}, upp till ${limit}.`,
    noCover: 'Företaget uppger ingen ansvarsförsäkring.',
    notSupervised:
      'Det här företaget är fiktivt. Ingen myndighet har gett det tillstånd och ingen utövar tillsyn.',
    brokerSupervised: (authority) =>
      `Företaget står i registret ORIAS. Dess verksamhet står under tillsyn av den franska myndigheten: ${authority}.`,
    supervised: (authority) =>
      `Företaget har tillstånd av den franska tillsynsmyndigheten och står under dess tillsyn: ${authority}.`,
  },
};

export default words;
