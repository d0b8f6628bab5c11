import { eq } from 'drizzle-orm';
import { notifications, outbox, users } from '../db/schema/index.ts';
import type { Work } from '../work.ts';
import { announce } from './live.ts';

/** What a client is told of. Each has its sentence for the bell and its mail under `locales/fr/notifications.json`. */
export const NOTIFICATION_KINDS = [
  'account-created',
  'account-activated',
  'account-credited',
  'iban-assigned',
  'loan-requested',
  'loan-processing',
  'loan-approved',
  'loan-rejected',
  'withdrawal-requested',
  'withdrawal-processing',
  'withdrawal-approved',
  'withdrawal-completed',
  'withdrawal-rejected',
  'withdrawal-cancelled',
  'fee-created',
  'fee-declared',
  'fee-paid',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Plain values for the sentence; amounts travel as minor units beside their currency. */
export type NotificationParams = Record<string, string | number>;

/**
 * Tells a client what happened, in the transaction in which it happens: a line for the bell, a mail in the outbox, and a live
 * announcement. If the transaction is rolled back the client hears nothing.
 */
export async function notifyClient(
  work: Work,
  userId: string,
  kind: NotificationKind,
  params: NotificationParams,
): Promise<void> {
  await work.tx.insert(notifications).values({ id: work.newId(), userId, kind, params, createdAt: work.now });
  const [user] = await work.tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (user) await queueMail(work, user.email, kind, params, userId);
  await announce(work, { userId }, ['notifications']);
}

/** Puts a mail in the outbox; it is delivered after the commit, and again until it is. */
export async function queueMail(
  work: Work,
  recipient: string,
  template: string,
  params: NotificationParams,
  userId: string | null,
): Promise<void> {
  await work.tx.insert(outbox).values({
    id: work.newId(),
    recipient,
    template,
    params,
    userId,
    nextAttemptAt: work.now,
    createdAt: work.now,
  });
}
