import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'it-IT',
  months: (count) => `${count}${NBSP}mesi`,
  years: String,
  products: {
    personal: 'prestito personale',
    auto: 'prestito auto',
    consolidation: 'consolidamento dei debiti',
    project: 'prestito per un progetto personale',
  },
  example: (of) => [
    `Esempio rappresentativo: ${of.name} di ${of.amount} in ${of.duration} al tasso debitore fisso del ${of.rate}.`,
    `TAEG fisso: ${of.taeg}.`,
    `${of.count} rate mensili: ${of.equal} da ${of.instalment} e un'ultima da ${of.last}.`,
    `Importo totale dovuto: ${of.totalDue}.`,
    `Spese di istruttoria: ${of.fees}.`,
    'Assicurazione facoltativa esclusa.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'istituto di credito',
      'finance-company': 'società di finanziamento',
      'payment-institution': 'istituto di pagamento',
      'iobsp-broker': 'intermediario in operazioni bancarie e servizi di pagamento (IOBSP)',
    },
    fictionalStatus: ' (qualifica fittizia)',
    fictionalNumber: ' (numero fittizio)',
    noNumber: 'nessun numero dichiarato',
    example: 'Esempio fittizio: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, capitale sociale ${capital}, ${rcs}, numero SIREN ${siren}, partita IVA ${vat}`,
    guarantee: (limit) => `I depositi sono garantiti fino a ${limit} per depositante e per istituto.`,
    noGuarantee: "L'istituto non raccoglie depositi coperti dalla garanzia dei depositi.",
    cover: (insurer, limit) =>
      `La responsabilità civile professionale è assicurata presso ${insurer}, fino a ${limit}.`,
    noCover: "L'istituto non dichiara alcuna assicurazione di responsabilità civile professionale.",
    notSupervised: 'Questo istituto è fittizio. Nessuna autorità lo ha autorizzato e nessuna lo controlla.',
    brokerSupervised: (authority) =>
      `L'istituto è iscritto nel registro ORIAS. La sua attività è controllata dall'${authority}.`,
    supervised: (authority) => `L'istituto è autorizzato e controllato dall'${authority}.`,
  },
};

export default words;
