import { CONFIRMATION_HOURS } from '#domain/enquiries/newsletter.ts';
import type { MailLeave } from '../bank/attempts.ts';
import { queueAskedMail } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { hashOf, type NewToken, unsubscribeLink } from './mail-token.ts';
import { saveRequest, subscriptionOf } from './queries.ts';

/**
 * Records who asks for the newsletter and writes to them: to confirm, or, when they receive it already, how to end it. The caller gets
 * the same answer in both cases, and only the mailbox learns which.
 */
export async function subscribeToNewsletter(
  work: Work,
  leave: MailLeave,
  publicUrl: string,
  newToken: NewToken,
): Promise<void> {
  const email = leave.recipient;
  const token = newToken();
  await saveRequest(work.tx, {
    id: work.newId(),
    email,
    confirmationHash: hashOf(token),
    unsubscriptionToken: newToken(),
    requestedAt: work.now,
  });
  const subscription = await subscriptionOf(work.tx, email);
  if (subscription?.confirmedAt) {
    queueAskedMail(
      work,
      leave,
      'newsletter-already',
      { link: unsubscribeLink(publicUrl, subscription.unsubscriptionToken) },
      null,
    );
    return;
  }
  queueAskedMail(
    work,
    leave,
    'newsletter-confirmation',
    { link: `${publicUrl}/newsletter/confirmation#token=${token}`, hours: CONFIRMATION_HOURS },
    null,
  );
}
