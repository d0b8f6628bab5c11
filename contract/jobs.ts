import * as z from 'zod/mini';
import { JOB_NAMES } from '#domain/jobs/timetable.ts';
import { CALENDARS } from '#domain/time/calendars.ts';
import { route } from './route.ts';
import { instant } from './values.ts';

/** A job of the bank. */
export const job = z.object({
  name: z.enum(JOB_NAMES),
  calendar: z.enum(CALENDARS),
  /** HH:MM, French legal time. */
  at: z.string(),
  /** Whether it runs in every minute of those days. */
  everyMinute: z.boolean(),
  /** When it runs next, or is tried again. */
  nextAt: instant,
  /** The first run that is not done, else the last; null before the first. */
  last: z.nullable(
    z.object({
      dueAt: instant,
      state: z.enum(['running', 'done', 'failed']),
      startedAt: instant,
      /** Of the last attempt; null while it runs. */
      durationMs: z.nullable(z.int()),
      /** How many things were done. */
      handled: z.int(),
      attempts: z.int(),
      failure: z.nullable(z.string()),
    }),
  ),
});

export const jobsContract = {
  list: route({
    method: 'GET',
    path: '/admin/jobs',
    summary: 'What the bank does by itself: when, and what became of it',
    tag: 'Jobs',
    access: 'staff',
  }).output(z.object({ jobs: z.array(job) })),
};
