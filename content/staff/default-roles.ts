import {
  DEFAULT_ROLE_CODES,
  type DefaultRoleCode,
  permissionsOfDefault,
} from '#domain/staff/permission-table.ts';
import type { RoleDefinition } from '#domain/staff/roles.ts';

/** The words of the product's roles (STAFF-9). An institution changes them in its file or on the screen « Rôles ». */
const WORDS: Readonly<Record<DefaultRoleCode, { readonly label: string; readonly description: string }>> = {
  adviser: {
    label: 'Conseiller',
    description: 'Accueille les clients, suit leurs dossiers, crée des frais et prend en main les demandes.',
  },
  'credit-analyst': {
    label: 'Analyste crédit',
    description: 'Étudie les demandes de prêt, consulte le FICP, émet des offres dans ses limites.',
  },
  'credit-manager': {
    label: 'Responsable crédit',
    description: 'Décide des prêts, donne les agréments et répond des impayés.',
  },
  payments: {
    label: 'Opérations et paiements',
    description: 'Crédite les comptes, attribue les IBAN, valide et exécute les virements.',
  },
  accountant: {
    label: 'Comptable',
    description: 'Tient les livres et les taux, encaisse les frais et contrôle les comptes.',
  },
  compliance: {
    label: 'Conformité',
    description: 'Vérifie les dossiers sensibles, le journal et les accès, et ferme les relations.',
  },
  auditor: {
    label: 'Auditeur (lecture seule)',
    description: 'Lit les dossiers et le journal, sans rien modifier.',
  },
  'technical-admin': {
    label: 'Administrateur technique',
    description: "Gère les accès de l'équipe, sans voir les dossiers des clients.",
  },
};

/** The roles that every institution begins with, beside the one that holds every permission. */
export const DEFAULT_ROLES: readonly RoleDefinition[] = DEFAULT_ROLE_CODES.map((code) => ({
  code,
  ...WORDS[code],
  permissions: permissionsOfDefault(code),
}));
