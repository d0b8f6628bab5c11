/**
 * Who may do what. A route of the contract names one of these accesses; the server refuses by it and the screens hide by it, so
 * that a button never appears that the server would refuse for lack of right (specification, signed-in areas, section 6).
 */

/** The value of `user_roles.role` that opens the back office. */
export const ADMINISTRATOR_ROLE = 'admin';

/**
 * - `anyone`: no sign-in needed.
 * - `entering`: any signed-in person, also an administrator who has yet to set up the second factor their institution demands.
 * - `signed-in`: any signed-in person, also one who has not finished signing up.
 * - `client`: a signed-in person who holds an account; acts on their own things only.
 * - `administrator`: a signed-in person with the administrator role.
 */
export const ACCESSES = ['anyone', 'entering', 'signed-in', 'client', 'administrator'] as const;
export type Access = (typeof ACCESSES)[number];

/** What the server knows of the caller when it decides. */
export interface Caller {
  readonly userId: string;
  readonly roles: readonly string[];
  readonly hasAccount: boolean;
  /** Whether they have no second factor and need one (`needsSecondFactor`): until they have one they do nothing else. */
  readonly mustSetUpSecondFactor: boolean;
}

/** What an institution asks of the people who sign in. */
export interface SignInPolicy {
  readonly mode: 'demo' | 'live';
  readonly clientSecondFactor?: 'optional' | 'required' | undefined;
}

/**
 * Whether somebody needs a second factor: administrators of a live institution, and clients where it says so, from the day they have an
 * account; whoever is still signing up has nothing to guard yet.
 */
export function needsSecondFactor(
  policy: SignInPolicy,
  person: { readonly isAdministrator: boolean; readonly hasAccount: boolean },
): boolean {
  if (person.isAdministrator && policy.mode === 'live') return true;
  return person.hasAccount && policy.clientSecondFactor === 'required';
}

/** Why a caller may not enter; `null` when they may. */
export type Denial =
  | 'sign-in-required'
  | 'administrator-required'
  | 'account-required'
  | 'second-factor-required'
  | null;

/** Decides whether the caller may use something of the given access. Pure, so that every pair can be tabled in a test. */
export function denialOf(access: Access, caller: Caller | null): Denial {
  if (access === 'anyone') return null;
  if (!caller) return 'sign-in-required';
  if (access === 'entering') return null;
  if (access === 'administrator' && !caller.roles.includes(ADMINISTRATOR_ROLE))
    return 'administrator-required';
  if (access === 'client' && !caller.hasAccount) return 'account-required';
  return caller.mustSetUpSecondFactor ? 'second-factor-required' : null;
}

/** Where a person lands after signing in (specification, signed-in areas, section 2). */
export function homeOf(
  caller: Pick<Caller, 'roles' | 'hasAccount'>,
): '/admin-dashboard' | '/client-dashboard' | '/client-account-selection' {
  if (caller.roles.includes(ADMINISTRATOR_ROLE)) return '/admin-dashboard';
  return caller.hasAccount ? '/client-dashboard' : '/client-account-selection';
}
