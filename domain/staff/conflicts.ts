import { isStaffOperation, OPERATIONS, writesForOthers } from '../operations.ts';

/** Roles that one person should not hold together (STAFF-10). */
export interface RoleConflict {
  readonly a: string;
  readonly b: string;
  /** `refuse`: never together; `warn`: with a written reason. */
  readonly severity: 'refuse' | 'warn';
}

/** A role of a person as its conflicts are judged. */
export interface HeldRole {
  readonly code: string;
  readonly holdsAll: boolean;
  readonly permissions: readonly string[];
}

/** Shortest reason for a warned conflict, in characters. */
export const MIN_CONFLICT_REASON = 20;

const PAIRS_TO_WARN: readonly (readonly [string, string])[] = [
  ['accountant', 'payments'],
  ['compliance', 'adviser'],
  ['compliance', 'credit-analyst'],
  ['compliance', 'credit-manager'],
  ['compliance', 'payments'],
];

const writes = ({ permissions }: HeldRole) =>
  permissions.some((name) => isStaffOperation(name) && writesForOthers(name));
const touchesMoney = ({ permissions }: HeldRole) =>
  permissions.some((name) => isStaffOperation(name) && OPERATIONS[name].money !== 'none');

/**
 * The conflicts among the roles of one person, in the order of the table of STAFF-10. The role with all permissions is exempt: it says what it
 * is.
 */
export function conflictsOf(roles: readonly HeldRole[], mode: 'demo' | 'live'): readonly RoleConflict[] {
  const held = roles.filter(({ holdsAll }) => !holdsAll);
  const othersOf = (code: string) => (held.some((role) => role.code === code) ? held : []);
  return [
    ...othersOf('auditor')
      .filter((role) => role.code !== 'auditor' && writes(role))
      .map(({ code }) => ({ a: 'auditor', b: code, severity: 'refuse' as const })),
    ...othersOf('technical-admin')
      .filter((role) => role.code !== 'technical-admin' && touchesMoney(role))
      .map(({ code }) => ({
        a: 'technical-admin',
        b: code,
        severity: mode === 'live' ? ('refuse' as const) : ('warn' as const),
      })),
    ...PAIRS_TO_WARN.filter(([a, b]) => [a, b].every((code) => held.some((role) => role.code === code))).map(
      ([a, b]) => ({ a, b, severity: 'warn' as const }),
    ),
  ];
}
