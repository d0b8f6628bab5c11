import type * as z from 'zod/mini';
import type { notification } from '#contract/notifications.ts';
import { Refusal } from '#domain/errors.ts';
import type { NotificationKind, StaffNotice } from '#domain/notifications/notification.ts';
import { os, run, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../http/cursor.ts';
import { announce } from './live.ts';
import {
  markRead,
  type NotificationRow,
  notificationOf,
  notificationsOf,
  unreadCountOf,
} from './notification-queries.ts';

function presentNotification(row: NotificationRow): z.infer<typeof notification> {
  return {
    id: row.id,
    kind: row.kind as NotificationKind | StaffNotice,
    params: row.params,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}

export const notificationRoutes = {
  list: os.notifications.list.handler(async ({ input, context }) => {
    const { db } = context;
    const { userId } = signedIn(context);
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await notificationsOf(db, userId, { after: decodeCursor(input.cursor), limit });
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
    return {
      notifications: page.map(presentNotification),
      unreadCount: await unreadCountOf(db, userId),
      nextCursor,
    };
  }),

  markRead: os.notifications.markRead.handler(({ input, context }) =>
    run(context, async (work) => {
      const userId = work.actorId;
      const last = input.upTo ? await notificationOf(work.tx, userId, input.upTo) : null;
      if (input.upTo && !last) throw new Refusal('not-found');
      const upTo = last && { at: last.createdAt, id: last.id };
      // The person's other screens show the bell too.
      if ((await markRead(work.tx, userId, { upTo, now: work.now })) > 0)
        await announce(work, { userId }, ['notifications']);
      return { unreadCount: await unreadCountOf(work.tx, userId) };
    }),
  ),
};
