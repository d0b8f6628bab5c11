export const testimonialProjects = [
  'Prêt auto',
  'Prêt personnel',
  'Regroupement de crédits',
  'Prêt travaux',
] as const;

export type Testimonial = {
  id: number;
  /** First name and initial. */
  nom: string;
  ville: string;
  /** YYYY-MM-DD */
  date: string;
  note: 1 | 2 | 3 | 4 | 5;
  commentaire: string;
  projet: (typeof testimonialProjects)[number];
  /** Shown in the carousel of the home page. */
  home: boolean;
};

/** What each says in another language, by its id: a file per language, which only the build reads. */
export type Comments = Readonly<Record<Testimonial['id'], string>>;

/** Invented for the demonstration: each one is shown with « Exemple fictif », and none exists in live mode. */
export const demoTestimonials: readonly Testimonial[] = [
  {
    id: 1,
    nom: 'Camille R.',
    ville: 'Lyon',
    date: '2026-10-28',
    note: 5,
    commentaire:
      "La conseillère m'a expliqué le TAEG ligne par ligne. J'ai réduit le montant après en avoir parlé avec elle, et je ne le regrette pas.",
    projet: 'Prêt travaux',
    home: true,
  },
  {
    id: 2,
    nom: 'Karim B.',
    ville: 'Marseille',
    date: '2026-10-14',
    note: 5,
    commentaire:
      "J'ai dû renvoyer un justificatif de domicile trop ancien. Ensuite, chaque étape était indiquée dans mon espace client.",
    projet: 'Prêt auto',
    home: true,
  },
  {
    id: 3,
    nom: 'Élodie M.',
    ville: 'Nantes',
    date: '2026-09-30',
    note: 5,
    commentaire:
      "Personne ne m'a pressée de signer. J'ai gardé l'offre dix jours pour la comparer à deux autres avant de décider.",
    projet: 'Prêt personnel',
    home: true,
  },
  {
    id: 4,
    nom: 'Thierry L.',
    ville: 'Saint-Denis de La Réunion',
    date: '2026-09-17',
    note: 5,
    commentaire:
      "Le tableau d'amortissement correspond au centime près à mes prélèvements. J'aurais aimé pouvoir choisir la date d'échéance.",
    projet: 'Prêt auto',
    home: true,
  },
  {
    id: 5,
    nom: 'Sophie D.',
    ville: 'Lille',
    date: '2026-08-26',
    note: 5,
    commentaire:
      "Le document comparait le coût de mes trois crédits et celui du regroupement. J'ai choisi en sachant ce que je payais en plus.",
    projet: 'Regroupement de crédits',
    home: true,
  },
  {
    id: 6,
    nom: 'Julien P.',
    ville: 'Clermont-Ferrand',
    date: '2026-08-05',
    note: 4,
    commentaire:
      "Ma demande a été refusée. La raison était claire, mais j'aurais préféré l'apprendre par téléphone plutôt que par message.",
    projet: 'Prêt personnel',
    home: false,
  },
  {
    id: 7,
    nom: 'Inès T.',
    ville: 'Toulouse',
    date: '2026-07-21',
    note: 5,
    commentaire:
      "J'ai remboursé la moitié de mon prêt avant la fin, sans frais. Le nouveau tableau m'a été remis aussitôt après.",
    projet: 'Prêt travaux',
    home: true,
  },
  {
    id: 8,
    nom: 'Marc V.',
    ville: 'Strasbourg',
    date: '2026-06-09',
    note: 5,
    commentaire:
      "Le simulateur donne le coût total et pas seulement la mensualité. C'est ce qui m'a fait choisir une durée plus courte.",
    projet: 'Prêt auto',
    home: false,
  },
  {
    id: 9,
    nom: 'Nathalie G.',
    ville: 'Rennes',
    date: '2026-05-19',
    note: 5,
    commentaire:
      "Après la perte de mon emploi, j'ai appelé avant le premier impayé. Nous avons trouvé un report d'échéances ensemble.",
    projet: 'Regroupement de crédits',
    home: false,
  },
  {
    id: 10,
    nom: 'Olivier C.',
    ville: 'Fort-de-France',
    date: '2026-04-02',
    note: 4,
    commentaire:
      "L'équipe est sérieuse et répond aux questions. En revanche, mon dossier d'indépendant a demandé plusieurs échanges.",
    projet: 'Prêt personnel',
    home: false,
  },
];

/** The mean of the notes shown, unrounded; the page shows it to one decimal. Undefined when there is none. */
export function averageNote(testimonials: readonly Testimonial[]): number | undefined {
  if (testimonials.length === 0) return undefined;
  return testimonials.reduce((sum, { note }) => sum + note, 0) / testimonials.length;
}
