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
  type StaffNotice,
} from '#domain/notifications/notification.ts';
import type { MailLeave } from '../bank/attempts.ts';
import { rowsOf } from '../db/database.ts';
import { newRow } from '../db/insert-all.ts';
import { notifications, outbox } from '../db/schema/index.ts';
import { type ClosingWrite, ROWS, type Work, writeAtEnd } from '../work/work.ts';
import { ANNOUNCEMENTS } from './announcements.ts';
import { announce } from './live.ts';
import type { MailTemplate } from './mail-templates.ts';

export type { NotificationKind, NotificationParams } from '#domain/notifications/notification.ts';

/** Channel of queued mails: every delivering node listens and hears it at commit. */
export const MAIL_CHANNEL = 'guichet_mail';

/** A mail to a person whose address may be unproved. */
interface CountedMail {
  readonly id: string;
  readonly userId: string;
  readonly template: MailTemplate;
  readonly params: NotificationParams;
}

/**
 * Mails to people whose address may be unproved. Those are counted, and left out above the daily limit: the database counts, so that
 * concurrent calls stay within it (migration 0027). In the order of people, to avoid deadlocks.
 */
export const COUNTED_MAILS: ClosingWrite<CountedMail> = {
  lockStep: 7,
  statement: (items) => {
    const mails = items.map(({ work, item }) => ({
      ...item,
      at: work.now,
      deliveredAt: work.keepsMails ? work.now : null,
    }));
    return sql`with mails as materialized (
        select m.*, mail_recipient(m."userId", m.at, ${ASKED_MAILS_PER_ADDRESS}, ${ASKED_MAIL_HOURS}) as recipient
        from (
          select * from json_to_recordset(${JSON.stringify(mails)}::json)
            as one(id uuid, "userId" uuid, template text, params jsonb, at timestamptz, "deliveredAt" timestamptz)
          order by "userId"
        ) m
      )
      insert into outbox (id, recipient, template, params, user_id, next_attempt_at, created_at, delivered_at)
      select id, recipient, template, params, "userId", at, at, "deliveredAt" from mails
      where recipient is not null and recipient not like ${`%@${NOBODYS_DOMAIN}`}`;
  },
};

/**
 * Notifies a client in the transaction of the event: a line for the bell, a mail in the outbox, and a live announcement; a rollback undoes
 * all three. Notices of the client's own acts are stored as read (`isNews`). An unproved address may be a stranger's: it gets as many mails
 * a day as any typed address, and the bell shows the rest (decision 0020).
 * @param email the address when the caller knows a proved one; null for no mail. Otherwise it is looked up, and counted while unproved.
 */
export async function notifyClient(
  work: Work,
  userId: string,
  kind: NotificationKind,
  params: NotificationParams,
  email?: string | null,
): Promise<void> {
  const row = { id: work.newId(), userId, kind, params, createdAt: work.now };
  const isRead = !isNews(kind, userId === work.actorId);
  writeAtEnd(work, ROWS, newRow(notifications, isRead ? { ...row, readAt: work.now } : row));
  if (email === undefined) {
    writeAtEnd(work, COUNTED_MAILS, { id: work.newId(), userId, template: kind, params });
    wakeDelivery(work);
  } else if (email !== null) queueMail(work, email, kind, params, userId);
  await announce(work, { userId }, ['notifications']);
}

/** Puts a line into the bell of a member of the staff, in the transaction of the event; their open screens show it at once (FOUR-21). */
export async function notifyStaff(
  work: Work,
  userId: string,
  kind: StaffNotice,
  params: NotificationParams,
): Promise<void> {
  writeAtEnd(
    work,
    ROWS,
    newRow(notifications, { id: work.newId(), userId, kind, params, createdAt: work.now }),
  );
  await announce(work, { userId }, ['notifications', 'proposals']);
}

/** Address of a mail to a person; null when it is unproved and above its daily limit. */
export async function recipientOf({ tx, now }: Work, userId: string): Promise<string | null> {
  const [row] = await rowsOf<{ recipient: string | null }>(
    tx,
    sql`select mail_recipient(${userId}::uuid, ${now.toISOString()}::timestamptz, ${ASKED_MAILS_PER_ADDRESS}, ${ASKED_MAIL_HOURS}) as recipient`,
  );
  return row?.recipient ?? null;
}

/** Permission to write to a person's address, proved or not; null above the daily limit. */
export async function leaveToPerson(work: Work, userId: string): Promise<MailLeave | null> {
  const recipient = await recipientOf(work, userId);
  return recipient === null ? null : ({ recipient } as MailLeave);
}

/**
 * The same with papers attached to the mail, in their order (LC-29). The address is that of the account, proved or not: papers of a
 * contract are owed to its client.
 * @returns the id of the mail.
 */
export async function notifyClientWithPapers(
  work: Work,
  userId: string,
  kind: NotificationKind,
  params: NotificationParams,
  paperIds: readonly string[],
): Promise<string> {
  await notifyClient(work, userId, kind, params, null);
  const [person] = await rowsOf<{ email: string }>(
    work.tx,
    sql`select email from users where id = ${userId}::uuid`,
  );
  if (!person) throw new Error('the client of a contract is gone');
  const id = work.newId();
  queue(work, { id, recipient: person.email, template: kind, params, userId, paperIds });
  return id;
}

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
    id = work.newId(),
    recipient,
    template,
    params,
    userId,
    paperIds = [],
  }: {
    readonly id?: string;
    readonly recipient: string;
    readonly template: MailTemplate;
    readonly params: NotificationParams;
    readonly userId: string | null;
    readonly paperIds?: readonly string[];
  },
): void {
  if (recipient.endsWith(`@${NOBODYS_DOMAIN}`)) return;
  writeAtEnd(
    work,
    ROWS,
    newRow(outbox, {
      id,
      recipient,
      template,
      params,
      userId,
      paperIds: [...paperIds],
      nextAttemptAt: work.now,
      createdAt: work.now,
      ...(work.keepsMails ? { deliveredAt: work.now } : {}),
    }),
  );
  wakeDelivery(work);
}

/** Tells the delivering nodes of a mail that leaves. */
function wakeDelivery(work: Work): void {
  if (!work.keepsMails) writeAtEnd(work, ANNOUNCEMENTS, { channel: MAIL_CHANNEL });
}
