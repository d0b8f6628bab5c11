import { sql } from 'drizzle-orm';
import type { SecondFactor } from '#domain/sessions/second-factor.ts';
import type { LinkRelation } from '#domain/staff/declared-link.ts';
import type { Limits } from '#domain/staff/limits.ts';
import type { MemberStatus } from '#domain/staff/status.ts';
import { secondFactorsOf } from '../auth/queries.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';

/** A role that a member holds: since when, and who gave it. */
export interface HeldRoleRow {
  readonly code: string;
  readonly label: string;
  readonly since: string;
  readonly grantedBy: string | null;
}

/** A member of the staff as the list shows them. */
export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly title: string | null;
  readonly phone: string | null;
  readonly status: MemberStatus;
  readonly roles: readonly HeldRoleRow[];
  readonly secondFactors: readonly SecondFactor[];
  readonly lastSignInAt: string | null;
  readonly openSessions: number;
  readonly assigned: number;
  readonly conflictReason: string | null;
  readonly invitedAt: string | null;
  readonly invitationEndsAt: string | null;
  readonly joinedAt: string | null;
  readonly suspendedAt: string | null;
  readonly suspensionReason: string | null;
  readonly leftAt: string | null;
}

const instantOf = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Every member of the staff, or the one with an id: those who can act first, then by name. A bank has hundreds at most. */
export async function membersOf(db: Db, now: Date, id?: string): Promise<readonly MemberRow[]> {
  return rowsOf<MemberRow>(
    db,
    sql`select u.id, u.name, u.email, m.title, m.phone, coalesce(m.status, 'active') as status,
        coalesce((select json_agg(json_build_object('code', r.code, 'label', r.label, 'since', ${instantOf(sql`held.since`)},
            'grantedBy', (select g.name from users g where g.id = held.granted_by)) order by r.label)
          from user_roles held join roles r on r.code = held.role where held.user_id = u.id), '[]') as roles,
        ${secondFactorsOf(sql`u.id`)} as "secondFactors",
        ${instantOf(sql`(select max(s.created_at) from sign_ins s where s.user_id = u.id and s.succeeded)`)} as "lastSignInAt",
        (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > ${now.toISOString()}::timestamptz) as "openSessions",
        (select count(*)::int from assignments t where t.assignee_id = u.id and t.ended_at is null) as assigned,
        m.conflict_reason as "conflictReason", ${instantOf(sql`m.invited_at`)} as "invitedAt",
        ${instantOf(sql`m.invitation_ends_at`)} as "invitationEndsAt", ${instantOf(sql`m.joined_at`)} as "joinedAt",
        ${instantOf(sql`m.suspended_at`)} as "suspendedAt", m.suspension_reason as "suspensionReason",
        ${instantOf(sql`m.left_at`)} as "leftAt"
      from users u left join staff_members m on m.user_id = u.id
      where (m.user_id is not null or exists (select 1 from user_roles h where h.user_id = u.id))
        ${id === undefined ? sql`` : sql`and u.id = ${id}::uuid`}
      order by array_position(array['active', 'invited', 'suspended', 'left', 'revoked'], coalesce(m.status, 'active')), plain_text(u.name), u.id`,
  );
}

/** The open sessions of a member, the latest first. */
export function sessionsOf(db: Db, userId: string, now: Date) {
  return rowsOf<{ id: string; address: string | null; userAgent: string | null; usedAt: string }>(
    db,
    sql`select id, ip_address as address, user_agent as "userAgent", ${instantOf(sql`updated_at`)} as "usedAt" from sessions
      where user_id = ${userId}::uuid and expires_at > ${now.toISOString()}::timestamptz order by updated_at desc, id`,
  );
}

/** Where a member stands; null for nobody of the staff. Unlike the whole member it holds nothing of how they sign in. */
export async function statusOfMember(db: Db, id: string): Promise<MemberStatus | null> {
  const [row] = await rowsOf<{ status: MemberStatus }>(
    db,
    sql`select coalesce(m.status, 'active') as status from users u left join staff_members m on m.user_id = u.id
      where u.id = ${id}::uuid and (m.user_id is not null or exists (select 1 from user_roles h where h.user_id = u.id))`,
  );
  return row?.status ?? null;
}

/** How much a member may do alone, beside what their roles say (STAFF-42). */
export async function limitsOfMember(db: Db, userId: string): Promise<Limits> {
  const [row] = await rowsOf<{ limits: Limits }>(
    db,
    sql`select limits from staff_members where user_id = ${userId}::uuid`,
  );
  return row?.limits ?? [];
}

/** A client to whom a member is tied. */
export interface DeclaredLinkRow {
  readonly clientId: string;
  readonly displayName: string;
  readonly relation: LinkRelation;
  readonly declaredAt: string;
}

/** The clients to whom a member is tied, by name (STAFF-40). */
export function linksOf(db: Db, userId: string): Promise<DeclaredLinkRow[]> {
  return rowsOf(
    db,
    sql`select l.client_account_id as "clientId", p.display_name as "displayName", l.relation, ${instantOf(sql`l.declared_at`)} as "declaredAt"
      from declared_links l join client_accounts a on a.id = l.client_account_id join profiles p on p.user_id = a.user_id
      where l.user_id = ${userId}::uuid order by plain_text(p.display_name), l.client_account_id`,
  );
}

/** A member whose row is held until the transaction ends; null when nobody of the staff has the id. */
export async function lockMember(tx: Db, id: string) {
  // A person who has had a role since before this table gets their row now.
  await tx.execute(
    sql`insert into staff_members (user_id, status) select user_id, 'active' from user_roles where user_id = ${id}::uuid
      limit 1 on conflict do nothing`,
  );
  const [row] = await rowsOf<{ status: MemberStatus; email: string; name: string }>(
    tx,
    sql`select m.status, u.email, u.name from staff_members m join users u on u.id = m.user_id
      where m.user_id = ${id}::uuid for no key update of m`,
  );
  return row ?? null;
}

/** Holds everybody who has a role or had one until the transaction ends, in order of id (docs/lock-order.md). */
export async function lockPeopleOfStaff(tx: Db): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select id from users u where exists (select from user_roles h where h.user_id = u.id)
        or exists (select from staff_members m where m.user_id = u.id)
      order by id for no key update`,
  );
  return rows.map(({ id }) => id);
}

/** A role as it is defined now. */
export interface RoleRow {
  readonly code: string;
  readonly label: string;
  readonly description: string;
  readonly holdsAll: boolean;
  readonly permissions: readonly string[];
  readonly assignedOnly: boolean;
  readonly limits: Limits;
  readonly source: 'product' | 'file' | 'screen';
  readonly version: number;
  readonly changedAt: string;
  readonly changedBy: string | null;
  /** How many people hold it. */
  readonly holders: number;
}

/** Every role, or those of the given codes, by label. */
export function rolesOf(db: Db, codes?: readonly string[]): Promise<RoleRow[]> {
  return rowsOf<RoleRow>(
    db,
    sql`select r.code, r.label, r.description, r.holds_all as "holdsAll", r.permissions,
        r.assigned_only as "assignedOnly", r.limits, r.source, r.version,
        ${instantOf(sql`r.changed_at`)} as "changedAt", (select u.name from users u where u.id = r.changed_by) as "changedBy",
        (select count(*)::int from user_roles h left join staff_members m using (user_id)
          where h.role = r.code and coalesce(m.status, 'active') in ('active', 'invited', 'suspended')) as holders
      from roles r ${codes ? sql`where r.code = any (${listed(codes, 'text')})` : sql``} order by r.holds_all desc, r.label`,
  );
}

/** The people who hold a role. */
export async function holdersOfRole(tx: Db, code: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select user_id as id from user_roles where role = ${code} order by user_id`,
  );
  return rows.map(({ id }) => id);
}

/** The codes of the roles that a person holds, in alphabetical order. */
export async function roleCodesOf(tx: Db, userId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ role: string }>(
    tx,
    sql`select role from user_roles where user_id = ${userId}::uuid order by role`,
  );
  return rows.map(({ role }) => role);
}

/**
 * Holds the roles of everybody who may manage access, so that two of them who act on each other do not both succeed (STAFF-20). It comes before
 * the locks of people (docs/lock-order.md).
 */
export async function lockManagers(tx: Db): Promise<void> {
  await tx.execute(
    sql`select 1 from user_roles h where manages_access(h.role) order by h.user_id, h.role for update`,
  );
}
