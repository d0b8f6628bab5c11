import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: "Confidentialité\u00a0: l'essentiel",
  lead: 'Ce que nous faisons de vos données, en une page.',
  sections: [
    {
      id: 'collection',
      title: 'Données collectées',
      paragraphs: [
        "{accounts} Nous recueillons les données nécessaires à votre demande et à votre compte. Vous nous les donnez vous-même, ou elles naissent de l'usage du service.",
        "{elsewhere} Nous recueillons les données nécessaires à votre demande et à votre espace client. Vous nous les donnez vous-même, ou elles naissent de l'usage du service.",
      ],
      items: [
        'identité et coordonnées\u00a0;',
        'situation, revenus et charges pour une demande de prêt\u00a0;',
        '{moves} opérations et coordonnées bancaires du compte\u00a0;',
        'connexions et messages échangés.',
      ],
    },
    {
      id: 'usage',
      title: 'Utilisation des données',
      paragraphs: [
        '{accounts} Elles servent à étudier votre demande, à tenir votre compte, à respecter la loi et à protéger le service. Nous ne les vendons pas.',
        '{elsewhere} Elles servent à étudier votre demande, à suivre votre dossier, à respecter la loi et à protéger le service. Nous ne les vendons pas.',
        '{lends} Nous gardons un dossier accepté pendant la durée du contrat, puis 5\u00a0ans. Nous gardons une demande refusée 2\u00a0ans au plus. Les données de lutte contre le blanchiment sont conservées 5\u00a0ans.',
        '{transmits} Avec votre accord, nous transmettons votre demande au prêteur que vous choisissez. Nous gardons une demande transmise 2\u00a0ans au plus après sa réponse. Les données de lutte contre le blanchiment sont conservées 5\u00a0ans.',
      ],
    },
    {
      id: 'rights',
      title: 'Vos droits',
      paragraphs: [
        "Vous pouvez accéder à vos données, les faire rectifier ou effacer, limiter leur usage, vous y opposer et les récupérer. Nous répondons dans un délai d'un mois. Vous pouvez aussi saisir la CNIL.",
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      paragraphs: [
        "Le site n'utilise aucun cookie de publicité. Un cookie de mesure d'audience, s'il était ajouté, attendrait votre accord et durerait 13\u00a0mois au plus. Refuser est aussi simple qu'accepter.",
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'Écrivez à {{institution.dpoEmail}}, ou par courrier à {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Dernière mise à jour',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Lire la politique complète',
};

export default summary;
