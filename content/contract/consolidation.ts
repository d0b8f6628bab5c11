import type { PaperTemplate } from './template.ts';

/**
 * The document of a consolidation (C. conso. L314-10, R314-18 to R314-21), given with the sheet of L312-12. R314-20 and the model of its annex were
 * read in their wording of 2012 (R313-13), up to the warning on insurance (3°, b); a person of the institution compares the rest with the text
 * in force before approving this version.
 */
export const CONSOLIDATION: PaperTemplate = {
  kind: 'consolidation',
  title: 'Regroupement de crédits\u00a0: ce qui change pour vous',
  subtitle: "Document d'information joint à l'offre n°\u00a0{{reference}}",
  parts: [
    {
      heading: '1. Les crédits et les dettes à rembourser',
      paragraphs: [
        'Ces éléments viennent de votre fiche de dialogue, certifiée le {{certifiedOn}} (version {{sheetVersion}})\u00a0: ils sont déclarés par vous et n’ont pas été vérifiés auprès de vos prêteurs. Demandez à chacun d’eux, avant d’accepter, un décompte de remboursement à la date voulue, le taux débiteur en cours et les conditions du remboursement anticipé.',
      ],
    },
    { table: 'repaid-loans' },
    { table: 'other-debts' },
    {
      facts: [
        [
          'Date envisagée du remboursement anticipé',
          'Dès la réception des fonds, au plus tôt le huitième jour suivant votre acceptation',
        ],
        ['Somme nécessaire, estimée', '{{neededSum}}'],
        ['Indemnités de remboursement anticipé', '{{indemnityCap}}'],
        [
          'Préavis',
          'Aucun pour un crédit à la consommation, que vous pouvez rembourser à tout moment\u00a0; pour un crédit immobilier ou une location, lisez votre contrat',
        ],
        ["Frais de mainlevée d'hypothèque", 'Aucun, sauf pour un crédit garanti par une hypothèque'],
      ],
    },
    { isOnNewPage: true, heading: '2. Avant et après le regroupement', table: 'comparison' },
    {
      paragraphs: [
        "Les montants totaux s'entendent hors assurance. Celui des crédits en cours est estimé\u00a0: le nombre de mensualités qui restent, multiplié par leur montant. Les taux débiteurs de vos crédits en cours n'ont pas été communiqués\u00a0: sans eux, vous ne pouvez pas comparer le coût exact des deux solutions. {{sumVerdict}}",
        '{{costVerdict}}',
      ],
    },
    {
      heading: '3. À savoir avant de décider',
      paragraphs: [
        'Le regroupement de crédits peut allonger la durée de remboursement et augmenter le coût total de vos crédits.',
      ],
    },
    {
      notices: [
        "Vous devez continuer à payer les mensualités des crédits à regrouper jusqu'à leur remboursement effectif.",
        "Vous devez continuer à payer les cotisations des assurances qui garantissent ces crédits, jusqu'à leur remboursement effectif. Ces assurances prennent fin avec eux\u00a0: ce prêt n'en exige aucune et n'en comprend aucune.",
        'Un crédit renouvelable ou un découvert remboursé reste ouvert tant que vous ne demandez pas sa résiliation\u00a0: l’utiliser de nouveau ajouterait une dette à celle de ce prêt.',
      ],
    },
    {
      heading: '4. Comment le regroupement se fait',
      paragraphs: [
        "Après votre acceptation, notre agrément et le délai légal de sept jours, {{principal}} sont versés en une fois, comme l'offre l'indique. Vous remboursez vous-même chaque prêteur et chaque créancier avec cette somme, et lui demandez une attestation de solde. Nous ne remboursons personne à votre place, et aucun paiement ne vous est demandé avant le versement.",
        "Si vous renoncez au contrat dans les quatorze jours, vous rendez la somme versée\u00a0: vos anciens crédits remboursés ne reprennent pas. Une question\u00a0? {{lenderPhone}}, {{serviceEmail}}\u00a0: nous répondons à toute demande d'explication sur ce document.",
      ],
    },
  ],
};
