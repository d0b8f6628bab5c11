import { sql } from 'drizzle-orm';
import {
  ASKED_MAIL_HOURS,
  ASKED_MAILS_PER_ADDRESS,
  type AskedMail,
} from '#domain/notifications/asked-mails.ts';
import {
  isNews,
  type NotificationKind,
  type NotificationParams,
} from '#domain/notifications/notification.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { newRow } from '../db/insert-all.ts';
import { notifications, outbox } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';
import { announce } from './live.ts';
import type { MailTemplate } from './mail-templates.ts';

export type { NotificationKind, NotificationParams } from '#domain/notifications/notification.ts';

/** Channel of queued mails: every delivering node listens and hears it at commit. */
export const MAIL_CHANNEL = 'guichet_mail';

/** A notification to a client. */
export interface ClientNotice {
  readonly work: Work;
  readonly userId: string;
  /** Mail address, when the caller knows a proved one; null for no mail. Otherwise it is looked up, and counted while unproved. */
  readonly email?: string | null;
  readonly kind: NotificationKind;
  readonly params: NotificationParams;
}

/**
 * Notifies clients in the transaction of the event: a line for the bell, a mail in the outbox, and a live announcement; a rollback undoes
 * all three. Notices of the client's own acts are stored as read (`isNews`). An unproved address may be a stranger's: it gets as many mails
 * a day as any typed address, and the bell shows the rest (decision 0020).
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
  const recipients = await recipientsOf(
    tx,
    notices.flatMap(({ work, userId, email }) => (email === undefined ? [{ userId, now: work.now }] : [])),
  );
  for (const { work, userId, email, kind, params } of notices) {
    const recipient = email === undefined ? recipients.get(userId)?.shift() : email;
    if (recipient) queueMail(work, recipient, kind, params, userId);
    announce(work, { userId }, ['notifications']);
  }
}

/**
 * Address of each mail of the transaction. Mails to unproved addresses are counted, and left out above the daily limit: the database
 * counts, so that concurrent calls stay within it (migration 0027).
 */
async function recipientsOf(
  tx: Db,
  mails: readonly { readonly userId: string; readonly now: Date }[],
): Promise<ReadonlyMap<string, (string | null)[]>> {
  const [first] = mails;
  if (!first) return new Map();
  const userIds = mails.map(({ userId }) => userId);
  const rows = await rowsOf<{ id: string; recipient: string | null }>(
    tx,
    // In the order of ids, to avoid deadlocks.
    sql`select id, mail_recipient(id, ${first.now.toISOString()}::timestamptz, ${ASKED_MAILS_PER_ADDRESS}, ${ASKED_MAIL_HOURS}) as recipient
      from (select id from unnest(${listed(userIds, 'uuid')}) as person(id) order by id) as ordered`,
  );
  const recipients = new Map<string, (string | null)[]>();
  for (const { id, recipient } of rows) recipients.set(id, [...(recipients.get(id) ?? []), recipient]);
  return recipients;
}

/** Address of a mail to a person; null when it is unproved and above its daily limit. */
export async function recipientOf(work: Work, userId: string): Promise<string | null> {
  return (await recipientsOf(work.tx, [{ userId, now: work.now }])).get(userId)?.[0] ?? null;
}

/** Permission to write to a person's address, proved or not; null above the daily limit. */
export async function leaveToPerson(work: Work, userId: string): Promise<MailLeave | null> {
  const recipient = await recipientOf(work, userId);
  return recipient === null ? null : ({ recipient } as MailLeave);
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
 * Permission to write to a typed address, which need not be the writer's. Only the counter of such mails grants it
 * (`server/auth/attempts/attempts.ts`, `leaveToPerson`).
 */
export interface MailLeave {
  readonly recipient: string;
  readonly [counted]: true;
}
declare const counted: unique symbol;

/** Queues a mail requested by typing an address. */
export function queueAskedMail(
  work: Work,
  { recipient }: MailLeave,
  template: AskedMail,
  params: NotificationParams,
  userId: string | null,
): void {
  queue(work, { recipient, template, params, userId });
}

/** Domain without mail (RFC 2606), for sign-ups under a taken address. */
export const NOBODYS_DOMAIN = 'sign-up.invalid';

/** Puts a mail in the outbox for delivery after the commit, with retries. Without SMTP it counts as delivered. */
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
