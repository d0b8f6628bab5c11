import { isConfirmationOver } from '#domain/enquiries/newsletter.ts';
import { Refusal } from '#domain/errors.ts';
import { queueMail } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { hashOf, unsubscribeLink } from './mail-token.ts';
import { lockByConfirmation, markConfirmed } from './queries.ts';

/**
 * Begins a subscription and sends the mail that ends it with one click. Following the same link again changes nothing.
 * @throws Refusal `auth.invalid-token` for a token that is unknown, replaced by a newer one, or older than 48 hours.
 */
export async function confirmNewsletter(work: Work, token: string, publicUrl: string): Promise<void> {
  const subscription = await lockByConfirmation(work.tx, hashOf(token));
  if (!subscription) throw new Refusal('auth.invalid-token');
  if (subscription.confirmedAt) return;
  if (isConfirmationOver(subscription.requestedAt.getTime(), work.now.getTime()))
    throw new Refusal('auth.invalid-token');
  await markConfirmed(work.tx, subscription.id, work.now);
  queueMail(
    work,
    subscription.email,
    'newsletter-welcome',
    { link: unsubscribeLink(publicUrl, subscription.unsubscriptionToken) },
    null,
  );
}
