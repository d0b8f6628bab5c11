import type { PaperTemplate } from './template.ts';

/**
 * « Bordereau de rétractation » (C. conso. R312-9 and its annex). Of the annex's French text only the first sentence was read in a stored copy of
 * the Code, and the whole in an English translation; the sentences about linked credits do not concern these loans. The template is
 * therefore not approved: a person of the institution compares it with the annex before a live offer can carry it.
 */
export const WITHDRAWAL_SLIP: PaperTemplate = {
  kind: 'withdrawal-slip',
  title: 'Bordereau de rétractation',
  parts: [
    {
      paragraphs: [
        'À renvoyer au plus tard quatorze jours après la date de votre acceptation du contrat de crédit.',
        "Le délai commence à courir à compter du jour de votre acceptation de l'offre de contrat de crédit.",
        "La présente rétractation n'est valable que si elle est adressée, lisiblement et parfaitement remplie, avant l'expiration des délais rappelés ci-dessus, par lettre recommandée avec avis de réception (1), à {{legalName}}, {{lenderAddress}}.",
        "Je soussigné (*) ………………………………………………, déclare renoncer à l'offre de crédit de (*) ……………………… euros que j'avais acceptée le (*) ………………………",
        "Date et signature de l'emprunteur (et du coemprunteur le cas échéant)\u00a0:",
        '………………………………………………………………',
        "(*) Mention de la main de l'emprunteur.",
        '(1) Facultatif.',
      ],
    },
    // The other side bears the lender's name and address only (R312-9).
    { isOnNewPage: true, paragraphs: ['{{legalName}}', '{{lenderAddress}}'] },
  ],
};
