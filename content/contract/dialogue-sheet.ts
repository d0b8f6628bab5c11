import type { PaperTemplate } from './template.ts';

/** The copy of the client's own sheet as they certified it, with the loans that this house knows (LC-16, LC-32). */
export const DIALOGUE_SHEET: PaperTemplate = {
  kind: 'dialogue-sheet',
  title: 'Fiche de dialogue – revenus et charges',
  subtitle: 'Copie jointe à l’offre n°\u00a0{{reference}}',
  parts: [
    {
      heading: 'Votre foyer',
      facts: [
        ['Situation familiale', '{{maritalStatus}}'],
        ['Personnes à charge', '{{dependants}}'],
        ['Logement', '{{housing}}'],
        ['Emploi', '{{employment}}, depuis {{employedSince}}'],
      ],
    },
    {
      heading: 'Ressources nettes par mois',
      facts: [
        ['Salaire net', '{{salary}}'],
        ['Pension ou retraite', '{{pension}}'],
        ['Allocations', '{{allocations}}'],
        ['Loyers perçus', '{{rents}}'],
        ['Pension alimentaire reçue', '{{alimonyReceived}}'],
        ['Autres ressources', '{{otherResources}}'],
      ],
    },
    {
      heading: 'Charges par mois',
      facts: [
        ['Loyer ou crédit immobilier', '{{rentOrHousingLoan}}'],
        ['Pension alimentaire versée', '{{alimonyPaid}}'],
        ['Impôts', '{{taxes}}'],
        ['Autres charges', '{{otherCharges}}'],
      ],
    },
    { heading: 'Prêts en cours', paragraphs: ['{{currentLoans}}'] },
    {
      heading: 'Votre déclaration',
      paragraphs: [
        'Ce prêt sert-il à rembourser au moins deux dettes, dont un crédit en cours\u00a0? {{repaysDebts}}.',
        "«\u00a0Je certifie sur l'honneur l'exactitude des informations figurant dans cette fiche.\u00a0» Certifiée le {{certifiedOn}}, version {{sheetVersion}}.",
      ],
    },
  ],
};
