import * as z from 'zod/mini';
import { appCodeField, secondFactorField } from '#domain/sessions/second-factor.ts';
import { route } from './route.ts';
import { empty, instant } from './values.ts';

const tag = 'Second factor';

const currentPassword = z
  .string('validation.required')
  .check(z.minLength(1, 'validation.required'), z.maxLength(256, 'validation.tooLong'));

const recoveryCodes = z.object({
  /** Each works once in place of a code of the app. They are told here and never again. */
  recoveryCodes: z.array(z.string()),
});

export const secondFactorContract = {
  current: route({
    method: 'GET',
    path: '/two-factor',
    summary: "The person's authenticator app: whether one is active, and how many recovery codes are left",
    tag,
    access: 'entering',
  }).output(
    z.object({
      activatedAt: z.nullable(instant),
      recoveryCodesLeft: z.int(),
      /** Whether the institution demands one of this person. */
      isRequired: z.boolean(),
    }),
  ),
  begin: route({
    method: 'POST',
    path: '/two-factor/secret',
    summary: 'Begin to set up an authenticator app; nothing changes until a first code confirms it',
    tag,
    access: 'entering',
    refusals: ['auth.wrong-password', 'auth.second-factor-active', 'auth.too-many-attempts'],
  })
    .input(z.strictObject({ currentPassword }))
    .output(
      z.object({
        /** Base 32, to be typed where no camera is. */
        secret: z.string(),
        /** What the QR code holds. */
        uri: z.string(),
      }),
    ),
  activate: route({
    method: 'POST',
    path: '/two-factor/activation',
    summary: 'Activate the app with its first code; every other session of the person ends',
    tag,
    access: 'entering',
    refusals: [
      'auth.wrong-code',
      'auth.second-factor-active',
      'auth.second-factor-inactive',
      'auth.too-many-attempts',
    ],
  })
    .input(z.strictObject({ code: appCodeField }))
    .output(recoveryCodes),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/two-factor/recovery-codes',
    summary: 'Replace the recovery codes by new ones',
    tag,
    access: 'entering',
    refusals: [
      'auth.wrong-password',
      'auth.wrong-code',
      'auth.second-factor-inactive',
      'auth.too-many-attempts',
    ],
  })
    .input(z.strictObject({ currentPassword, code: secondFactorField }))
    .output(recoveryCodes),
  deactivate: route({
    method: 'POST',
    path: '/two-factor/deactivation',
    summary: 'Switch the second factor off; every other session of the person ends',
    tag,
    access: 'entering',
    refusals: [
      'auth.wrong-password',
      'auth.wrong-code',
      'auth.second-factor-inactive',
      'auth.too-many-attempts',
    ],
  })
    .input(z.strictObject({ currentPassword, code: secondFactorField }))
    .output(empty),
};
