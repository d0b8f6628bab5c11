import type { PaperTemplate } from './template.ts';

/**
 * « Fiche d'information précontractuelle » (C. conso. L312-12, R312-2): the items in the order of R312-2. The form of the decree for contracts
 * from 20 November 2026 was not found; a person of the institution compares this version with it before approving it.
 */
export const FIPEN: PaperTemplate = {
  kind: 'fipen',
  title: 'Informations précontractuelles européennes normalisées en matière de crédit aux consommateurs',
  subtitle: "Fiche remise avec l'offre n°\u00a0{{reference}}",
  parts: [
    { notices: ['{{creditWarning}}'] },
    {
      heading: '1. Identité et coordonnées du prêteur',
      facts: [
        ['Prêteur', '{{legalName}}, {{legalForm}}'],
        ['Adresse', '{{lenderAddress}}'],
        ['Téléphone et e-mail', '{{lenderPhone}} – {{lenderEmail}}'],
        ['Immatriculation', '{{lenderRegister}}'],
      ],
    },
    {
      heading: '2. Description des principales caractéristiques du crédit',
      facts: [
        ['Type de crédit', '{{creditType}}'],
        ['Montant total du crédit', '{{principal}}'],
        ['Mise à disposition des fonds', '{{payoutTerms}}'],
        ['Durée du contrat', '{{duration}}'],
        ['Échéances', '{{instalments}}'],
        ['Première échéance', '{{firstInstalmentRule}}'],
        ['Montant total dû', '{{totalDue}}'],
        ['Sûretés exigées', 'Néant'],
      ],
    },
    {
      heading: '3. Coût du crédit',
      facts: [
        ['Taux débiteur', '{{rate}}, fixe pendant toute la durée du contrat'],
        ['Taux annuel effectif global (TAEG)', '{{taeg}}'],
        ['Hypothèses du TAEG', '{{taegAssumption}}'],
        ['Assurance ou autre service accessoire exigé', 'Aucun'],
        ['Coûts liés au contrat de crédit', '0,00\u00a0€'],
        ['Frais de notaire', 'Néant'],
        ['Coûts en cas de défaillance', '{{defaultIndemnities}}'],
      ],
      paragraphs: [
        "Les impayés risquent d'avoir de graves conséquences pour vous et de vous empêcher d'obtenir un nouveau crédit.",
      ],
    },
    {
      heading: '4. Autres aspects juridiques importants',
      facts: [
        [
          'Droit de rétractation',
          "Oui. Vous disposez d'un délai de quatorze jours calendaires pour revenir sur votre engagement vis-à-vis du contrat de crédit.",
        ],
        [
          'Remboursement anticipé',
          'Vous avez le droit de procéder à tout moment au remboursement anticipé total ou partiel du crédit.',
        ],
        ['Indemnité du prêteur', '{{earlyIndemnity}}'],
        [
          "Consultation d'une base de données",
          'Le prêteur consulte le fichier national des incidents de remboursement des crédits aux particuliers (FICP) avant de décider. Si une demande est rejetée après cette consultation, il vous en informe sans frais.',
        ],
        [
          "Exemplaire de l'offre",
          "Vous avez le droit d'obtenir, sur demande et sans frais, un exemplaire de l'offre de contrat de crédit.",
        ],
        ['Délai pendant lequel le prêteur est lié', '{{bindingPeriod}}'],
      ],
    },
    {
      heading: '5. Informations en cas de vente à distance',
      facts: [
        [
          'Autorité de contrôle',
          'Autorité de contrôle prudentiel et de résolution (ACPR), 4 place de Budapest, CS 92459, 75436 Paris Cedex 09',
        ],
        ['Exercice du droit de rétractation', '{{withdrawalHow}}'],
        ['Loi applicable et tribunal compétent', 'Loi française\u00a0; tribunaux français'],
        ['Langue', 'Français'],
        ['Réclamation et recours', 'Service client\u00a0: {{serviceEmail}}. Médiateur\u00a0: {{mediator}}'],
      ],
    },
  ],
};
