import { sql } from 'drizzle-orm';
import type { RoleDefinition, RoleSource } from '#domain/staff/roles.ts';
import type { Db } from '../db/database.ts';

/**
 * Writes the roles of the product and of the institution's file (STAFF-8). A role that the staff changed on the screen « Rôles » is newer and
 * stays as it is. A start whose definitions are those of the database writes nothing.
 */
export async function keepInitialRoles(
  db: Db,
  roles: readonly (RoleDefinition & { readonly source: RoleSource })[],
  now: Date,
): Promise<void> {
  await db.execute(
    sql`insert into roles as r (code, label, description, permissions, assigned_only, limits, source, changed_at)
      select n.code, n.label, n.description, n.permissions, n."assignedOnly", n.limits, n.source, ${now.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(roles)}::json)
        as n(code text, label text, description text, permissions text[], "assignedOnly" boolean, limits jsonb, source text)
      order by n.code
      on conflict (code) do update set label = excluded.label, description = excluded.description,
        permissions = excluded.permissions, assigned_only = excluded.assigned_only, limits = excluded.limits, source = excluded.source, changed_at = excluded.changed_at, version = r.version + 1
      where r.source <> 'screen'
        and (r.label, r.description, r.permissions, r.assigned_only, r.limits, r.source)
          is distinct from (excluded.label, excluded.description, excluded.permissions, excluded.assigned_only, excluded.limits, excluded.source)`,
  );
}
