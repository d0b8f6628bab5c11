import type { PaperTemplate } from './template.ts';

/** The schedule that the offer would give, without dates: they follow from the payout (LC-32). */
export const PLANNED_SCHEDULE: PaperTemplate = {
  kind: 'planned-schedule',
  title: "Tableau d'amortissement",
  subtitle: 'Offre n°\u00a0{{reference}}',
  parts: [{ notices: ['{{creditWarning}}'], paragraphs: ['{{firstInstalmentRule}}'] }, { hasSchedule: true }],
};

/** The acknowledgement of a withdrawal, sent at once (LC-55, L222-8). */
export const WITHDRAWAL_RECEIPT: PaperTemplate = {
  kind: 'withdrawal-receipt',
  title: 'Accusé de réception de votre rétractation',
  subtitle: 'Contrat de crédit n°\u00a0{{reference}}',
  parts: [
    {
      heading: 'Votre déclaration',
      facts: [
        [
          'Contenu',
          "Je renonce au contrat de crédit n°\u00a0{{reference}} que j'ai accepté le {{acceptedOn}}.",
        ],
        ['Par', '{{borrowerName}}'],
        ['Reçue le', '{{declaredAt}}'],
        ['Envoyée le', '{{sentOn}}'],
        ['Par quelle voie', '{{way}}'],
      ],
    },
    { heading: 'Ce qui se passe maintenant', paragraphs: ['{{next}}'] },
  ],
};

/** The receipt of the sum that a client gave back (LC-59). */
export const RETURN_RECEIPT: PaperTemplate = {
  kind: 'return-receipt',
  title: 'Reçu de la somme rendue',
  subtitle: 'Contrat de crédit n°\u00a0{{reference}}',
  parts: [
    {
      facts: [
        ['Reçu de', '{{borrowerName}}'],
        ['Le', '{{returnedOn}}'],
        ['Capital', '{{principal}}'],
        ['Intérêts', '{{returnInterest}}'],
        ['Déjà payé avant la rétractation', '{{returnPaid}}'],
        ['Total', '{{returnTotal}}'],
      ],
      paragraphs: ['Vous ne devez plus rien au titre de ce contrat.'],
    },
  ],
};
