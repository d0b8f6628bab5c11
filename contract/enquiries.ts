import * as z from 'zod/mini';
import { ENQUIRY_KINDS, ENQUIRY_STATES, enquiryInput } from '#domain/enquiries/enquiry.ts';
import { newsletterInput } from '#domain/enquiries/newsletter.ts';
import { route } from './route.ts';
import { byId, empty, id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Newsletter';

const byToken = z.strictObject({
  token: z.string('validation.required').check(z.minLength(1, 'validation.required'), z.maxLength(200)),
});

const messages = 'Enquiries';

/** A message of a visitor in the list of the back office; its text is read one at a time. */
export const enquiry = z.object({
  id,
  reference: z.string(),
  kind: z.enum(ENQUIRY_KINDS),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  state: z.enum(ENQUIRY_STATES),
  receivedAt: instant,
  answeredAt: z.nullable(instant),
  answeredBy: z.nullable(z.string()),
});

export const enquiriesContract = {
  send: route({
    method: 'POST',
    path: '/enquiries',
    summary: 'Send a message of a public form by the site itself; a mail acknowledges it with its reference',
    tag: messages,
    access: 'anyone',
    idempotent: true,
    refusals: ['request.too-many'],
  })
    .input(z.strictObject(enquiryInput.shape))
    .output(
      z.object({
        reference: z.string(),
        receivedAt: instant,
        /** Whether a mail acknowledges it: a typed address gets a limited number. */
        acknowledged: z.boolean(),
      }),
    ),
  review: route({
    method: 'GET',
    path: '/admin/enquiries',
    summary:
      'Messages of visitors, newest first, by state and by words of name, address, subject or reference',
    tag: messages,
    access: 'staff',
  })
    .input(
      z.strictObject({
        state: z.optional(z.enum(ENQUIRY_STATES, 'validation.choice')),
        q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'validation.tooLong'))),
        ...pageInput,
      }),
    )
    .output(z.object({ enquiries: z.array(enquiry), ...pageOutput })),
  reviewOne: route({
    method: 'GET',
    path: '/admin/enquiries/{id}',
    summary: 'One message with its text',
    tag: messages,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ enquiry: z.extend(enquiry, { text: z.string() }) })),
  close: route({
    method: 'POST',
    path: '/admin/enquiries/{id}/answer',
    summary: 'Mark a message as answered',
    tag: messages,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'enquiry.already-answered'],
  })
    .input(byId)
    .output(z.object({ enquiry })),
  remove: route({
    method: 'DELETE',
    path: '/admin/enquiries/{id}',
    summary: 'Delete a message for good',
    tag: messages,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(empty),
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
