import type { PaperPart, PaperTemplate } from './template.ts';

const PARTIES: PaperPart = {
  heading: 'Les parties',
  facts: [
    ['Prêteur', '{{legalName}}, {{legalForm}}, {{lenderAddress}} – {{lenderRegister}}'],
    ['Emprunteur', '{{borrower}}'],
    ['Crédit', '{{principal}}, versé le {{paidOutOn}}'],
  ],
};

const CHANGES: PaperPart = {
  heading: 'Ce qui change',
  facts: [
    ['Aménagement', '{{measure}}'],
    ['Taux débiteur', '{{rates}}'],
    ['Mensualité', '{{instalment}}'],
    ['Échéances restantes', '{{left}}'],
    ['Dernière échéance', '{{last}}'],
    ['Intérêts restant à payer', '{{interest}}'],
    ["Différence d'intérêts", '{{extraInterest}}'],
    ['Frais', 'Aucun'],
  ],
};

const CALENDAR: PaperPart = { heading: 'Nouveau calendrier', hasSchedule: 'dated' };

const HELP: PaperPart = {
  heading: "Vous n'êtes pas d'accord\u00a0?",
  paragraphs: [
    'Écrivez à notre service client, {{serviceEmail}} ou {{lenderPhone}}. Sans réponse satisfaisante, vous pouvez saisir gratuitement le médiateur\u00a0: {{mediator}}.',
    'Les Points Conseil Budget aident gratuitement à faire le point sur un budget.',
  ],
};

const WARNING: PaperPart = { notices: ['{{creditWarning}}'] };

const UNCHANGED =
  "Toutes les autres clauses du contrat restent inchangées, y compris le droit de rembourser par anticipation à tout moment. Ce calendrier prend la place du précédent à compter du jour de l'accord.";

/** What the lender proposes to a borrower in difficulty (LC-87, R312-14-1): kept as it was proposed, whatever becomes of it. */
export const MEASURE_PROPOSAL: PaperTemplate = {
  kind: 'measure-proposal',
  title: "Proposition d'aménagement de votre prêt",
  subtitle: 'Contrat n°\u00a0{{reference}}, proposition du {{proposedOn}}',
  parts: [
    PARTIES,
    CHANGES,
    {
      heading: 'La proposition',
      paragraphs: [
        "Le prêteur propose cet aménagement le {{proposedOn}}. L'emprunteur peut l'accepter jusqu'au {{openUntil}} inclus, dans son espace client, par une confirmation de son identité. Il est gratuit, et rien ne change tant qu'il n'est pas accepté.",
        "Les montants et les dates sont ceux d'une acceptation le {{proposedOn}}. S'ils changent d'ici à l'acceptation, l'espace client montre les nouveaux, et l'accord porte sur ceux-là.",
      ],
    },
    CALENDAR,
    HELP,
    WARNING,
  ],
};

/** What the lender and a borrower in difficulty agreed (LC-87): the change of their contract, with its new schedule. */
export const AMENDMENT: PaperTemplate = {
  kind: 'amendment',
  title: 'Avenant à votre contrat de crédit',
  subtitle: 'Contrat n°\u00a0{{reference}}, modifié le {{agreedOn}}',
  parts: [
    PARTIES,
    CHANGES,
    {
      heading: "L'accord",
      paragraphs: [
        "L'emprunteur a accepté cet aménagement le {{agreedOn}} à {{agreedAt}} (heure de Paris), dans son espace client, par une confirmation de son identité. Le prêteur l'avait proposé le {{proposedOn}}.",
        UNCHANGED,
      ],
    },
    CALENDAR,
    HELP,
    WARNING,
  ],
};

/** The same where a judge, or the plan of a commission, decided (LC-91, LC-92). */
export const JUDGES_TERMS: PaperTemplate = {
  kind: 'amendment',
  title: 'Nouvelles conditions de votre contrat de crédit',
  subtitle: 'Contrat n°\u00a0{{reference}}, modifié le {{agreedOn}}',
  parts: [
    PARTIES,
    CHANGES,
    {
      heading: 'La décision',
      paragraphs: [
        'Ces conditions résultent de la décision du {{decisionOn}}. Nous les appliquons depuis le {{agreedOn}}.',
        UNCHANGED,
      ],
    },
    CALENDAR,
    HELP,
    WARNING,
  ],
};
