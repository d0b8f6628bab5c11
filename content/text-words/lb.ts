import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'lb-LU',
  months: (count) => `${count}${NBSP}Méint`,
  years: String,
  products: {
    personal: 'perséinleche Prêt',
    auto: 'Autosprêt',
    consolidation: 'Zesummeleeë vu Krediter',
    project: 'Prêt fir e perséinleche Projet',
  },
  example: (of) => [
    `Representatiivt Beispill: ${of.name}, ${of.amount} op ${of.duration} mat engem feste Debitzënssaz vun ${of.rate}.`,
    `Festen effektive Joreszënssaz (TAEG): ${of.taeg}.`,
    `${of.count} Monatsraten: ${of.equal} vun ${of.instalment} an eng lescht vun ${of.last}.`,
    `Gesamtbetrag ze bezuelen: ${of.totalDue}.`,
    `Dossiersfraisen: ${of.fees}.`,
    'Ouni fakultativ Assurance.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'Kreditinstitut',
      'finance-company': 'Finanzéierungsgesellschaft',
      'payment-institution': 'Zuelungsinstitut',
      'iobsp-broker': 'Vermëttler fir Bankgeschäfter a Bezuelservicer (IOBSP)',
    },
    fictionalStatus: ' (erfonnte Statut)',
    fictionalNumber: ' (erfonnt Nummer)',
    noNumber: 'keng Nummer uginn',
    example: 'Erfonnt Beispill: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, Kapital ${capital}, ${rcs}, SIREN-Nummer ${siren}, TVA-Nummer ${vat}`,
    guarantee: (limit) => `D'Dépôte si bis ${limit} pro Deposant a pro Institut garantéiert.`,
    noGuarantee: 'Den Institut hëlt keng Dépôten un, déi vun der Garantie gedeckt sinn.',
    cover: (insurer, limit) => `D'berufflech Haftpflicht ass bei ${insurer} bis ${limit} verséchert.`,
    noCover: 'Den Institut gëtt keng berufflech Haftpflichtassurance un.',
    notSupervised: 'Dësen Institut ass erfonnt. Keng Autoritéit huet en zougelooss, a keng iwwerwaacht en.',
    brokerSupervised: (authority) =>
      `Den Institut steet am Register ORIAS. Seng Aktivitéit gëtt vun der franséischer Autoritéit iwwerwaacht: ${authority}.`,
    supervised: (authority) =>
      `Den Institut ass vun der franséischer Autoritéit zougelooss a gëtt vun hir iwwerwaacht: ${authority}.`,
  },
};

export default words;
