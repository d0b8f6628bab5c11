import type { PaperPart, PaperTemplate } from './template.ts';

/** The first part: the parties, 1° of R312-10. */
const PARTIES: PaperPart = {
  heading: '1. Les parties',
  facts: [
    ['Prêteur', '{{legalName}}, {{legalForm}}, {{lenderAddress}} – {{lenderRegister}}'],
    ['Emprunteur', '{{borrower}}'],
  ],
};

/** The box, 2° of R312-10, and the parts after it, in their order (LC-31). */
const BOX: PaperPart = {
  isBox: true,
  heading: 'Caractéristiques essentielles du crédit',
  facts: [
    ['Type de crédit', '{{creditType}}'],
    ['Montant total du crédit', '{{principal}}'],
    ['Mise à disposition des fonds', '{{payoutTerms}}'],
    ['Durée du contrat', '{{duration}}'],
    ['Échéances', '{{instalments}}'],
    ['Première échéance', '{{firstInstalmentRule}}'],
    ['Taux débiteur', '{{rate}}, fixe'],
    ['TAEG', '{{taeg}}, {{taegAssumption}}'],
    ["Montant total dû par l'emprunteur", '{{totalDue}}'],
    ['Tous les frais', '0,00\u00a0€'],
    ['Sûretés et assurances exigées', 'Néant'],
    ['Frais de notaire', 'Néant'],
  ],
};

const PARTS: readonly PaperPart[] = [
  {
    heading: '3. Comment le crédit est remboursé',
    paragraphs: [
      "Le crédit est remboursé par {{instalments}}. L'emprunteur choisit le jour d'échéance en acceptant l'offre\u00a0; sans choix, c'est le jour du versement. Une échéance qui tombe un jour où le système TARGET est fermé est à payer le premier jour d'ouverture suivant, sans frais ni intérêt.",
      '{{firstInstalmentRule}}',
      "Un paiement partiel s'impute, sauf choix contraire de l'emprunteur, sur l'échéance la plus ancienne\u00a0: ses intérêts, puis son capital\u00a0; ensuite sur les intérêts de retard, l'indemnité éventuelle et les frais taxables.",
    ],
  },
  { heading: '4. Sûretés', paragraphs: ['Néant.'] },
  {
    heading: '5. Acceptation, agrément, rétractation',
    paragraphs: [
      "L'offre vaut jusqu'au terme de son délai\u00a0: {{bindingPeriod}} Le contrat accepté ne devient parfait que si, dans un délai de sept jours, le prêteur a fait connaître à l'emprunteur sa décision d'accorder le crédit. L'agrément est réputé refusé s'il n'est pas parvenu dans ce délai (article L312-24 du code de la consommation).",
      "Vous disposez d'un délai de quatorze jours calendaires pour revenir sur votre engagement vis-à-vis du contrat de crédit (article L312-19). {{withdrawalHow}}",
      "Pendant un délai de sept jours à compter de l'acceptation du contrat par l'emprunteur, aucun paiement, sous quelque forme et à quelque titre que ce soit, ne peut être fait par le prêteur à l'emprunteur ou pour le compte de celui-ci, ni par l'emprunteur au prêteur (article L312-25).",
      "Si l'emprunteur se rétracte après le versement, il rembourse au prêteur le capital versé et paie les intérêts cumulés sur ce capital depuis la date de versement jusqu'à celle du remboursement, sans retard indu et au plus tard trente jours calendaires après avoir envoyé la notification. Le prêteur n'a droit à aucune autre indemnité (article L312-26).",
    ],
    facts: [['Rétractation après le versement', 'intérêt journalier\u00a0: {{dailyInterest}}']],
  },
  {
    heading: '6. Exécution du contrat',
    paragraphs: [
      "L'emprunteur peut toujours rembourser par anticipation, en partie ou en totalité, sans minimum (article L312-34). {{earlyIndemnity}}",
      "Les impayés risquent d'avoir de graves conséquences pour vous et de vous empêcher d'obtenir un nouveau crédit. {{defaultIndemnities}} Aucune autre somme ne peut être demandée à l'emprunteur défaillant, sauf les frais taxables entraînés par cette défaillance (article L312-38).",
      "Après au moins deux échéances impayées et une mise en demeure restée sans effet pendant {{formalNoticeDays}} jours, le prêteur peut exiger le remboursement immédiat du capital restant dû, majoré des intérêts échus mais non payés\u00a0; ce capital porte intérêts de retard au taux du contrat jusqu'à son règlement (article L312-39). Avant d'y recourir, il propose des mesures d'aménagement, sans frais (article L312-35-1).",
      "L'emprunteur reçoit à tout moment, sur demande et sans frais, un tableau d'amortissement.",
      'Le contrat prend fin avec le remboursement de toutes les sommes dues.',
    ],
  },
  {
    heading: '7. Réclamations et litiges',
    paragraphs: [
      'Service client\u00a0: {{serviceEmail}}, {{lenderPhone}}. Médiateur de la consommation\u00a0: {{mediator}}.',
      "Le tribunal judiciaire connaît des litiges nés de ce contrat. Les actions en paiement engagées devant lui à l'occasion de la défaillance de l'emprunteur doivent être formées dans les deux ans de l'événement qui leur a donné naissance, à peine de forclusion (article R312-35).",
      'Autorités de contrôle\u00a0: Autorité de contrôle prudentiel et de résolution (ACPR), 4 place de Budapest, CS 92459, 75436 Paris Cedex 09\u00a0; Direction générale de la concurrence, de la consommation et de la répression des fraudes (DGCCRF), 59 boulevard Vincent-Auriol, 75703 Paris Cedex 13.',
    ],
  },
];

/** « Offre de contrat de crédit » (C. conso. L312-18, L312-28, R312-10). */
export const OFFER: PaperTemplate = {
  kind: 'offer',
  title: 'Offre de contrat de crédit – prêt personnel',
  subtitle: 'Offre n°\u00a0{{reference}} du {{issuedOn}}',
  // The box stands on the first page.
  parts: [PARTIES, BOX, { notices: ['{{creditWarning}}', '{{noPayment}}'] }, ...PARTS],
};

/** The contract as it was accepted, sent at once (LC-45): the words of the offer, and the acceptance. */
export const CONTRACT: PaperTemplate = {
  kind: 'contract',
  title: 'Contrat de crédit – prêt personnel',
  subtitle: 'Contrat n°\u00a0{{reference}}, accepté le {{acceptedOn}}',
  parts: [
    { notices: ['{{creditWarning}}', '{{noPayment}}'] },
    {
      heading: 'Acceptation',
      facts: [
        ['Accepté par', '{{borrowerName}}'],
        ['Date et heure', '{{acceptedAt}}'],
        ["Jour d'échéance", '{{dueDay}}'],
        ['Versement', '{{plannedPayout}}'],
        ['Aucun paiement avant le', '{{earliestPayoutDay}}'],
        ['Agrément du prêteur au plus tard le', '{{agreementLastDay}}'],
        ["Rétractation possible jusqu'au", '{{withdrawalLastDay}} inclus'],
        ["Empreinte de l'ensemble accepté", '{{setHash}}'],
      ],
      paragraphs: ['{{statementReceived}}', '{{statementKeeps}}', '{{statementAccepts}}'],
    },
    PARTIES,
    BOX,
    ...PARTS,
  ],
};
