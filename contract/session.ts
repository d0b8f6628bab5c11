import * as z from 'zod/mini';
import { PERMISSIONS } from '#domain/operations.ts';
import { confirmedOperation } from '#domain/sessions/confirmation.ts';
import { limitsField } from '#domain/staff/limits.ts';
import { route } from './route.ts';
import { secondProof } from './second-factor.ts';
import { empty, id, instant } from './values.ts';

const tag = 'Session';

/** The signed-in person as every screen needs them. */
export const session = z.object({
  userId: id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  /** Whether they are of the staff: they hold at least one role. */
  isAdministrator: z.boolean(),
  /** The roles they hold, empty for somebody who is not of the staff. */
  roles: z.array(z.object({ code: z.string(), label: z.string() })),
  /** What their roles permit together: screens hide what is not among them. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** How much they may do alone, euro cents; operations without a limit are left out. */
  limits: limitsField,
  hasAccount: z.boolean(),
  home: z.enum(['/admin-dashboard', '/client-dashboard', '/client-account-selection']),
  /** Whether nothing but setting up a second factor is open to them: a member of the staff of a live institution who has none. */
  mustSetUpSecondFactor: z.boolean(),
  /** When the session ends if the person does nothing more. */
  expiresAt: instant,
  /** Absolute end of the session. */
  endsAt: instant,
  /** The server's time, so that a screen whose clock is wrong can still count down. */
  now: instant,
});

export const credentials = z.strictObject({
  email: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, 'validation.required'),
      z.maxLength(254),
      z.email('validation.email'),
    ),
  password: z.string().check(z.minLength(1, 'validation.required'), z.maxLength(256)),
});

/**
 * What signing in takes: the second step once the server has asked for it. Its refusal says in `params.by` which will do, and in
 * `params.passkey` what a passkey is asked, as JSON.
 */
export const signInInput = z.extend(credentials, secondProof);

export const sessionContract = {
  current: route({
    method: 'GET',
    path: '/session',
    summary: 'Who is signed in; null without a session',
    tag,
    access: 'anyone',
  }).output(z.object({ session: z.nullable(session) })),
  signIn: route({
    method: 'POST',
    path: '/session',
    summary: 'Sign in',
    tag,
    access: 'anyone',
    refusals: [
      'auth.invalid-credentials',
      'auth.second-factor-required',
      'auth.wrong-code',
      'auth.wrong-passkey',
      'auth.too-many-attempts',
    ],
  })
    .input(signInInput)
    .output(z.object({ session })),
  signInAsAdministrator: route({
    method: 'POST',
    path: '/admin/session',
    summary: 'Sign in to the back office; somebody who is not of the staff is refused',
    tag,
    access: 'anyone',
    refusals: [
      'auth.invalid-credentials',
      'auth.admin-required',
      'auth.second-factor-required',
      'auth.wrong-code',
      'auth.wrong-passkey',
      'auth.too-many-attempts',
    ],
  })
    .input(signInInput)
    .output(z.object({ session })),
  confirm: route({
    method: 'POST',
    path: '/session/confirmation',
    summary:
      'Confirm one operation with all its fields, by the password or, where the person has one, by a second factor: the token goes with that call in the header `X-Confirmation`, once',
    tag,
    access: 'signed-in',
    refusals: [
      'auth.wrong-password',
      'auth.wrong-code',
      'auth.wrong-passkey',
      'auth.session-locked',
      'auth.too-many-attempts',
    ],
  })
    .input(
      z.strictObject({
        operation: confirmedOperation,
        /** The fields of the call as JSON, their names in alphabetical order, after the operation and a line break. */
        subject: z.string().check(z.minLength(1, 'validation.required'), z.maxLength(10_000)),
        currentPassword: z.optional(z.string().check(z.maxLength(256))),
        ...secondProof,
      }),
    )
    .output(z.object({ token: z.string() })),
  signOut: route({ method: 'DELETE', path: '/session', summary: 'Sign out', tag, access: 'anyone' }).output(
    empty,
  ),
};
