import * as z from 'zod/mini';
import { newsletterInput } from '#domain/enquiries/newsletter.ts';
import { route } from './route.ts';
import { empty } from './values.ts';

const tag = 'Newsletter';

const byToken = z.strictObject({
  token: z.string('validation.required').check(z.minLength(1, 'validation.required'), z.maxLength(200)),
});

export const enquiriesContract = {
  subscribe: route({
    method: 'POST',
    path: '/newsletter/subscriptions',
    summary:
      'Ask for the newsletter: a mail asks to confirm; the answer never tells whether the address is known',
    tag,
    access: 'anyone',
  })
    .input(z.strictObject(newsletterInput.shape))
    .output(empty),
  confirm: route({
    method: 'POST',
    path: '/newsletter/confirmations',
    summary: 'Confirm a subscription with the token of the mail; the same link may be followed twice',
    tag,
    access: 'anyone',
    refusals: ['auth.invalid-token'],
  })
    .input(byToken)
    .output(empty),
  unsubscribe: route({
    method: 'POST',
    path: '/newsletter/unsubscriptions',
    summary:
      'End a subscription with the token of any mail and forget the address; unknown tokens get the same answer',
    tag,
    access: 'anyone',
  })
    .input(byToken)
    .output(empty),
};
