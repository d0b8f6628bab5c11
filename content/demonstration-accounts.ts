/** The accounts that the sign-in screens of a demonstration show. They exist in demo mode only: a live institution has none. */
export const DEMONSTRATION_ACCOUNTS = [
  { role: 'client', email: 'client@guichet.example', password: 'Guichet-client-2026' },
  { role: 'administrator', email: 'admin@guichet.example', password: 'Guichet-admin-2026' },
] as const;
