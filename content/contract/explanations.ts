import type { PaperTemplate } from './template.ts';

/** Why this loan answers the need, and what it leaves to live on, told before the acceptance (C. conso. L312-14, LC-23). */
export const EXPLANATIONS: PaperTemplate = {
  kind: 'explanations',
  title: 'Ce que ce crédit change pour vous',
  subtitle: 'Explications jointes à l’offre n°\u00a0{{reference}}',
  parts: [
    { notices: ['{{creditWarning}}'] },
    {
      heading: '1. Votre besoin',
      paragraphs: [
        'Vous avez demandé {{principal}} pour «\u00a0{{purpose}}\u00a0». Un prêt personnel verse cette somme en une fois, et se rembourse par échéances égales à un taux fixe, sans autre engagement. Vous pouvez demander un montant ou une durée plus faibles tant que vous n’avez pas accepté.',
      ],
    },
    {
      heading: '2. Ce qu’il vous en coûte',
      facts: [
        ['Échéance', '{{instalment}} par mois pendant {{duration}}'],
        ['Montant total dû', '{{totalDue}}'],
        ['Ce qui vous reste chaque mois', '{{restToLive}}'],
      ],
      paragraphs: [
        'Ce qui vous reste est calculé sur votre fiche de dialogue\u00a0: vos ressources, moins vos charges, vos prêts en cours et cette échéance.',
      ],
    },
    {
      heading: '3. Si vous ne pouvez plus payer',
      paragraphs: [
        "Les impayés risquent d'avoir de graves conséquences pour vous et de vous empêcher d'obtenir un nouveau crédit.",
        '{{defaultIndemnities}} Dites-nous vos difficultés dès qu’elles apparaissent\u00a0: nous cherchons une solution avec vous, sans frais.',
      ],
    },
    {
      heading: '4. Une question avant de décider',
      paragraphs: [
        'Parlez à un conseiller\u00a0: {{lenderPhone}}, {{serviceEmail}}. Rien ne vous oblige à accepter.',
      ],
    },
  ],
};
