import * as z from 'zod/mini';
import { NOTIFICATION_KINDS, STAFF_NOTICES } from '#domain/notifications/notification.ts';
import { route } from './route.ts';
import { id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Notifications';

/**
 * Something that happened to the person. Its sentence is `notifications.kinds.<kind>` of the catalogues, for the staff `admin-proposals.notices.<kind>`, filled with what
 * `notificationValues` (domain/notifications) makes of the parameters in the reader's language.
 */
export const notification = z.object({
  id,
  kind: z.enum([...NOTIFICATION_KINDS, ...STAFF_NOTICES]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: instant,
  readAt: z.nullable(instant),
});

export const notificationsContract = {
  list: route({
    method: 'GET',
    path: '/notifications',
    summary: "The person's own notifications, newest first, and how many are unread",
    tag,
    access: 'signed-in',
  })
    .input(z.strictObject(pageInput))
    .output(z.object({ notifications: z.array(notification), unreadCount: z.int(), ...pageOutput })),
  markRead: route({
    method: 'POST',
    path: '/notifications/read',
    summary: 'Mark all notifications as read, or those up to and including one of them',
    tag,
    access: 'signed-in',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ upTo: z.optional(id) }))
    .output(z.object({ unreadCount: z.int() })),
};
