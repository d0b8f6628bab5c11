import * as z from 'zod/mini';
import { emailField } from '#domain/fields.ts';
import { route } from './route.ts';
import { id, instant, pageInput, pageOutput } from './values.ts';

export const capturedMail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  /** The plain text, links included as addresses. */
  text: z.string(),
  createdAt: instant,
});

export const mailboxContract = {
  list: route({
    method: 'GET',
    path: '/demo/mails',
    summary:
      'Mails a demonstration wrote to an address, newest first; there is no such thing outside a demonstration',
    tag: 'Demonstration',
    access: 'anyone',
    refusals: ['not-found'],
  })
    // A recipient is required: mails of a whole demonstration include addresses typed by other visitors.
    .input(z.strictObject({ ...pageInput, recipient: emailField }))
    .output(z.object({ mails: z.array(capturedMail), ...pageOutput })),
};
