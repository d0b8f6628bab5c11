import { isPermission, PERMISSIONS, type Permission } from './operations.ts';

/**
 * Who may do what. A route of the contract names one of these accesses, and an operation of the staff needs the permission of its own name
 * (domain/operations.ts). The server refuses by both and the screens hide by both, so that no button appears that the server would refuse
 * for lack of right (docs/rules.md, Who may do what).
 */

/** The code of the role that holds every permission. */
export const ADMINISTRATOR_ROLE = 'admin';

/** A set of permissions under a name: a row of `roles`. */
export interface Role {
  readonly code: string;
  /** Whether it holds every permission, also those of operations to come. */
  readonly holdsAll: boolean;
  /** Names of permissions. One that no operation bears any more permits nothing. */
  readonly permissions: readonly string[];
  /** Whether its holders see and touch only the files assigned to them (STAFF-41). */
  readonly assignedOnly?: boolean;
}

/** What roles permit together: they add up (STAFF-7). */
export function permissionsOf(roles: readonly Role[]): readonly Permission[] {
  if (roles.some(({ holdsAll }) => holdsAll)) return PERMISSIONS;
  return [...new Set(roles.flatMap(({ permissions }) => permissions.filter(isPermission)))];
}

/**
 * What a person may do only with the files assigned to them (STAFF-41): what no role without that restriction permits, since rights add up.
 */
export function assignedOnlyOf(roles: readonly Role[]): readonly Permission[] {
  if (roles.every(({ assignedOnly }) => !assignedOnly)) return [];
  const everywhere = permissionsOf(roles.filter(({ assignedOnly }) => !assignedOnly));
  return permissionsOf(roles).filter((permission) => !everywhere.includes(permission));
}

/**
 * - `anyone`: no sign-in needed.
 * - `entering`: any signed-in person, also a member of the staff who has yet to set up the second factor their institution demands.
 * - `signed-in`: any signed-in person, also one who has not finished signing up.
 * - `client`: a signed-in person who holds an account; acts on their own things only.
 * - `staff`: a signed-in person with a role; may do what their roles permit.
 */
export const ACCESSES = ['anyone', 'entering', 'signed-in', 'client', 'staff'] as const;
export type Access = (typeof ACCESSES)[number];

/** What the server knows of the caller when it decides. */
export interface Caller {
  readonly userId: string;
  /** Whether they are of the staff: they hold at least one role. */
  readonly isStaff: boolean;
  readonly permissions: readonly Permission[];
  readonly hasAccount: boolean;
  /** Whether their access to the back office is suspended, or they have left (STAFF-16). */
  readonly isSuspended: boolean;
  /** Whether they have no second factor and need one (`needsSecondFactor`): until they have one they do nothing else. */
  readonly mustSetUpSecondFactor: boolean;
}

/** What an institution asks of the people who sign in. */
export interface SignInPolicy {
  readonly mode: 'demo' | 'live';
  readonly clientSecondFactor?: 'optional' | 'required' | undefined;
}

/**
 * Whether somebody needs a second factor: the staff of a live institution, and clients where it says so, from the day they have an account.
 * A person who is still signing up has nothing to guard yet.
 */
export function needsSecondFactor(
  policy: SignInPolicy,
  person: Pick<Caller, 'isStaff' | 'hasAccount'>,
): boolean {
  if (person.isStaff && policy.mode === 'live') return true;
  return person.hasAccount && policy.clientSecondFactor === 'required';
}

/** Why a caller may not enter; `null` when they may. */
export type Denial =
  | 'sign-in-required'
  | 'staff-required'
  | 'suspended'
  | 'account-required'
  | 'second-factor-required'
  | 'permission-required'
  | null;

/**
 * Decides whether the caller may use something of the given access that needs all of the given permissions. Pure, so that every pair can be
 * tabled in a test. The order is STAFF-3's: signed in, of the staff, suspended, second factor, permission.
 */
export function denialOf(
  access: Access,
  needed: readonly Permission[],
  caller: Omit<Caller, 'userId'> | null,
): Denial {
  if (access === 'anyone') return null;
  if (!caller) return 'sign-in-required';
  if (access === 'staff' && !caller.isStaff) return 'staff-required';
  if (caller.isSuspended) return 'suspended';
  if (access === 'entering') return null;
  if (access === 'client' && !caller.hasAccount) return 'account-required';
  if (caller.mustSetUpSecondFactor) return 'second-factor-required';
  return needed.every((permission) => caller.permissions.includes(permission)) ? null : 'permission-required';
}

/** Where a person lands after signing in (docs/rules.md, Screens). */
export function homeOf(
  caller: Pick<Caller, 'isStaff' | 'hasAccount'>,
): '/admin-dashboard' | '/client-dashboard' | '/client-account-selection' {
  if (caller.isStaff) return '/admin-dashboard';
  return caller.hasAccount ? '/client-dashboard' : '/client-account-selection';
}
