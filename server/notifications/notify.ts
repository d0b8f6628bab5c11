import { inArray } from 'drizzle-orm';
import type { AskedMail } from '#domain/notifications/asked-mails.ts';
import {
  isNews,
  type NotificationKind,
  type NotificationParams,
} from '#domain/notifications/notification.ts';
import type { Db } from '../db/database.ts';
import { newRow } from '../db/insert-all.ts';
import { notifications, outbox, users } from '../db/schema/index.ts';
import type { Work } from '../work.ts';
import { announce } from './live.ts';
import type { MailTemplate } from './mail-templates.ts';

export type { NotificationKind, NotificationParams } from '#domain/notifications/notification.ts';

/** Told, when a transaction commits, that it queued a mail: every node that delivers mails hears it. */
export const MAIL_CHANNEL = 'guichet_mail';

/** What a client is told. */
export interface ClientNotice {
  readonly work: Work;
  readonly userId: string;
  /** Where they are written to; looked up when the caller does not know it. */
  readonly email?: string;
  readonly kind: NotificationKind;
  readonly params: NotificationParams;
}

/**
 * Tells clients what happened, in the transaction in which it happens: a line for the bell, a mail in the outbox, and a live
 * announcement. If the transaction is rolled back they hear nothing. What they did themselves is read already (`isNews`).
 */
export async function notifyClients(tx: Db, notices: readonly ClientNotice[]): Promise<void> {
  if (notices.length === 0) return;
  for (const { work, userId, kind, params } of notices)
    work.rows.push(
      newRow(notifications, {
        id: work.newId(),
        userId,
        kind,
        params,
        createdAt: work.now,
        ...(isNews(kind, userId === work.actorId) ? {} : { readAt: work.now }),
      }),
    );
  const emails = await emailsOf(
    tx,
    notices.flatMap(({ userId, email }) => (email === undefined ? [userId] : [])),
  );
  for (const { work, userId, email, kind, params } of notices) {
    const recipient = email ?? emails.get(userId);
    if (recipient) queueMail(work, recipient, kind, params, userId);
    announce(work, { userId }, ['notifications']);
  }
}

async function emailsOf(tx: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const people = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(userIds)]));
  return new Map(people.map(({ id, email }) => [id, email]));
}

/** The same for one client. */
export function notifyClient(
  work: Work,
  userId: string,
  kind: NotificationKind,
  params: NotificationParams,
): Promise<void> {
  return notifyClients(work.tx, [{ work, userId, kind, params }]);
}

/**
 * Leave to write to an address that somebody typed who need not be its owner. Only what counts such mails gives it
 * (`server/auth/attempts.ts`).
 */
export interface MailLeave {
  readonly recipient: string;
  readonly [counted]: true;
}
declare const counted: unique symbol;

/** Queues a mail that somebody asked for by typing an address. */
export function queueAskedMail(
  work: Work,
  { recipient }: MailLeave,
  template: AskedMail,
  params: NotificationParams,
  userId: string | null,
): void {
  queue(work, { recipient, template, params, userId });
}

/** Where no mail can ever go (RFC 2606): what a sign-up under a taken address is kept under. */
export const NOBODYS_DOMAIN = 'sign-up.invalid';

/** Puts a mail in the outbox; it is delivered after the commit, and again until it is. Where nobody sends mails it counts as delivered. */
export function queueMail(
  work: Work,
  recipient: string,
  template: Exclude<MailTemplate, AskedMail>,
  params: NotificationParams,
  userId: string | null,
): void {
  queue(work, { recipient, template, params, userId });
}

function queue(
  work: Work,
  {
    recipient,
    template,
    params,
    userId,
  }: {
    readonly recipient: string;
    readonly template: MailTemplate;
    readonly params: NotificationParams;
    readonly userId: string | null;
  },
): void {
  if (recipient.endsWith(`@${NOBODYS_DOMAIN}`)) return;
  work.rows.push(
    newRow(outbox, {
      id: work.newId(),
      recipient,
      template,
      params,
      userId,
      nextAttemptAt: work.now,
      createdAt: work.now,
      ...(work.keepsMails ? { deliveredAt: work.now } : {}),
    }),
  );
  if (!work.keepsMails) work.announcements.push({ channel: MAIL_CHANNEL });
}
