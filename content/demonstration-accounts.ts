/** The accounts that the sign-in screens of a demonstration show. They exist in demo mode only: a live institution has none. */
export const DEMONSTRATION_ACCOUNTS = [
  { role: 'client', email: 'client@guichet.example', password: 'Guichet-client-2026' },
  { role: 'administrator', email: 'admin@guichet.example', password: 'Guichet-admin-2026' },
] as const;

/** One account for each role of the staff, beside the one with all rights; in demo mode only, as those above (STAFF-23). */
export const DEMONSTRATION_STAFF = [
  {
    role: 'adviser',
    label: 'Conseiller',
    email: 'conseil@guichet.example',
    password: 'Guichet-conseil-2026',
    name: 'Élise Conseil',
  },
  {
    role: 'credit-analyst',
    label: 'Analyste crédit',
    email: 'analyse@guichet.example',
    password: 'Guichet-analyse-2026',
    name: 'Marc Analyse',
  },
  {
    role: 'credit-manager',
    label: 'Responsable crédit',
    email: 'credit@guichet.example',
    password: 'Guichet-credit-2026',
    name: 'Irène Crédit',
  },
  {
    role: 'payments',
    label: 'Opérations et paiements',
    email: 'paiements@guichet.example',
    password: 'Guichet-paiements-2026',
    name: 'Paul Paiements',
  },
  {
    role: 'accountant',
    label: 'Comptable',
    email: 'compta@guichet.example',
    password: 'Guichet-compta-2026',
    name: 'Aline Compta',
  },
  {
    role: 'compliance',
    label: 'Conformité',
    email: 'conformite@guichet.example',
    password: 'Guichet-conformite-2026',
    name: 'Karim Conformité',
  },
  {
    role: 'auditor',
    label: 'Auditeur (lecture seule)',
    email: 'audit@guichet.example',
    password: 'Guichet-audit-2026',
    name: 'Odile Audit',
  },
  {
    role: 'technical-admin',
    label: 'Administrateur technique',
    email: 'technique@guichet.example',
    password: 'Guichet-technique-2026',
    name: 'Hugo Technique',
  },
] as const;
