import {
  auditAreaOf,
  FIELD_PERMISSIONS,
  isStaffOperation,
  type Permission,
  STAFF_OPERATIONS,
} from '#domain/operations.ts';
import { useWords } from '../../i18n/t.ts';

const nounOf = (permission: string) => permission.slice(0, permission.indexOf('.'));

/** The area of the audit trail in which the acts of a noun stand: the permissions to read it belong with them. */
const AREA_OF_NOUN: ReadonlyMap<string, string> = new Map(
  STAFF_OPERATIONS.flatMap((operation) => {
    const area = auditAreaOf(operation);
    return area === null ? [] : [[nounOf(operation), area] as const];
  }),
);

/** The group of the roles' editor in which a permission stands: an area of the audit trail, the general screens, or the fields. */
export function groupOf(permission: Permission): string {
  if (!isStaffOperation(permission)) return 'fields';
  return auditAreaOf(permission) ?? AREA_OF_NOUN.get(nounOf(permission)) ?? 'overview';
}

/** Every group with its permissions, in the order of the table of operations; the fields come last. */
export const PERMISSION_GROUPS: readonly (readonly [group: string, permissions: readonly Permission[]])[] = [
  ...new Set([...STAFF_OPERATIONS, ...FIELD_PERMISSIONS].map(groupOf)),
].map((group) => [
  group,
  [...STAFF_OPERATIONS, ...FIELD_PERMISSIONS].filter((name) => groupOf(name) === group),
]);

/** The words of permissions and of their groups: an act has the sentence of the audit trail, a reading and a field one of their own. */
export function usePermissionWords(): {
  wordOf: (permission: Permission) => string;
  groupWordOf: (group: string) => string;
} {
  const { tKey } = useWords();
  const isAct = (permission: Permission) => isStaffOperation(permission) && auditAreaOf(permission) !== null;
  return {
    wordOf: (permission) =>
      tKey(
        isAct(permission) ? `admin-audit.operations.${permission}` : `admin-staff.permissions.${permission}`,
      ),
    groupWordOf: (group) =>
      tKey(
        group === 'fields' || group === 'overview'
          ? `admin-staff.groups.${group}`
          : `admin-audit.areas.${group}`,
      ),
  };
}
