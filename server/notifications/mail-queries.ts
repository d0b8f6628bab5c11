import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PaperKind } from '#domain/loans/contract-papers.ts';
import type { NotificationParams } from '#domain/notifications/notification.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { loanPapers, outbox } from '../db/schema/index.ts';

/** A mail to send, with what is known of the person it goes to. */
export interface DueMail {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  readonly params: NotificationParams;
  /** Papers that go with it, in their order. */
  readonly paperIds: readonly string[];
  readonly attempts: number;
  readonly createdAt: Date;
  readonly firstName: string | null;
  readonly language: string | null;
}

/**
 * Claims due mails, the oldest first, until `leaseUntil`: the lease of a node that dies simply expires. The row lock ends with this
 * statement, since a mail server may be slow.
 */
export async function takeDueMails(
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<DueMail[]> {
  const rows = await rowsOf<
    Omit<DueMail, 'createdAt' | 'firstName' | 'paperIds'> & {
      paper_ids: readonly string[];
      created_at: string | Date;
      first_name: string | null;
    }
  >(
    db,
    sql`with taken as (
        update outbox set attempts = attempts + 1, next_attempt_at = ${leaseUntil.toISOString()}::timestamptz
        where id in (
          select id from outbox
          where delivered_at is null and next_attempt_at <= ${now.toISOString()}::timestamptz
          order by next_attempt_at, id limit ${limit}
          for update skip locked)
        returning id, recipient, template, params, paper_ids, attempts, created_at, user_id)
      select t.id, t.recipient, t.template, t.params, t.paper_ids, t.attempts, t.created_at, u.language,
        coalesce(p.first_name, d.first_name) as first_name
      from taken t
      left join users u on u.id = t.user_id
      left join profiles p on p.user_id = t.user_id
      left join sign_up_details d on d.user_id = t.user_id
      order by t.created_at, t.id`,
  );
  return rows.map(({ created_at, first_name, paper_ids, ...row }) => ({
    ...row,
    createdAt: new Date(created_at),
    firstName: first_name,
    paperIds: paper_ids,
  }));
}

/** Papers that go with a mail, in the order of their ids in it. */
export async function papersOfMail(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; kind: PaperKind; content: Uint8Array }[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: loanPapers.id, kind: loanPapers.kind, content: loanPapers.content })
    .from(loanPapers)
    .where(inArray(loanPapers.id, [...ids]));
  return ids.flatMap((id) => found.filter((paper) => paper.id === id));
}

/**
 * Marks due mails as delivered where there is no SMTP and people read them in the product.
 * @returns how many.
 */
export async function keepDueMails(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update outbox set attempts = attempts + 1, delivered_at = ${now.toISOString()}::timestamptz
      where id in (
        select id from outbox
        where delivered_at is null and next_attempt_at <= ${now.toISOString()}::timestamptz
        order by next_attempt_at, id limit ${limit}
        for update skip locked)
      returning 1`,
  );
  return rows.length;
}

/** @param forgetLink whether to delete the secret link of a delivered mail. */
export async function markDelivered(
  db: Db,
  id: string,
  { now, forgetLink }: { now: Date; forgetLink: boolean },
): Promise<void> {
  await db
    .update(outbox)
    .set({
      deliveredAt: now,
      lastError: null,
      ...(forgetLink ? { params: sql`${outbox.params} - 'link'` } : {}),
    })
    .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt)));
}

export async function markFailed(
  db: Db,
  id: string,
  failure: { nextAttemptAt: Date; error: string },
): Promise<void> {
  await db
    .update(outbox)
    .set({ nextAttemptAt: failure.nextAttemptAt, lastError: failure.error })
    .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt)));
}

/** Returns unattempted mails: their attempt does not count. */
export async function giveBack(db: Db, ids: readonly string[], nextAttemptAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(outbox)
    .set({ attempts: sql`greatest(${outbox.attempts} - 1, 0)`, nextAttemptAt })
    .where(and(inArray(outbox.id, [...ids]), isNull(outbox.deliveredAt)));
}

/** When the next undelivered mail is due, or null when there is none. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const rows = await rowsOf<{ at: string | Date | null }>(
    db,
    sql`select min(next_attempt_at) as at from outbox where delivered_at is null`,
  );
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}
