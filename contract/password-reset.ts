import * as z from 'zod/mini';
import { passwordField } from '#domain/clients/sign-up.ts';
import { emailField } from '#domain/fields.ts';
import { route } from './route.ts';
import { empty } from './values.ts';

const tag = 'Session';

export const passwordResetContract = {
  request: route({
    method: 'POST',
    path: '/password-reset',
    summary: 'Ask for a link to choose a new password; the answer never tells whether the address is known',
    tag,
    access: 'anyone',
  })
    .input(z.strictObject({ email: emailField }))
    .output(empty),
  complete: route({
    method: 'POST',
    path: '/password-reset/completion',
    summary: 'Choose a new password with the token of the link; every session of the person ends',
    tag,
    access: 'anyone',
    refusals: ['auth.invalid-token', 'auth.weak-password'],
  })
    .input(
      z.strictObject({
        token: z.string().check(z.minLength(1, 'validation.required'), z.maxLength(200)),
        password: passwordField,
      }),
    )
    .output(empty),
};
