import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { PERMISSIONS, type Permission } from '#domain/operations.ts';
import { conflictsOf, type HeldRole } from '#domain/staff/conflicts.ts';
import { type Limits, limitsAsLine } from '#domain/staff/limits.ts';
import { audit } from '../audit/audit.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { announce, announceRights } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { keepingManagers } from './managers.ts';
import { roleCodesOf } from './queries.ts';

/**
 * The rule that everybody who holds a role may go on to hold it beside their other roles (STAFF-10): what is refused when a role is given is no way
 * around by its definition.
 * @throws Refusal `staff.role-conflict`.
 */
async function requireHoldable(tx: Db, mode: 'demo' | 'live', code: string): Promise<void> {
  const rows = await rowsOf<{ roles: readonly (HeldRole & { readonly label: string })[] }>(
    tx,
    sql`select json_agg(json_build_object('code', r.code, 'label', r.label, 'holdsAll', r.holds_all, 'permissions', r.permissions)
        order by r.code) as roles
      from user_roles h join user_roles o on o.user_id = h.user_id join roles r on r.code = o.role
      where h.role = ${code} group by h.user_id having count(*) > 1`,
  );
  for (const { roles } of rows) {
    const labelOf = (one: string) => roles.find((role) => role.code === one)?.label ?? one;
    const conflict = conflictsOf(roles, mode).find(
      ({ a, b, severity }) => severity === 'refuse' && [a, b].includes(code),
    );
    if (conflict)
      throw new Refusal('staff.role-conflict', { a: labelOf(conflict.a), b: labelOf(conflict.b) });
  }
}

/**
 * Defines a role, or its next version, on the screen « Rôles » (STAFF-8). A role that the person holds, and the system's role, cannot be edited
 * (STAFF-7, STAFF-21). The rights of the holders change with their next call.
 * @param input.seenVersion the version that was edited; 0 for a new role.
 * @throws Refusal `staff.own-access`; `role.changed` when the role has another version, or is there already; `staff.last-manager`;
 * `staff.role-conflict` when a holder could no longer be given it beside their other roles (STAFF-10).
 */
export async function defineRole(
  work: Work,
  mode: 'demo' | 'live',
  input: {
    readonly code: string;
    readonly label: string;
    readonly description: string;
    readonly permissions: readonly Permission[];
    readonly assignedOnly?: boolean | undefined;
    readonly limits?: Limits | undefined;
    readonly seenVersion: number;
  },
): Promise<void> {
  if ((await roleCodesOf(work.tx, work.actorId)).includes(input.code)) throw new Refusal('staff.own-access');
  await keepingManagers(work, async () => {
    const [before] = await rowsOf<{
      version: number;
      holds_all: boolean;
      permissions: string[];
      label: string;
      assigned_only: boolean;
      limits: Limits;
    }>(
      work.tx,
      sql`select version, holds_all, permissions, label, assigned_only, limits from roles where code = ${input.code} for update`,
    );
    if (before?.holds_all) throw new Refusal('staff.own-access');
    if ((before?.version ?? 0) !== input.seenVersion) throw new Refusal('role.changed');
    const { assignedOnly = false, limits = [] } = input;
    const permissions = PERMISSIONS.filter((name) => input.permissions.includes(name));
    await work.tx.execute(
      sql`insert into roles (code, label, description, permissions, assigned_only, limits, source, version, changed_at, changed_by)
        values (${input.code}, ${input.label}, ${input.description}, ${listed(permissions, 'text')}, ${assignedOnly},
          ${JSON.stringify(limits)}::jsonb, 'screen', 1,
          ${work.now.toISOString()}::timestamptz, ${work.actorId}::uuid)
        on conflict (code) do update set label = excluded.label, description = excluded.description, permissions = excluded.permissions,
          assigned_only = excluded.assigned_only, limits = excluded.limits, source = excluded.source, version = roles.version + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
    );
    await requireHoldable(work.tx, mode, input.code);
    audit(work, {
      operation: 'roles.define',
      clientAccountId: null,
      subjectId: null,
      before: before
        ? {
            label: before.label,
            permissions: before.permissions
              .filter((name) => !permissions.some((kept) => kept === name))
              .join(', '),
            assignedOnly: before.assigned_only,
            limits: limitsAsLine(before.limits),
          }
        : null,
      after: {
        role: input.code,
        label: input.label,
        permissions: permissions.filter((name) => !before?.permissions.includes(name)).join(', '),
        assignedOnly,
        limits: limitsAsLine(limits),
      },
      isImpersonal: true,
    });
    await announceRights(work, null);
    await announce(work, { staff: true }, ['staff']);
  });
}
