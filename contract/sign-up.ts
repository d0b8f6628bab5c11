import * as z from 'zod/mini';
import { accountTypeInput } from '#domain/accounts/account.ts';
import { personalDetailsInput, personalInfoInput } from '#domain/clients/sign-up.ts';
import { route } from './route.ts';
import { session } from './session.ts';
import { currencyCode, id } from './values.ts';

const tag = 'Sign-up';

/** What step 1 stored, without the password, so that someone who stopped can go on. */
const details = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  country: z.string(),
});

export const signUpContract = {
  countries: route({
    method: 'GET',
    path: '/countries',
    summary: 'Countries of residence with their currency and the first deposit in it',
    tag,
    access: 'anyone',
  }).output(
    z.object({
      countries: z.array(z.object({ countryCode: z.string(), currencyCode, depositMinor: z.int() })),
    }),
  ),
  start: route({
    method: 'POST',
    path: '/sign-up',
    summary: 'Step 1: create the sign-in and keep the personal details',
    tag,
    access: 'anyone',
    refusals: ['auth.weak-password', 'auth.too-many-attempts', 'request.too-many', 'service.busy'],
  })
    .input(z.strictObject(personalInfoInput.shape))
    .output(z.object({ session })),
  details: route({
    method: 'GET',
    path: '/sign-up',
    summary: 'The details kept at step 1',
    tag,
    access: 'signed-in',
  }).output(z.object({ details: z.nullable(details), complete: z.boolean() })),
  saveDetails: route({
    method: 'PUT',
    path: '/sign-up',
    summary: 'Correct the details of step 1 before the account exists',
    tag,
    access: 'signed-in',
    refusals: ['auth.forbidden', 'sign-up.already-complete'],
  })
    .input(z.strictObject(personalDetailsInput.shape))
    .output(z.object({ details })),
  chooseAccount: route({
    method: 'POST',
    path: '/sign-up/account',
    summary: 'Step 2: create the profile and the account',
    tag,
    access: 'signed-in',
    idempotent: true,
    refusals: [
      'auth.forbidden',
      'sign-up.details-missing',
      'sign-up.already-complete',
      'sign-up.look-in-mailbox',
    ],
  })
    .input(z.strictObject(accountTypeInput.shape))
    .output(z.object({ accountId: id })),
};
