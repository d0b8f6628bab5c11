import { eq, sql } from 'drizzle-orm';
import type { NotificationKind, NotificationParams } from '#domain/notifications/notification.ts';
import { notifications, outbox, users } from '../db/schema/index.ts';
import type { Work } from '../work.ts';
import { announce } from './live.ts';
import type { MailTemplate } from './mail-templates.ts';

export type { NotificationKind, NotificationParams } from '#domain/notifications/notification.ts';

/** Told, when a transaction commits, that it queued a mail: every node that delivers mails hears it. */
export const MAIL_CHANNEL = 'guichet_mail';

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
  template: MailTemplate,
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
  await work.tx.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`);
}
