import { and, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Permission } from '#domain/operations.ts';
import { assignedOnlyOf, permissionsOf, type Role } from '#domain/permissions.ts';
import type { SecondFactor } from '#domain/sessions/second-factor.ts';
import { type LimitedRole, type Limits, limitsOf } from '#domain/staff/limits.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import {
  clientAccounts,
  credentials,
  sessions,
  signUpDetails,
  staffMembers,
  users,
} from '../db/schema/index.ts';

/** Creates a person who can sign in; false when the address is in use. Addresses are stored in lower case. */
export async function insertSignIn(
  tx: Db,
  person: {
    readonly id: string;
    readonly credentialId: string;
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly now: Date;
    /** Whether the address is known to be theirs. */
    readonly emailVerified?: boolean;
  },
): Promise<boolean> {
  const { id, email, name, passwordHash, now, emailVerified = false } = person;
  const made = await tx
    .insert(users)
    .values({ id, email, name, emailVerified, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (made.length === 0) return false;
  await insertCredential(tx, { id: person.credentialId, userId: id, passwordHash, now });
  return true;
}

/** Gives a person their first password. */
export async function insertCredential(
  tx: Db,
  {
    id,
    userId,
    passwordHash,
    now,
  }: { readonly id: string; readonly userId: string; readonly passwordHash: string; readonly now: Date },
): Promise<void> {
  await tx.insert(credentials).values({
    id,
    accountId: userId,
    providerId: 'credential',
    userId,
    password: passwordHash,
    createdAt: now,
    updatedAt: now,
  });
}

/** Makes a person of the staff whose access begins at once: by the operator's command or the filling of a demonstration. */
export async function insertActiveMember(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.insert(staffMembers).values({ userId, status: 'active', joinedAt: now }).onConflictDoNothing();
}

/**
 * Ends the invitation of a person who has set up the second factor that their institution demands: from now on they are active (STAFF-15). One that was
 * sent again meanwhile, or is over, stays what it is.
 */
export async function joinAfterSecondFactor(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .update(staffMembers)
    .set({ status: 'active', joinedAt: now })
    .where(
      and(
        eq(staffMembers.userId, userId),
        eq(staffMembers.status, 'invited'),
        isNull(staffMembers.invitationHash),
        gt(staffMembers.invitationEndsAt, now),
      ),
    );
}

/** The second factors of the person that a column names, as an array. */
export const secondFactorsOf = (userId: SQL) =>
  sql`array_remove(array[
    case when exists (select 1 from second_factors f where f.user_id = ${userId} and f.activated_at is not null) then 'code' end,
    case when exists (select 1 from passkeys k where k.user_id = ${userId}) then 'passkey' end], null)`;

/** Whether the person that a column names is of the staff: they hold at least one role. */
export const isStaffSql = (userId: SQL) =>
  sql`exists (select 1 from user_roles r where r.user_id = ${userId})`;

/**
 * The labels of the roles that hold all of these permissions, in alphabetical order (STAFF-3). The role with all permissions is named only
 * when no other holds them.
 */
export async function labelsOfHolders(db: Db, permissions: readonly string[]): Promise<readonly string[]> {
  const rows = await rowsOf<{ label: string; holds_all: boolean }>(
    db,
    sql`select label, holds_all from roles where holds_all or permissions @> ${listed(permissions, 'text')} order by label`,
  );
  const others = rows.filter((row) => !row.holds_all);
  return (others.length > 0 ? others : rows).map(({ label }) => label);
}

/** The person behind an address, with the columns that signing in needs. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  /** Whether its owner has followed a link mailed to it. */
  readonly isEmailProved: boolean;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly isStaff: boolean;
  /** Whether their access is suspended, or they have left (STAFF-16). */
  readonly isSuspended: boolean;
  readonly secondFactors: readonly SecondFactor[];
}

async function personWhere(db: Db, condition: ReturnType<typeof sql>): Promise<Person | null> {
  const [row] = await rowsOf<{
    id: string;
    email: string;
    name: string;
    password: string | null;
    is_staff: boolean;
    is_suspended: boolean;
    is_email_proved: boolean;
    second_factors: SecondFactor[];
  }>(
    db,
    sql`select u.id, u.email, u.name, u.email_verified as is_email_proved,
      (select c.password from credentials c where c.user_id = u.id and c.password is not null limit 1) as password,
      ${isStaffSql(sql`u.id`)} as is_staff,
      exists (select 1 from staff_members m where m.user_id = u.id and m.status in ('suspended', 'left')) as is_suspended,
      ${secondFactorsOf(sql`u.id`)} as second_factors
      from users u where ${condition}`,
  );
  if (!row) return null;
  return {
    userId: row.id,
    email: row.email,
    isEmailProved: row.is_email_proved,
    name: row.name,
    passwordHash: row.password,
    isStaff: row.is_staff,
    isSuspended: row.is_suspended,
    secondFactors: row.second_factors,
  };
}

export const personByEmail = (db: Db, email: string) => personWhere(db, sql`u.email = ${email}`);
export const personById = (db: Db, userId: string) => personWhere(db, sql`u.id = ${userId}::uuid`);

export async function changePasswordOf(
  tx: Db,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .update(credentials)
    .set({ password: passwordHash, updatedAt: now })
    .where(eq(credentials.userId, userId));
}

/** Locks a person's credentials until the transaction ends. It comes first in every transaction that changes them, to avoid deadlocks. */
export async function lockPerson(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/**
 * The same before the address changes, which is a key: it takes the lock that rows naming the person wait for. Taken later, it would wait for a
 * credit that waits for the counter of mails. The account comes first, because its words follow the address (docs/lock-order.md).
 */
export async function lockPersonAndAccount(tx: Db, userId: string): Promise<void> {
  await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(eq(clientAccounts.userId, userId))
    .for('no key update');
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/**
 * Whether the compared hash is still the person's, locked until the transaction ends: a change of password that follows sees and ends a
 * session begun here.
 */
export async function isStillPassword(
  tx: Db,
  { userId, passwordHash }: Pick<Person, 'userId' | 'passwordHash'>,
): Promise<boolean> {
  if (passwordHash === null) return false;
  const rows = await tx
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.password, passwordHash)))
    .for('share');
  return rows.length > 0;
}

/** Whether an address (lower case, as stored) is in use. */
export async function isEmailTaken(db: Db, email: string, exceptUserId?: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), exceptUserId ? ne(users.id, exceptUserId) : undefined));
  return rows.length > 0;
}

/** Marks the person's address as proved: they followed a link sent there. */
export async function proveEmailOf(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)));
}

/** The address of a person who has not proved it; null when it is proved. */
export async function unprovedEmailOf(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)));
  return row?.email ?? null;
}

/** Changes a person's address, proved by the link sent to it. */
export async function changeEmailOf(tx: Db, userId: string, email: string, now: Date): Promise<void> {
  await tx.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, userId));
  // A person who began to sign up under a taken address has one of their own now.
  await tx.update(signUpDetails).set({ claimedEmail: null }).where(eq(signUpDetails.userId, userId));
}

export async function languageOf(db: Db, userId: string): Promise<string> {
  const [row] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return row?.language ?? 'fr';
}

export async function changeLanguageOf(tx: Db, userId: string, language: string): Promise<void> {
  await tx.update(users).set({ language }).where(eq(users.id, userId));
}

export type SessionRow = Awaited<ReturnType<typeof sessionsOf>>[number];

/** A person's unexpired sessions, the last used first. A client's scope cannot read tokens, not even hashed. */
export function sessionsOf(db: Db, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(100);
}

/** What a member of the staff may do now; null for anybody else, and for one who is suspended or gone. */
export async function rightsOf(
  db: Db,
  userId: string,
): Promise<{
  readonly permissions: readonly Permission[];
  readonly assignedOnly: readonly Permission[];
  readonly limits: Limits;
} | null> {
  const [row] = await rowsOf<{ roles: readonly (Role & LimitedRole)[] | null; own: Limits | null }>(
    db,
    sql`select (select json_agg(json_build_object('code', r.code, 'label', r.label, 'holdsAll', r.holds_all, 'permissions', r.permissions,
          'assignedOnly', r.assigned_only, 'limits', r.limits) order by r.code)
        from user_roles held join roles r on r.code = held.role where held.user_id = u.id) as roles,
      m.limits as own
      from users u left join staff_members m on m.user_id = u.id
      where u.id = ${userId}::uuid and coalesce(m.status, 'active') = 'active'`,
  );
  if (!row?.roles) return null;
  return {
    permissions: permissionsOf(row.roles),
    assignedOnly: assignedOnlyOf(row.roles),
    limits: limitsOf(row.roles, row.own ?? []),
  };
}
