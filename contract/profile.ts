import * as z from 'zod/mini';
import { passwordField } from '#domain/clients/sign-up.ts';
import { emailField } from '#domain/fields.ts';
import { route } from './route.ts';
import { PROOF_REFUSALS, wholeProof } from './second-factor.ts';
import { byId, empty, file, id, instant } from './values.ts';

const tag = 'Profile';

/** A device on which the person is signed in. */
export const deviceSession = z.object({
  id,
  /** What the browser says of itself; null when it said nothing. */
  userAgent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  createdAt: instant,
  lastUsedAt: instant,
  isCurrent: z.boolean(),
});

/** The code of a language of the product: two letters. Mails exist in some of them only, and are in French for the others. */
export const languageCode = z.string().check(z.regex(/^[a-z]{2}$/, 'validation.choice'));

export const profileContract = {
  changePassword: route({
    method: 'PUT',
    path: '/profile/password',
    summary:
      'Change the password, with the present one and, where the person has one, the second factor; every other session of the person ends',
    tag,
    access: 'signed-in',
    refusals: ['auth.weak-password', ...PROOF_REFUSALS],
  })
    .input(z.strictObject({ newPassword: passwordField, ...wholeProof }))
    .output(empty),
  changeEmail: route({
    method: 'PUT',
    path: '/profile/email',
    summary:
      'Ask for another e-mail address, with the password and, where the person has one, the second factor; it changes once the link sent to the new one is followed. The answer never tells whether the address is known',
    tag,
    access: 'signed-in',
    refusals: PROOF_REFUSALS,
  })
    .input(z.strictObject({ email: emailField, ...wholeProof }))
    .output(z.object({ sentTo: z.string() })),
  confirmEmail: route({
    method: 'POST',
    path: '/profile/email/confirmation',
    summary:
      'Confirm a new e-mail address, or prove the present one, with the token of the link; a member of the staff is signed out everywhere',
    tag,
    access: 'anyone',
    refusals: ['auth.invalid-token', 'auth.email-taken'],
  })
    .input(
      z.strictObject({ token: z.string().check(z.minLength(1, 'validation.required'), z.maxLength(200)) }),
    )
    /** `isStaff`: where they sign in from now on. */
    .output(z.object({ email: z.string(), isStaff: z.boolean() })),
  resendEmailProof: route({
    method: 'PUT',
    path: '/profile/email/proof',
    summary: 'Mail the link that proves the present e-mail address again; nothing when it is proved',
    tag,
    access: 'signed-in',
    refusals: ['auth.too-many-mails'],
  }).output(empty),
  stopEmail: route({
    method: 'POST',
    path: '/profile/email/stop',
    summary:
      'Stop a change of e-mail address with the token sent to the present one; every session ends, and the answer lets a new password be chosen',
    tag,
    access: 'anyone',
    refusals: ['auth.invalid-token'],
  })
    .input(
      z.strictObject({ token: z.string().check(z.minLength(1, 'validation.required'), z.maxLength(200)) }),
    )
    .output(z.object({ passwordToken: z.string() })),
  preferences: route({
    method: 'GET',
    path: '/profile/preferences',
    summary: 'The language in which mails are written to the person',
    tag,
    access: 'signed-in',
  }).output(z.object({ language: languageCode })),
  changePreferences: route({
    method: 'PUT',
    path: '/profile/preferences',
    summary: 'Choose the language of mails',
    tag,
    access: 'signed-in',
  })
    .input(z.strictObject({ language: languageCode }))
    .output(z.object({ language: languageCode })),
  sessions: route({
    method: 'GET',
    path: '/sessions',
    summary: 'Where the person is signed in, the last used first',
    tag,
    access: 'signed-in',
  }).output(z.object({ sessions: z.array(deviceSession) })),
  endSession: route({
    method: 'DELETE',
    path: '/sessions/{id}',
    summary: "End one of the person's own sessions; ending the current one signs out",
    tag,
    access: 'signed-in',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(empty),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/sessions',
    summary: 'End every session of the person but the one that asks',
    tag,
    access: 'signed-in',
  }).output(z.object({ ended: z.int() })),
  export: route({
    method: 'GET',
    path: '/profile/export',
    summary: 'Everything kept about the person, as a JSON file (GDPR, article 20)',
    tag,
    access: 'signed-in',
  }).output(file('application/json')),
};
