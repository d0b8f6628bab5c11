import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { SECURITY_CHANGES } from '#domain/notifications/notification.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { notifications } from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

export type NotificationRow = typeof notifications.$inferSelect;

/** One page of a person's notifications, newest first, with one row more than asked. */
export function notificationsOf(
  db: Db,
  userId: string,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        after
          ? sql`(${notifications.createdAt}, ${notifications.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1);
}

/** When e-mail, telephone, password or second factor of a person changed last, since a moment; null when they did not. */
export async function lastSecurityChange(db: Db, userId: string, since: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: notifications.createdAt })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        gt(notifications.createdAt, since),
        inArray(notifications.kind, [...SECURITY_CHANGES]),
      ),
    )
    .orderBy(desc(notifications.createdAt))
    .limit(1);
  return row?.at ?? null;
}

export async function unreadCountOf(db: Db, userId: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from notifications where user_id = ${userId}::uuid and read_at is null`,
  );
  return row?.count ?? 0;
}

export async function notificationOf(db: Db, userId: string, id: string): Promise<NotificationRow | null> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)));
  return row ?? null;
}

/** Marks what is unread as read: everything, or what is not newer than a notification. Returns how many changed. */
export async function markRead(
  tx: Db,
  userId: string,
  { upTo, now }: { upTo: Cursor | null; now: Date },
): Promise<number> {
  const changed = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        upTo
          ? sql`(${notifications.createdAt}, ${notifications.id}) <= (${upTo.at.toISOString()}::timestamptz, ${upTo.id}::uuid)`
          : undefined,
      ),
    )
    .returning({ id: notifications.id });
  return changed.length;
}
