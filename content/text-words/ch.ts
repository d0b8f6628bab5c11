import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'de-CH',
  months: (count) => `${count}${NBSP}Monate`,
  years: String,
  products: {
    personal: 'Privatkredit',
    auto: 'Autokredit',
    consolidation: 'Kreditzusammenlegung',
    project: 'Kredit für ein persönliches Projekt',
  },
  example: (of) => [
    `Repräsentatives Beispiel: ${of.name}, ${of.amount} über ${of.duration} zum gebundenen Sollzinssatz von ${of.rate}.`,
    `Fester effektiver Jahreszins (TAEG): ${of.taeg}.`,
    `${of.count} Monatsraten: ${of.equal} zu ${of.instalment} und eine letzte zu ${of.last}.`,
    `Gesamtbetrag: ${of.totalDue}.`,
    `Bearbeitungsgebühr: ${of.fees}.`,
    'Ohne freiwillige Versicherung.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'Kreditinstitut',
      'finance-company': 'Finanzierungsgesellschaft',
      'payment-institution': 'Zahlungsinstitut',
      'iobsp-broker': 'Vermittler für Bankgeschäfte und Zahlungsdienste (IOBSP)',
    },
    fictionalStatus: ' (fiktiver Status)',
    fictionalNumber: ' (fiktive Nummer)',
    noNumber: 'keine Nummer angegeben',
    example: 'Fiktives Beispiel: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, Kapital ${capital}, ${rcs}, SIREN-Nummer ${siren}, MWST-Nr. ${vat}`,
    guarantee: (limit) => `Einlagen sind bis ${limit} pro Einleger und Institut gesichert.`,
    noGuarantee: 'Das Institut nimmt keine Einlagen an, die von der Einlagensicherung gedeckt sind.',
    cover: (insurer, limit) => `Die Berufshaftpflicht ist bei ${insurer} bis ${limit} versichert.`,
    noCover: 'Das Institut gibt keine Berufshaftpflichtversicherung an.',
    notSupervised: 'Dieses Institut ist fiktiv. Keine Behörde hat es zugelassen, und keine beaufsichtigt es.',
    brokerSupervised: (authority) =>
      `Das Institut ist im ORIAS-Register eingetragen. Seine Tätigkeit wird von der französischen Aufsicht überwacht: ${authority}.`,
    supervised: (authority) =>
      `Das Institut ist von der französischen Aufsicht zugelassen und wird von ihr überwacht: ${authority}.`,
  },
};

export default words;
