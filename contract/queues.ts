import * as z from 'zod/mini';
import { QUEUES } from '#domain/desk/queues.ts';
import { route } from './route.ts';
import { instant } from './values.ts';

export const queuesContract = {
  list: route({
    method: 'GET',
    path: '/admin/queues',
    summary:
      'What waits for the staff: each queue that the caller may work on, how many wait and how many are late',
    tag: 'Tasks',
    access: 'staff',
  }).output(
    z.object({
      queues: z.array(
        z.object({
          name: z.enum(QUEUES),
          /** 10 001 stands for more than 10 000. */
          count: z.int(),
          late: z.int(),
          /** The next deadline, passed or not; null when nothing waits, or nothing says until when. */
          nextDueAt: z.nullable(instant),
        }),
      ),
    }),
  ),
};
