import type { LimitedOperation, Limits } from '#domain/staff/limits.ts';
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

const limit = (
  operation: LimitedOperation,
  perActEurMinor: number,
  perDayEurMinor: number | null = null,
): Limits => [{ operation, perActEurMinor, perDayEurMinor }];

const CREDITS = limit('accounts.credit', 10_000_00, 50_000_00);

/** What the holders of a role do alone in a live institution, euro cents (STAFF-42). A demonstration has no limits. */
const LIVE_LIMITS: Readonly<Partial<Record<DefaultRoleCode, Limits>>> = {
  adviser: limit('accounts.activate', 1_000_00),
  'credit-analyst': [...limit('loanOffers.issue', 10_000_00), ...limit('loans.decide.approve', 10_000_00)],
  payments: [...CREDITS, ...limit('withdrawals.decide.approve', 50_000_00)],
  accountant: CREDITS,
};

/** The roles that an institution begins with, beside the one that holds every permission. */
export const defaultRoles = (mode: 'demo' | 'live'): readonly RoleDefinition[] =>
  DEFAULT_ROLE_CODES.map((code) => ({
    code,
    ...WORDS[code],
    permissions: permissionsOfDefault(code),
    assignedOnly: false,
    limits: (mode === 'live' && LIVE_LIMITS[code]) || [],
  }));
