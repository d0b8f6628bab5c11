import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'en-GB',
  months: (count) => `${count}${NBSP}months`,
  years: String,
  products: {
    personal: 'personal loan',
    auto: 'car loan',
    consolidation: 'credit consolidation',
    project: 'personal project loan',
  },
  example: (of) => [
    `Representative example: ${of.name} of ${of.amount} over ${of.duration} at a fixed borrowing rate of ${of.rate}.`,
    `Fixed APR (TAEG): ${of.taeg}.`,
    `${of.count} monthly instalments: ${of.equal} of ${of.instalment} and a last one of ${of.last}.`,
    `Total amount due: ${of.totalDue}.`,
    `Application fee: ${of.fees}.`,
    'Optional insurance not included.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'credit institution',
      'finance-company': 'finance company',
      'payment-institution': 'payment institution',
      'iobsp-broker': 'intermediary in banking transactions and payment services (IOBSP)',
    },
    fictionalStatus: ' (fictional status)',
    fictionalNumber: ' (fictional number)',
    noNumber: 'no number declared',
    example: 'Fictional example: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, share capital ${capital}, ${rcs}, SIREN number ${siren}, VAT number ${vat}`,
    guarantee: (limit) => `Deposits are guaranteed up to ${limit} per depositor and per institution.`,
    noGuarantee: 'The institution takes no deposits covered by the deposit guarantee.',
    cover: (insurer, limit) => `Professional liability is insured with ${insurer}, up to ${limit}.`,
    noCover: 'The institution declares no professional liability insurance.',
    notSupervised: 'This institution is fictional. No authority has authorised it and none supervises it.',
    brokerSupervised: (authority) =>
      `The institution is entered in the ORIAS register. Its business is supervised by the ${authority}.`,
    supervised: (authority) => `The institution is authorised and supervised by the ${authority}.`,
  },
};

export default words;
