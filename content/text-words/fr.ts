import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'fr-FR',
  months: (count) => `${count}${NBSP}mois`,
  years: (count) => `${count}${NBSP}ans`,
  products: {
    personal: 'prêt personnel',
    auto: 'prêt auto',
    consolidation: 'regroupement de crédits',
    project: 'prêt pour un projet personnel',
  },
  example: (of) => [
    `Exemple représentatif${NBSP}: ${of.name} de ${of.amount} sur ${of.duration} au taux débiteur fixe de ${of.rate}.`,
    `TAEG fixe${NBSP}: ${of.taeg}.`,
    `${of.count}${NBSP}mensualités${NBSP}: ${of.equal} de ${of.instalment} et une dernière de ${of.last}.`,
    `Montant total dû${NBSP}: ${of.totalDue}.`,
    `Frais de dossier${NBSP}: ${of.fees}.`,
    'Hors assurance facultative.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'établissement de crédit',
      'finance-company': 'société de financement',
      'payment-institution': 'établissement de paiement',
      'iobsp-broker': 'intermédiaire en opérations de banque et en services de paiement (IOBSP)',
    },
    fictionalStatus: ' (statut fictif)',
    fictionalNumber: ' (numéro fictif)',
    noNumber: 'aucun numéro déclaré',
    example: 'Exemple fictif\u00a0: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm} au capital de ${capital}, ${rcs}, numéro SIREN ${siren}, numéro de TVA ${vat}`,
    guarantee: (limit) =>
      `La garantie des dépôts couvre les sommes déposées jusqu'à ${limit} par déposant et par établissement.`,
    noGuarantee: "L'établissement ne reçoit pas de dépôts couverts par la garantie des dépôts.",
    cover: (insurer, limit) =>
      `La responsabilité civile professionnelle est assurée à hauteur de ${limit}. Assureur\u00a0: ${insurer}.`,
    noCover: "L'établissement ne déclare pas d'assurance de responsabilité civile professionnelle.",
    notSupervised: "Cet établissement est fictif. Aucune autorité ne l'a agréé et aucune ne le contrôle.",
    brokerSupervised: (authority) =>
      `L'établissement est inscrit au registre de l'ORIAS. Son activité est contrôlée par l'${authority}.`,
    supervised: (authority) => `L'établissement est agréé et contrôlé par l'${authority}.`,
  },
};

export default words;
